"""What runs where Python lacks what Linux and macOS have, or there is no MongoDB."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lists.test_formats import RIS
from tests.support.elsewhere import run_as_on_windows

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


@pytest.mark.parametrize("command", ["demo", "latest", "rebuild", "migrate"])
def test_what_needs_a_database_says_so_in_one_sentence(command: str, config: Path) -> None:
    options = () if command == "demo" else ("--config", str(config))
    done = run_as_on_windows(command, *options)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(NEEDS)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["status"], ["explain", "a", "b"], ["strengths"], ["show", "2015-03-05"]]
)
def test_what_reads_a_database_says_that_there_is_none(arguments: list[str], config: Path) -> None:
    done = run_as_on_windows(*arguments, "--config", str(config))
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "extract"])
def test_the_extraction_says_that_it_does_not_run(command: str) -> None:
    done = run_as_on_windows(command, *(["x.pdf"] if command == "extract" else []))
    assert "needs Linux or macOS (resource is missing here)" in done.stderr
    assert done.stderr.count("\n") == 1


def test_lists_are_compared(ris: Path, tmp_path: Path) -> None:
    out = tmp_path / "clean.ris"
    done = run_as_on_windows("compare", str(ris), "--list", str(out), "--keep", "first", "-q")
    assert (done.returncode, done.stderr, out.read_text(encoding="utf-8")) == (0, "", RIS)


def test_a_list_becomes_a_rif(ris: Path, config: Path) -> None:
    done = run_as_on_windows("rif", str(ris), "--date", "2020-02-03", "--config", str(config))
    assert done.returncode == 0
    assert list((config.parent / "us").iterdir())


def test_lists_are_screened(ris: Path, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "lists"
    done = run_as_on_windows(
        "screen", "files", str(ris), "--out", str(out), "--config", str(config)
    )
    assert (done.returncode, list(out.iterdir()) != []) == (0, True)


@pytest.mark.parametrize("command", ["demo", "latest"])
def test_where_no_mongod_is_installed_one_sentence_says_what_to_install(
    command: str, config: Path
) -> None:
    program = (
        "import wildwood.store.server.mongod_program as found; found._WHEELS = ();"
        "from wildwood.cli.program import main; main()"
    )
    options = [] if command == "demo" else ["--config", str(config)]
    done = subprocess.run(
        [sys.executable, "-c", program, command, *options],
        capture_output=True, text=True, check=False, env={**os.environ, "PATH": ""},
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: mongod is not installed: install the MongoDB server")
