"""Completion of our command lines in real shells, set up as in docs/operation.md."""

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.fork_server import ForkServer
from tests.support.paths import DOCS
from tests.support.waiting import TIMEOUT_S

PAGE = (DOCS / "operation.md").read_text(encoding="utf-8")
SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
BEFORE = {"zsh": "autoload -Uz compinit; compinit -D -u\n"}


def line_for(shell: str) -> str:
    """Return the line for a shell on the page."""
    line = re.search(rf"^```{shell}\n(.*)\n```", PAGE, re.MULTILINE)
    assert line is not None
    return line[1]


class Terminal:
    """A shell that takes this test for a user at a terminal."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def read_until(self, awaited: str) -> None:
        output, deadline = "", time.monotonic() + TIMEOUT_S
        while awaited not in output:
            left = deadline - time.monotonic()
            if left < 0 or not select.select([self._descriptor], [], [], left)[0]:
                pytest.fail(f"The shell did not print {awaited!r}, but {output!r}.")
            output += os.read(self._descriptor, 4096).decode(errors="replace")


@contextmanager
def terminal(shell: str, path: str, home: Path) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = {"PATH": path, "HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        ["setsid", "--ctty", *SHELLS[shell]],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=home,
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            yield Terminal(ours)
        finally:
            process.kill()
            os.close(ours)


@pytest.fixture
def path(fork_server: ForkServer, tmp_path: Path) -> str:
    """Make a PATH with programs that complete as ours do, and otherwise only note a call."""
    for program in ("wildwood", "wildwood_all"):
        fake = tmp_path / "bin" / program
        fake.parent.mkdir(exist_ok=True)
        fake.write_text(
            "#!/bin/sh\n"
            f'case "$(env)" in *_COMPLETE=*) exec {fork_server.programs}/{program};; esac\n'
            f'echo "$0" "$@" > {tmp_path}/called\necho not""ed\n',
            encoding="utf-8",
        )
        fake.chmod(0o755)
    return os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])


def completed(shell: str, setting_up: str, typed: str, path: str, home: Path) -> str:
    """Type something and TAB in a shell; return the command line that it runs."""
    with terminal(shell, path, home) as shown:
        shown.type(f"{BEFORE.get(shell, '')}{setting_up}\necho rea''dy\n")
        shown.read_until("ready")
        shown.type(f"{typed}\t\n")
        shown.read_until("noted")
    return (home / "called").read_text(encoding="utf-8").strip()


@pytest.mark.parametrize(
    "shell", [pytest.param(shell, marks=pytest.mark.program(shell)) for shell in SHELLS]
)
class TestEachShell:
    def test_completes_a_command(self, shell: str, path: str, tmp_path: Path) -> None:
        called = completed(shell, line_for(shell), "wildwood stat", path, tmp_path)
        assert called == f"{tmp_path}/bin/wildwood status"

    def test_completes_the_options_of_wildwood_all(
        self, shell: str, path: str, tmp_path: Path
    ) -> None:
        line = line_for(shell).replace("_WILDWOOD_", "_WILDWOOD_ALL_")
        line = re.sub(r"wildwood(?=\)| \|)", "wildwood_all", line)
        called = completed(shell, line, "wildwood_all --sk", path, tmp_path)
        assert called == f"{tmp_path}/bin/wildwood_all --skip-bad"
