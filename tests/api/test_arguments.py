"""What a program gives is checked, so that a mistake is one sentence."""

from pathlib import Path

import pytest

from wildwood.api.given import (
    check_wait,
    checked_path,
    checked_paths,
    checked_text,
    checked_texts,
)
from wildwood.kernel.errors import InputError


def test_a_path_is_a_text_or_a_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert checked_path("~/a.csv") == checked_path(Path("~/a.csv")) == tmp_path / "a.csv"


@pytest.mark.parametrize("given", [None, 3, b"a.csv", "", "a\0.csv", ["a.csv"]])
def test_what_is_no_path_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r" is not the path of a file\.$"):
        checked_path(given)


def test_an_unknown_home_directory_is_named() -> None:
    with pytest.raises(InputError, match=r"^The home directory in ~nobody-of-this-name/a is unk"):
        checked_path("~nobody-of-this-name/a")


def test_paths_are_one_or_several() -> None:
    assert checked_paths("a.csv") == checked_paths(Path("a.csv")) == [Path("a.csv")]
    assert checked_paths(name for name in "ab") == [Path("a"), Path("b")]


@pytest.mark.parametrize("given", [None, 3, b"a.csv", len])
def test_what_is_neither_a_path_nor_several_is_refused(given: object) -> None:
    for wrong in (given, ["a.csv", given]):
        with pytest.raises(InputError, match=r" is not the path of a file\.$"):
            checked_paths(wrong)


def test_texts_are_one_or_several() -> None:
    assert checked_texts("handle", "a") == ["a"]
    assert checked_texts("handle", (one for one in "ab")) == ["a", "b"]


@pytest.mark.parametrize("given", [None, 3, b"a", float("nan")])
def test_what_is_no_text_is_refused(given: object) -> None:
    for check in (checked_text, checked_texts):
        with pytest.raises(InputError, match=r"^The handle is of the type \w+; give a text\.$"):
            check("handle", given)
    with pytest.raises(InputError, match=r"^The handle is of the type \w+; give a text\.$"):
        checked_texts("handle", ["a", given])


@pytest.mark.parametrize("given", [0, 0.5, 30])
def test_a_time_is_any_number_of_seconds(given: float) -> None:
    check_wait(given)


@pytest.mark.parametrize("given", [None, "1", -1, float("nan")])
def test_what_is_no_time_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r"^wait_s is .*; give a number of seconds\.$"):
        check_wait(given)
