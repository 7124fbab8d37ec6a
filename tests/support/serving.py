"""Commands that serve a page until they are ended."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_GRAPHICAL = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@contextmanager
def serving(*arguments: object) -> Iterator[str]:
    """Start a command where no graphical browser is, yield the address of its page; end it."""
    command = [sys.executable, "-m", "wildwood", *map(str, arguments), "--no-browser"]
    environment = {name: value for name, value in os.environ.items() if name not in _GRAPHICAL}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**environment, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", line)
            assert found is not None, line
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.stderr.read()
