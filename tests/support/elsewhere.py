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


def run_elsewhere(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program with fcntl, pymongo, sockets and POSIX's signals and users hidden."""
    return subprocess.run(
        [sys.executable, "-c", _HIDE + program, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
