"""The systemd units in config/, and the crontab lines: what they name is there and fits."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from wildwood import config_file, resources

from tests.support.installation import understood
from tests.support.paths import DOCS

BIN = Path(sys.executable).parent
ANALYZE = shutil.which("systemd-analyze") or ""
FOLDER = resources.folder("config")
PAGE = (DOCS / "operation.md").read_text(encoding="utf-8")
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in {".service", ".timer"})

Unit = dict[str, list[str]]


def unit(name: str) -> Unit:
    """The settings of a unit, each with its values in turn."""
    found: Unit = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, value = line.split("=", 1)
            found.setdefault(key, []).append(value)
    return found


SERVICE = unit("wildwood.service")
SETTINGS = config_file.load(FOLDER / "wildwood-service.toml", {})


def test_the_units_are_these() -> None:
    assert UNITS == ["wildwood-alarm.service", "wildwood.service", "wildwood.timer"]


def test_the_service_runs_a_command_that_is_there() -> None:
    (line,) = SERVICE["ExecStart"]
    assert understood(shlex.split(line)).info_name == "latest"


@pytest.mark.parametrize(
    "line", re.findall(r"^[0-9*]+ [0-9*]+ \* \* \*  (.*)$", PAGE, re.MULTILINE)
)
def test_a_crontab_line_runs_a_command_that_is_there(line: str) -> None:
    ours = re.split(r" (?:>|\|\|) ", line)[0]
    assert understood(shlex.split(ours)).info_name in {"latest", "status"}


def test_what_the_page_puts_before_a_run_is_there() -> None:
    (line,) = re.findall(r"^ExecStartPre=-(.*)$", PAGE, re.MULTILINE)
    program, screen, *words = shlex.split(line)
    context = understood([program, screen, *words])
    assert isinstance(context.command, click.Group)
    name, command, rest = context.command.resolve_command(context, words)
    assert name == "learn"
    assert command is not None
    command.make_context(name, rest, parent=context)


def test_a_crontab_line_after_the_set_up_reads_the_service_s_configuration() -> None:
    (path,) = re.findall(r" status -q --config (\S+)$", PAGE, re.MULTILINE)
    assert f"WILDWOOD_CONFIG={path}" in SERVICE["Environment"]


def test_a_failure_starts_the_alarm() -> None:
    assert SERVICE["OnFailure"] == ["wildwood-alarm.service"]


def test_the_alarm_tells_of_the_service() -> None:
    (line,) = unit("wildwood-alarm.service")["ExecStart"]
    assert "--unit=wildwood.service " in line


def test_the_timer_makes_up_for_a_night_that_was_missed() -> None:
    assert unit("wildwood.timer")["Persistent"] == ["yes"]


class TestTheConfigurationFitsTheHardening:
    def test_the_service_reads_the_file_that_the_page_installs(self) -> None:
        (path,) = (
            value.removeprefix("WILDWOOD_CONFIG=")
            for value in SERVICE["Environment"]
            if value.startswith("WILDWOOD_CONFIG=")
        )
        assert f"install -D -m 644 wildwood-service.toml {path}\n" in PAGE

    def test_the_database_is_the_state_directory(self) -> None:
        assert [str(SETTINGS.paths.db)] == [
            f"/var/lib/{name}" for name in SERVICE["StateDirectory"]
        ]

    def test_a_copy_of_mongod_is_kept_in_the_cache_directory(self) -> None:
        (name,) = SERVICE["CacheDirectory"]
        assert f"XDG_CACHE_HOME=/var/cache/{name}" in SERVICE["Environment"]

    def test_nothing_but_the_ps_directory_can_be_written_besides(self) -> None:
        assert SERVICE["ProtectSystem"] == ["strict"]
        assert SERVICE["ReadWritePaths"] == [str(SETTINGS.paths.ps)]

    def test_the_us_directory_can_be_read(self) -> None:
        assert SETTINGS.paths.us.is_relative_to("/home")
        assert SERVICE["ProtectHome"] == ["read-only"]

    def test_it_runs_as_a_user_of_its_own_that_the_page_makes(self) -> None:
        (user,) = SERVICE["User"]
        assert re.search(rf"^useradd .* {user}$", PAGE, re.MULTILINE)
        assert f"install -d -o {user} {SETTINGS.paths.ps}\n" in PAGE

    def test_mongod_may_write_memory_that_it_executes(self) -> None:
        assert SERVICE["MemoryDenyWriteExecute"] == ["no"]

    def test_the_holder_of_the_lock_stays_visible(self) -> None:
        assert SERVICE["ProtectProc"] == ["default"]

    def test_a_server_that_an_operator_shares_is_not_killed(self) -> None:
        assert SERVICE["KillMode"] == ["process"]


def verified(*units: Path) -> "subprocess.CompletedProcess[str]":
    """What systemd says of unit files."""
    return subprocess.run(
        [ANALYZE, "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def installed(tmp_path: Path) -> list[Path]:
    """The units as they would be if this installation were the server's."""
    for name in UNITS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/wildwood/bin", str(BIN)), encoding="utf-8")
    return [tmp_path / name for name in UNITS]


if ANALYZE:  # a machine without systemd has nobody to ask

    def test_systemd_finds_no_fault(installed: list[Path]) -> None:
        done = verified(*installed)
        ours = [line for line in done.stderr.splitlines() if "wildwood" in line]
        assert (done.returncode, ours) == (0, [])

    def test_systemd_would_find_one(installed: list[Path]) -> None:
        service = installed[1]
        text = service.read_text(encoding="utf-8")
        service.write_text(text.replace("ProtectClock=", "ProtectClokc="), encoding="utf-8")
        assert "ProtectClokc" in verified(*installed).stderr
