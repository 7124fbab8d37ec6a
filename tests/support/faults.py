"""Runs commands of wildwood that are broken off at a step; it is a program for the tests, too.

A step is an operation that touches the disk or the database: a command to MongoDB, a change to
a file or directory below the test's own, a lock on one, a program that is started. Something
can be killed just before each of them and after the last, so between any two. Each command runs
in a forked child of this process, which has loaded wildwood already.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Self

import psutil
from pymongo import monitoring

from wildwood.cli import program
from wildwood.runs import rebuild
from wildwood.store import fresh, lock

from tests.support.paths import CHECKOUT

NEVER = 0
END = "the end"
_DATABASE = "mongodb "
_CHANGES = {
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod",
}  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True)
class Order:
    """A command to be run, and what becomes of it."""

    arguments: list[str]
    home: str
    """The directory whose changes count."""
    step: int = NEVER
    """The number of the step before which something is killed, from 1."""
    work: str | None = None
    """Else the first step that begins so."""
    number: int = signal.SIGKILL
    """The signal that it gets there."""
    server: str | None = None
    """The data directory of the mongod that is killed; else it is the command itself."""
    processes: int = 1
    """Those of a rebuild, however few its rifs."""
    host: str | None = None
    """The name of the host that it takes itself to run on."""
    lock_s: float = lock.LIFETIME_S
    """How long its lock counts after it was renewed."""


@dataclass(frozen=True)
class Ending:
    """How a command ended: its status as of `subprocess`, what it said, and its steps."""

    status: int
    said: str
    steps: list[str] = field(default_factory=list)

    def database_steps(self) -> list[int]:
        """The numbers of the steps that are commands to MongoDB, and that after the last."""
        steps = enumerate(self.steps, 1)
        numbers = [number for number, step in steps if step.startswith(_DATABASE)]
        return [*numbers, numbers[-1] + 1]

    def outer_steps(self) -> list[int]:
        """The numbers of those before the first and after the last command to MongoDB."""
        numbers = self.database_steps()
        return [*range(1, numbers[0] + 1), *range(numbers[-1], len(self.steps) + 1)]


class Launcher:
    """A process that runs commands for a test, one after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    def run(self, order: Order) -> Ending:
        """Run a command until it ends or is ended."""
        self.begin(order)
        return self.ending()

    def begin(self, order: Order) -> None:
        """Let a command run while the test goes on."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(order)) + "\n")
        self._process.stdin.flush()

    def ending(self) -> Ending:
        """Wait for the end of the command that was begun."""
        assert self._process.stdout is not None
        return Ending(**json.loads(self._process.stdout.readline()))


class _Steps:
    """Counts the steps, and does the deed when its number comes."""

    def __init__(self, order: Order, record: IO[str], deed: Callable[[], None]) -> None:
        self._order = order
        self._record = record
        self._deed = deed
        self._passed = 0
        self._done = False

    def step(self, what: str) -> None:
        self._passed += 1
        self._record.write(what + "\n")
        self._record.flush()
        work = self._order.work
        if self._passed == self._order.step or (work and not self._done and what.startswith(work)):
            self._done = True
            self._deed()

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """The hook of `sys.addaudithook`."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITING:
                self._at(event, path)
        elif event in _CHANGES:
            self._at(event, arguments[0])
        elif event == "fcntl.flock":
            self._at(event, Path(f"/proc/self/fd/{arguments[0]}").readlink())

    def _at(self, event: str, path: Any) -> None:
        if isinstance(path, str | bytes | os.PathLike):
            place = os.fsdecode(path)
            if place.startswith(self._order.home + "/"):
                self.step(f"{event} {place.removeprefix(self._order.home + '/')}")


class _Commands(monitoring.CommandListener):
    """Counts the commands to MongoDB, each before it is sent."""

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        self._steps.step(f"{_DATABASE}{event.command_name}")

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        pass

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        pass


class _AtOnce:
    """An executor without threads, whose steps have one order."""

    def __init__(self, **_: Any) -> None: ...

    def submit(self, function: Callable[[], object]) -> "Future[object]":
        done: Future[object] = Future()
        try:
            done.set_result(function())
        except Exception as error:  # noqa: BLE001 - as an executor does
            done.set_exception(error)
        return done

    def shutdown(self) -> None: ...


def kill_server(data: Path) -> None:
    """Kill the mongod of a data directory, if there is one, and wait until it is gone."""
    with suppress(ValueError, OSError, psutil.NoSuchProcess):
        server = psutil.Process(int((data / "mongod.lock").read_text()))
        server.kill()
        while server.is_running() and server.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.005)


def _count(steps: _Steps) -> None:
    """Let every step be counted."""
    monitoring.register(_Commands(steps))
    sys.addaudithook(steps.audit)
    fsync, communicate = os.fsync, subprocess.Popen.communicate
    send_signal = psutil.Process.send_signal

    def counted_fsync(handle: int) -> None:
        steps.step("os.fsync")
        fsync(handle)

    def counted_communicate(process: "subprocess.Popen[Any]", *given: Any, **named: Any) -> Any:
        steps.step("a program is starting")
        return communicate(process, *given, **named)

    def counted_signal(process: psutil.Process, number: int) -> None:
        steps.step("a signal")
        send_signal(process, number)
        steps.step("a program is ending")

    os.fsync = counted_fsync  # type: ignore[assignment]
    subprocess.Popen.communicate = counted_communicate  # type: ignore[assignment]
    psutil.Process.send_signal = counted_signal  # type: ignore[assignment, method-assign]


def _child(order: Order, record: IO[str], said: IO[str]) -> int:
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    data = order.server
    steps = _Steps(
        order,
        record,
        lambda: os.kill(os.getpid(), order.number) if data is None else kill_server(Path(data)),
    )
    if order.host:
        socket.gethostname = lambda: str(order.host)
    lock.LIFETIME_S = order.lock_s  # type: ignore[assignment]
    if order.processes == 1:
        fresh.ThreadPoolExecutor = _AtOnce  # type: ignore[attr-defined, assignment]
    else:
        rebuild._RIFS_PER_WORKER = 1  # noqa: SLF001
    _count(steps)
    sys.argv = ["wildwood", *order.arguments]
    try:
        program.main()
    except SystemExit as ended:
        steps.step(END)
        return int(ended.code or 0)
    return 0


def _serve(order: Order) -> Ending:
    with tempfile.TemporaryFile("w+") as record, tempfile.TemporaryFile("w+") as said:
        child = os.fork()
        if child == 0:
            status = 70
            try:
                status = _child(order, record, said)
            except BaseException:  # noqa: BLE001 - what the command did not catch is seen
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        record.seek(0)
        said.seek(0)
        return Ending(os.waitstatus_to_exitcode(status), said.read(), record.read().splitlines())


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(asdict(_serve(Order(**json.loads(line))))), flush=True)  # noqa: T201
