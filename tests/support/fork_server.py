"""Processes forked from one that has imported Wildwood.

Starting Python and importing Wildwood takes ten times as long as most commands. A fork server
does it once; the processes that it forks are real ones, with their own standard streams, signals
and exit status.
"""

import gc
import importlib
import json
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
_PROGRAM = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"0"], [0, 1, 2])
    server.sendall(json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode())
    server.shutdown(socket.SHUT_WR)
    _, status = (int(line.split()[1]) for line in server.makefile())
os._exit(status if status >= 0 else 128 - status)
"""
"""Has its arguments, streams, folder and environment run by a fork server."""


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
        _move(self.folder, self.environment)
        self.function(*self.arguments)


@dataclass(frozen=True)
class _Call:
    """What one of the programs of a fork server was called with."""

    words: list[str]
    streams: list[int]
    folder: Path
    environment: dict[str, str]

    def run(self) -> None:
        for number, descriptor in enumerate(self.streams):
            os.dup2(descriptor, number)
            os.close(descriptor)
        sys.stdin, sys.stdout, sys.stderr = (  # Python's own know what they were opened on
            os.fdopen(number, mode, buffering, encoding="utf-8", closefd=False)
            for number, (mode, buffering) in enumerate((("r", -1), ("w", -1), ("w", 1)))
        )
        _move(self.folder, self.environment)
        run_program(self.words)


def _move(folder: Path, environment: Mapping[str, str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)


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

    def interrupt(self) -> None:
        """Send what Ctrl-C sends, unless the process has ended."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kill the process and its children, even if they are stopped."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.wait()


class ForkServer:
    """Starts processes; use it as a context manager."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="programs")
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, socket.socket(socket.AF_UNIX) as asked:
            asked.bind(address := f"{self._folder.name}/socket")
            asked.listen(socket.SOMAXCONN)
            descriptors = [theirs.fileno(), asked.fileno()]
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import serve; serve(*{descriptors})"],
                cwd=CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=descriptors,
            )
        for name in ("wildwood", "wildwood_all"):
            program = self.programs / name
            program.write_text(
                _PROGRAM.format(python=sys.executable, address=address), encoding="utf-8"
            )
            program.chmod(0o755)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        self._process.wait()
        self._folder.cleanup()

    @property
    def programs(self) -> Path:
        """A folder for PATH, with programs that run `wildwood` and `wildwood_all` here."""
        return Path(self._folder.name)

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


def serve(control_descriptor: int, asked_descriptor: int) -> None:
    """Fork a process for each request from a socket, until it is closed, and for each program.

    Args:
        control_descriptor: the socket of the `ForkServer`.
        asked_descriptor: the socket to which the programs connect.
    """
    importlib.import_module("tests.support.all_commands").all_commands()
    importlib.import_module("wildwood.nep.private_server")
    gc.freeze()
    control, asked = (socket.socket(fileno=one) for one in (control_descriptor, asked_descriptor))
    wakeup, signalled = socket.socketpair()
    signalled.settimeout(0)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(signalled.fileno())
    channels: dict[int, socket.socket] = {}
    requests: list[tuple[Callable[[socket.socket], _Task | _Call], socket.socket]] = []
    while True:
        ready, _, _ = select.select([control, asked, wakeup], [], [])
        if wakeup in ready:
            wakeup.recv(4096)
            _report_ended(channels)
        if control in ready:
            module, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
            if not descriptors:
                return
            importlib.import_module(module.decode())
            requests.append((_read_task, socket.socket(fileno=descriptors[0])))
        if asked in ready:
            requests.append((_read_call, asked.accept()[0]))
        while requests:
            read, channel = requests.pop()
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                others = [channel for _, channel in requests]
                for other in (control, asked, wakeup, signalled, *channels.values(), *others):
                    other.close()
                _run(read, channel)
            channels[process] = channel


def _report_ended(channels: dict[int, socket.socket]) -> None:
    """Send the exit status of each process that has ended to its channel."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            process, status = ended
            with channels.pop(process) as channel, suppress(BrokenPipeError):
                channel.sendall(b"status %d\n" % os.waitstatus_to_exitcode(status))


def _run(read: Callable[[socket.socket], _Task | _Call], channel: socket.socket) -> NoReturn:
    """Run what is read from a channel in this process, and exit."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with channel:
        task = read(channel)
        channel.sendall(b"pid %d\n" % os.getpid())
    _exit(_status(task))


def _read_task(channel: socket.socket) -> _Task:
    with channel.makefile("rb") as file:
        task: _Task = pickle.load(file)
        return task


def _read_call(channel: socket.socket) -> _Call:
    _, streams, _, _ = socket.recv_fds(channel, 1, 3)
    with channel.makefile("rb") as file:
        words, folder, environment = json.load(file)
    return _Call([Path(words[0]).name, *words[1:]], streams, Path(folder), environment)


def _status(task: _Task | _Call) -> int:
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
        sys.stderr.flush()
    except OSError:
        status = 120
    os._exit(status)
