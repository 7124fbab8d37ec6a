"""The writer's lock: one writer at a time on all hosts, and no lock for long after a crash."""

import datetime
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest
from pymongo.database import Database

from wildwood import config_file
from wildwood.errors import LockedError, StoreError
from wildwood.runs.session import connection
from wildwood.settings import MongoSettings
from wildwood.store import Connection, connect, lock
from wildwood.store.lock import WriterLock
from wildwood.store.private_server import private_server

from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers
from tests.support.waiting import TIMEOUT_S, wait_for

Document = dict[str, Any]

HOST = socket.gethostname()
HOLDER = """
import sys
from pathlib import Path
from wildwood import config_file
from wildwood.runs.session import connection
from wildwood.store.lock import WriterLock

configured = config_file.load(Path(sys.argv[1]))
with connection(configured) as opened, WriterLock(opened).held("wildwood_all"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def opened(installation: Installation) -> Iterator[Connection]:
    with connection(config_file.load(installation.config)) as connected:
        yield connected


@pytest.fixture
def other(installation: Installation) -> Iterator[Connection]:
    """The connection of a second command."""
    with connection(config_file.load(installation.config)) as connected:
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
    now = datetime.datetime.now(datetime.UTC)
    entry = {
        "_id": "lock",
        "host": "elsewhere",
        "pid": 4711,
        "started": 1425548400.0,
        "purpose": "wildwood 2015-03-05",
        "renewed": now,
        **changes,
    }
    database["meta"].insert_one(entry)
    return entry


def seconds_ago(seconds: float) -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=seconds)


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
        began = psutil.Process().create_time()
        insert_lock(database, host=HOST, pid=os.getpid(), started=began - 3600)
        with WriterLock(opened).held("a test"):
            pass

    def test_is_distinguished_from_a_live_one_after_the_clock_was_set(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        began = psutil.Process().create_time()
        insert_lock(database, host=HOST, pid=os.getpid(), started=began - 2)
        with pytest.raises(LockedError), WriterLock(opened).held("a test"):
            pass


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
    def test_is_valid_until_30_seconds_after_its_renewal(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database, renewed=seconds_ago(20))
        with (
            pytest.raises(LockedError, match="wildwood 2015-03-05, process 4711 on elsewhere;"),
            WriterLock(opened).held("a test"),
        ):
            pass

    def test_is_not_valid_any_longer(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database, renewed=seconds_ago(31))
        with WriterLock(opened).held("a test"):
            entry = database["meta"].find_one({"_id": "lock"})
            assert entry is not None
            assert (entry["host"], entry["purpose"]) == (HOST, "a test")

    def test_is_valid_though_no_process_here_has_its_number(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database, pid=2**22 + 1)
        with pytest.raises(LockedError), WriterLock(opened).held("a test"):
            pass

    def test_is_waited_for_until_it_expires(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        insert_lock(database, renewed=seconds_ago(29.5))
        with WriterLock(opened).held("a test", wait_s=TIMEOUT_S):
            assert not is_free(database)


class TestTheHolder:
    def test_renews_its_lock(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "_RENEWAL_S", 0.02)
        with WriterLock(opened).held("a test"):
            assert self.is_renewed(database)

    def test_renews_a_lock_that_it_takes_a_second_time(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "_RENEWAL_S", 0.02)
        writer = WriterLock(opened)
        with writer.held("the set-up of the database"):
            pass
        with writer.held("wildwood_all"):
            assert self.is_renewed(database)

    def test_does_not_renew_a_lock_that_another_has_taken(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "_RENEWAL_S", 0.02)
        monkeypatch.setattr(lock, "LIFETIME_S", 0.2)
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
        """Set the renewal time to the past; return whether the lock is renewed."""
        long_ago = seconds_ago(3600)
        database["meta"].update_one({"_id": "lock"}, {"$set": {"renewed": long_ago}})
        recent = {"_id": "lock", "renewed": {"$gt": seconds_ago(1800)}}
        return wait_for(lambda: database["meta"].find_one(recent) is not None)

    @staticmethod
    def take_lock(database: Database[Document]) -> Document | None:
        """Make another host the holder; return the new document of the lock."""
        database["meta"].update_one({"_id": "lock"}, {"$set": {"host": "elsewhere", "pid": 4711}})
        return database["meta"].find_one({"_id": "lock"})


def is_lost(writer: WriterLock) -> bool:
    """Return whether the check of the lock fails."""
    try:
        writer.check()
    except LockedError:
        return True
    return False


class TestTheCheckBeforeEachWrite:
    def test_passes_while_the_lock_is_held(self, opened: Connection) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            writer.check()

    def test_stops_a_writer_that_could_not_renew_its_lock(
        self, opened: Connection, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "_RENEWAL_S", 0.02)
        monkeypatch.setattr(lock, "LIFETIME_S", 0.2)
        writer = WriterLock(opened)
        with writer.held("a test"):
            database["meta"].delete_one({"_id": "lock"})
            wait_for(lambda: is_lost(writer))
            with pytest.raises(LockedError) as caught:
                writer.check()
        assert str(caught.value) == (
            "The writer's lock was lost: MongoDB was out of reach too long."
        )

    def test_stops_a_writer_that_has_released_its_lock(self, opened: Connection) -> None:
        writer = WriterLock(opened)
        with writer.held("a test"):
            pass
        with pytest.raises(LockedError):
            writer.check()
