"""`wildwood shell` opens the real Mongo shell on the configured database."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record

from tests.support.fork_server import Completed, ForkServer
from tests.support.installation import Installation
from tests.support.snapshot import built

SECRET = "secretpw"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))


def store_issues(made: Installation) -> None:
    made.issue("2015-03-05", TRADE, MONEY)
    result = made.run("2015-03-05")
    assert result.exit_code == 0, result.output


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store an issue on the server of the configured URI."""
    return built(installation, store_issues)


@pytest.fixture
def private(installation: Installation) -> Installation:
    """Store an issue on a private server."""
    config = installation.config.read_text(encoding="utf-8")
    installation.config.write_text(
        config.replace(f'uri = "{installation.uri}"', 'uri = ""'), encoding="utf-8"
    )
    installation.issue("2015-03-05", TRADE, MONEY)
    result = installation.run("2015-03-05")
    assert result.exit_code == 0, result.output
    return installation


def run(
    server: ForkServer, installation: Installation, path: str, *arguments: str, typed: str = ""
) -> Completed:
    """Run `wildwood --config FILE ARGUMENTS`; mongosh reads what is typed."""
    return server.run(
        "wildwood",
        "--config",
        installation.config,
        *arguments,
        typed=typed,
        environment=environment(installation, path),
    )


def environment(installation: Installation, path: str) -> dict[str, str]:
    return {**os.environ, "PATH": path, "HOME": str(installation.home)}


class TestTheRealShell:
    def test_reads_typed_input_on_the_server_of_the_uri(
        self, fork_server: ForkServer, stored: Installation, mongosh_path: str
    ) -> None:
        typed = "db.handles.countDocuments() + 8675307\nexit\n"
        done = run(fork_server, stored, mongosh_path, "shell", typed=typed)
        assert done.returncode == 0, done.stderr
        assert "8675309" in done.stdout

    @pytest.mark.parametrize(
        "option",
        [
            pytest.param(["--file"], id="--file", marks=pytest.mark.long),
            pytest.param([], id="as an argument"),
        ],
    )
    def test_runs_a_script_on_the_private_server_and_exits_with_its_status(
        self, fork_server: ForkServer, private: Installation, mongosh_path: str, option: list[str]
    ) -> None:
        script = private.home / "find.js"
        script.write_text(
            'print(db.handles.distinct("_id", {features: "author:krugman"}).join())\nquit(7)\n',
            encoding="utf-8",
        )
        done = run(fork_server, private, mongosh_path, "shell", *option, str(script))
        assert (done.returncode, done.stdout, done.stderr) == (7, f"{TRADE.handle}\n", "")
        assert not (private.home / "db" / "data" / "mongod.lock").read_text(), "still running"


def test_a_missing_mongosh_is_reported_with_the_way_to_install_it(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = installation.run("shell")
    assert result.stderr == (
        "Error: mongosh is not installed: npm install -g mongosh (npm comes with Node.js).\n"
    )
    assert result.exit_code == 1


class TestTheCallOfMongosh:
    @pytest.fixture
    def fake_path(self, tmp_path: Path) -> str:
        """Make a PATH with a mongosh that prints its arguments and environment."""
        fake = tmp_path / "bin" / "mongosh"
        fake.parent.mkdir()
        fake.write_text(
            f"#!{sys.executable} -IS\n"
            "import json, os, sys\n"
            "json.dump({'arguments': sys.argv[1:], 'environment': dict(os.environ)}, sys.stdout)\n",
            encoding="utf-8",
        )
        fake.chmod(0o755)
        return os.pathsep.join([str(fake.parent), os.environ["PATH"]])

    def test_has_the_password_in_its_environment_alone(
        self, fork_server: ForkServer, installation: Installation, fake_path: str
    ) -> None:
        with installation.config.open("a", encoding="utf-8") as config:
            config.write("connect_timeout_s = 0.1\n")
        uri = f"mongodb://anna:{SECRET}@127.0.0.1:1/"
        done = fork_server.run(
            *("wildwood", "--config", installation.config, "shell"),
            environment={**environment(installation, fake_path), "WILDWOOD_MONGODB_URI": uri},
        )
        called = json.loads(done.stdout)
        assert SECRET not in json.dumps(called["arguments"])
        assert called["environment"]["WILDWOOD_SHELL_URI"] == uri

    @staticmethod
    def called(
        server: ForkServer, installation: Installation, path: str, *arguments: str
    ) -> dict[str, Any]:
        """Return what the fake mongosh was called with."""
        printed: dict[str, Any] = json.loads(run(server, installation, path, *arguments).stdout)
        return printed

    def test_has_the_database_of_the_configuration(
        self, fork_server: ForkServer, installation: Installation, fake_path: str
    ) -> None:
        called = self.called(fork_server, installation, fake_path, "shell")
        assert called["environment"]["WILDWOOD_SHELL_DB"] == installation.database.name

    def test_has_the_socket_of_the_private_server(
        self, fork_server: ForkServer, private: Installation, fake_path: str
    ) -> None:
        called = self.called(fork_server, private, fake_path, "shell")
        assert called["environment"]["WILDWOOD_SHELL_URI"].startswith("mongodb://%2F")

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(["--eval", "db.version()"], id="an option of mongosh"),
            pytest.param(["report.js", "--json", "--nodb"], id="a script and more options"),
            pytest.param(["--json=relaxed", "--eval=1"], id="options that contain their value"),
        ],
    )
    def test_has_the_arguments_in_their_order(
        self,
        fork_server: ForkServer,
        installation: Installation,
        fake_path: str,
        arguments: list[str],
    ) -> None:
        called = self.called(fork_server, installation, fake_path, "shell", *arguments)
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
    def test_keeps_the_shell_open_unless_there_is_something_to_run(
        self,
        fork_server: ForkServer,
        installation: Installation,
        fake_path: str,
        arguments: list[str],
        *,
        stays: bool,
    ) -> None:
        called = self.called(fork_server, installation, fake_path, "shell", *arguments)
        assert ("--shell" in called["arguments"]) is stays

    def test_has_no_options_of_wildwood_even_after_the_command(
        self, fork_server: ForkServer, installation: Installation, fake_path: str
    ) -> None:
        done = fork_server.run(
            *("wildwood", "shell", "-q", "--config", installation.config, "--eval", "1"),
            environment={**os.environ, "PATH": fake_path},
        )
        called = json.loads(done.stdout)
        assert called["environment"]["WILDWOOD_SHELL_DB"] == installation.database.name
        assert called["arguments"][-2:] == ["--eval", "1"]
