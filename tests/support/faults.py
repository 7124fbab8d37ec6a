"""Run commands of Wildwood that are killed or stopped before a step.

A step is an operation on the disk or the database: a command to MongoDB, a change to a file or
directory below the test's own, a lock on one, a program that starts or ends. A test can act
before each of them and after the last, so between any two. Each command runs in a process that
a fork server started.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, NoReturn, Self

import psutil
from pymongo import common, monitoring

from wildwood.cli import program
from wildwood.nep import connection, fresh, workers, writer_lock

from tests.support.fork_server import ForkedProcess, ForkServer
from tests.support.servers import kill

END = "the end"
_DATABASE = "mongodb "
_CHANGES = {
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod",
}  # fmt: skip
_LOCK = "fcntl.flock"
_CHANGES_NOTHING = {"os.fsync"} | {
    f"{_DATABASE}{name}"
    for name in (
        "ping", "listCollections", "listIndexes", "find", "getMore", "count", "distinct",
        "dataSize", "aggregate", "endSessions",
    )
}  # fmt: skip
_INTO = {"$out", "$merge"}
_HASTE = 1000
_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(frozen=True)
class Command:
    """A command to run, and the step at which something is killed or stopped."""

    arguments: list[str]
    home: str
    """The directory whose changes are steps."""
    step: int = 0
    """The number of the step to act before, from 1; 0 for none."""
    step_prefix: str | None = None
    """Act before the first step that starts with this."""
    signal: int = signal.SIGKILL
    """The signal that the command gets at its step."""
    server_data: str | None = None
    """The data directory of a mongod that is killed instead of the command."""
    is_cut_off: bool = False
    """Whether the command loses its connections, and gets no others, instead of being killed."""
    clean_up_timeout_s: float = connection._SHORT_TIMEOUT_S  # noqa: SLF001
    """How long its clean-up waits for a server that is gone."""
    processes: int = 1
    """The number of processes of a rebuild, however few its rifs."""
    host: str | None = None
    """The name of the host that the command takes for its own."""
    lock_lifetime_s: float = writer_lock.LIFETIME_S
    sleep_s: float = 0
    """The time that seems to pass for its lock while the command is stopped."""


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    status: int
    """The exit status, as in `subprocess`."""
    output: str
    steps: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    """Where in Wildwood each step is: the operation, and the calls that lead to it."""

    def database_steps(self) -> list[int]:
        """Return the numbers of the commands to MongoDB, and of the step after the last."""
        steps = enumerate(self.steps, 1)
        numbers = [number for number, step in steps if step.startswith(_DATABASE)]
        return [*numbers, numbers[-1] + 1]

    def outer_steps(self) -> list[int]:
        """Return the numbers of the steps before the first command to MongoDB and after the last.

        The first command is included.
        """
        numbers = self.database_steps()
        return [*range(1, numbers[0] + 1), *range(numbers[-1], len(self.steps) + 1)]

    def moments(self, first: int = 1) -> list[int]:
        """Return the numbers of the steps before which a kill leaves something else each time.

        A kill after a step that changes nothing leaves what a kill before it leaves.
        """
        return [
            number
            for number in range(first, len(self.steps) + 1)
            if number == first or _changes(self.steps[number - 2])
        ]

    def once_each(self, numbers: Iterable[int]) -> list[int]:
        """Leave out steps that come from the same place as one before, after the same one.

        What is done for each paper or collection is then tried for one, and after the last.
        """
        places = ["", *self.places]
        first = {(places[number - 1], places[number]): number for number in sorted(numbers)[::-1]}
        return sorted(first.values())


def _changes(step: str) -> bool:
    """Return whether a step leaves anything; the locks of a killed command are free."""
    return step not in _CHANGES_NOTHING and not step.startswith(_LOCK)


class Launcher:
    """Runs commands for a test, one at a time; kills a running one when its block is left."""

    def __init__(self, server: ForkServer) -> None:
        self._server = server
        self._process: ForkedProcess | None = None
        self._folder = tempfile.TemporaryDirectory()
        self._output = Path(self._folder.name, "output")
        self._steps = Path(self._folder.name, "steps")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.kill()
        self._folder.cleanup()

    def run(self, command: Command) -> Result:
        """Run a command until it ends or is killed."""
        self.begin(command)
        return self.result()

    def begin(self, command: Command) -> None:
        """Start a command."""
        for file in (self._output, self._steps):
            file.write_bytes(b"")
        self._process = self._server.start(
            run_command, command, self._steps, stdout=self._output, stderr=self._output
        )

    def steps(self) -> list[str]:
        """Return the steps of the command until now."""
        return [step for step, _ in self._recorded()]

    def _recorded(self) -> list[tuple[str, str]]:
        """Return the steps and their places."""
        lines = self._steps.read_text(encoding="utf-8").splitlines()
        return [(step, place) for step, _, place in (line.partition("\t") for line in lines)]

    def result(self) -> Result:
        """Wait until the command that was started has ended."""
        assert self._process is not None
        status = self._process.wait()
        output, recorded = self._output.read_text(encoding="utf-8"), self._recorded()
        return Result(
            status, output, [step for step, _ in recorded], [place for _, place in recorded]
        )


class _Steps:
    """Records the steps of a command, and acts at one of them."""

    def __init__(self, command: Command, record: IO[str], act: Callable[[], None]) -> None:
        self._command = command
        self._record = record
        self._act = act
        self._count = 0
        self._has_acted = False
        self._one_at_a_time = threading.RLock()

    def step(self, name: str, operation: str = "") -> None:
        with self._one_at_a_time:
            self._count += 1
            calls = "" if self._command.step else _calls()  # nobody asks where the others are
            self._record.write(f"{name}\t{operation or name} {calls}\n")
            self._record.flush()
            prefix = self._command.step_prefix
            is_first = prefix is not None and not self._has_acted and name.startswith(prefix)
            if self._count == self._command.step or is_first:
                self._has_acted = True
                self._act()

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Record a change to a file; a hook for `sys.addaudithook`."""
        if event == "open":
            path, _, flags = arguments
            is_written = isinstance(flags, int) and flags & _WRITE_FLAGS
            if is_written and not Path(path).is_dir():  # such as for a file without a name
                self._file_step(event, path)
        elif event in _CHANGES and (event != "os.remove" or os.path.lexists(arguments[0])):
            self._file_step(event, arguments[0])
        elif event == _LOCK:
            self._file_step(event, Path(f"/proc/self/fd/{arguments[0]}").readlink())

    def _file_step(self, event: str, path: Any) -> None:
        if isinstance(path, str | bytes | os.PathLike):
            name = os.fsdecode(path)
            if name.startswith(self._command.home + "/"):
                self.step(f"{event} {name.removeprefix(self._command.home + '/')}", event)


