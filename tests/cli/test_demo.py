"""The demo, as a stranger runs it: on a machine where nothing is set up."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import wildwood

PROGRAM = Path(sys.executable).parent / "wildwood"
RIFS = sorted((Path(wildwood.__file__).parent / "demo").glob("*.xml"))
AMF = "{http://amf.openlib.org}"


@dataclass(frozen=True)
class Stranger:
    """Somebody with an empty home directory and an empty temporary directory."""

    home: Path
    tmp: Path

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `wildwood ARGUMENTS` on a wide screen."""
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=self.home,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
                "TMPDIR": str(self.tmp),
                "COLUMNS": "500",
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )


def new_stranger(place: Path) -> Stranger:
    made = Stranger(place / "home", place / "tmp")
    made.home.mkdir()
    made.tmp.mkdir()
    return made


@pytest.fixture
def stranger(tmp_path: Path) -> Stranger:
    return new_stranger(tmp_path)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def pairs(ps: Path) -> set[tuple[str, str]]:
    """The handles of the pairs that the ps rifs in a directory name."""
    return {
        (text.attrib["id"], similar.attrib["id"])
        for path in ps.iterdir()
        for text in ET.parse(path).getroot()
        for similar in text.iterfind(f"{AMF}wildwood/{AMF}similar")
    }


def titles() -> dict[str, str]:
    """The title of each handle in the demo's rifs."""
    return {
        text.attrib["id"]: text.findtext(f"{AMF}title", "")
        for path in RIFS
        for text in ET.parse(path).getroot()
    }


@dataclass(frozen=True)
class Done:
    """What a demo said, and where."""

    stranger: Stranger
    status: int
    stdout: str
    stderr: str


def demo(place: Path, *arguments: str) -> Done:
    stranger = new_stranger(place)
    done = stranger.run("demo", *arguments)
    return Done(stranger, done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """A demo without options."""
    return demo(tmp_path_factory.mktemp("bare"))


@pytest.fixture(scope="module")
def in_folder(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """A demo in a folder that is not there yet."""
    return demo(tmp_path_factory.mktemp("in-folder"), "new/folder")


class TestWithoutOptions:
    def test_it_ends_well(self, bare: Done) -> None:
        assert bare.status == 0

    def test_it_leaves_nothing(self, bare: Done) -> None:
        assert (names(bare.stranger.home), names(bare.stranger.tmp)) == ([], [])

    def test_it_says_where_the_ps_rifs_were_and_how_to_keep_them(self, bare: Done) -> None:
        assert re.search(
            rf"^The presorted rifs were in {re.escape(str(bare.stranger.tmp))}/\S+/ps;"
            r" use --keep to keep them\.$",
            bare.stdout,
            re.MULTILINE,
        )

    def test_it_says_one_closing_line_on_stderr(self, bare: Done) -> None:
        papers = len([text for path in RIFS for text in ET.parse(path).getroot()])
        assert re.fullmatch(
            rf"{len(RIFS)} issues, {papers} papers: \d+ with a similar one"
            r" \(\d+ ext above 0\.6, \d+ int above 0\.6\) in \d+\.\d s\n",
            bare.stderr,
        )


def _column(lines: list[str], number: int) -> list[str]:
    """The lines of a cell."""
    return [line.split("│")[number].strip() for line in lines]


class TestInAFolderThatIsGiven:
    def test_it_leaves_everything_there_and_nothing_elsewhere(self, in_folder: Done) -> None:
        place = in_folder.stranger.home / "new" / "folder"
        assert names(place) == ["db", "ps", "us", "wildwood.toml"]
        assert names(place / "us") == names(place / "ps") == [path.name for path in RIFS]
        assert names(in_folder.stranger.tmp) == []

    def test_it_says_so(self, in_folder: Done) -> None:
        newest = f"new/folder/ps/{RIFS[-1].name}"
        said = f"The presorted rifs are in new/folder/ps; look at {newest}\n"
        assert (in_folder.status, said in in_folder.stdout) == (0, True)

    def test_its_table_shows_titles_and_handles_of_every_pair(self, in_folder: Done) -> None:
        found = pairs(in_folder.stranger.home / "new" / "folder" / "ps")
        assert found
        rows = re.split(r"^[├└].*$", in_folder.stdout, flags=re.MULTILINE)
        lines = [[line for line in row.splitlines() if line.startswith("│")] for row in rows]
        cells = [(_column(row, 3), _column(row, 4)) for row in lines if row]
        title = titles()
        assert {((one[0], other[0]), (one[-1], other[-1])) for one, other in cells} == {
            ((title[one], title[other]), (one, other)) for one, other in found
        }

    def test_its_table_is_sorted_by_strength(self, in_folder: Done) -> None:
        strengths = re.findall(r"^│ (\d\.\d{4}) +│ (?:ext|int) +│", in_folder.stdout, re.MULTILINE)
        assert strengths == sorted(strengths, reverse=True)
        assert strengths[0] == "1.0000"
        assert float(strengths[-1]) > 0.6

    def test_its_database_can_be_used(self, in_folder: Done) -> None:
        place = in_folder.stranger.home / "new" / "folder"
        config = place / "wildwood.toml"
        assert f"Query the handles: wildwood shell --config {config}\n" in in_folder.stdout
        status = in_folder.stranger.run("status", "--config", str(config))
        assert status.returncode == 0, status.stderr
        assert status.stdout.startswith(f"stored   {len(RIFS)} issues with ")


def test_keep_leaves_the_temporary_directory_whole(stranger: Stranger) -> None:
    done = stranger.run("demo", "--keep")
    assert done.returncode == 0, done.stderr
    (place,) = stranger.tmp.iterdir()
    assert names(place) == ["db", "ps", "us", "wildwood.toml"]
    assert names(place / "us") == names(place / "ps") == [path.name for path in RIFS]
    assert f"The presorted rifs are in {place}/ps; look at {place}/ps/{RIFS[-1].name}\n" in (
        done.stdout
    )


def test_the_table_cuts_no_handle_on_a_narrow_screen(stranger: Stranger) -> None:
    done = stranger.run("demo", "here", COLUMNS="80")
    for pair in pairs(stranger.home / "here" / "ps"):
        for handle in pair:
            assert handle in done.stdout


def test_the_database_that_is_configured_is_not_touched(stranger: Stranger) -> None:
    done = stranger.run("demo", WILDWOOD_MONGODB_URI="mongodb://127.0.0.1:1/")
    assert done.returncode == 0, done.stderr


class TestRefused:
    def test_a_folder_with_something_in_it_is(self, stranger: Stranger) -> None:
        (stranger.home / "mine").mkdir()
        (stranger.home / "mine" / "letter").write_text("Dear Anna", encoding="utf-8")
        done = stranger.run("demo", "mine")
        assert done.returncode == 2
        assert done.stderr.endswith("Error: mine is not empty; choose a new folder.\n")
        assert names(stranger.home / "mine") == ["letter"]

    def test_a_file_in_place_of_a_folder_is(self, stranger: Stranger) -> None:
        (stranger.home / "mine").write_text("Dear Anna", encoding="utf-8")
        done = stranger.run("demo", "mine")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr

    def test_a_folder_that_cannot_be_made_is(self, stranger: Stranger) -> None:
        (stranger.home / "mine").write_text("Dear Anna", encoding="utf-8")
        done = stranger.run("demo", "mine/folder")
        assert done.returncode != 0
        assert "mine/folder" in done.stderr
        assert "Traceback" not in done.stderr
