"""Learning words from issues and files, into a real database and incrementally."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood import config
from wildwood.errors import ScreenError
from wildwood.language.learning import Learner, lesson
from wildwood.model import Entry, Wording
from wildwood.session import writing_store
from wildwood.store import Lesson, Store

from installation import Installation

FILLER = "the theory of trade and growth in open economies with many goods and firms "


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    with writing_store(config.load(installation.config), "a test") as opened:
        yield opened


def entry(text: str) -> Entry:
    return Entry("id", (Wording("Trade"),), (Wording(FILLER + text),), ())


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
        titles = [Entry("id", (Wording("Qwertish trade theory"),), (), ())] * 20
        assert lesson("a", "d", titles, 0.07).counts == {}

    def test_of_an_entry_without_words_passes_nothing(self) -> None:
        assert lesson("a", "d", [Entry("id", (), (), ())], 0.07).passed == 0


def taught(source: str, **words: int) -> Lesson:
    return Lesson(source, f"digest of {source}", 5, 4, words)


class TestTheNeologisms:
    def test_are_summed_over_sources(self, store: Store) -> None:
        store.neologisms.learn(taught("a", qwertish=2, zorgons=1))
        store.neologisms.learn(taught("b", qwertish=3))
        assert store.neologisms.words(1) == [("qwertish", 5), ("zorgons", 1)]

    def test_are_those_that_enough_entries_have(self, store: Store) -> None:
        store.neologisms.learn(taught("a", qwertish=10, zorgons=9))
        assert store.neologisms.words(10) == [("qwertish", 10)]

    def test_stay_the_same_when_learnt_again(
        self, store: Store, installation: Installation
    ) -> None:
        store.neologisms.learn(taught("a", qwertish=2, zorgons=1))
        before = list(installation.database["neologisms"].find().sort("_id"))
        store.neologisms.learn(taught("a", qwertish=2, zorgons=1))
        assert list(installation.database["neologisms"].find().sort("_id")) == before

    def test_change_with_their_source(self, store: Store) -> None:
        store.neologisms.learn(taught("a", qwertish=2, zorgons=1, both=1))
        store.neologisms.learn(taught("b", both=4))
        store.neologisms.learn(taught("a", qwertish=7))
        assert store.neologisms.words(0) == [("qwertish", 7), ("both", 4)]

    def test_go_with_their_last_source(self, store: Store, installation: Installation) -> None:
        store.neologisms.learn(taught("a", qwertish=2, both=1))
        store.neologisms.learn(taught("b", both=4))
        store.neologisms.forget("a")
        assert store.neologisms.words(0) == [("both", 4)]
        assert store.neologisms.known_sources() == ["b"]
        assert installation.database["neologisms"].count_documents({}) == 1

    def test_of_a_source_that_was_broken_off_are_not_taken_as_learnt(
        self, store: Store, installation: Installation
    ) -> None:
        store.neologisms.learn(taught("a", qwertish=2))
        installation.database["neologism_sources"].update_one(
            {"_id": "a"}, {"$unset": {"digest": ""}}
        )
        assert store.neologisms.digests() == {}
        store.neologisms.learn(taught("a", qwertish=3))
        assert store.neologisms.words(0) == [("qwertish", 3)]
        assert store.neologisms.digests() == {"a": "digest of a"}

    def test_may_look_like_operators(self, store: Store) -> None:
        store.neologisms.learn(Lesson("file $a.b", "d", 1, 1, {"$set": 1, "a.b": 2}))
        assert store.neologisms.words(0) == [("a.b", 2), ("$set", 1)]

    def test_are_many(self, store: Store) -> None:
        words = {f"word{number}": 1 for number in range(2500)}
        store.neologisms.learn(Lesson("a", "d", 1, 1, words))
        store.neologisms.forget("a")
        assert store.neologisms.words(0) == []


class TestALearner:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "entries.jsonl"

    @staticmethod
    def write(file: Path, *texts: str) -> None:
        lines = (json.dumps({"title": "Trade", "abstract": FILLER + text}) for text in texts)
        file.write_text("\n".join(lines), encoding="utf-8")

    def test_learns_a_file_once(self, store: Store, file: Path) -> None:
        self.write(file, "qwertish")
        for learnt in (1, 0):
            learner = Learner(store.neologisms, 0.07)
            learner.file(file)
            assert (learner.seen, learner.learnt) == (1, learnt)
        assert store.neologisms.words(0) == [("qwertish", 1)]

    def test_learns_a_file_anew_that_has_changed(self, store: Store, file: Path) -> None:
        for text in ("qwertish", "zorgons"):
            self.write(file, text)
            Learner(store.neologisms, 0.07).file(file)
            assert store.neologisms.words(0) == [(text, 1)]

    def test_learns_all_anew_where_the_strict_test_has_changed(
        self, store: Store, file: Path
    ) -> None:
        self.write(file, "qwertish")
        Learner(store.neologisms, 0.01).file(file)
        assert store.neologisms.words(0) == []
        Learner(store.neologisms, 0.07).file(file)
        assert store.neologisms.words(0) == [("qwertish", 1)]

    def test_learns_what_did_not_change_where_told_to(self, store: Store, file: Path) -> None:
        self.write(file, "qwertish")
        Learner(store.neologisms, 0.07).file(file)
        learner = Learner(store.neologisms, 0.07, again=True)
        learner.file(file)
        assert learner.learnt == 1
        assert store.neologisms.words(0) == [("qwertish", 1)]

    def test_names_a_file_that_cannot_be_read(self, store: Store, file: Path) -> None:
        with pytest.raises(ScreenError, match=r"^Cannot read .*entries.jsonl: No such file"):
            Learner(store.neologisms, 0.07).file(file)