def _calls() -> str:
    """Return the lines of Wildwood and its migrations that are running, the last one first."""
    lines = []
    for frame, number in traceback.walk_stack(None):
        file, module = frame.f_code.co_filename, frame.f_globals.get("__name__", "")
        if module.startswith("wildwood.") or "/migrations/" in file:
            lines.append(f"{file.rpartition('/')[2]}:{number}")
    return " ".join(lines)


class _DatabaseSteps(monitoring.CommandListener):
    """Records the commands to MongoDB, each before it is sent."""

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        stages = {name for stage in event.command.get("pipeline", ()) for name in stage}
        writes = "".join(f" {name}" for name in _INTO & stages)
        self._steps.step(f"{_DATABASE}{event.command_name}{writes}")

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        pass

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        pass


class _SequentialExecutor:
    """An executor without threads, so that the steps have one order."""

    def __init__(self, **_: Any) -> None: ...

    def submit(self, function: Callable[[], object]) -> "Future[object]":
        future: Future[object] = Future()
        try:
            future.set_result(function())
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        return future

    def shutdown(self) -> None: ...


def kill_server(data: Path) -> None:
    """Kill the mongod of a data directory if it runs, and wait until it has ended."""
    with contextlib.suppress(ValueError, OSError, psutil.NoSuchProcess):
        kill(psutil.Process(int((data / "mongod.lock").read_text())))


def _record_all(steps: _Steps) -> None:
    """Record every step of this process."""
    monitoring.register(_DatabaseSteps(steps))
    sys.addaudithook(steps.audit)
    fsync, communicate = os.fsync, subprocess.Popen.communicate
    send_signal = psutil.Process.send_signal

    def recorded_fsync(descriptor: int) -> None:
        steps.step("os.fsync")
        fsync(descriptor)

    def recorded_communicate(process: "subprocess.Popen[Any]", *args: Any, **kwargs: Any) -> Any:
        steps.step("a program is starting")
        return communicate(process, *args, **kwargs)

    def recorded_signal(process: psutil.Process, number: int) -> None:
        steps.step("a signal")
        send_signal(process, number)
        steps.step("a program is ending")

    os.fsync = recorded_fsync  # type: ignore[assignment]
    subprocess.Popen.communicate = recorded_communicate  # type: ignore[assignment]
    psutil.Process.send_signal = recorded_signal  # type: ignore[assignment,method-assign]


def _cut_off() -> None:
    """Break the connections of this process and refuse it others, as if its server were gone.

    From then on its time passes quickly, so that it waits in vain only for a moment.
    """
    began, monotonic, sleep = time.monotonic(), time.monotonic, time.sleep
    time.monotonic = lambda: began + (monotonic() - began) * _HASTE
    time.sleep = lambda seconds: sleep(float(seconds) / _HASTE)
    common.MIN_HEARTBEAT_INTERVAL /= _HASTE

    def refuse(*_: object) -> NoReturn:
        raise ConnectionRefusedError

    socket.socket.connect = refuse  # type: ignore[method-assign]
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(int(path.name))) as ours:
            if ours.family == socket.AF_INET:
                ours.shutdown(socket.SHUT_RDWR)


def _act(command: Command) -> None:
    """Kill or stop the command, kill its server, or cut it off from that."""
    if command.server_data:
        kill_server(Path(command.server_data))
        return
    if command.is_cut_off:
        _cut_off()
        return
    if command.sleep_s:
        now_s = writer_lock._now_s  # noqa: SLF001
        writer_lock._now_s = lambda: now_s() + command.sleep_s  # noqa: SLF001
    os.kill(os.getpid(), command.signal)


def run_command(command: Command, record: Path) -> None:
    """Run a command in this process; write its steps to the file `record`."""
    with record.open("w", encoding="utf-8") as file:
        steps = _Steps(command, file, partial(_act, command))
        if command.host:
            socket.gethostname = lambda: str(command.host)
        connection._SHORT_TIMEOUT_S = command.clean_up_timeout_s  # noqa: SLF001
        writer_lock.LIFETIME_S = command.lock_lifetime_s
        if command.processes == 1:
            fresh.ThreadPoolExecutor = _SequentialExecutor  # type: ignore[attr-defined, assignment]
        else:
            workers._RIFS_PER_PROCESS = 1  # noqa: SLF001
        _record_all(steps)
        sys.argv = ["wildwood", *command.arguments]
        try:
            program.main()
        except SystemExit:
            steps.step(END)
            raise
