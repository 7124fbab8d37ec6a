"""Words by kind and language, and the patterns made of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.biblio import words
from wildwood.biblio.words import entries, entries_by_language, pattern

PACKAGE = Path(words.__file__).parents[1]
LANGUAGES = sorted((PACKAGE / "biblio" / "languages").glob("*.txt"))
KINDS = sorted(
    {
        kind
        for path in LANGUAGES
        for kind in re.findall(r"^\[(\w+)\]$", path.read_text("utf-8"), re.MULTILINE)
    }
)
CODE = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))


@pytest.fixture
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder of languages, in place of those of the package."""
    cached = (words.read_languages, entries_by_language, entries, pattern, words.words)
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


def matches(kind: str, text: str, *, spaced: bool = False) -> bool:
    return re.fullmatch(pattern(kind, spaced=spaced), text, re.IGNORECASE) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_each_entry_is_once_and_matches_its_pattern(kind: str) -> None:
    for listed in entries_by_language(kind).values():
        assert len(set(listed)) == len(listed)
        assert all(matches(kind, entry.replace("*", "s")) for entry in listed), kind


@pytest.mark.parametrize("language", entries_by_language("months"))
def test_a_year_has_twelve_months(language: str) -> None:
    assert len(entries_by_language("months")[language]) == 12


@pytest.mark.parametrize("language", entries_by_language("months_in_full"))
def test_they_are_listed_twice_if_they_are_declined(language: str) -> None:
    assert len(entries_by_language("months_in_full")[language]) in (12, 24)


@pytest.mark.parametrize("kind", KINDS)
def test_no_entry_has_white_space_around_it(kind: str) -> None:
    assert [entry for entry in entries(kind) if entry != entry.strip()] == []


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_used(kind: str) -> None:
    assert re.search(rf"['\"]{kind}['\"]", CODE)


def test_a_kind_has_the_entries_of_all_its_languages() -> None:
    assert {"Van", "von"} - entries("particles") == {"von"}
    assert entries("particles", "suffixes") == entries("particles") | entries("suffixes")


def test_a_star_is_for_any_further_letters() -> None:
    assert matches("universities", "Universidad")
    assert not matches("universities", "a university")


def test_a_language_is_added_by_a_file(languages: Path) -> None:
    (languages / "en.txt").write_text("[rivers]\nriver*\nThames\n\n[lakes]\nlake\n")
    (languages / "fi.txt").write_text("[rivers]\njoki\n")
    assert set(entries_by_language("rivers")) == {"en", "fi"}
    rivers = words.words("rivers")
    assert rivers.findall("Rivers, a Joki, the Thames") == ["Rivers", "Joki", "Thames"]
    assert not rivers.search("the thames, a jokisto")


@pytest.mark.parametrize(
    ("entry", "text"),
    [("Ph.D.", "PhD"), ("author's note", "authors note"), ("key-word", "key word")],
)
def test_punctuation_can_be_missing(entry: str, text: str, languages: Path) -> None:
    (languages / "en.txt").write_text(f"[labels]\n{entry}\n")
    assert matches("labels", entry)
    assert matches("labels", text)


@pytest.mark.parametrize("text", ["Jr", "J r"])
def test_letters_can_be_spaced(text: str) -> None:
    assert matches("suffixes", text, spaced=True)
    assert matches("suffixes", text) == (" " not in text)


@pytest.mark.parametrize("text", ["im", "IM", "e"])
def test_a_word_that_no_name_has_is_in_lower_case_or_in_capitals(text: str) -> None:
    assert re.fullmatch(words.uncapitalised("uncapitalised", "conjunctions"), text)


@pytest.mark.parametrize("text", ["Im", "E"])
def test_such_a_word_is_no_name_and_no_initial(text: str) -> None:
    assert not re.fullmatch(words.uncapitalised("uncapitalised", "conjunctions"), text)
