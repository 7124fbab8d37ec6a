"""Words by kind and language, and the patterns made of them."""

import re
from pathlib import Path

import pytest

import wildwood.lexicon
from wildwood.lexicon import patterns as words
from wildwood.lexicon.patterns import by_language, entries, pattern

FOLDER = Path(wildwood.lexicon.__file__).parent
KINDS = sorted({path.parent.name for path in FOLDER.glob("*/*.txt")})
CODE = "".join(path.read_text("utf-8") for path in FOLDER.parent.rglob("*.py"))


def matches(kind: str, text: str, *, spaced: bool = False) -> bool:
    return re.fullmatch(pattern(kind, spaced=spaced), text, re.IGNORECASE) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_each_entry_is_once_and_matches_its_pattern(kind: str) -> None:
    for listed in by_language(kind).values():
        assert len(set(listed)) == len(listed)
        assert all(matches(kind, entry.replace("*", "s")) for entry in listed), kind


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_used(kind: str) -> None:
    assert re.search(rf"['\"]{kind}['\"]", CODE)


def test_a_kind_has_the_entries_of_all_its_languages() -> None:
    assert {"Van", "von"} - entries("particles") == {"von"}
    assert entries("particles", "suffixes") == entries("particles") | entries("suffixes")


def test_a_star_is_for_any_further_letters() -> None:
    assert matches("universities", "Universidad")
    assert not matches("universities", "a university")


def test_a_language_is_added_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    (tmp_path / "rivers").mkdir()
    (tmp_path / "rivers" / "en.txt").write_text("river*\nThames\n")
    (tmp_path / "rivers" / "fi.txt").write_text("joki\n")
    assert set(by_language("rivers")) == {"en", "fi"}
    found = words.words("rivers")
    assert found.findall("Rivers, a Joki, the Thames") == ["Rivers", "Joki", "Thames"]
    assert not found.search("the thames, a jokisto")


@pytest.mark.parametrize(
    ("entry", "text"),
    [("Ph.D.", "PhD"), ("author's note", "authors note"), ("key-word", "key word")],
)
def test_punctuation_can_be_missing(
    entry: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    (tmp_path / entry).mkdir()
    (tmp_path / entry / "en.txt").write_text(entry)
    assert matches(entry, entry)
    assert matches(entry, text)


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
