"""Languages named by raw values, most of them from real catalogues."""

import csv

import pytest

from wildwood.screening.declared import Declared, declared, languages_of

from tests.support.paths import DATA

with (DATA / "language" / "declared.tsv").open(encoding="utf-8", newline="") as file:
    VALUES = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


@pytest.mark.parametrize(("value", "expected", "languages"), VALUES)
def test_values_as_archives_declare_them(value: str, expected: str, languages: str) -> None:
    assert declared([value]) is Declared(expected)
    if languages:
        assert languages_of(value) == set(languages.split())


@pytest.mark.parametrize(
    "value",
    [
        "en", "eng", "ENG", "English.", "English", "Englisch", "anglais", "inglés", "en-US",
        "en_GB", "eng; lat", "por eng", "cze,eng,slo", "the material is in english.",
        "http://id.loc.gov/vocabulary/iso639-2/eng", "http://lexvo.org/id/iso639-3/eng/",
    ],
)  # fmt: skip
def test_english_is_recognised_by_many_names(value: str) -> None:
    assert declared([value]) is Declared.ENGLISH


@pytest.mark.parametrize(
    ("value", "languages"),
    [
        ("de", {"de"}),
        ("ger", {"de"}),
        ("deu", {"de"}),
        ("Deutsch", {"de"}),
        ("cze|slo", {"cs", "sk"}),
        ("por spa", {"pt", "es"}),
        ("fr-CA", {"fr"}),
        ("http://id.loc.gov/vocabulary/iso639-2/ger", {"de"}),
        ("the text is in german", {"de"}),
    ],
)
def test_another_language_is_recognised_too(value: str, languages: set[str]) -> None:
    assert languages_of(value) == languages
    assert declared([value]) is Declared.OTHER


@pytest.mark.parametrize(
    "value",
    [
        "", " ", "Language", "und", "zxx", "mul", "mis", "qaa", "n/a", "?", "xx", "123",
        "No linguistic content", "no language is given", "not applicable", "http://",
        ";;", "\u0000",
    ],
)  # fmt: skip
def test_a_value_that_names_no_language_declares_nothing(value: str) -> None:
    assert declared([value]) is Declared.NOTHING


def test_no_values_declare_nothing() -> None:
    assert declared([]) is Declared.NOTHING


def test_any_english_value_is_enough() -> None:
    assert declared(["ger", "nonsense", "eng"]) is Declared.ENGLISH


def test_an_unknown_value_does_not_hide_a_known_one() -> None:
    assert declared(["nonsense", "ger"]) is Declared.OTHER
