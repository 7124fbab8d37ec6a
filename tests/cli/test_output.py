"""What reaches the terminal, and what happens where the output lacks a character or is full."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wildwood.model import Record

from tests.support.installation import Installation

BIN = Path(sys.executable).parent
FIRST, SECOND = "2015-03-05", "2015-03-12"
TITLE = ("Växjö’s Trade and Growth in Open Economies",)
TRADE = Record("RePEc:nbr:nberwo:1", ("Uğur Çetintemel",), TITLE)
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", ("Uğur Çetintemel",), TITLE)
EXPLAIN = ("explain", TRADE.handle, TRADE_AGAIN.handle)


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Two issues; the second repeats the first's paper."""
    installation.issue(FIRST, TRADE)
    installation.issue(SECOND, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert installation.run(date).exit_code == 0
    return installation


def run(
    wildwood: Installation, *arguments: str, into: str = "", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """The real program; its stdout goes into a shell's redirection or pipe."""
    command = f'"$0" "$@" {into}'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command, BIN / "wildwood", *arguments,
         "--config", wildwood.config],
        env={**os.environ, **environment},
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip


class TestAHostileTitle:
    """One with a CSI and an override of the order."""

    CSI, RLO = "\x9b31m", "\u202e"
    HOSTILE = Record("RePEc:xyz:wpaper:1", ("Uğur Çetintemel",), (f"{CSI}{RLO}{TITLE[0]}",))

    @pytest.mark.parametrize(
        "arguments",
        [("show", "2015-03-19"), ("explain", TRADE.handle, HOSTILE.handle)],
        ids=lambda words: words[0],
    )
    def test_is_shown_without_either(
        self, stored: Installation, arguments: tuple[str, ...]
    ) -> None:
        stored.issue("2015-03-19", self.HOSTILE)
        assert stored.run("2015-03-19", "0.1").exit_code == 0
        said = stored.run(*arguments).stdout
        assert "\ufffd31m\ufffdV" in said
        assert not {"\x9b", self.RLO} & set(said)

    def test_is_in_the_data_as_it_is(self, stored: Installation) -> None:
        stored.issue("2015-03-19", self.HOSTILE)
        assert stored.run("2015-03-19", "0.1").exit_code == 0
        said = stored.run("show", "2015-03-19", "--json").stdout
        assert json.loads(said)[0]["paper"]["titles"] == [*self.HOSTILE.titles]

    def test_is_named_without_either_in_a_warning(self, stored: Installation) -> None:
        stored.issue("2015-03-19", Record("", (), self.HOSTILE.titles))
        said = stored.run("2015-03-19").stderr
        assert "31m" in said
        assert not {"\x9b", self.RLO} & set(said)

    def test_is_named_without_either_in_an_error(self, stored: Installation) -> None:
        said = stored.run("explain", TRADE.handle, f"x{self.CSI}{self.RLO}").stderr
        assert "x\ufffd31m\ufffd is stored" in said


class TestAnOutputInLatin1:
    @pytest.mark.parametrize(
        "arguments", [("show", SECOND), EXPLAIN, ("strengths",)], ids=lambda words: words[0]
    )
    def test_has_what_it_can_encode(self, stored: Installation, arguments: tuple[str, ...]) -> None:
        done = run(stored, *arguments, PYTHONIOENCODING="latin-1")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout

    def test_has_a_question_mark_for_a_character_that_it_lacks(self, stored: Installation) -> None:
        said = run(stored, *EXPLAIN, PYTHONIOENCODING="latin-1").stdout.decode("latin-1")
        assert "U?ur Çetintemel" in said

    def test_has_bars_and_frames_of_its_own_characters(self, stored: Installation) -> None:
        for arguments in (("strengths",), ("show", SECOND)):
            said = run(stored, *arguments, PYTHONIOENCODING="latin-1").stdout.decode("latin-1")
            assert "??" not in said
        strengths = run(stored, "strengths", PYTHONIOENCODING="latin-1").stdout.decode("latin-1")
        assert "#" * 30 + " < ext, int" in strengths

    def test_has_all_of_the_data(self, stored: Installation) -> None:
        said = run(stored, *EXPLAIN, "--json", PYTHONIOENCODING="latin-1").stdout
        assert json.loads(said)["left"]["names"] == [*TRADE.names]


class TestAnOutputThatIsFull:
    @pytest.mark.parametrize(
        "arguments",
        [("status",), ("show", SECOND), ("show", SECOND, "--json"), ("strengths",), ("--help",)],
        ids=" ".join,
    )
    def test_is_one_sentence(self, stored: Installation, arguments: tuple[str, ...]) -> None:
        done = run(stored, *arguments, into=">/dev/full")
        assert done.stderr == b"Error: Cannot write the output: No space left on device.\n"
        assert done.returncode == 1

    def test_ends_with_1_where_the_sentence_has_no_room_either(self, stored: Installation) -> None:
        done = run(stored, "status", into=">/dev/full 2>&1")
        assert (done.returncode, done.stderr) == (1, b"")

    def test_is_a_status_of_a_run_whose_closing_line_is_lost(self, stored: Installation) -> None:
        assert run(stored, SECOND, into="2>/dev/full").returncode == 1


@pytest.mark.parametrize("arguments", [("show", SECOND), EXPLAIN], ids=lambda words: words[0])
def test_a_pipe_that_nobody_reads_is_left_without_a_word(
    stored: Installation, arguments: tuple[str, ...]
) -> None:
    assert run(stored, *arguments, into="| true").stderr == b""


def test_an_output_that_is_closed_is_written_nowhere(stored: Installation) -> None:
    done = run(stored, "status", into=">&-")
    assert (done.returncode, done.stderr) == (0, b"")
