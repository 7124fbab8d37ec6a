"""Processes forked from one that has imported Wildwood.

Starting Python and importing Wildwood takes ten times as long as most commands. A fork server
does it once; the processes that it forks are real ones, with their own standard streams, signals
and exit status.
"""

import gc
import importlib
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Self

from tests.support.paths import CHECKOUT
from tests.support.waiting import TIMEOUT_S

Completed = subprocess.CompletedProcess[str]

_NULL = Path(os.devnull)


@dataclass(frozen=True)
class _Task:
    """What a forked process runs."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    streams: tuple[Path, Path, Path]
    folder: Path
    environment: dict[str, str]

    def run(self) -> None:
        stdin, stdout, stderr = self.streams
        _open(0, stdin, os.O_RDONLY)
        _open(1, stdout, os.O_WRONLY | os.O_CREAT)
        if stderr == stdout:
            os.dup2(1, 2)
        else:
            _open(2, stderr, os.O_WRONLY | os.O_CREAT)
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.environment)
        self.function(*self.arguments)


def _open(descriptor: int, path: Path, flags: int) -> None:
    """Open a file as a given descriptor."""
    opened = os.open(path, flags)
    os.dup2(opened, descriptor)
    os.close(opened)


class ForkedProcess:
    """A process that a fork server started; it leads its own process group."""

    def __init__(self, channel: socket.socket) -> None:
        channel.settimeout(TIMEOUT_S)
        self._lines = channel.makefile("r")
        channel.close()
        self._status: int | None = None
        self.pid = self._receive("pid")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status as `subprocess` does.

        Raises:
            TimeoutError: it runs for too long.
        """
        if self._status is None:
            self._status = self._receive("status")
            self._lines.close()
        return self._status

    def _receive(self, name: str) -> int:
        received, _, number = self._lines.readline().partition(" ")
        if received != name:
            raise RuntimeError(f"The fork server sent {received!r} instead of {name!r}.")
        return int(number)

    def kill(self) -> None:
        """Kill the process and its children, even if they are stopped."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.wait()


class ForkServer:
    """Starts processes; use it as a context manager."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import serve; serve({theirs.fileno()})"],
                cwd=CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        self._process.wait()

    def start(  # noqa: PLR0913
        self,
        function: Callable[..., object],
        *arguments: Any,
        stdin: Path = _NULL,
        stdout: Path = _NULL,
        stderr: Path = _NULL,
        folder: Path = CHECKOUT,
        environment: Mapping[str, str] | None = None,
    ) -> ForkedProcess:
        """Run a function of a module in a new process.

        Args:
            function: what to run; the server imports its module once.
            arguments: picklable arguments of the function.
            stdin: a file to read.
            stdout: a file to write.
            stderr: a file to write; if it is the same as `stdout`, both write to one stream.
            folder: the working directory.
            environment: all environment variables; those of this process by default.
        """
        variables = dict(os.environ if environment is None else environment)
        task = _Task(function, arguments, (stdin, stdout, stderr), folder, variables)
        ours, theirs = socket.socketpair()
        with theirs:
            module = function.__module__.encode()
            socket.send_fds(self._control, [module], [theirs.fileno()])
        with ours.makefile("wb") as file:
            pickle.dump(task, file)
        return ForkedProcess(ours)

    def run(
        self,
        *command: str | Path,
        typed: str = "",
        merged: bool = False,
        folder: Path = CHECKOUT,
        environment: Mapping[str, str] | None = None,
    ) -> Completed:
        """Run `wildwood` or `wildwood_all` with arguments; see `call`."""
        words = [str(word) for word in command]
        return self.call(
            run_program, words, typed=typed, merged=merged, folder=folder, environment=environment
        )

    def call(  # noqa: PLR0913
        self,
        function: Callable[..., object],
        *arguments: Any,
        typed: str = "",
        merged: bool = False,
        folder: Path = CHECKOUT,
        environment: Mapping[str, str] | None = None,
        encoding: str = "utf-8",
    ) -> Completed:
        """Run a function of a module in a new process; return what it printed.

        Args:
            function: what to run; the server imports its module once.
            arguments: picklable arguments of the function.
            typed: the content of stdin.
            merged: whether stderr goes to stdout.
            folder: the working directory.
            environment: all environment variables; those of this process by default.
            encoding: the encoding of stdin, stdout and stderr.
        """
        with tempfile.TemporaryDirectory() as streams:
            stdin, stdout, stderr = (Path(streams, name) for name in ("in", "out", "err"))
            stdin.write_text(typed, encoding=encoding)
            with self.start(
                function,
                *arguments,
                stdin=stdin,
                stdout=stdout,
                stderr=stdout if merged else stderr,
                folder=folder,
                environment=environment,
            ) as process:
                status = process.wait()
            output = stdout.read_text(encoding=encoding)
            errors = "" if merged else stderr.read_text(encoding=encoding)
            return Completed(list(arguments), status, output, errors)


def run_program(words: list[str]) -> None:
    """Run `wildwood` or `wildwood_all` in this process."""
    program = importlib.import_module("wildwood.cli.program")
    sys.argv = words
    {"wildwood": program.main, "wildwood_all": program.main_all}[words[0]]()


def serve(descriptor: int) -> None:
    """Fork a process for each request from a socket, until it is closed."""
    importlib.import_module("tests.support.all_commands").all_commands()
    importlib.import_module("wildwood.nep.private_server")
    gc.freeze()
    control = socket.socket(fileno=descriptor)
    wakeup, signalled = socket.socketpair()
    signalled.settimeout(0)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(signalled.fileno())
    channels: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([control, wakeup], [], [])
        if wakeup in ready:
            wakeup.recv(4096)
            _report_ended(channels)
        if control in ready:
            module, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
            if not descriptors:
                return
            importlib.import_module(module.decode())
            channel = socket.socket(fileno=descriptors[0])
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for other in (control, wakeup, signalled, *channels.values()):
                    other.close()
                _run(channel)
            channels[process] = channel


def _report_ended(channels: dict[int, socket.socket]) -> None:
    """Send the exit status of each process that has ended to its channel."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            process, status = ended
            with channels.pop(process) as channel, suppress(BrokenPipeError):
                channel.sendall(b"status %d\n" % os.waitstatus_to_exitcode(status))


def _run(channel: socket.socket) -> NoReturn:
    """Run a task in this process, and exit."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with channel, channel.makefile("rb") as file:
        task: _Task = pickle.load(file)
        channel.sendall(b"pid %d\n" % os.getpid())
    _exit(_status(task))


def _status(task: _Task) -> int:
    try:
        task.run()
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:  # noqa: BLE001 - Python prints it and exits with 1
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def _exit(status: int) -> NoReturn:
    """Flush stdout and exit as Python does, but without its clean-up, which takes longer."""
    try:
        sys.stdout.flush()
    except OSError:
        status = 120
    os._exit(status)
