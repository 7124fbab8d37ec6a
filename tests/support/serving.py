"""Commands that serve a page until they are ended."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.fork_server import ForkedProcess, ForkServer, run_program
from tests.support.waiting import wait_for

_GRAPHICAL = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/")


@dataclass(frozen=True)
class Served:
    """A command that serves a page."""

    process: ForkedProcess
    errors: Path
    """What it says on stderr."""

    @property
    def address(self) -> str:
        found = _ADDRESS.search(self.line(0))
        assert found is not None, self.line(0)
        return found[0]

    def line(self, number: int) -> str:
        """Wait for a line of stderr; return it."""
        lines = wait_for(lambda: self._lines() if len(self._lines()) > number + 1 else None)
        return lines[number]

    def ended(self) -> tuple[int, str]:
        """Wait for the end; return the status and what stderr has after its first line."""
        return self.process.wait(), "\n".join(self._lines()[1:])

    def _lines(self) -> list[str]:
        return self.errors.read_text(encoding="utf-8").split("\n")


@contextmanager
def serving(server: ForkServer, *arguments: object) -> Iterator[Served]:
    """Start a command where no graphical browser is; end it when its page is not used any more."""
    words = ["wildwood", *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name not in _GRAPHICAL}
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder, "errors")
        errors.touch()
        with server.start(run_program, words, stderr=errors, environment=environment) as process:
            served = Served(process, errors)
            assert served.address
            yield served
            process.interrupt()
            process.wait()
