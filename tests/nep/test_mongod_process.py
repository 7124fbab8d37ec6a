"""Only the mongod of the database itself is found and signalled."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from wildwood.kernel.errors import ServerError
from wildwood.nep import mongod
from wildwood.nep.mongod import ServerProcess, all_servers, end, running_server
from wildwood.nep.private_server import private_server

from tests.support.mongod import free_port, is_listening, memory_folder, mongod_command
from tests.support.waiting import TIMEOUT_S, wait_for

Start = Callable[..., "subprocess.Popen[bytes]"]
ENDLESS = "import time; time.sleep(600)"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """The directory of a database without a server."""
    folder = tmp_path / "db"
    (folder / "data").mkdir(parents=True)
    return folder


@pytest.fixture
def start() -> Iterator[Start]:
    """A function that starts a program, which is killed afterwards."""
    with ExitStack() as started:

        def run(*words: str | Path, program: Path | None = None) -> "subprocess.Popen[bytes]":
            process = subprocess.Popen(words, executable=program, stdout=subprocess.PIPE)
            started.enter_context(process)
            started.callback(process.kill)
            return process

        yield run


@pytest.fixture
def fake_mongod(tmp_path: Path) -> Path:
    """A program named mongod that does nothing."""
    program = tmp_path / "bin" / "mongod"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\n{ENDLESS}\n", encoding="utf-8")
    program.chmod(0o755)
    return program


def options(db: Path) -> list[str | Path]:
    """Return the options with which a private server is started."""
    return [
        *("--dbpath", db / "data", "--logpath", db / "mongod.log"),
        *("--bind_ip", db / "socket" / "m.sock", "--nounixsocket", "--fork"),
    ]


def is_found(db: Path, process: "subprocess.Popen[bytes]") -> bool:
    """Return whether a process is found as a server, in the process list or by its lock file."""
    wait_for(lambda: psutil.Process(process.pid).cmdline())
    (db / "data" / "mongod.lock").write_text(f"{process.pid}\n", encoding="utf-8")
    found = [server.pid for server in all_servers(db)] == [process.pid]
    assert (running_server(db) is not None) == found
    return found


class TestAServer:
    def test_is_found_with_its_socket(self) -> None:
        with (
            tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder,
            private_server(Path(folder) / "db") as path,
        ):
            server = running_server(Path(folder) / "db")
            assert server is not None
            assert server.socket == path
            assert all_servers(Path(folder) / "db") == [server]

    def test_is_found_while_its_script_is_still_starting_it(
        self, db: Path, start: Start, fake_mongod: Path
    ) -> None:
        assert is_found(db, start(fake_mongod, *options(db)))

    def test_is_found_by_a_link_to_its_directory(
        self, db: Path, start: Start, fake_mongod: Path
    ) -> None:
        link = db.with_name("link")
        link.symlink_to(db)
        assert is_found(db, start(fake_mongod, *options(link)))

    def test_is_found_though_its_log_was_removed(
        self, db: Path, start: Start, fake_mongod: Path
    ) -> None:
        (db / "mongod.log").touch()
        process = start(fake_mongod, *options(db))
        (db / "mongod.log").unlink()
        assert is_found(db, process)


class TestAnotherProgram:
    """It is not found, and so it gets no signal."""

    def test_that_reads_the_data_is_not_found(self, db: Path, start: Start) -> None:
        assert not is_found(db, start(sys.executable, "-c", ENDLESS, db / "data"))

    def test_that_has_the_arguments_of_a_server_is_not_found(self, db: Path, start: Start) -> None:
        assert not is_found(db, start(sys.executable, "-c", ENDLESS, *options(db)))

    def test_that_calls_itself_mongod_is_not_found(self, db: Path, start: Start) -> None:
        process = start("mongod", "-c", ENDLESS, *options(db), program=Path(sys.executable))
        assert not is_found(db, process)

    def test_that_is_a_mongod_of_another_database_is_not_found(
        self, db: Path, tmp_path: Path, start: Start, fake_mongod: Path
    ) -> None:
        (tmp_path / "other" / "data").mkdir(parents=True)
        assert not is_found(db, start(fake_mongod, *options(tmp_path / "other")))

    def test_that_an_operator_starts_on_the_data_is_not_found(self, db: Path, start: Start) -> None:
        port = free_port()
        process = start(*mongod_command(db / "data", port))
        wait_for(lambda: is_listening(port))
        assert not is_found(db, process)


class TestEnding:
    def test_waits_until_the_server_has_ended(
        self, db: Path, start: Start, fake_mongod: Path
    ) -> None:
        process = start(fake_mongod, *options(db))
        assert is_found(db, process)
        [server] = all_servers(db)
        assert end(db, server, signal.SIGTERM, TIMEOUT_S)
        assert process.wait() == -signal.SIGTERM

    def test_says_if_the_server_has_not_ended_in_time(
        self, db: Path, start: Start, fake_mongod: Path
    ) -> None:
        process = start(fake_mongod, *options(db))
        assert is_found(db, process)
        [server] = all_servers(db)
        assert not end(db, server, signal.SIGCONT, timeout_s=0.1)

    def test_says_if_the_server_belongs_to_another_user(
        self, db: Path, start: Start, fake_mongod: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(_pid: int, _number: int) -> None:
            raise PermissionError

        process = start(fake_mongod, *options(db))
        assert is_found(db, process)
        [server] = all_servers(db)
        monkeypatch.setattr(os, "kill", refused)
        assert not end(db, server, signal.SIGTERM, TIMEOUT_S)

    def test_does_not_signal_another_process_that_got_the_number(
        self, db: Path, start: Start
    ) -> None:
        """The number is given away between the search and the signal."""
        stranger = start(sys.executable, "-c", ENDLESS)
        server = ServerProcess(stranger.pid, db / "socket" / "m.sock")
        assert end(db, server, signal.SIGKILL, TIMEOUT_S)
        assert stranger.poll() is None

    def test_is_done_if_the_server_ends_just_before_the_signal(
        self, db: Path, start: Start, fake_mongod: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        process = start(fake_mongod, *options(db))
        assert is_found(db, process)
        [server] = all_servers(db)
        compare = mongod._server  # noqa: SLF001

        def compare_and_end(folder: Path, pid: int) -> ServerProcess | None:
            found = compare(folder, pid)
            process.kill()
            process.wait()
            return found

        monkeypatch.setattr(mongod, "_server", compare_and_end)
        assert end(db, server, signal.SIGTERM, TIMEOUT_S)
        assert process.returncode == -signal.SIGKILL


def test_processes_that_are_not_shown_are_reported(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psutil, "_psplatform", SimpleNamespace(pids=list))
    with pytest.raises(ServerError, match=r"mount /proc, or set mongodb\.uri\.$"):
        all_servers(db)
