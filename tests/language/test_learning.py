"""Learning words from issues and files, into a real database and incrementally."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood import config_file
from wildwood.errors import ScreenError
from wildwood.language.learning import Learner, lesson
from wildwood.language.store import Lesson, Neologisms
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.runs.session import writing_store
from wildwood.store import Store

from tests.support.installation import Installation

FILLER = "the theory of trade and growth in open economies with many goods and firms "


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    with writing_store(config_file.load(installation.config), "a test") as opened:
        yield opened


@pytest.fixture
def neologisms(store: Store) -> Neologisms:
    return Neologisms(store.connection, store.lock.check)


def entry(text: str) -> CatalogueRecord:
    return CatalogueRecord("id", (LocalizedText("Trade"),), (LocalizedText(FILLER + text),), ())


def counts(*texts: str) -> dict[str, int]:
    return dict(lesson("a", "d", map(entry, texts), 0.07).counts)


class TestALesson:
    def test_has_the_unknown_words_with_the_number_of_entries_that_have_them(self) -> None:
        assert counts("qwertish", "qwertish goods", "zorgons") == {"qwertish": 2, "zorgons": 1}

    def test_counts_a_word_once_an_entry(self) -> None:
        assert lesson("a", "d", [entry(FILLER + "qwertish qwertish")], 0.07).counts == {
            "qwertish": 1
        }

    def test_has_nothing_of_an_entry_that_fails_the_strict_test(self) -> None:
        taught = lesson("a", "d", [entry("qwertish zorgons"), entry("qwertish")], 0.07)
        assert (taught.entries, taught.passed, taught.counts) == (2, 1, {"qwertish": 1})

    def test_is_strict_from_exactly_the_share_on(self) -> None:
        assert lesson("a", "d", [entry("qwertish")], 1 / 16).passed == 0
        assert lesson("a", "d", [entry("qwertish")], 1 / 16 + 1e-9).passed == 1

    def test_has_no_stop_words_of_other_languages(self) -> None:
        assert counts("und", "der") == {}

    def test_of_titles_alone_is_empty(self) -> None:
        titles = [CatalogueRecord("id", (LocalizedText("Qwertish trade theory"),), (), ())] * 20
        assert lesson("a", "d", titles, 0.07).counts == {}

    def test_of_an_entry_without_words_passes_nothing(self) -> None:
        assert lesson("a", "d", [CatalogueRecord("id", (), (), ())], 0.07).passed == 0


def taught(source: str, **words: int) -> Lesson:
    return Lesson(source, f"digest of {source}", 5, 4, words)


class TestTheNeologisms:
    def test_are_summed_over_sources(self, neologisms: Neologisms) -> None:
        neologisms.learn(taught("a", qwertish=2, zorgons=1))
        neologisms.learn(taught("b", qwertish=3))
        assert neologisms.words(1) == [("qwertish", 5), ("zorgons", 1)]

    def test_are_those_that_enough_entries_have(self, neologisms: Neologisms) -> None:
        neologisms.learn(taught("a", qwertish=10, zorgons=9))
        assert neologisms.words(10) == [("qwertish", 10)]

    def test_stay_the_same_when_learnt_again(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(taught("a", qwertish=2, zorgons=1))
        before = list(installation.database["neologisms"].find().sort("_id"))
        neologisms.learn(taught("a", qwertish=2, zorgons=1))
        assert list(installation.database["neologisms"].find().sort("_id")) == before

    def test_change_with_their_source(self, neologisms: Neologisms) -> None:
        neologisms.learn(taught("a", qwertish=2, zorgons=1, both=1))
        neologisms.learn(taught("b", both=4))
        neologisms.learn(taught("a", qwertish=7))
        assert neologisms.words(0) == [("qwertish", 7), ("both", 4)]

    def test_go_with_their_last_source(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(taught("a", qwertish=2, both=1))
        neologisms.learn(taught("b", both=4))
        neologisms.forget("a")
        assert neologisms.words(0) == [("both", 4)]
        assert neologisms.known_sources() == ["b"]
        assert installation.database["neologisms"].count_documents({}) == 1

    def test_of_a_source_that_was_broken_off_are_not_taken_as_learnt(
        self, neologisms: Neologisms, installation: Installation
    ) -> None:
        neologisms.learn(taught("a", qwertish=2))
        installation.database["neologism_sources"].update_one(
            {"_id": "a"}, {"$unset": {"digest": ""}}
        )
        assert neologisms.digests() == {}
        neologisms.learn(taught("a", qwertish=3))
        assert neologisms.words(0) == [("qwertish", 3)]
        assert neologisms.digests() == {"a": "digest of a"}

    def test_may_look_like_operators(self, neologisms: Neologisms) -> None:
        neologisms.learn(Lesson("file $a.b", "d", 1, 1, {"$set": 1, "a.b": 2}))
        assert neologisms.words(0) == [("a.b", 2), ("$set", 1)]

    def test_are_many(self, neologisms: Neologisms) -> None:
        words = {f"word{number}": 1 for number in range(2500)}
        neologisms.learn(Lesson("a", "d", 1, 1, words))
        neologisms.forget("a")
        assert neologisms.words(0) == []


class TestALearner:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "entries.jsonl"

    @staticmethod
    def write(file: Path, *texts: str) -> None:
        lines = (json.dumps({"title": "Trade", "abstract": FILLER + text}) for text in texts)
        file.write_text("\n".join(lines), encoding="utf-8")

    def test_learns_a_file_once(self, neologisms: Neologisms, file: Path) -> None:
        self.write(file, "qwertish")
        for learnt in (1, 0):
            learner = Learner(neologisms, 0.07)
            learner.learn_file(file)
            assert (learner.seen, learner.learnt) == (1, learnt)
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_learns_a_file_anew_that_has_changed(self, neologisms: Neologisms, file: Path) -> None:
        for text in ("qwertish", "zorgons"):
            self.write(file, text)
            Learner(neologisms, 0.07).learn_file(file)
            assert neologisms.words(0) == [(text, 1)]

    def test_learns_everything_again_where_the_strict_test_has_changed(
        self, neologisms: Neologisms, file: Path
    ) -> None:
        self.write(file, "qwertish")
        Learner(neologisms, 0.01).learn_file(file)
        assert neologisms.words(0) == []
        Learner(neologisms, 0.07).learn_file(file)
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_learns_what_did_not_change_where_told_to(
        self, neologisms: Neologisms, file: Path
    ) -> None:
        self.write(file, "qwertish")
        Learner(neologisms, 0.07).learn_file(file)
        learner = Learner(neologisms, 0.07, again=True)
        learner.learn_file(file)
        assert learner.learnt == 1
        assert neologisms.words(0) == [("qwertish", 1)]

    def test_names_a_file_that_cannot_be_read(self, neologisms: Neologisms, file: Path) -> None:
        with pytest.raises(ScreenError, match=r"^Cannot read .*entries.jsonl: No such file"):
            Learner(neologisms, 0.07).learn_file(file)
