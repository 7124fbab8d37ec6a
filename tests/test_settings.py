"""What the settings may be."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from wildwood import resources
from wildwood.settings import checked

SHIPPED = resources.folder("config") / "wildwood.toml"


def refusal(text: str) -> str:
    """The sentence with which the defaults are refused, changed so."""
    tables: dict[str, dict[str, Any]] = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    for name, changes in tomllib.loads(text).items():
        tables[name].update(changes)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is compared
        checked(tables)
    return str(caught.value)


@pytest.mark.parametrize(
    "limit", ["-0.1", "-1", "1.000001", "2", "60", "nan", "-nan", "inf", "-inf"]
)
@pytest.mark.parametrize("key", ["external", "internal"])
def test_a_limit_must_lie_within_0_and_1(key: str, limit: str) -> None:
    sentence = refusal(f"[limits]\n{key} = {limit}")
    assert sentence.startswith(f"limits.{key} must lie within 0 and 1, not ")


@pytest.mark.parametrize("seconds", ["0", "0.0", "-1", "nan", "inf", "-inf"])
@pytest.mark.parametrize("key", ["connect_timeout_s", "timeout_s"])
def test_a_time_must_be_above_0_and_end(key: str, seconds: str) -> None:
    sentence = refusal(f"[mongodb]\n{key} = {seconds}")
    assert sentence.startswith(f"mongodb.{key} must be a number of seconds above 0, not ")


@pytest.mark.parametrize(
    ("key", "choices"),
    [("ratio", '"overlap", "dice" or "damped"'), ("weights", '"opposite" or "equal"')],
)
def test_a_formula_is_one_of_those_that_there_are(key: str, choices: str) -> None:
    sentence = refusal(f'[strength]\n{key} = "cosine"')
    assert sentence == f"strength.{key} must be {choices}, not 'cosine'"


@pytest.mark.parametrize("share", ["-0.1", "1.1", "nan"])
@pytest.mark.parametrize("key", ["strict", "english", "other"])
def test_a_share_must_lie_within_0_and_1(key: str, share: str) -> None:
    sentence = refusal(f"[language]\n{key} = {share}")
    assert sentence.startswith(f"language.{key} must lie within 0 and 1, not ")


def test_a_text_cannot_be_clearly_english_and_clearly_not() -> None:
    sentence = refusal("[language]\nenglish = 0.5\nother = 0.4")
    assert sentence == "language.english must not be above language.other"


@pytest.mark.parametrize("entries", ["0", "-1", "2.5"])
def test_a_number_of_entries_is_whole_and_above_0(entries: str) -> None:
    sentence = refusal(f"[language]\nentries = {entries}")
    assert sentence == f"language.entries must be a whole number above 0, not {entries}"


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf"])
def test_a_pause_must_end(seconds: str) -> None:
    sentence = refusal(f"[language]\npause_s = {seconds}")
    assert sentence.startswith("language.pause_s must be a number of seconds from 0, not ")


@pytest.mark.parametrize("value", ["", "Space", "SPACE", " space", "keep"])
def test_punctuation_must_be_space_or_delete(value: str) -> None:
    sentence = refusal(f'[features]\npunctuation = "{value}"')
    assert sentence == f'features.punctuation must be "space" or "delete", not {value!r}'


@pytest.mark.parametrize("ps", ["{us}", "{us}/", "{us}/../us", "{link}", "~/us"])
def test_us_and_ps_must_not_be_one_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ps: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    us = tmp_path / "us"
    us.mkdir()
    link = tmp_path / "link"
    link.symlink_to(us)
    named = ps.format(us=us, link=link)
    sentence = refusal(f'[paths]\nus = "{us}"\nps = "{named}"')
    assert sentence == f"paths.us and paths.ps are both {us}; a ps rif would overwrite it"


def test_a_home_that_nobody_has_is_refused() -> None:
    assert "~nobody-of-this-name/us" in refusal('[paths]\nus = "~nobody-of-this-name/us"')


def test_a_type_of_document_is_one_of_those_that_are_read() -> None:
    sentence = refusal('[extraction]\ntypes = ["pdf", "doc"]')
    assert sentence == "extraction.types knows pdf, ps, txt, not 'doc'"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("port", "65536"),
        ("distance", "4"),
        ("max_mb", "0"),
        ("keep_hours", "0"),
        ("workers", "0"),
        ("memory_mb", "255"),
        ("time_s", "nan"),
    ],
)
def test_a_number_of_the_extraction_has_bounds(key: str, value: str) -> None:
    sentence = refusal(f"[extraction]\n{key} = {value}")
    assert sentence.startswith(f"extraction.{key} must lie within ")


def test_the_address_of_a_grobid_server_is_one() -> None:
    sentence = refusal('[extraction]\ngrobid_url = "localhost:8070"')
    assert sentence == (
        "extraction.grobid_url must be empty or begin with http:// or https://,"
        " not 'localhost:8070'"
    )


@pytest.mark.parametrize("key", ["port", "min_words", "distance", "workers", "waiting"])
def test_what_is_counted_is_a_whole_number(key: str) -> None:
    sentence = refusal(f"[extraction]\n{key} = 1.0")
    assert sentence == f"extraction.{key} must be a whole number, not 1.0"
