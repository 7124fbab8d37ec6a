"""Learning of words from issues and files, incrementally and into a real database."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from wildwood.kernel import settings
from wildwood.kernel.errors import InputError
from wildwood.nep.connection import batches
from wildwood.nep.session import writing_store
from wildwood.nep.store import Store
from wildwood.screening import learning, word_store
from wildwood.screening.learning import Learner
from wildwood.screening.word_store import Lesson, Neologisms

from tests.support.installation import Installation

FILLER = "the theory of trade and growth in open economies with many goods and firms "


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    with writing_store(settings.load_config(installation.config), "a test") as opened:
        yield opened


@pytest.fixture
def neologisms(store: Store) -> Neologisms:
    return Neologisms(store.connection, store.lock.check)


def lesson_of(source: str, **words: int) -> Lesson:
    """A lesson in which each word has so many records of its own."""
    keys = {
        word: frozenset(range(10 * number, 10 * number + count))
        for number, (word, count) in enumerate(words.items())
    }
    return Lesson(source, f"digest of {source}", keys)


class TestTheNeologisms:
    def test_have_the_records_of_all_sources(self, neologisms: Neologisms) -> None:
        neologisms.learn(Lesson("a", "d", {"qwertish": {1, -2}, "zorgons": {2**62}}))
        neologisms.learn(Lesson("b", "d", {"qwertish": {3, 4, 5}}))
        assert neologisms.words(1) == [("qwertish", 5), ("zorgons", 1)]

    def test_count_a_record_of_several_sources_once(self, neologisms: Neologisms) -> None:
        neologisms.learn(Lesson("a", "d", {"qwertish": {1, 2}}))
        neologisms.learn(Lesson("b", "d", {"qwertish": {2, 3}}))
        assert neologisms.words() == [("qwertish", 3)]
        neologisms.forget("a")
        assert neologisms.words() == [("qwertish", 2)]

    def test_are_those_that_enough_records_have(self, neologisms: Neologisms) -> None:
        neologisms.learn(lesson_of("a", qwertish=10, zorgons=9))
        assert neologisms.words(10) == [("qwertish", 10)]

    def test_do_not_change_when_learned_again(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(lesson_of("a", qwertish=2, zorgons=1))
        before = list(installation.database["neologisms"].find().sort("_id"))
        neologisms.learn(lesson_of("a", qwertish=2, zorgons=1))
        assert list(installation.database["neologisms"].find().sort("_id")) == before

    def test_change_with_their_source(self, neologisms: Neologisms) -> None:
        neologisms.learn(lesson_of("a", qwertish=2, zorgons=1, both=1))
        neologisms.learn(lesson_of("b", both=4))
        neologisms.learn(lesson_of("a", qwertish=7))
        assert neologisms.words(0) == [("qwertish", 7), ("both", 4)]

    def test_are_removed_with_their_last_source(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(lesson_of("a", qwertish=2, both=1))
        neologisms.learn(lesson_of("b", both=4))
        neologisms.forget("a")
        assert neologisms.words(0) == [("both", 4)]
        assert neologisms.digests().keys() == {"b"}
        assert installation.database["neologisms"].count_documents({}) == 1

    def test_of_an_interrupted_source_do_not_count_as_learned(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(lesson_of("a", qwertish=2))
        installation.database["neologism_sources"].update_one(
            {"_id": "a"}, {"$unset": {"digest": ""}}
        )
        assert neologisms.digests() == {"a": ""}
        neologisms.learn(lesson_of("a", qwertish=3))
        assert neologisms.words(0) == [("qwertish", 3)]
        assert neologisms.digests() == {"a": "digest of a"}

    def test_can_look_like_operators(self, neologisms: Neologisms) -> None:
        neologisms.learn(Lesson("file $a.b", "d", {"$set": {1}, "a.b": {1, 2}}))
        assert neologisms.words(0) == [("a.b", 2), ("$set", 1)]

    def test_can_exceed_one_batch(
        self, neologisms: Neologisms, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(word_store, "batches", partial(batches, most=10))
        words = {f"word{number}": {number} for number in range(25)}
        neologisms.learn(Lesson("a", "d", words))
        assert {word for word, _ in neologisms.words(0)} == {*words}
        neologisms.forget("a")
        assert neologisms.words(0) == []


class TestALearner:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "records.jsonl"

    @staticmethod
    def write(file: Path, *texts: str) -> None:
        lines = (json.dumps({"title": "Trade", "abstract": FILLER + text}) for text in texts)
        file.write_text("\n".join(lines), encoding="utf-8")

    def test_learns_a_file_once(self, neologisms: Neologisms, file: Path) -> None:
        self.write(file, "qwertish")
        for learned in (1, 0):
            learner = Learner(neologisms)
            learner.learn_file(file)
            assert (learner.seen, learner.learned) == (1, learned)
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_learns_a_changed_file_again(self, neologisms: Neologisms, file: Path) -> None:
        for text in ("qwertish", "zorgons"):
            self.write(file, text)
            Learner(neologisms).learn_file(file)
            assert neologisms.words(0) == [(text, 1)]

    def test_learns_everything_again_if_it_learns_in_another_way(
        self, neologisms: Neologisms, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.write(file, "qwertish")
        Learner(neologisms).learn_file(file)
        monkeypatch.setattr(learning, "_WAY", 0)
        learner = Learner(neologisms)
        learner.learn_file(file)
        assert learner.learned == 1

    def test_learns_an_unchanged_file_again_if_asked(
        self, neologisms: Neologisms, file: Path
    ) -> None:
        self.write(file, "qwertish")
        Learner(neologisms).learn_file(file)
        learner = Learner(neologisms, again=True)
        learner.learn_file(file)
        assert learner.learned == 1
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_does_not_count_the_same_file_under_another_name_twice(
        self, neologisms: Neologisms, file: Path
    ) -> None:
        self.write(file, "qwertish")
        copy = file.with_name("copy.jsonl")
        copy.write_bytes(file.read_bytes())
        for path in (file, copy):
            Learner(neologisms).learn_file(path)
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_names_a_file_that_cannot_be_read(self, neologisms: Neologisms, file: Path) -> None:
        with pytest.raises(InputError, match=r"^Cannot read .*records.jsonl: No such file"):
            Learner(neologisms).learn_file(file)
