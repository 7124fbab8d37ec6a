"""The real shells complete our command lines, set up as docs/operation.md says."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.paths import DOCS

BIN = Path(sys.executable).parent
PAGE = (DOCS / "operation.md").read_text(encoding="utf-8")
SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
BEFORE = {"zsh": "autoload -Uz compinit; compinit -D -u\n"}
HERE = [shell for shell in SHELLS if shell == "bash" or shutil.which(shell)]
PATIENCE_S = 30.0


def line_for(shell: str) -> str:
    """The line that the page gives for a shell."""
    found = re.search(rf"^```{shell}\n(.*)\n```", PAGE, re.MULTILINE)
    assert found is not None
    return found[1]


class Terminal:
    """A shell that thinks somebody types."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def read_until(self, awaited: str) -> None:
        said, deadline = "", time.monotonic() + PATIENCE_S
        while awaited not in said:
            left = deadline - time.monotonic()
            if left < 0 or not select.select([self._descriptor], [], [], left)[0]:
                pytest.fail(f"The shell did not say {awaited!r}, but {said!r}.")
            said += os.read(self._descriptor, 4096).decode(errors="replace")


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
def path(tmp_path: Path) -> str:
    """A PATH with programs that complete as ours do, and else note what they are told to do."""
    for program in ("wildwood", "wildwood_all"):
        fake = tmp_path / "bin" / program
        fake.parent.mkdir(exist_ok=True)
        fake.write_text(
            f'#!/bin/sh\ncase "$(env)" in *_COMPLETE=*) exec {BIN}/{program};; esac\n'
            f'echo "$0" "$@" > {tmp_path}/told\necho not""ed\n',
            encoding="utf-8",
        )
        fake.chmod(0o755)
    return os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])


def completed(shell: str, setting_up: str, typed: str, path: str, home: Path) -> str:
    """The command line that a shell makes of what is typed, with TAB after it."""
    with terminal(shell, path, home) as shown:
        shown.type(f"{BEFORE.get(shell, '')}{setting_up}\necho rea''dy\n")
        shown.read_until("ready")
        shown.type(f"{typed}\t\n")
        shown.read_until("noted")
    return (home / "told").read_text(encoding="utf-8").strip()


@pytest.mark.parametrize("shell", HERE)
class TestEachShell:
    def test_completes_a_command(self, shell: str, path: str, tmp_path: Path) -> None:
        told = completed(shell, line_for(shell), "wildwood stat", path, tmp_path)
        assert told == f"{tmp_path}/bin/wildwood status"

    def test_completes_the_options_of_wildwood_all(
        self, shell: str, path: str, tmp_path: Path
    ) -> None:
        line = line_for(shell).replace("_WILDWOOD_", "_WILDWOOD_ALL_")
        line = re.sub(r"wildwood(?=\)| \|)", "wildwood_all", line)
        told = completed(shell, line, "wildwood_all --sk", path, tmp_path)
        assert told == f"{tmp_path}/bin/wildwood_all --skip-bad"
