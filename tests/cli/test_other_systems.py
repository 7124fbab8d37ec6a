"""What runs where Python lacks what Linux and macOS have, or there is no MongoDB."""

from pathlib import Path

import pytest

from tests.lists.test_formats import RIS
from tests.support.elsewhere import run_as_on_windows, run_each

NEEDS = "Error: This needs Linux or macOS (fcntl is missing here); compare, "


@pytest.fixture
def config(tmp_path: Path) -> Path:
    for name in ("us", "ps"):
        (tmp_path / name).mkdir()
    file = tmp_path / "wildwood.toml"
    file.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
    return file


@pytest.fixture
def ris(tmp_path: Path) -> Path:
    file = tmp_path / "list.ris"
    file.write_text(RIS, encoding="utf-8")
    return file


def test_what_needs_a_database_says_so_in_one_sentence(config: Path) -> None:
    commands = [[name, "--config", str(config)] for name in ("latest", "rebuild")]
    for done in run_as_on_windows(["demo"], *commands):
        assert (done.status, done.stdout) == (1, "")
        assert done.stderr.startswith(NEEDS)
        assert done.stderr.count("\n") == 1


def test_what_is_for_a_database_says_that_there_is_none(config: Path) -> None:
    commands = (
        ["status"], ["explain", "a", "b"], ["strengths"], ["show", "2015-03-05"], ["migrate"],
        ["forget", "2015-03-05"],
    )  # fmt: skip
    for done in run_as_on_windows(*([*words, "--config", str(config)] for words in commands)):
        assert done.status == 1
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1


def test_the_extraction_says_that_it_does_not_run() -> None:
    for done in run_as_on_windows(["serve"], ["extract", "x.pdf"]):
        assert "needs Linux or macOS (resource is missing here)" in done.stderr
        assert done.stderr.count("\n") == 1


def test_lists_are_compared_screened_and_become_rifs(
    ris: Path, config: Path, tmp_path: Path
) -> None:
    clean, lists = tmp_path / "clean.ris", tmp_path / "lists"
    configured = ["--config", str(config)]
    compared, written, screened = run_as_on_windows(
        ["compare", str(ris), "--list", str(clean), "--keep", "first", "-q"],
        ["rif", str(ris), "--date", "2020-02-03", *configured],
        ["screen", "files", str(ris), "--out", str(lists), *configured],
    )
    assert compared == (0, "", "")
    assert clean.read_text(encoding="utf-8") == RIS
    assert written.status == screened.status == 0
    assert list((config.parent / "us").iterdir())
    assert list(lists.iterdir())


def test_where_no_mongod_is_installed_one_sentence_says_what_to_install(config: Path) -> None:
    without = "import os, wildwood.nep.mongod as found; found._WHEELS = (); os.environ['PATH'] = ''"
    for done in run_each(f"{without}\n", [["demo"], ["latest", "--config", str(config)]]):
        assert (done.status, done.stderr.count("\n")) == (1, 1)
        assert done.stderr.startswith("Error: mongod is not installed: install the MongoDB server")
