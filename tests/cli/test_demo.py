"""The demo on a machine where nothing is configured."""

import os
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import wildwood

from tests.support.fork_server import Completed, ForkServer, run_program

PROGRAM = Path(sys.executable).parent / "wildwood"
RIFS = sorted((Path(wildwood.__file__).parent / "demo").glob("*.xml"))
AMF = "{http://amf.openlib.org}"


@dataclass(frozen=True)
class User:
    """A user with an empty home directory and an empty temporary directory."""

    server: ForkServer
    home: Path
    tmp: Path

    def run(self, *arguments: str, **environment: str) -> Completed:
        """Run `wildwood ARGUMENTS` on a wide screen."""
        return self.server.run(
            "wildwood",
            *arguments,
            folder=self.home,
            environment={**self.environment(), **environment},
        )

    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "TMPDIR": str(self.tmp),
            "COLUMNS": "500",
        }


def new_user(server: ForkServer, place: Path) -> User:
    made = User(server, place / "home", place / "tmp")
    made.home.mkdir()
    made.tmp.mkdir()
    return made


@pytest.fixture
def user(fork_server: ForkServer, tmp_path: Path) -> User:
    return new_user(fork_server, tmp_path)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def pairs(ps: Path) -> set[tuple[str, str]]:
    """Return the handles of the pairs in the ps rifs of a directory."""
    return {
        (text.attrib["id"], similar.attrib["id"])
        for path in ps.iterdir()
        for text in ET.parse(path).getroot()
        for similar in text.iterfind(f"{AMF}wildwood/{AMF}similar")
    }


def titles() -> dict[str, str]:
    """Return the title of each handle in the rifs of the demo."""
    return {
        text.attrib["id"]: text.findtext(f"{AMF}title", "")
        for path in RIFS
        for text in ET.parse(path).getroot()
    }


