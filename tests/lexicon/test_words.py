"""Words by kind and language, and the patterns made of them."""

import re
from pathlib import Path

import pytest

import wildwood.lexicon
from wildwood.lexicon.words import by_language, entries, pattern

KINDS = sorted(path.parent.name for path in Path(wildwood.lexicon.__file__).parent.glob("*/en.txt"))


def matches(kind: str, text: str, *, spaced: bool = False) -> bool:
    return re.fullmatch(pattern(kind, spaced=spaced), text, re.IGNORECASE) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_each_entry_is_once_and_matches_its_pattern(kind: str) -> None:
    for listed in by_language(kind).values():
        assert len(set(listed)) == len(listed)
        assert all(matches(kind, entry.replace("*", "s")) for entry in listed), kind


def test_a_kind_has_the_entries_of_all_its_languages() -> None:
    assert {"Van", "von"} - entries("particles") == {"von"}
    assert entries("particles", "suffixes") == entries("particles") | entries("suffixes")


def test_a_star_is_for_any_further_letters() -> None:
    assert matches("universities", "Universidad")
    assert not matches("universities", "a university")


@pytest.mark.parametrize("text", ["Jr", "J r"])
def test_letters_can_be_spaced(text: str) -> None:
    assert matches("suffixes", text, spaced=True)
    assert matches("suffixes", text) == (" " not in text)
