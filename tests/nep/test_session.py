"""Opening the store for a command: what is refused before anything is read or written."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record

from tests.support.installation import Installation
from tests.support.snapshot import built

DATE = "2015-03-05"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
AGAIN = Record("RePEc:cpr:ceprdp:1", TRADE.names, TRADE.titles)
WRITING = [[DATE], ["latest"], ["rebuild"], ["forget", DATE], ["screen", "learn"]]
STORED = [["status"], ["explain", "a", "b"], ["strengths"], ["forget", DATE], ["migrate"]]
"""Commands for what is stored."""


def store_one(made: Installation) -> None:
    made.issue(DATE, TRADE, AGAIN)
    assert made.run("latest").exit_code == 0


@pytest.fixture(params=["link", pytest.param("bind", marks=pytest.mark.root)])
def mistaken(request: pytest.FixtureRequest, installation: Installation) -> Iterator[Installation]:
    """An installation that has run, and whose ps directory is now its us directory."""
    ps = built(installation, store_one).ps
    ps.rename(installation.home / "old")
    if request.param == "link":
        ps.symlink_to(installation.us)
        yield installation
    else:
        ps.mkdir()
        subprocess.run(["mount", "--bind", installation.us, ps], check=True)
        yield installation
        subprocess.run(["umount", ps], check=True)


@pytest.mark.parametrize("arguments", WRITING)
def test_no_command_writes_ps_rifs_to_the_us_directory(
    mistaken: Installation, arguments: list[str]
) -> None:
    before = (mistaken.us / f"{DATE}.amf.xml").read_bytes()
    result = mistaken.run(*arguments)
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: paths.us ({mistaken.us}) and paths.ps ({mistaken.ps}) are the same directory;"
        " set two different ones, because a ps rif would overwrite its us rif.\n"
    )
    assert [path.name for path in mistaken.us.iterdir()] == [f"{DATE}.amf.xml"]
    assert (mistaken.us / f"{DATE}.amf.xml").read_bytes() == before


def test_status_still_reads_it_and_is_not_well(mistaken: Installation) -> None:
    result = mistaken.run("status")
    assert (result.exit_code, result.stderr) == (1, "")
    assert f"waiting  {DATE}" in result.stdout


@pytest.fixture
def unused(installation: Installation) -> Installation:
    """An installation with a private database that nothing has used."""
    made = Installation(installation.home / "home", "", installation.database)
    made.us.mkdir(parents=True)
    made.config.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
    return made


@pytest.mark.parametrize("arguments", [*STORED, ["status", "--json"]])
def test_a_command_for_what_is_stored_creates_no_private_database(
    unused: Installation, arguments: list[str]
) -> None:
    before = list(unused.home.iterdir())
    result = unused.run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: Nothing is stored yet in {unused.home / 'db'}; run wildwood latest first, or use"
        " the configuration and user of the nightly run.\n"
    )
    assert list(unused.home.iterdir()) == before


def test_the_shell_creates_no_private_database(
    unused: Installation, monkeypatch: pytest.MonkeyPatch, mongosh_path: str
) -> None:
    monkeypatch.setenv("PATH", mongosh_path)
    result = unused.run("shell")
    assert (result.exit_code, "Nothing is stored yet" in result.stderr) == (1, True)
    assert not (unused.home / "db").exists()


def test_a_screening_knows_no_learned_words_and_creates_no_private_database(
    unused: Installation, tmp_path: Path
) -> None:
    (tmp_path / "list.csv").write_text("title\nTrade and Growth in Open Economies\n")
    result = unused.run("screen", "files", str(tmp_path / "list.csv"), "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert not (unused.home / "db").exists()
