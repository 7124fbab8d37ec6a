"""Telling a process that runs from one that is gone, without a clock that can be set."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from wildwood.nep import writer_lock
from wildwood.nep.writer_lock import Life, ProcessIdentity

from tests.support.paths import CHECKOUT
from tests.support.waiting import wait_for

PRINT_IDENTITY = """
import sys
from wildwood.nep.writer_lock import ProcessIdentity
print(*ProcessIdentity.current().record().values(), sep="\\n", flush=True)
sys.stdin.read()
"""
PRINT_LIFE = """
import sys
from wildwood.nep.writer_lock import ProcessIdentity
host, boot, namespaces, pid, ticks = sys.argv[1:]
print(ProcessIdentity(host, boot, namespaces, int(pid), int(ticks)).life().value)
"""


@pytest.fixture
def this() -> ProcessIdentity:
    return ProcessIdentity.current()


@pytest.fixture
def child() -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PRINT_IDENTITY]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=CHECKOUT) as process:
        try:
            yield process
        finally:
            process.kill()


def identity(child: "subprocess.Popen[str]") -> ProcessIdentity:
    """Read the identity that a child prints of itself."""
    assert child.stdout is not None
    host, boot, namespaces, pid, ticks = (child.stdout.readline().strip() for _ in range(5))
    return ProcessIdentity(host, boot, namespaces, int(pid), int(ticks))


class TestAProcess:
    def test_runs(self, this: ProcessIdentity) -> None:
        assert this.life() is Life.RUNS

    def test_runs_as_another_process_sees_it(self, child: "subprocess.Popen[str]") -> None:
        assert identity(child).life() is Life.RUNS

    def test_runs_while_it_is_stopped(self, child: "subprocess.Popen[str]") -> None:
        seen = identity(child)
        child.send_signal(signal.SIGSTOP)
        wait_for(lambda: psutil.Process(child.pid).status() == psutil.STATUS_STOPPED)
        assert seen.life() is Life.RUNS

    def test_runs_though_this_user_may_not_signal_it(
        self, child: "subprocess.Popen[str]", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(_pid: int, _number: int) -> None:
            raise PermissionError

        monkeypatch.setattr(os, "kill", refused)
        assert identity(child).life() is Life.RUNS

    def test_is_gone_when_it_has_ended(self, child: "subprocess.Popen[str]") -> None:
        seen = identity(child)
        child.communicate()
        assert seen.life() is Life.GONE

    def test_is_gone_when_only_its_exit_status_is_left(
        self, child: "subprocess.Popen[str]"
    ) -> None:
        seen = identity(child)
        child.kill()
        wait_for(lambda: psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE)
        assert seen.life() is Life.GONE

    def test_is_gone_when_another_one_has_its_number(self, this: ProcessIdentity) -> None:
        assert replace(this, ticks=this.ticks - 1).life() is Life.GONE


class TestAProcessThatCannotBeSeen:
    """Its number says nothing here, whether a process has it or not."""

    @pytest.mark.parametrize("pid", [os.getpid(), 2**22 + 1], ids=["used", "unused"])
    @pytest.mark.parametrize("place", ["host", "boot", "namespaces"])
    def test_is_unknown_in_another_place(self, this: ProcessIdentity, place: str, pid: int) -> None:
        changes = {"pid": pid, place: "another"}
        assert replace(this, **changes).life() is Life.UNKNOWN  # type: ignore[arg-type]

    def test_is_unknown_if_proc_hides_it(
        self, child: "subprocess.Popen[str]", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen = identity(child)
        read = writer_lock._stat  # noqa: SLF001
        monkeypatch.setattr(
            writer_lock, "_stat", lambda process: read(process) if process == "self" else None
        )
        assert seen.life() is Life.UNKNOWN

    def test_is_unknown_on_a_system_without_proc(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writer_lock, "_PROC", tmp_path)
        assert ProcessIdentity.current().life() is Life.UNKNOWN

    @pytest.mark.root
    @pytest.mark.parametrize("options", [["--mount-proc"], []], ids=["own /proc", "outer /proc"])
    def test_is_unknown_from_another_pid_namespace(
        self, this: ProcessIdentity, options: list[str]
    ) -> None:
        assert self.life_seen_from(this, "--pid", "--fork", *options) == "unknown"

    @pytest.mark.root
    def test_is_unknown_from_another_time_namespace(self, this: ProcessIdentity) -> None:
        options = ("--time", "--boottime", "86400", "--fork")
        assert self.life_seen_from(this, *options) == "unknown"

    @staticmethod
    def life_seen_from(process: ProcessIdentity, *options: str) -> str:
        words = [str(value) for value in process.record().values()]
        done = subprocess.run(
            ["unshare", *options, sys.executable, "-c", PRINT_LIFE, *words],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=CHECKOUT,
        )
        return done.stdout.strip()


class TestARecord:
    def test_is_read_as_it_was_written(self, this: ProcessIdentity) -> None:
        assert ProcessIdentity.read({"_id": "lock", **this.record()}) == this

    def test_of_something_else_means_no_process(self) -> None:
        assert ProcessIdentity.read({"host": "here", "pid": 4711}) is None
