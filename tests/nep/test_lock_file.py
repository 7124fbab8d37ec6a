"""Locks on files: who waits for whom, and how long."""

import fcntl
import json
import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from wildwood.kernel.errors import ServerError
from wildwood.nep import private_server
from wildwood.nep.private_server import LockFile
from wildwood.nep.writer_lock import ProcessIdentity

from tests.support.waiting import wait_for


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gate.lock"


@pytest.fixture
def first(path: Path) -> Iterator[LockFile]:
    with LockFile(path) as opened:
        yield opened


@pytest.fixture
def second(path: Path) -> Iterator[LockFile]:
    """The lock file of another command; locks belong to a file that is open, not to a process."""
    with LockFile(path) as opened:
        yield opened


class TestTheFile:
    @pytest.mark.usefixtures("first")
    def test_is_its_users_only(self, path: Path) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_is_made_its_users_only(self, path: Path) -> None:
        path.touch()
        path.chmod(0o644)
        with LockFile(path):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_is_no_link(self, path: Path, tmp_path: Path) -> None:
        path.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(OSError, match="Too many levels of symbolic links"):
            LockFile(path)
        assert not (tmp_path / "elsewhere").exists()

    def test_is_unlocked_though_a_forked_process_has_it_open(
        self, path: Path, second: LockFile
    ) -> None:
        reading, writing = os.pipe()
        with LockFile(path) as forked:
            forked.share()
            child = os.fork()
            if child == 0:
                os.close(writing)
                os.read(reading, 1)
                os._exit(0)
        os.close(reading)
        assert second.is_only_ours()
        os.close(writing)
        os.waitpid(child, 0)


class TestAnExclusiveLock:
    def test_is_waited_for_while_a_command_has_it(
        self, first: LockFile, second: LockFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(private_server, "_STRANGER_LIMIT_S", 0.0)
        events: list[str] = []

        def lock_second() -> None:
            with second.exclusive():
                events.append("second")

        waiting = threading.Thread(target=lock_second)
        with first.exclusive():
            waiting.start()
            waiting.join(timeout=0.3)
            # A command that ends is nobody's for a moment: its name goes before its lock.
            monkeypatch.undo()
            events.append("first has finished")
        waiting.join()
        assert events == ["first has finished", "second"]

    def test_is_given_up_when_a_command_has_it_too_long(
        self, path: Path, first: LockFile, second: LockFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(private_server, "_COMMAND_LIMIT_S", 0.1)
        with (
            first.exclusive(),
            pytest.raises(ServerError, match=f"{path} is locked by another program"),
            second.exclusive(),
        ):
            pass

    def test_leaves_nothing_in_the_file(self, path: Path, first: LockFile) -> None:
        with first.exclusive():
            assert path.read_text(encoding="utf-8")
        assert path.read_text(encoding="utf-8") == ""


class TestAStranger:
    """A program that locks the file without writing into it who it is."""

    @pytest.fixture
    def stranger(self, path: Path) -> Iterator[None]:
        path.touch(mode=0o600)
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    @pytest.fixture
    def short_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(private_server, "_STRANGER_LIMIT_S", 0.1)

    @pytest.mark.usefixtures("stranger", "short_limit")
    def test_is_named(self, path: Path, first: LockFile) -> None:
        this = psutil.Process()
        assert self.refusal(first) == (
            f"{path} is locked by another program (process {this.pid}, {this.name()}); end that"
            " program and run this command again."
        )

    @pytest.mark.usefixtures("stranger", "short_limit")
    def test_is_not_named_if_the_kernel_does_not_say_who_it_is(
        self, path: Path, first: LockFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(private_server, "_LOCKS", Path("/nowhere"))
        assert self.refusal(first) == (
            f"{path} is locked by another program; end that program and run this command again."
        )

    @pytest.mark.usefixtures("stranger", "short_limit")
    @pytest.mark.parametrize("content", ["", "no JSON", "4711", "[]", "{}"])
    def test_is_no_command_whatever_the_file_contains(
        self, path: Path, first: LockFile, content: str
    ) -> None:
        path.write_text(content, encoding="utf-8")
        assert "is locked by another program" in self.refusal(first)

    @pytest.mark.usefixtures("stranger", "short_limit")
    def test_is_not_taken_for_the_command_that_was_killed_before(
        self, path: Path, first: LockFile
    ) -> None:
        this = ProcessIdentity.current()
        self.write(path, replace(this, ticks=this.ticks - 1))
        assert "is locked by another program" in self.refusal(first)

    def test_is_waited_for_until_the_limit(self, path: Path, first: LockFile) -> None:
        file = path.open()
        fcntl.flock(file, fcntl.LOCK_EX)
        threading.Timer(0.2, file.close).start()
        with first.exclusive():
            assert wait_for(lambda: file.closed)

    @staticmethod
    def refusal(file: LockFile) -> str:
        with pytest.raises(ServerError) as caught, file.exclusive():
            pass
        return str(caught.value)

    @staticmethod
    def write(path: Path, identity: ProcessIdentity) -> None:
        path.write_text(json.dumps(identity.record()), encoding="utf-8")


class TestASharedLock:
    def test_does_not_exclude_another(self, first: LockFile, second: LockFile) -> None:
        first.share()
        second.share()
        assert not first.is_only_ours()

    def test_is_the_only_one_when_the_others_are_gone(self, first: LockFile, path: Path) -> None:
        with LockFile(path) as other:
            other.share()
        first.share()
        assert first.is_only_ours()

    def test_reports_a_file_system_without_locks(
        self, path: Path, first: LockFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(_file: Any, kind: int) -> None:
            if kind != fcntl.LOCK_UN:
                raise OSError(37, "No locks available")

        monkeypatch.setattr(fcntl, "flock", refused)
        with pytest.raises(ServerError) as caught:
            first.share()
        assert str(caught.value) == f"Cannot lock {path}: No locks available; check paths.db."
