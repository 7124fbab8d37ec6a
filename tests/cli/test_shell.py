"""`wildwood shell` opens the real Mongo shell on the database, wherever that is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wildwood.model import Record

from tests.support.installation import Installation

BIN = Path(sys.executable).parent
SECRET = "secretpw"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """One issue, on the server that the configuration names."""
    installation.issue("2015-03-05", TRADE, MONEY)
    result = installation.run("2015-03-05")
    assert result.exit_code == 0, result.output
    return installation


@pytest.fixture
def private(installation: Installation) -> Installation:
    """One issue, on a private server."""
    config = installation.config.read_text(encoding="utf-8")
    installation.config.write_text(
        config.replace(f'uri = "{installation.uri}"', 'uri = ""'), encoding="utf-8"
    )
    installation.issue("2015-03-05", TRADE, MONEY)
    done = run(installation, os.environ["PATH"], "2015-03-05")
    assert done.returncode == 0, done.stderr
    return installation


def run(
    installation: Installation, path: str, *arguments: str, typed: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run `wildwood --config FILE ARGUMENTS`, and type something."""
    return subprocess.run(
        [BIN / "wildwood", "--config", installation.config, *arguments],
        env={**os.environ, "PATH": path, "HOME": str(installation.home), **environment},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


class TestTheRealShell:
    FIND = 'db.handles.find({features: "author:krugman"})'

    def test_finds_the_papers_of_an_author_on_the_server_of_the_uri(
        self, stored: Installation, mongosh_path: str
    ) -> None:
        done = run(stored, mongosh_path, "shell", "--eval", self.FIND)
        assert done.returncode == 0, done.stderr
        assert f"_id: '{TRADE.handle}'" in done.stdout
        assert MONEY.handle not in done.stdout

    def test_finds_the_papers_of_an_author_on_the_private_server(
        self, private: Installation, mongosh_path: str
    ) -> None:
        done = run(private, mongosh_path, "shell", "--eval", self.FIND)
        assert done.returncode == 0, done.stderr
        assert f"_id: '{TRADE.handle}'" in done.stdout
        assert MONEY.handle not in done.stdout
        assert not (private.home / "db" / "data" / "mongod.lock").read_text(), "still running"

    def test_reads_what_is_typed(self, stored: Installation, mongosh_path: str) -> None:
        done = run(
            stored, mongosh_path, "shell", typed="db.handles.countDocuments() + 8675307\nexit\n"
        )
        assert done.returncode == 0, done.stderr
        assert "8675309" in done.stdout

    @pytest.mark.parametrize("option", [["--file"], []], ids=["--file", "as an argument"])
    def test_runs_a_script_and_ends(
        self, stored: Installation, mongosh_path: str, option: list[str]
    ) -> None:
        script = stored.home / "count.js"
        script.write_text("print(db.handles.countDocuments())\n", encoding="utf-8")
        done = run(stored, mongosh_path, "shell", *option, str(script))
        assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")

    def test_hands_its_exit_status_on(self, stored: Installation, mongosh_path: str) -> None:
        assert run(stored, mongosh_path, "shell", "--eval", "quit(7)").returncode == 7


def test_without_mongosh_the_cure_is_named(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = installation.run("shell")
    assert result.stderr == (
        "Error: mongosh is not installed: npm install -g mongosh (npm comes with Node.js).\n"
    )
    assert result.exit_code == 1


class TestWhatTheShellIsCalledWith:
    @pytest.fixture
    def fake_path(self, tmp_path: Path) -> str:
        """A PATH with a mongosh that prints its arguments, its surroundings and its ancestors'."""
        fake = tmp_path / "bin" / "mongosh"
        fake.parent.mkdir()
        fake.write_text(
            f"#!{sys.executable}\n"
            "import json, os, sys, psutil\n"
            "json.dump({'arguments': sys.argv[1:], 'environment': dict(os.environ),\n"
            "           'ancestors': [p.cmdline() for p in psutil.Process().parents()]},\n"
            "          sys.stdout)\n",
            encoding="utf-8",
        )
        fake.chmod(0o755)
        return os.pathsep.join([str(fake.parent), os.environ["PATH"]])

    def test_no_password_stands_in_the_process_list(
        self, installation: Installation, fake_path: str
    ) -> None:
        with installation.config.open("a", encoding="utf-8") as config:
            config.write("connect_timeout_s = 0.2\n")
        uri = f"mongodb://anna:{SECRET}@127.0.0.1:1/"
        done = run(installation, fake_path, "shell", WILDWOOD_MONGODB_URI=uri)
        called = json.loads(done.stdout)
        assert SECRET not in json.dumps([called["arguments"], called["ancestors"]])
        assert called["environment"]["WILDWOOD_SHELL_URI"] == uri

    def test_it_is_told_the_database_of_the_configuration(
        self, installation: Installation, fake_path: str
    ) -> None:
        called = json.loads(run(installation, fake_path, "shell").stdout)
        assert called["environment"]["WILDWOOD_SHELL_DB"] == installation.database.name

    def test_on_the_private_server_it_is_told_a_socket(
        self, private: Installation, fake_path: str
    ) -> None:
        called = json.loads(run(private, fake_path, "shell").stdout)
        assert called["environment"]["WILDWOOD_SHELL_URI"].startswith("mongodb://%2F")

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(["--eval", "db.version()"], id="an option of its own"),
            pytest.param(["report.js", "--json", "--nodb"], id="a script and more options"),
            pytest.param(["--json=relaxed", "--eval=1"], id="options with a value in them"),
        ],
    )
    def test_arguments_are_handed_on_in_their_order(
        self, installation: Installation, fake_path: str, arguments: list[str]
    ) -> None:
        called = json.loads(run(installation, fake_path, "shell", *arguments).stdout)
        at = called["arguments"].index(arguments[0], 4)
        assert called["arguments"][at : at + len(arguments)] == arguments

    @pytest.mark.parametrize(
        ("arguments", "stays"),
        [
            pytest.param([], True, id="without arguments"),
            pytest.param(["--eval", "1"], False, id="with --eval"),
            pytest.param(["--eval=1"], False, id="with --eval="),
            pytest.param(["--file", "x"], False, id="with --file"),
            pytest.param(["-f", "x"], False, id="with -f"),
            pytest.param(["report.js"], False, id="with a script"),
            pytest.param(["report.js", "--shell"], True, id="with a script and --shell"),
        ],
    )
    def test_it_stays_open_unless_it_has_something_to_do(
        self, installation: Installation, fake_path: str, arguments: list[str], *, stays: bool
    ) -> None:
        called = json.loads(run(installation, fake_path, "shell", *arguments).stdout)
        assert ("--shell" in called["arguments"]) is stays

    def test_options_of_ours_stand_after_the_command_too(
        self, installation: Installation, fake_path: str
    ) -> None:
        done = subprocess.run(
            [BIN / "wildwood", "shell", "-q", "--config", installation.config, "--eval", "1"],
            env={**os.environ, "PATH": fake_path},
            capture_output=True,
            check=False,
        )
        called = json.loads(done.stdout)
        assert called["environment"]["WILDWOOD_SHELL_DB"] == installation.database.name
        assert called["arguments"][-2:] == ["--eval", "1"]
