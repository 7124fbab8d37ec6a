"""The command line: exit statuses, messages, options, and the real programs."""

import gzip
import os
import pty
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree as ET

import click
import pytest
from click.testing import CliRunner, Result

from wildwood.biblio.entry import Record
from wildwood.cli.program import group

from tests.support.all_commands import all_commands
from tests.support.amf import HEAD, TAIL, rif, text
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import state
from tests.support.usual_papers import AUTHORS, FIRST, MONEY, SECOND, TRADE, TRADE_AGAIN

BIN = Path(sys.executable).parent
SECRET = "secretpw"


def configure(installation: Installation, old: str, new: str) -> None:
    """Change a line of the configuration."""
    text = installation.config.read_text(encoding="utf-8")
    assert old in text
    installation.config.write_text(text.replace(old, new), encoding="utf-8")


def kinds(installation: Installation, date: str) -> list[str]:
    """Return the type of each `<similar>` in a ps rif."""
    root = ET.parse(installation.ps / f"{date}.amf.xml").getroot()
    return [similar.attrib["type"] for similar in root.iter("{http://amf.openlib.org}similar")]


def order(installation: Installation, date: str) -> list[str]:
    """Return the handles of a ps rif in their order."""
    root = ET.parse(installation.ps / f"{date}.amf.xml").getroot()
    return [paper.attrib["id"] for paper in root]


