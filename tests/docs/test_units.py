"""The systemd units in config/ and the crontab lines: what they name exists and fits."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from wildwood.kernel import files
from wildwood.kernel.settings import load_config

from tests.support.installation import parse_command_line
from tests.support.needs import program
from tests.support.paths import DOCS

BIN = Path(sys.executable).parent
ANALYZE = program("systemd-analyze")
FOLDER = files.folder("config")
PAGE = (DOCS / "operation.md").read_text(encoding="utf-8")
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in {".service", ".timer"})

Unit = dict[str, list[str]]


def unit(name: str) -> Unit:
    """Return the settings of a unit, each with its values in order."""
    settings: Unit = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, value = line.split("=", 1)
            settings.setdefault(key, []).append(value)
    return settings


SERVICE = unit("wildwood.service")
SERVE = unit("wildwood-serve.service")
ALARM = unit("wildwood-alarm.service")
SETTINGS = load_config(FOLDER / "wildwood-service.toml", {})


def test_the_units_are_these() -> None:
    assert UNITS == [
        "wildwood-alarm.service",
        "wildwood-serve.service",
        "wildwood.service",
        "wildwood.timer",
    ]


def test_the_service_runs_a_command_that_exists() -> None:
    (line,) = SERVICE["ExecStart"]
    assert parse_command_line(shlex.split(line)).info_name == "latest"


@pytest.mark.parametrize(
    "line", re.findall(r"^[0-9*]+ [0-9*]+ \* \* \*  (.*)$", PAGE, re.MULTILINE)
)
def test_a_crontab_line_runs_a_command_that_exists(line: str) -> None:
    ours = re.split(r" (?:>|\|\|) ", line)[0]
    assert parse_command_line(shlex.split(ours)).info_name in {"latest", "status"}


def test_the_command_that_the_page_adds_before_a_run_exists() -> None:
    (line,) = re.findall(r"^ExecStartPre=-(.*)$", PAGE, re.MULTILINE)
    program, screen, *words = shlex.split(line)
    context = parse_command_line([program, screen, *words])
    assert isinstance(context.command, click.Group)
    name, command, rest = context.command.resolve_command(context, words)
    assert name == "learn"
    assert command is not None
    command.make_context(name, rest, parent=context)


def test_a_crontab_line_after_the_setup_reads_the_configuration_of_the_service() -> None:
    (path,) = re.findall(r" status -q --config (\S+)$", PAGE, re.MULTILINE)
    assert f"WILDWOOD_CONFIG={path}" in SERVICE["Environment"]


def test_a_failure_starts_the_alarm() -> None:
    assert SERVICE["OnFailure"] == ["wildwood-alarm.service"]


def test_the_alarm_is_about_the_service() -> None:
    (line,) = ALARM["ExecStart"]
    assert "--unit=wildwood.service " in line


def test_the_timer_catches_up_after_a_missed_night() -> None:
    assert unit("wildwood.timer")["Persistent"] == ["yes"]


class TestTheHardening:
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

    def test_apart_from_these_only_the_ps_directory_can_be_written(self) -> None:
        assert SERVICE["ProtectSystem"] == ["strict"]
        assert SERVICE["ReadWritePaths"] == [str(SETTINGS.paths.ps)]

    def test_the_us_directory_can_be_read(self) -> None:
        assert SETTINGS.paths.us.is_relative_to("/home")
        assert SERVICE["ProtectHome"] == ["read-only"]

    def test_it_runs_as_its_own_user_that_the_page_creates(self) -> None:
        (user,) = SERVICE["User"]
        assert re.search(rf"^useradd .* {user}$", PAGE, re.MULTILINE)
        assert f"install -d -o {user} {SETTINGS.paths.ps}\n" in PAGE

    def test_mongod_can_write_memory_that_it_executes(self) -> None:
        assert SERVICE["MemoryDenyWriteExecute"] == ["no"]

    def test_the_holder_of_the_lock_stays_visible(self) -> None:
        assert SERVICE["ProtectProc"] == ["default"]

    def test_a_server_that_an_operator_uses_is_not_killed(self) -> None:
        assert SERVICE["KillMode"] == ["process"]


class TestTheEditor:
    """Reviews pairs as the user of the service, by sudo and nothing else."""

    @pytest.fixture
    def words(self) -> list[str]:
        """The command that the page tells the editor to run over ssh."""
        (line,) = re.findall(r"^ssh -t .* (sudo (?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
        return shlex.split(line.replace("\\\n", ""))

    def test_runs_a_command_that_exists(self, words: list[str]) -> None:
        context = parse_command_line(words[4:])
        assert context.info_name == "review"
        assert context.params["no_browser"]

    def test_may_run_that_command_for_any_date_and_no_other(self, words: list[str]) -> None:
        (allowed,) = re.findall(r"^Cmnd_Alias REVIEW = ((?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
        digits = [re.sub(r"\d", "[0-9]", word) for word in words[6:7]]
        assert shlex.split(allowed.replace("\\\n", "")) == [*words[4:6], *digits, *words[7:]]

    def test_runs_it_as_the_user_of_the_service_with_its_configuration(
        self, words: list[str]
    ) -> None:
        assert words[:4] == ["sudo", "-H", "-u", *SERVICE["User"]]
        assert f"WILDWOOD_CONFIG={words[-1]}" in SERVICE["Environment"]
        assert f"editor ALL = ({words[3]}) NOPASSWD: REVIEW\n" in PAGE

    def test_stores_decisions_in_a_directory_of_that_user(self) -> None:
        text = (FOLDER / "wildwood-service.toml").read_text(encoding="utf-8")
        (line,) = re.findall(r"^# (decisions = \".*?\")", text, re.MULTILINE)
        folder = Path(line.split('"')[1]).parent
        assert line in PAGE
        assert f"install -d -o {SERVICE['User'][0]} {folder}\n" in PAGE
        assert not folder.is_relative_to(SETTINGS.paths.db)


class TestTheExtractionService:
    def test_is_a_command_that_exists(self) -> None:
        (line,) = SERVE["ExecStart"]
        assert parse_command_line(shlex.split(line)).info_name == "serve"

    def test_reads_the_same_configuration(self) -> None:
        assert SERVE["Environment"] == SERVICE["Environment"]
        assert SERVE["User"] == SERVICE["User"]

    def test_can_write_its_database_and_the_uploads_only(self) -> None:
        (names,) = SERVE["StateDirectory"]
        written = [str(SETTINGS.paths.db), str(SETTINGS.extraction.files)]
        assert written == [f"/var/lib/{name}" for name in names.split()]
        assert SERVE["ProtectSystem"] == ["strict"]
        assert "ReadWritePaths" not in SERVE

    def test_can_confine_and_limit_its_workers(self) -> None:
        assert "landlock_restrict_self" in " ".join(SERVE["SystemCallFilter"])
        assert "@resources" not in " ".join(SERVE["SystemCallFilter"])


class TestTheAlarm:
    IMPLY_NO_NEW_PRIVILEGES = frozenset(
        {
            *("LockPersonality", "MemoryDenyWriteExecute", "PrivateDevices", "ProtectClock"),
            *("ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules"),
            *("ProtectKernelTunables", "RestrictAddressFamilies", "RestrictNamespaces"),
            *("RestrictRealtime", "RestrictSUIDSGID", "SystemCallArchitectures"),
            *("SystemCallFilter", "DynamicUser"),
        }
    )
    """For a service with a user of its own (systemd.exec(5), NoNewPrivileges)."""

    def test_can_write_only_where_mail_servers_keep_mail_and_logs(self) -> None:
        assert ALARM["ProtectSystem"] == ["strict"]
        assert ALARM["ReadWritePaths"] == ["-/var/spool -/var/mail -/var/log"]

    def test_lets_sendmail_have_the_group_or_user_of_its_own_file(self) -> None:
        assert ALARM["NoNewPrivileges"] == ["no"]
        assert not self.IMPLY_NO_NEW_PRIVILEGES & ALARM.keys()
        assert {"CAP_SETGID", "CAP_SETUID"} <= {*ALARM["CapabilityBoundingSet"][0].split()}

    def test_can_read_the_journal(self) -> None:
        assert ALARM["SupplementaryGroups"] == ["systemd-journal"]


def verified(*units: Path) -> "subprocess.CompletedProcess[str]":
    """Check unit files with systemd."""
    return subprocess.run(
        [ANALYZE, "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def installed(tmp_path: Path) -> list[Path]:
    """Write the units with the paths of this installation."""
    for name in UNITS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/wildwood/bin", str(BIN)), encoding="utf-8")
    return [tmp_path / name for name in UNITS]


@pytest.mark.program("systemd-analyze")
def test_systemd_finds_no_error(installed: list[Path]) -> None:
    done = verified(*installed)
    ours = [line for line in done.stderr.splitlines() if "wildwood" in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.parametrize(
    ("name", "most"),
    [("wildwood", 2.0), ("wildwood-serve", 2.5), ("wildwood-alarm", 6.5)],
)
@pytest.mark.program("systemd-analyze")
def test_a_unit_is_not_more_exposed_than_it_must_be(name: str, most: float) -> None:
    options = ["--offline=true", f"--threshold={most * 10:.0f}", "--no-pager"]
    command = [ANALYZE, "security", *options, str(FOLDER / f"{name}.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout.splitlines()[-1]


@pytest.mark.program("systemd-analyze")
def test_systemd_finds_a_wrong_setting(installed: list[Path]) -> None:
    service = installed[2]
    text = service.read_text(encoding="utf-8")
    service.write_text(text.replace("ProtectClock=", "ProtectClokc="), encoding="utf-8")
    assert "ProtectClokc" in verified(*installed).stderr
