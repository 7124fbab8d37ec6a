"""Output on a terminal, in an encoding that lacks characters, and to a full device."""

import json
import os
import subprocess
import sys
from io import TextIOWrapper
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record

from tests.support.fork_server import ForkServer, run_program
from tests.support.installation import Installation
from tests.support.snapshot import built

BIN = Path(sys.executable).parent
FIRST, SECOND = "2015-03-05", "2015-03-12"
TITLE = ("Växjö’s Trade and Growth in Open Economies",)
TRADE = Record("RePEc:nbr:nberwo:1", ("Uğur Çetintemel",), TITLE)
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", ("Uğur Çetintemel",), TITLE)
EXPLAIN = ("explain", TRADE.handle, TRADE_AGAIN.handle)


def store_issues(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    made.issue(SECOND, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert made.run(date).exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store two issues; the second repeats the paper of the first."""
    return built(installation, store_issues)


def run(
    wildwood: Installation, *arguments: str, into: str = "", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run the real program; `into` redirects its stdout, as in a shell."""
    command = f'"$0" "$@" {into}'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command, BIN / "wildwood", *arguments,
         "--config", wildwood.config],
        env={**os.environ, **environment},
        capture_output=True, check=False,
    )  # fmt: skip


class TestAHostileTitle:
    """A title with a control sequence and a character that changes the direction of the text."""

    CSI, RLO = "\x9b31m", "\u202e"
    HOSTILE = Record("RePEc:xyz:wpaper:1", ("Uğur Çetintemel",), (f"{CSI}{RLO}{TITLE[0]}",))

    @pytest.mark.parametrize(
        "arguments",
        [("show", "2015-03-19"), ("explain", TRADE.handle, HOSTILE.handle)],
        ids=lambda words: words[0],
    )
    def test_is_shown_without_them(self, stored: Installation, arguments: tuple[str, ...]) -> None:
        stored.issue("2015-03-19", self.HOSTILE)
        assert stored.run("2015-03-19", "0.1").exit_code == 0
        output = stored.run(*arguments).stdout
        assert "\ufffd31m\ufffdV" in output
        assert not {"\x9b", self.RLO} & set(output)

    def test_is_unchanged_in_json(self, stored: Installation) -> None:
        stored.issue("2015-03-19", self.HOSTILE)
        assert stored.run("2015-03-19", "0.1").exit_code == 0
        output = stored.run("show", "2015-03-19", "--json").stdout
        assert json.loads(output)[0]["paper"]["titles"] == [*self.HOSTILE.titles]

    def test_is_named_without_them_in_a_warning(self, stored: Installation) -> None:
        stored.issue("2015-03-19", Record("", (), self.HOSTILE.titles))
        output = stored.run("2015-03-19").stderr
        assert "31m" in output
        assert not {"\x9b", self.RLO} & set(output)

    def test_is_named_without_them_in_an_error(self, stored: Installation) -> None:
        output = stored.run("explain", TRADE.handle, f"x{self.CSI}{self.RLO}").stderr
        assert "x\ufffd31m\ufffd is stored" in output


def run_in_latin_1(words: list[str]) -> None:
    """Run the program with the streams that Python makes for PYTHONIOENCODING=latin-1."""
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdout.reconfigure(encoding="latin-1")
    run_program(words)


class TestOutputInLatin1:
    @staticmethod
    def printed(server: ForkServer, wildwood: Installation, *arguments: str) -> bytes:
        words = ["wildwood", *arguments, "--config", str(wildwood.config)]
        done = server.call(run_in_latin_1, words, encoding="latin-1")
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.encode("latin-1")

    @pytest.mark.parametrize(
        "arguments", [("show", SECOND), EXPLAIN, ("strengths",)], ids=lambda words: words[0]
    )
    def test_contains_what_can_be_encoded(
        self, fork_server: ForkServer, stored: Installation, arguments: tuple[str, ...]
    ) -> None:
        assert self.printed(fork_server, stored, *arguments)

    def test_has_a_question_mark_for_a_character_that_cannot_be_encoded(
        self, stored: Installation
    ) -> None:
        done = run(stored, *EXPLAIN, PYTHONIOENCODING="latin-1")
        assert (done.returncode, done.stderr) == (0, b"")
        assert "U?ur Çetintemel" in done.stdout.decode("latin-1")

    def test_draws_bars_and_frames_with_characters_that_can_be_encoded(
        self, fork_server: ForkServer, stored: Installation
    ) -> None:
        strengths = self.printed(fork_server, stored, "strengths").decode("latin-1")
        shown = self.printed(fork_server, stored, "show", SECOND).decode("latin-1")
        assert "??" not in strengths + shown
        assert "-" * 30 in strengths

    def test_has_all_characters_in_json(
        self, fork_server: ForkServer, stored: Installation
    ) -> None:
        printed = self.printed(fork_server, stored, *EXPLAIN, "--json")
        assert json.loads(printed)["left"]["names"] == [*TRADE.names]


class TestOutputToAFullDevice:
    FULL = Path("/dev/full")

    @pytest.mark.parametrize(
        "arguments",
        [("status",), ("show", SECOND), ("show", SECOND, "--json"), ("strengths",), ("--help",)],
        ids=" ".join,
    )
    def test_is_one_sentence(
        self,
        fork_server: ForkServer,
        stored: Installation,
        tmp_path: Path,
        arguments: tuple[str, ...],
    ) -> None:
        words = ["wildwood", *arguments, "--config", str(stored.config)]
        errors = tmp_path / "errors"
        with fork_server.start(run_program, words, stdout=self.FULL, stderr=errors) as process:
            assert process.wait() == 1
        assert errors.read_bytes() == (
            b"Error: Cannot write the output: No space left on device.\n"
        )

    def test_of_the_real_program_is_one_sentence(self, stored: Installation) -> None:
        done = run(stored, "show", SECOND, into=">/dev/full")
        assert done.stderr == b"Error: Cannot write the output: No space left on device.\n"
        assert done.returncode == 1

    @pytest.mark.parametrize(
        ("command", "stdout"),
        [
            pytest.param("status", FULL, id="that has the sentence"),
            pytest.param(SECOND, Path(os.devnull), id="that has the closing line of a run"),
        ],
    )
    def test_is_an_error_for_stderr(
        self, fork_server: ForkServer, stored: Installation, command: str, stdout: Path
    ) -> None:
        words = ["wildwood", command, "--config", str(stored.config)]
        with fork_server.start(run_program, words, stdout=stdout, stderr=self.FULL) as process:
            assert process.wait() == 1


def test_a_closed_pipe_is_not_an_error(stored: Installation) -> None:
    assert run(stored, "show", SECOND, into="| true").stderr == b""


def test_a_closed_stdout_is_not_an_error(stored: Installation) -> None:
    done = run(stored, "status", into=">&-")
    assert (done.returncode, done.stderr) == (0, b"")
