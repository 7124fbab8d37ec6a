"""Run Python as on a machine that lacks what Linux has, and without MongoDB and network."""

import subprocess
import sys

_HIDE = """
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
        [sys.executable, "-c", _HIDE + program, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def run_as_on_windows(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program `wildwood` without the modules and functions that Windows lacks."""
    program = f"{_AS_ON_WINDOWS}\nfrom wildwood.cli.program import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False,
    )  # fmt: skip