@dataclass(frozen=True)
class Done:
    """A demo that has ended, and its user."""

    user: User
    status: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def bare(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Run a demo without options, with the real program; no configured database answers."""
    user = new_user(fork_server, tmp_path_factory.mktemp("bare"))
    done = subprocess.run(
        [PROGRAM, "demo"],
        cwd=user.home,
        env=user.environment() | {"WILDWOOD_MONGODB_URI": "mongodb://127.0.0.1:1/"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Done(user, done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def in_folder(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Run a demo in a folder that does not exist yet."""
    user = new_user(fork_server, tmp_path_factory.mktemp("in-folder"))
    done = user.run("demo", "new/folder")
    return Done(user, done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def kept(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Run a demo that keeps its files, on a narrow screen."""
    user = new_user(fork_server, tmp_path_factory.mktemp("kept"))
    done = user.run("demo", "--keep", COLUMNS="80")
    return Done(user, done.returncode, done.stdout, done.stderr)


class TestWithoutOptions:
    def test_it_succeeds_without_the_configured_database(self, bare: Done) -> None:
        assert bare.status == 0

    def test_it_leaves_no_files(self, bare: Done) -> None:
        assert (names(bare.user.home), names(bare.user.tmp)) == ([], [])

    def test_it_prints_where_the_ps_rifs_were_and_how_to_keep_them(self, bare: Done) -> None:
        assert re.search(
            rf"^The presorted rifs were in {re.escape(str(bare.user.tmp))}/\S+/ps;"
            r" use --keep to keep them\.$",
            bare.stdout,
            re.MULTILINE,
        )

    def test_it_prints_one_closing_line_on_stderr(self, bare: Done) -> None:
        papers = len([text for path in RIFS for text in ET.parse(path).getroot()])
        assert re.fullmatch(
            rf"{len(RIFS)} issues, {papers} papers: \d+ with a similar one"
            r" \(\d+ ext above 0\.6, \d+ int above 0\.6\) in \d+\.\d s\n",
            bare.stderr,
        )


def _column(lines: list[str], number: int) -> list[str]:
    """Return the lines of a cell."""
    return [line.split("│")[number].strip() for line in lines]


class TestInAGivenFolder:
    def test_it_leaves_its_files_only_there(self, in_folder: Done) -> None:
        place = in_folder.user.home / "new" / "folder"
        assert names(place) == ["db", "ps", "us", "wildwood.toml"]
        assert names(place / "us") == names(place / "ps") == [path.name for path in RIFS]
        assert names(in_folder.user.tmp) == []

    def test_it_prints_where_they_are(self, in_folder: Done) -> None:
        newest = f"new/folder/ps/{RIFS[-1].name}"
        line = f"The presorted rifs are in new/folder/ps; look at {newest}\n"
        assert (in_folder.status, line in in_folder.stdout) == (0, True)

    def test_its_table_shows_titles_and_handles_of_every_pair(self, in_folder: Done) -> None:
        written = pairs(in_folder.user.home / "new" / "folder" / "ps")
        assert written
        rows = re.split(r"^[├└].*$", in_folder.stdout, flags=re.MULTILINE)
        lines = [[line for line in row.splitlines() if line.startswith("│")] for row in rows]
        cells = [(_column(row, 3), _column(row, 4)) for row in lines if row]
        title = titles()
        assert {((one[0], other[0]), (one[-1], other[-1])) for one, other in cells} == {
            ((title[one], title[other]), (one, other)) for one, other in written
        }

    def test_its_table_is_sorted_by_strength(self, in_folder: Done) -> None:
        strengths = re.findall(r"^│ (\d\.\d{4}) +│ (?:ext|int) +│", in_folder.stdout, re.MULTILINE)
        assert strengths == sorted(strengths, reverse=True)
        assert strengths[0] == "1.0000"
        assert float(strengths[-1]) > 0.6

    def test_its_database_can_be_used(self, in_folder: Done) -> None:
        place = in_folder.user.home / "new" / "folder"
        config = place / "wildwood.toml"
        assert f"Query the handles: wildwood shell --config {config}\n" in in_folder.stdout
        status = in_folder.user.run("status", "--config", str(config))
        assert status.returncode == 0, status.stderr
        assert status.stdout.startswith(f"stored   {len(RIFS)} issues with ")


def test_keep_leaves_the_temporary_directory(kept: Done) -> None:
    assert kept.status == 0, kept.stderr
    (place,) = kept.user.tmp.iterdir()
    assert names(place) == ["db", "ps", "us", "wildwood.toml"]
    assert names(place / "us") == names(place / "ps") == [path.name for path in RIFS]
    line = f"The presorted rifs are in {place}/ps; look at {place}/ps/{RIFS[-1].name}\n"
    assert line in kept.stdout


def test_the_table_has_whole_handles_on_a_narrow_screen(kept: Done) -> None:
    (place,) = kept.user.tmp.iterdir()
    for pair in pairs(place / "ps"):
        for handle in pair:
            assert handle in kept.stdout


def run_limited(words: list[str]) -> None:
    """Run Wildwood in this process, in which no file can grow beyond 500 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
    run_program(words)


def test_a_folder_that_cannot_be_written_to_is_named(user: User) -> None:
    place = user.home / "here"
    place.mkdir()
    done = user.server.call(
        run_limited, ["wildwood", "demo", "here"], folder=user.home, environment=user.environment()
    )
    assert done.returncode == 1
    assert done.stderr == f"Error: Cannot write the demo to {place}: File too large.\n"


class TestRefused:
    def test_is_a_folder_that_is_not_empty(self, user: User) -> None:
        (user.home / "mine").mkdir()
        (user.home / "mine" / "letter").write_text("Dear Anna", encoding="utf-8")
        done = user.run("demo", "mine")
        assert done.returncode == 2
        assert done.stderr.endswith("Error: mine is not empty; choose a new folder.\n")
        assert names(user.home / "mine") == ["letter"]

    def test_is_a_file(self, user: User) -> None:
        (user.home / "mine").write_text("Dear Anna", encoding="utf-8")
        done = user.run("demo", "mine")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr

    def test_is_a_folder_that_cannot_be_created(self, user: User) -> None:
        (user.home / "mine").write_text("Dear Anna", encoding="utf-8")
        done = user.run("demo", "mine/folder")
        assert done.returncode != 0
        assert "mine/folder" in done.stderr
        assert "Traceback" not in done.stderr
