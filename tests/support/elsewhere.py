"""Run Python as on a machine that lacks what Linux has, and without MongoDB and network."""

import atexit
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

WITHOUT_MONGODB = """
import os, signal, socket, sys
for name in ("fcntl", "pymongo", "bson", "pwd", "grp", "resource"):
    sys.modules[name] = None
for module, name in ((signal, "SIGHUP"), (os, "fork"), (os, "getuid"), (os, "geteuid")):
    delattr(module, name)
class NoSocket:
    def __init__(self, *arguments, **options):
        raise AssertionError("a socket is opened")
socket.socket = NoSocket
"""


_AS_ON_WINDOWS = """
import os, shutil, signal, socket, sys
import psutil, pymongo  # which have other parts there
for name in ("fcntl", "pwd", "grp", "resource", "termios"):
    sys.modules[name] = None
HIDDEN = {
    signal: "SIGHUP SIGKILL SIGUSR1 SIGCHLD SIG_BLOCK pthread_sigmask",
    os: "fork getuid geteuid getgid fchmod pread pwrite statvfs sched_getaffinity killpg setsid"
    " mkfifo O_CLOEXEC O_NOFOLLOW O_NONBLOCK",
    socket: "AF_UNIX",
}
for module, names in HIDDEN.items():
    for name in names.split():
        delattr(module, name)
shutil._use_fd_functions = False  # as it finds out when it is imported there
"""


def run_elsewhere(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program with fcntl, pymongo, sockets and POSIX's signals and users hidden."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_MONGODB + program, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


_EACH = """
import contextlib, io, json
from wildwood.cli.program import main
for line in sys.stdin:
    ended = []
    for words in json.loads(line):
        sys.argv, status = ["wildwood", *words], 0
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(io.StringIO()) as errors,
        ):
            try:
                main()
            except SystemExit as exit:
                status = int(exit.code or 0)
        ended.append([status, out.getvalue(), errors.getvalue()])
    print(json.dumps(ended), flush=True)
"""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    stdout: str
    stderr: str


def run_each(before: str, commands: Sequence[Sequence[str]]) -> list[Ended]:
    """Run `wildwood` with the words of each command in the process of this program."""
    process = _started(before)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{json.dumps(commands)}\n")
    process.stdin.flush()
    return [Ended(*ended) for ended in json.loads(process.stdout.readline())]


@cache
def _started(before: str) -> "subprocess.Popen[str]":
    """Start a process that runs a program first; it ends with this one."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys\n{before}{_EACH}"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    atexit.register(process.communicate)
    return process


def run_as_on_windows(*commands: Sequence[str]) -> list[Ended]:
    """Run commands without the modules and functions that Windows lacks."""
    return run_each(_AS_ON_WINDOWS, commands)