def store_issues(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    result = made.run(FIRST)
    assert result.exit_code == 0, result.output
    made.issue(SECOND, MONEY, TRADE_AGAIN, TRADE)


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store one issue, and add the rif of another with papers similar to it and to each other."""
    return built(installation, store_issues)


# Bad input: each function spoils an installation and returns the message about it.


def no_rif(installation: Installation) -> str:
    (installation.us / f"{SECOND}.amf.xml").unlink()
    return f"There is no rif of 2015-03-12 in {installation.us}."


def no_us_directory(installation: Installation) -> str:
    configure(installation, f'us = "{installation.us}"', 'us = "/nowhere/us"')
    return "Cannot read the directory /nowhere/us: No such file or directory; check paths.us."


def two_rifs(installation: Installation) -> str:
    other = installation.us / "20150312.amf.xml.gz"
    other.write_bytes(gzip.compress(rif(MONEY)))
    return (
        f"2015-03-12 has more than one rif: {installation.us}/2015-03-12.amf.xml"
        f" and {other}; move all but one away."
    )


def malformed_xml(installation: Installation) -> str:
    path = installation.us / f"{SECOND}.amf.xml"
    path.write_text(f"{HEAD}<text id='a'>\n</amf>", encoding="utf-8")
    return f"{path} is malformed XML at line 4: mismatched tag."


def truncated_gzip(installation: Installation) -> str:
    (installation.us / f"{SECOND}.amf.xml").unlink()
    path = installation.us / f"{SECOND}.amf.xml.gz"
    path.write_bytes(gzip.compress(rif(TRADE, MONEY))[:-20])
    return (
        f"{path} is not a valid gzip file (Compressed file ended before the end-of-stream"
        " marker was reached); fetch it again."
    )


def unwritable_ps(installation: Installation) -> str:
    ps = installation.config / "ps"
    configure(installation, f'ps = "{installation.ps}"', f'ps = "{ps}"')
    return f"Cannot write ps rifs to {ps}: Not a directory; check paths.ps."


def ps_is_us(installation: Installation) -> str:
    us = installation.us
    configure(installation, f'ps = "{installation.ps}"', f'ps = "{us}"')
    return (
        f"paths.us ({us}) and paths.ps ({us}) are the same directory; set two different ones,"
        " because a ps rif would overwrite its us rif."
    )


def unreachable_mongodb(installation: Installation) -> str:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        server = f"127.0.0.1:{bound.getsockname()[1]}"
    uri = f"mongodb://anna:{SECRET}@{server}/"
    configure(
        installation, f'uri = "{installation.uri}"', f'uri = "{uri}"\nconnect_timeout_s = 0.1'
    )
    return (
        f"MongoDB at {server} does not answer within 0.1 s;"
        " is it running, and is mongodb.uri (or $WILDWOOD_MONGODB_URI) right?"
    )


def malformed_uri(installation: Installation) -> str:
    configure(installation, f'uri = "{installation.uri}"', f'uri = "mongo://anna:{SECRET}@h/"')
    return (
        "mongodb.uri (or $WILDWOOD_MONGODB_URI) is not a valid MongoDB URI, such as"
        " mongodb://user:password@host:27017/."
    )


Spoil = Callable[[Installation], str]
BAD_RIFS: list[Spoil] = [no_rif, two_rifs, malformed_xml, truncated_gzip]
BAD_PLACES: list[Spoil] = [
    no_us_directory,
    unwritable_ps,
    ps_is_us,
    unreachable_mongodb,
    malformed_uri,
]


def options_of(command: str) -> set[str]:
    """Return the options of a command, in all spellings."""
    return {
        name
        for parameter in all_commands()[command].params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
    }


class TestBadInput:
    @pytest.mark.parametrize("spoil", [*BAD_RIFS, *BAD_PLACES])
    def test_ends_a_run_with_one_sentence_and_no_change(
        self, stored: Installation, spoil: Spoil
    ) -> None:
        sentence = spoil(stored)
        us = sorted(stored.us.iterdir())
        before = state(stored)
        result = stored.run(SECOND)
        assert (result.stderr, result.stdout) == (f"Error: {sentence}\n", "")
        assert result.exit_code == 1
        assert state(stored) == before
        assert sorted(stored.us.iterdir()) == us

    @pytest.mark.parametrize("spoil", BAD_PLACES)
    @pytest.mark.parametrize("command", ["rebuild", "latest"])
    def test_of_the_configuration_ends_every_command_with_no_change(
        self, stored: Installation, spoil: Spoil, command: str
    ) -> None:
        sentence = spoil(stored)
        before = state(stored)
        result = stored.run(command)
        assert (result.stderr, result.exit_code) == (f"Error: {sentence}\n", 1)
        assert state(stored) == before

    def test_is_reported_even_with_quiet(self, stored: Installation) -> None:
        sentence = no_rif(stored)
        assert stored.run(SECOND, "-q").stderr == f"Error: {sentence}\n"

    def test_shows_no_password_of_the_environment(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        unreachable_mongodb(stored)
        monkeypatch.setenv("WILDWOOD_MONGODB_URI", f"mongodb://anna:{SECRET}@127.0.0.1:1/")
        result = stored.run(SECOND)
        assert result.stderr.startswith("Error: MongoDB at 127.0.0.1:1 does not answer within ")
        assert SECRET not in result.output


class TestWrongUsage:
    @pytest.mark.parametrize(
        "limit",
        [
            pytest.param("strong", id="a word"),
            pytest.param("0,6", id="a comma for a point"),
            pytest.param("1.01", id="above 1"),
            pytest.param("60", id="a percentage"),
            pytest.param("-0.5", id="negative"),
            pytest.param("-.5", id="negative without a zero"),
            pytest.param("nan", id="not a number"),
            pytest.param("inf", id="infinity"),
        ],
    )
    @pytest.mark.parametrize("command", [[SECOND], [SECOND, "0.6"], ["rebuild"]])
    def test_an_invalid_limit_is_named(
        self, installation: Installation, command: list[str], limit: str
    ) -> None:
        result = installation.run(*command, limit)
        assert result.exit_code == 2
        assert f"{limit!r} is not a limit; use a number from 0 to 1, such as 0.6." in result.stderr

    @pytest.mark.parametrize("limits", [["0", "1"], ["1", "0"]])
    def test_0_and_1_are_limits(self, stored: Installation, limits: list[str]) -> None:
        assert stored.run(SECOND, *limits).exit_code == 0

    def test_a_third_limit_is_refused(self, installation: Installation) -> None:
        result = installation.run(SECOND, "0.5", "0.6", "0.7")
        assert result.exit_code == 2
        assert "unexpected extra argument (0.7)" in result.stderr

    @pytest.mark.parametrize(
        ("word", "command"),
        [
            ("rebiuld", "rebuild"),
            ("lastest", "latest"),
            ("stauts", "status"),
            ("forgt", "forget"),
        ],
    )
    def test_an_unknown_command_is_answered_with_the_nearest_name(
        self, installation: Installation, word: str, command: str
    ) -> None:
        result = installation.run(word)
        assert result.exit_code == 2
        assert result.stderr.endswith(
            f"{word!r} is neither a date (2015-03-05 or 20150305) nor a command;"
            f" the nearest command is {command!r}.\n"
        )

    @pytest.mark.parametrize("word", ["yesterday", "krugman"])
    def test_a_word_that_resembles_no_command_is_answered_without_one(
        self, installation: Installation, word: str
    ) -> None:
        result = installation.run(word)
        assert result.exit_code == 2
        assert result.stderr.endswith("nor a command; wildwood --help lists the commands.\n")

    @pytest.mark.parametrize(
        "command", [["forget", "krugman"], ["show", "krugman"], ["rif", "-", "--date", "krugman"]]
    )
    def test_a_word_where_no_command_can_be_is_no_date(
        self, installation: Installation, command: list[str]
    ) -> None:
        result = installation.run(*command)
        assert result.exit_code == 2
        assert result.stderr.endswith("'krugman' is not a date, such as 2015-03-05 or 20150305.\n")

    @pytest.mark.parametrize("day", ["2015-02-29", "20151301"])
    @pytest.mark.parametrize("command", [[], ["issue"], ["forget"]])
    def test_a_date_that_does_not_exist_is_named(
        self, installation: Installation, command: list[str], day: str
    ) -> None:
        result = installation.run(*command, day)
        assert result.exit_code == 2
        assert result.stderr.endswith(f"The date {day} does not exist.\n")

    @pytest.mark.parametrize(
        "arguments", [["--fast", "status"], ["status", "--fast"], [SECOND, "--fast"]]
    )
    def test_an_unknown_option_is_named(
        self, installation: Installation, arguments: list[str]
    ) -> None:
        result = installation.run(*arguments)
        assert result.exit_code == 2
        assert "No such option '--fast'" in result.stderr

    def test_a_run_without_arguments_shows_the_help(self) -> None:
        result = CliRunner().invoke(group, [])
        assert result.exit_code == 2
        assert "Usage: wildwood [OPTIONS] COMMAND [ARGS]..." in result.stderr


class TestWarnings:
    def test_a_text_without_a_handle_is_named_and_not_stored(
        self, installation: Installation
    ) -> None:
        nameless = text(MONEY).replace(f' id="{MONEY.handle}"', "")
        us = installation.us / f"{FIRST}.amf.xml"
        us.write_text(HEAD + nameless + text(TRADE) + TAIL, encoding="utf-8")
        result = installation.run(FIRST)
        assert result.stderr.startswith(
            "Error: 2015-03-05.amf.xml: the text 'A Monetary History of the World' has neither"
            " id nor ref and was skipped.\n"
        )
        assert result.exit_code == 1
        assert installation.database["handles"].distinct("_id") == [TRADE.handle]
        assert (installation.ps / us.name).read_bytes() == us.read_bytes()

    def test_the_older_of_two_rifs_with_time_stamps_is_named(
        self, installation: Installation
    ) -> None:
        older, newer = (f"2020-01-06_{stamp}.xml" for stamp in (1578268800, 1578355200))
        for name, record in ((older, MONEY), (newer, TRADE)):
            (installation.us / name).write_bytes(rif(record))
        for command in ("latest", "2020-01-06"):
            result = installation.run(command)
            assert result.stderr.startswith(f"Warning: {newer} was read, not the older {older}.\n")
            assert result.exit_code == 0
            assert installation.database["handles"].distinct("_id") == [TRADE.handle]

    def test_older_rifs_that_are_not_stored_are_counted(self, installation: Installation) -> None:
        for date in (FIRST, SECOND):
            installation.issue(date, TRADE)
        result = installation.run(SECOND)
        assert result.stderr.startswith(
            f"Warning: {SECOND} was compared without 1 older rif not stored yet; run wildwood"
            " latest.\n"
        )
        assert installation.run(FIRST).exit_code == 0
        assert "not stored yet" not in installation.run(SECOND).stderr

    @pytest.mark.parametrize("command", ["latest", FIRST, "rebuild"])
    def test_a_file_without_a_date_is_named(self, installation: Installation, command: str) -> None:
        installation.issue(FIRST, TRADE)
        (installation.us / "index.xml").touch()
        result = installation.run(command)
        assert result.stderr.startswith(
            f"Warning: index.xml in {installation.us} was not read: the name of a rif starts with"
            " its date, such as 2015-03-05, and ends in .xml or .xml.gz.\n"
        )
        assert result.exit_code == 0

    def test_quiet_hides_warnings(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE, TRADE)
        result = installation.run(FIRST, "--quiet")
        assert (result.exit_code, result.output) == (0, "")

    def test_an_issue_without_papers_is_copied_and_stored(self, installation: Installation) -> None:
        us = installation.issue(FIRST)
        result = installation.run(FIRST)
        assert (result.exit_code, result.stdout) == (1, "")
        assert (installation.ps / us.name).read_bytes() == us.read_bytes()
        (issue,) = installation.database["issues"].find()
        assert (issue["_id"], issue["papers"]) == (FIRST, 0)


class TestAFileNameWithAnInvalidDate:
    @pytest.fixture
    def misnamed(self, stored: Installation) -> Path:
        path = stored.us / "2015-13-05.amf.xml"
        path.write_bytes(rif(MONEY))
        return path

    @staticmethod
    def sentence(path: Path) -> str:
        return (
            f"Error: {path}: the date in the file name does not exist; rename the file or move it"
            " away.\n"
        )

    @pytest.mark.parametrize("command", [SECOND, "latest"])
    def test_is_reported_and_the_other_rifs_are_processed(
        self, stored: Installation, misnamed: Path, command: str
    ) -> None:
        result = stored.run(command)
        assert result.stderr.startswith(self.sentence(misnamed))
        assert result.exit_code == 1
        assert (stored.ps / f"{SECOND}.amf.xml").exists()

    def test_stops_a_rebuild_like_other_bad_rifs(
        self, stored: Installation, misnamed: Path
    ) -> None:
        before = state(stored)
        result = stored.run("rebuild")
        assert result.stderr == (
            f"{self.sentence(misnamed)}"
            "Error: Nothing was rebuilt because 1 of 3 rifs cannot be read;"
            " repair them, move them away, or leave them out with --skip-bad.\n"
        )
        assert state(stored) == before

    def test_is_left_out_of_a_rebuild_with_skip_bad(
        self, stored: Installation, misnamed: Path
    ) -> None:
        result = stored.run("rebuild", "--skip-bad")
        assert result.stderr.startswith(self.sentence(misnamed))
        assert result.exit_code == 1
        assert sorted(path.name for path in stored.ps.iterdir()) == [
            f"{FIRST}.amf.xml",
            f"{SECOND}.amf.xml",
        ]

    def test_in_the_ps_directory_is_left_alone(self, stored: Installation) -> None:
        path = stored.ps / "2015-13-05.amf.xml"
        path.write_bytes(b"no day")
        assert stored.run(SECOND).exit_code == 0
        assert path.read_bytes() == b"no day"


class TestLimits:
    @staticmethod
    def make_halves(made: Installation) -> None:
        words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        half = Record(TRADE.handle, AUTHORS, (" ".join([*words[:6], "a", "b", "c", "d"]),))
        whole = Record(TRADE_AGAIN.handle, AUTHORS, (" ".join(words),))
        other = Record("RePEc:iza:izadps:1", AUTHORS, (" ".join(["e", "f", "g", "h", *words[4:]]),))
        made.issue(FIRST, half)
        made.issue(SECOND, whole, other)
        assert made.run(FIRST).exit_code == 0

    @pytest.fixture
    def halves(self, installation: Installation) -> Installation:
        """Make an issue whose first paper is similar to an earlier one and to the second paper."""
        return built(installation, self.make_halves)

    @pytest.mark.parametrize(
        ("command", "limits", "expected"),
        [
            pytest.param(SECOND, ["0.9", "0.5"], {"int"}, id="the first is external"),
            pytest.param(SECOND, ["0.5", "0.9"], {"ext"}, id="the second is internal"),
            pytest.param(SECOND, ["0.5"], {"ext", "int"}, id="a low one alone is both"),
            pytest.param(SECOND, ["0.9"], set(), id="a high one alone is both"),
            pytest.param("rebuild", ["0.9", "0.5"], {"int"}, id="the first of a rebuild"),
            pytest.param("rebuild", ["0.5"], {"ext", "int"}, id="one alone of a rebuild"),
        ],
    )
    def test_the_first_is_external_and_one_alone_is_both(
        self, halves: Installation, command: str, limits: list[str], expected: set[str]
    ) -> None:
        assert halves.run(command, *limits).exit_code == 0
        assert set(kinds(halves, SECOND)) == expected

    @pytest.mark.parametrize(
        ("limits", "expected"),
        [
            pytest.param("external = 0.9\ninternal = 0.5", {"int"}, id="external"),
            pytest.param("external = 0.5\ninternal = 0.9", {"ext"}, id="internal"),
        ],
    )
    def test_come_from_the_configuration_by_default(
        self, halves: Installation, limits: str, expected: set[str]
    ) -> None:
        configure(halves, "[mongodb]", f"[limits]\n{limits}\n[mongodb]")
        assert halves.run(SECOND).exit_code == 0
        assert set(kinds(halves, SECOND)) == expected

    def test_of_the_command_line_override_the_configuration(self, halves: Installation) -> None:
        configure(halves, "[mongodb]", "[limits]\nexternal = 0.9\ninternal = 0.9\n[mongodb]")
        assert halves.run(SECOND, "0.5").exit_code == 0
        assert set(kinds(halves, SECOND)) == {"ext", "int"}


SORTED = [TRADE_AGAIN.handle, TRADE.handle, MONEY.handle]
KEPT = [MONEY.handle, TRADE_AGAIN.handle, TRADE.handle]
"""The papers of the second issue, most likely repeats first and in the order of the us rif."""


class TestOrder:
    @pytest.mark.parametrize(
        ("command", "options", "presort", "expected"),
        [
            pytest.param(SECOND, [], "", SORTED, id="by strength"),
            pytest.param("rebuild", [], "", SORTED, id="by strength in a rebuild"),
            pytest.param("rebuild", ["--keep-order"], "", KEPT, id="as in us by --keep-order"),
            pytest.param(SECOND, [], "false", KEPT, id="as in us by presort = false"),
            pytest.param(SECOND, ["--keep-order"], "true", KEPT, id="--keep-order overrides it"),
        ],
    )
    def test_of_the_papers(
        self,
        stored: Installation,
        command: str,
        options: list[str],
        presort: str,
        expected: list[str],
    ) -> None:
        if presort:
            configure(stored, "[mongodb]", f"[output]\npresort = {presort}\n[mongodb]")
        assert stored.run(command, *options).exit_code == 0
        assert order(stored, SECOND) == expected
        assert len(kinds(stored, SECOND)) == 4, "the order does not change the marks"


class TestOptionsOfEveryCommand:
    @staticmethod
    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(group, arguments)

    @pytest.mark.parametrize("command", [[SECOND], ["issue", SECOND], ["rebuild"], ["latest"]])
    def test_config_can_be_before_or_after_the_command(
        self, stored: Installation, command: list[str]
    ) -> None:
        config = ["--config", str(stored.config)]
        for arguments in ([*config, *command], [*command, *config]):
            assert self.invoke(*arguments).exit_code == 0
        assert order(stored, SECOND) == SORTED

    @pytest.mark.parametrize("command", [[SECOND], ["rebuild"], ["latest"], ["migrate"]])
    def test_quiet_can_be_before_or_after_the_command(
        self, stored: Installation, command: list[str]
    ) -> None:
        config = ["--config", str(stored.config)]
        for arguments in (["-q", *command, *config], [*command, "--quiet", *config]):
            result = self.invoke(*arguments)
            assert (result.exit_code, result.output) == (0, "")

    def test_a_relative_configuration_path_starts_at_the_working_directory(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(stored.home)
        assert self.invoke(SECOND, "--config", stored.config.name).exit_code == 0

    @pytest.mark.parametrize("command", sorted(all_commands()))
    def test_every_command_has_an_example_in_its_help(self, command: str) -> None:
        result = self.invoke(command, "--help")
        assert result.exit_code == 0
        assert re.search(r"Example:\s+wildwood\w*", result.stdout)

    @pytest.mark.parametrize("command", sorted(all_commands()))
    def test_every_command_takes_the_common_options(self, command: str) -> None:
        assert {"--config", "-q", "--quiet"} <= options_of(command)

    def test_commands_that_print_more_take_verbose(self) -> None:
        verbose = {name for name in all_commands() if "--verbose" in options_of(name)}
        assert verbose == {"demo", "forget", "issue", "latest", "rebuild", "serve"}

    @pytest.mark.parametrize("command", sorted(all_commands()))
    def test_every_command_has_a_short_option_for_help(self, command: str) -> None:
        result = self.invoke(command, "-h")
        assert (result.exit_code, result.stdout) == (0, self.invoke(command, "--help").stdout)

    @pytest.mark.parametrize("command", [["compare"], ["screen", "archives"]])
    def test_a_missing_configuration_is_refused_even_if_none_is_needed(
        self, tmp_path: Path, command: list[str]
    ) -> None:
        (tmp_path / "list.json").write_text("[]", encoding="utf-8")
        missing = tmp_path / "missing.toml"
        result = self.invoke(*command, str(tmp_path / "list.json"), "--config", str(missing))
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: Cannot read the configuration file {missing}: No such file or directory.\n"
        )


def _read_all(terminal: IO[bytes]) -> Iterator[bytes]:
    """Yield what a terminal shows, of which each reading returns a part, until its end."""
    with suppress(OSError):  # the other end is closed
        while part := terminal.read(65536):
            yield part


class TestPrograms:
    """The executables, as an operator or cron runs them; some are forked."""

    @staticmethod
    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / command[0], *command[1:]], capture_output=True, text=True, check=False
        )

    @pytest.mark.parametrize("program", ["wildwood", "wildwood_all"])
    def test_version_is_that_of_the_distribution(
        self, fork_server: ForkServer, program: str
    ) -> None:
        done, short = self.run(program, "--version"), fork_server.run(program, "-V")
        expected = f"{program}, version {metadata.version('nep-wildwood')}\n"
        assert short.stdout == expected
        assert (done.returncode, done.stdout) == (0, expected)

    def test_wildwood_runs_an_issue_and_prints_one_line_on_stderr(
        self, stored: Installation
    ) -> None:
        done = self.run("wildwood", SECOND, "--config", str(stored.config))
        assert (done.returncode, done.stdout) == (0, "")
        ps = re.escape(str(stored.ps / f"{SECOND}.amf.xml"))
        assert re.fullmatch(
            r"1 issue, 3 papers: 2 with a similar one \(2 ext above 0\.6, 2 int above 0\.6\)"
            rf" in \d+\.\d s; wrote {ps}\n",
            done.stderr,
        )

    def test_wildwood_all_rebuilds_and_prints_one_line_on_stderr(
        self, fork_server: ForkServer, stored: Installation
    ) -> None:
        done = fork_server.run("wildwood_all", "0.5", "0.7", "--config", stored.config)
        assert (done.returncode, done.stdout) == (0, "")
        assert re.fullmatch(
            r"2 issues, 4 papers: 2 with a similar one \(2 ext above 0\.5, 2 int above 0\.7\)"
            r" in \d+\.\d s\n",
            done.stderr,
        )
        assert order(stored, SECOND) == SORTED

    @pytest.mark.parametrize(
        "arguments", [["-v", SECOND], [SECOND, "--verbose"]], ids=["before", "after"]
    )
    def test_verbose_prints_a_line_for_each_issue(
        self, fork_server: ForkServer, stored: Installation, arguments: list[str]
    ) -> None:
        done = fork_server.run("wildwood", *arguments, "--config", stored.config)
        first, last = done.stderr.splitlines()
        assert first == "2015-03-12.amf.xml: 3 papers"
        assert last.startswith("1 issue, 3 papers: ")

    @pytest.mark.parametrize(
        ("error", "message"),
        [
            (
                MemoryError(),
                f"{SECOND}.amf.xml needs more memory than there is.",
            ),
            (
                RuntimeError("can't start new thread"),
                (
                    "The system lets this user start no more threads; raise the limit of processes"
                    " (ulimit -u, or TasksMax in a unit), or end other programs."
                ),
            ),
        ],
        ids=["memory", "threads"],
    )
    def test_a_limit_of_the_system_is_one_sentence_and_changes_nothing(
        self,
        stored: Installation,
        monkeypatch: pytest.MonkeyPatch,
        error: Exception,
        message: str,
    ) -> None:
        def lacking(*_arguments: object) -> list[Any]:
            raise error

        before = state(stored)
        monkeypatch.setattr("wildwood.nep.issue.compare", lacking)
        result = stored.run(SECOND)
        assert result.exit_code == 1
        assert result.stderr == f"Error: {message}\n"
        assert state(stored) == before

    def test_a_progress_bar_is_shown_on_a_terminal(
        self, fork_server: ForkServer, stored: Installation
    ) -> None:
        ours, theirs = pty.openpty()
        with os.fdopen(ours, "rb", buffering=0) as terminal:
            done = subprocess.run(
                [fork_server.programs / "wildwood_all", "--config", stored.config],
                env={**os.environ, "TERM": "xterm"}, stderr=theirs, check=False,
            )  # fmt: skip
            os.close(theirs)
            shown = b"".join(_read_all(terminal))
        assert done.returncode == 0
        assert b"issues" in shown
        assert b"100%" in shown


class TestProgramsOnThePrivateServer:
    @pytest.fixture
    def private(self, stored: Installation) -> Installation:
        configure(stored, f'uri = "{stored.uri}"', 'uri = ""')
        return stored

    @staticmethod
    def stopped_cleanly(installation: Installation) -> bool:
        """Return whether the server exited by itself and left no socket and no lock."""
        db = installation.home / "db"
        log = (db / "mongod.log").read_text(encoding="utf-8")
        return (
            '"exitCode":0' in log.splitlines()[-1]
            and not (db / "data" / "mongod.lock").read_text()
            and not list(db.rglob("m.sock"))
        )

    @pytest.mark.parametrize(
        "command", [["wildwood_all"], ["wildwood", SECOND]], ids=["wildwood_all", "wildwood"]
    )
    def test_stop_it_when_they_end(
        self, fork_server: ForkServer, private: Installation, command: list[str]
    ) -> None:
        done = fork_server.run(*command, "-q", "--config", private.config)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (private.ps / f"{SECOND}.amf.xml").is_file()
        assert self.stopped_cleanly(private)

    def test_stop_it_when_they_fail(self, fork_server: ForkServer, private: Installation) -> None:
        (private.us / f"{SECOND}.amf.xml").write_text("<amf", encoding="utf-8")
        done = fork_server.run("wildwood", SECOND, "--config", private.config)
        assert done.returncode == 1
        assert f"{SECOND}.amf.xml is malformed XML at line 1" in done.stderr
        assert self.stopped_cleanly(private)
