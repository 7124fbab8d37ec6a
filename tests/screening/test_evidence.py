"""What the words of a text say about its language, by the dictionary alone."""

from pathlib import Path

import pytest

from wildwood.screening import evidence
from wildwood.screening.evidence import LANGID, Answer, Dictionary
from wildwood.screening.words import ALLOWED, DENIED, passes_strict_test

DICTIONARY = Dictionary()


class TestWords:
    def test_of_the_dictionary_are_known(self) -> None:
        found = DICTIONARY.evidence("the trade")
        assert (found.unknown, found.names) == ([], [])

    def test_that_the_dictionary_does_not_have_are_unknown_each_time(self) -> None:
        found = DICTIONARY.evidence("The trade of zqxt and of zqxt")
        assert (found.unknown, found.counted) == (["zqxt", "zqxt"], 7)

    def test_capitalised_after_the_first_are_names(self) -> None:
        found = DICTIONARY.evidence("Xqzt trade of Zqxt")
        assert (found.unknown, found.names, found.counted) == (["xqzt"], ["zqxt"], 3)

    def test_capitalised_are_no_names_in_a_text_without_lower_case(self) -> None:
        assert DICTIONARY.evidence("TRADE OF ZQXT").unknown == ["zqxt"]

    def test_in_another_script_are_names_in_any_case(self) -> None:
        assert DICTIONARY.evidence("on the 日本語").names == ["日本語"]

    def test_of_other_languages_count_each_time_and_can_be_unknown_too(self) -> None:
        found = DICTIONARY.evidence("der handel und der staat")
        assert found.foreign == ["der", "und", "der"]
        assert "der" in found.unknown

    def test_of_english_are_told(self) -> None:
        assert DICTIONARY.evidence("the coal, the gas").has_english
        assert not DICTIONARY.evidence("coal gas").has_english


class TestTheUsersWords:
    def test_are_known(self) -> None:
        assert Dictionary(own={"zqxt": ALLOWED}).evidence("the zqxt").unknown == []

    def test_are_unknown_if_denied(self) -> None:
        denied = Dictionary(own={"trade": DENIED})
        assert denied.evidence("the trade").unknown == ["trade"]

    def test_in_a_phrase_can_be_function_words_of_english(self) -> None:
        allowed = Dictionary(own={"zqxt of the art": ALLOWED}).evidence("Zqxt of the art")
        assert (allowed.has_english, allowed.unknown) == (True, [])


def test_words_are_forgotten_but_judged_alike_if_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evidence, "_CACHED_WORDS", 2)
    text = "The trade of zqxt and of Zqxt in the state"
    assert Dictionary().evidence(text) == DICTIONARY.evidence(text)


@pytest.mark.parametrize(
    ("unknown", "counted", "words", "expected"),
    [(6, 100, 100, True), (7, 100, 100, False), (0, 15, 15, True), (0, 14, 14, False)],
)
def test_the_strict_test_wants_15_words_and_less_than_7_percent_unknown(
    unknown: int, counted: int, words: int, *, expected: bool
) -> None:
    assert passes_strict_test(unknown, counted, words) is expected


class TestTheModelOfTheSecondDetector:
    TEXTS = ("Prima Facie Duties", "De re Modality", "Über Zölle")

    def answers(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
        evidence.latin_identifier.cache_clear()
        return list(map(LANGID.answer, self.TEXTS))

    def test_is_kept_and_answers_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        unpacked = self.answers(tmp_path, monkeypatch)
        (file,) = (tmp_path / "wildwood").iterdir()
        monkeypatch.setattr(evidence, "write_atomically", None)
        assert self.answers(tmp_path, monkeypatch) == unpacked
        assert file.exists()

    def test_is_unpacked_again_if_it_is_damaged(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        unpacked = self.answers(tmp_path, monkeypatch)
        (file,) = (tmp_path / "wildwood").iterdir()
        whole = file.read_bytes()
        with_other_bit = whole[:1_000_000] + bytes([whole[1_000_000] ^ 1]) + whole[1_000_001:]
        with_open_header = whole.replace(b"}", b" ", 1)
        for damaged in (b"", b"PK\x03\x04", b"damaged", with_other_bit, with_open_header):
            file.write_bytes(damaged)
            assert self.answers(tmp_path, monkeypatch) == unpacked
            assert file.read_bytes() == whole

    def test_is_not_kept_where_nothing_can_be_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        unpacked = self.answers(tmp_path / "a", monkeypatch)
        (tmp_path / "b").touch()
        assert self.answers(tmp_path / "b", monkeypatch) == unpacked
