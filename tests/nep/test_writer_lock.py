"""The writer's lock: one writer at a time on all hosts, and no lock for long after a crash."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest
from pymongo.database import Database

from wildwood.kernel.errors import LockedError, StoreError
from wildwood.kernel.settings import MongoSettings, load_config
from wildwood.nep import writer_lock
from wildwood.nep.connection import Connection, connect
from wildwood.nep.private_server import private_server
from wildwood.nep.session import connection
from wildwood.nep.writer_lock import ProcessIdentity, WriterLock

from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers
from tests.support.waiting import TIMEOUT_S, wait_for

Document = dict[str, Any]

HOST = socket.gethostname()
HOLDER = """
import sys
from pathlib import Path
from wildwood.kernel.settings import load_config
from wildwood.nep.session import connection
from wildwood.nep.writer_lock import WriterLock

configured = load_config(Path(sys.argv[1]))
with connection(configured) as opened, WriterLock(opened).held("wildwood_all"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def opened(installation: Installation) -> Iterator[Connection]:
    with connection(load_config(installation.config)) as connected:
        yield connected


@pytest.fixture
def other(installation: Installation) -> Iterator[Connection]:
    """The connection of a second command."""
    with connection(load_config(installation.config)) as connected:
        yield connected


@contextmanager
def holder(installation: Installation) -> Iterator["subprocess.Popen[str]"]:
    """Run a process that holds the lock."""
    command = [sys.executable, "-c", HOLDER, str(installation.config)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def insert_lock(database: Database[Document], **changes: Any) -> Document:
    """Insert the lock of a holder on another host; return its document."""
    entry = {
        "_id": "lock",
        "host": "elsewhere",
        "boot": "cf5e0d8b-5b2c-4a3a-8a0f-2f1d1a1e9a01",
        "namespaces": "pid:[4026531836]",
        "pid": 4711,
        "ticks": 1425548400,
        "purpose": "wildwood 2015-03-05",
        "token": "0123456789abcdef",
        "renewals": 0,
        **changes,
    }
    database["meta"].insert_one(entry)
    return entry


@contextmanager
def renewed_elsewhere(database: Database[Document]) -> Iterator[None]:
    """Renew the lock again and again, as a holder on another host does."""
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(0.02):
            database["meta"].update_one({"_id": "lock"}, {"$inc": {"renewals": 1}})

    thread = threading.Thread(target=renew)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def is_free(database: Database[Document]) -> bool:
    return database["meta"].find_one({"_id": "lock"}) is None


class TestASecondWriter:
    def test_is_refused_with_a_message_that_names_the_first(
        self, opened: Connection, other: Connection
    ) -> None:
        with (
            WriterLock(opened).held("wildwood latest"),
            pytest.raises(LockedError) as caught,
            WriterLock(other).held("wildwood 2015-03-05"),
        ):
            pass
        assert str(caught.value) == (
            f"Another command is writing: wildwood latest, process {os.getpid()} on {HOST};"
            " run this one again when it has finished."
        )

    def test_is_refused_while_another_process_holds_the_lock(
        self, installation: Installation, opened: Connection
    ) -> None:
        with (
            holder(installation) as first,
            pytest.raises(LockedError, match=f"wildwood_all, process {first.pid} on {HOST};"),
            WriterLock(opened).held("a test"),
        ):
            pass

    def test_does_not_take_the_lock_of_the_first(
        self, opened: Connection, other: Connection, database: Database[Document]
    ) -> None:
        with WriterLock(opened).held("wildwood latest"):
            with pytest.raises(LockedError), WriterLock(other).held("a test"):
                pass
            entry = database["meta"].find_one({"_id": "lock"})
            assert entry is not None
            assert entry["purpose"] == "wildwood latest"

    def test_gets_the_lock_when_the_first_has_finished(
        self, opened: Connection, other: Connection, database: Database[Document]
    ) -> None:
        with WriterLock(opened).held("wildwood latest"):
            pass
        assert is_free(database)
        with WriterLock(other).held("a test"):
            assert not is_free(database)

    def test_gets_the_lock_when_the_first_has_failed(
        self, opened: Connection, other: Connection, database: Database[Document]
    ) -> None:
        with pytest.raises(KeyboardInterrupt), WriterLock(opened).held("wildwood latest"):
            raise KeyboardInterrupt
        with WriterLock(other).held("a test"):
            assert not is_free(database)

    def test_can_wait_for_the_first(self, opened: Connection, other: Connection) -> None:
        events: list[str] = []

        def second() -> None:
            with WriterLock(other).held("a test", wait_s=TIMEOUT_S):
                events.append("second writes")

        waiting = threading.Thread(target=second)
        with WriterLock(opened).held("wildwood latest"):
            waiting.start()
            waiting.join(timeout=0.3)
            events.append("first has finished")
        waiting.join()
        assert events == ["first has finished", "second writes"]

    def test_does_not_wait_longer_than_requested(
        self, opened: Connection, other: Connection
    ) -> None:
        with (
            WriterLock(opened).held("wildwood latest"),
            pytest.raises(LockedError),
            WriterLock(other).held("a test", wait_s=0.3),
        ):
            pass


class TestADeadHoldersLock:
    """It is taken without waiting."""

    def test_is_taken_at_once_after_its_process_was_killed(
        self, installation: Installation, opened: Connection, database: Database[Document]
    ) -> None:
        with holder(installation) as killed:
            killed.kill()
            killed.wait()
            assert not is_free(database)
            with WriterLock(opened).held("a test"):
                entry = database["meta"].find_one({"_id": "lock"})
                assert entry is not None
                assert entry["pid"] == os.getpid()

    def test_is_taken_at_once_if_its_process_is_a_zombie(
        self, installation: Installation, opened: Connection
    ) -> None:
        with holder(installation) as killed:
            killed.kill()
            process = psutil.Process(killed.pid)
            wait_for(lambda: process.status() == psutil.STATUS_ZOMBIE)
            with WriterLock(opened).held("a test"):
                pass

    def test_is_taken_at_once_if_a_later_process_has_its_number(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        this = ProcessIdentity.current()
        insert_lock(database, **replace(this, ticks=this.ticks - 1).record())
        with WriterLock(opened).held("a test"):
            pass

    def test_is_taken_at_once_if_this_process_could_not_release_it(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(WriterLock, "_release", unreachable)
            with pytest.raises(StoreError), WriterLock(opened).held("wildwood latest"):
                pass
        assert not is_free(database)
        with WriterLock(opened).held("a test"):
            pass


def unreachable(*_: object) -> NoReturn:
    raise StoreError("MongoDB did not answer.")


class TestALiveHoldersLock:
    """It is not taken, however long its renewal is."""

    def test_is_not_taken_while_its_process_is_stopped(
        self, installation: Installation, opened: Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "LIFETIME_S", 0.01)
        with holder(installation) as stopped:
            stopped.send_signal(signal.SIGSTOP)
            with (
                pytest.raises(LockedError, match=f"process {stopped.pid} on {HOST};"),
                WriterLock(opened).held("a test", wait_s=1),
            ):
                pass

    @pytest.mark.root
    def test_is_not_taken_by_a_command_in_another_pid_namespace(
        self,
        installation: Installation,
        opened: Connection,
        database: Database[Document],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(writer_lock, "_RENEWAL_S", 0.5)  # for which the other command waits
        inside = [*("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")]
        with WriterLock(opened).held("wildwood latest"):
            second = subprocess.run(
                [*inside, sys.executable, "-c", HOLDER, str(installation.config)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            entry = database["meta"].find_one({"_id": "lock"})
        assert second.stdout == ""
        assert f"Another command is writing: wildwood latest, process {os.getpid()} on" in (
            second.stderr
        )
        assert entry is not None
        assert entry["purpose"] == "wildwood latest"


class TestALockOnAServerThatIsGone:
    def test_is_not_waited_for_by_a_command_that_has_already_waited(self) -> None:
        settings = MongoSettings("", "wildwood", connect_timeout_s=TIMEOUT_S, timeout_s=3600)

        def end_servers_and_fail(db: Path) -> NoReturn:
            end_servers(db)
            raise StoreError("It did not answer.")

        with (
            tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as db,
            private_server(Path(db)) as path,
            pytest.raises(StoreError, match="It did not answer"),
            connect(settings, path) as connected,
            WriterLock(connected).held("a test"),
        ):
            end_servers_and_fail(Path(db))


class TestALockOfAnotherHost:
    """Only its renewals show whether its holder lives; no time in it is compared with a clock."""

    @pytest.fixture
    def long_lifetime(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(writer_lock, "LIFETIME_S", 3600.0)

    @pytest.fixture
    def short_lifetime(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(writer_lock, "LIFETIME_S", 0.3)

    @pytest.mark.usefixtures("long_lifetime")
    def test_is_valid_if_it_is_renewed(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database)
        with (
            renewed_elsewhere(database),
            pytest.raises(LockedError, match="wildwood 2015-03-05, process 4711 on elsewhere;"),
            WriterLock(opened).held("a test"),
        ):
            pass

    @pytest.mark.usefixtures("short_lifetime")
    def test_is_taken_if_it_is_not_renewed_for_its_lifetime(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database)
        with WriterLock(opened).held("a test"):
            entry = database["meta"].find_one({"_id": "lock"})
            assert entry is not None
            assert (entry["host"], entry["purpose"]) == (HOST, "a test")

    @pytest.mark.usefixtures("short_lifetime")
    def test_is_not_taken_if_it_is_renewed_at_the_last_moment(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace_lock = WriterLock._replace

        def renewed_before(*arguments: Any) -> bool:
            database["meta"].update_one({"_id": "lock"}, {"$inc": {"renewals": 1}})
            return replace_lock(*arguments)

        monkeypatch.setattr(WriterLock, "_replace", renewed_before)
        insert_lock(database)
        with pytest.raises(LockedError), WriterLock(opened).held("a test"):
            pass

    @pytest.mark.parametrize(
        "another",
        [
            pytest.param({"host": "elsewhere"}, id="host"),
            pytest.param({"boot": "cf5e0d8b-5b2c-4a3a-8a0f-2f1d1a1e9a01"}, id="boot"),
            pytest.param({"namespaces": "pid:[1]"}, id="namespace"),
        ],
    )
    @pytest.mark.usefixtures("long_lifetime")
    def test_is_valid_though_no_process_here_has_its_number(
        self, opened: Connection, database: Database[Document], another: Document
    ) -> None:
        this = ProcessIdentity.current()
        insert_lock(database, **{**this.record(), "pid": 2**22 + 1, **another})
        with (
            renewed_elsewhere(database),
            pytest.raises(LockedError),
            WriterLock(opened).held("a test"),
        ):
            pass


class TestTheHolder:
    def test_renews_its_lock(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "_RENEWAL_S", 0.02)
        with WriterLock(opened).held("a test"):
            assert self.is_renewed(database)

    def test_renews_a_lock_that_it_takes_a_second_time(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "_RENEWAL_S", 0.02)
        writer = WriterLock(opened)
        with writer.held("the set-up of the database"):
            pass
        with writer.held("wildwood_all"):
            assert self.is_renewed(database)

    def test_does_not_renew_a_lock_that_another_has_taken(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "_RENEWAL_S", 0.02)
        writer = WriterLock(opened)
        with writer.held("a test"):
            self.take_lock(database)
            wait_for(lambda: is_lost(writer))

    def test_does_not_delete_a_lock_that_another_has_taken(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        with WriterLock(opened).held("a test"):
            taken = self.take_lock(database)
        assert list(database["meta"].find()) == [taken]

    @staticmethod
    def is_renewed(database: Database[Document]) -> bool:
        """Wait until the lock is renewed twice."""
        twice = {"_id": "lock", "renewals": {"$gte": 2}}
        return wait_for(lambda: database["meta"].find_one(twice) is not None)

    @staticmethod
    def take_lock(database: Database[Document]) -> Document | None:
        """Make another host the holder; return the new document of the lock."""
        changes = {"host": "elsewhere", "pid": 4711, "token": "0123456789abcdef"}
        database["meta"].update_one({"_id": "lock"}, {"$set": changes})
        return database["meta"].find_one({"_id": "lock"})


def is_lost(writer: WriterLock) -> bool:
    """Return whether the check of the lock fails."""
    try:
        writer.check()
    except LockedError:
        return True
    return False


def sleep_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the clock of the lock pass, as while the computer is suspended."""
    now_s = writer_lock._now_s  # noqa: SLF001
    monkeypatch.setattr(writer_lock, "_now_s", lambda: now_s() + seconds)


class TestTheCheckBeforeEachWrite:
    def test_passes_while_the_lock_is_held(self, opened: Connection) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            writer.check()

    def test_stops_a_writer_that_slept_until_another_took_its_lock(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            TestTheHolder.take_lock(database)
            sleep_for(monkeypatch, 26)
            with pytest.raises(LockedError) as caught:
                writer.check()
        assert str(caught.value) == (
            "The writer's lock was lost: this command was stopped or cut off from MongoDB for so"
            " long that another one took the lock; run it again."
        )

    def test_passes_if_nobody_took_the_lock_while_the_writer_slept(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            sleep_for(monkeypatch, 3600)
            writer.check()
            entry = database["meta"].find_one({"_id": "lock"})
            assert entry is not None
            assert entry["renewals"] >= 1

    def test_stops_a_writer_whose_server_is_out_of_reach(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "_RENEWAL_S", 0.2)
        monkeypatch.setattr(writer_lock, "_VALID_S", 1.0)
        settings = MongoSettings("", "wildwood", connect_timeout_s=TIMEOUT_S, timeout_s=3600)
        with (
            tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as db,
            private_server(Path(db) / "db") as path,
            connect(settings, path) as connected,
        ):
            writer = WriterLock(connected)
            with suppress(LockedError), writer.held("a test"):
                end_servers(Path(db) / "db")
                wait_for(lambda: is_lost(writer))
                with pytest.raises(LockedError) as caught:
                    writer.check()
                raise caught.value
        assert str(caught.value) == "The writer's lock was lost: MongoDB was out of reach too long."

    def test_stops_a_writer_that_has_released_its_lock(self, opened: Connection) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            pass
        with pytest.raises(LockedError):
            writer.check()
