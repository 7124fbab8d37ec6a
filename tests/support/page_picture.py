"""The picture of the page of pairs in the docs; `python -m tests.support.page_picture` takes it.

It shows the pairs of the demo's rifs in the Chromium of tests/browser. No test compares it, since
its pixels depend on the fonts of the machine.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from wildwood.kernel import files

from tests.support.browser import running_browser
from tests.support.paths import DOCS

PICTURE = DOCS / "pairs.png"
_SIZE = (960, 720)


def _page(folder: Path) -> Path:
    """Run the demo in a folder, and write the page of its last issue."""
    demo, page = folder / "demo", folder / "pairs.html"
    _wildwood("demo", demo)
    last = max(path.name[:10] for path in (files.PACKAGE / "demo").glob("*.xml"))
    _wildwood("show", last, "--html", page, "--config", demo / "wildwood.toml")
    return page


def _wildwood(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "wildwood", *arguments], check=True, capture_output=True)


def take(picture: Path) -> None:
    """Write the first screen of the page as a PNG file."""
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        page = browser.open(_page(Path(folder)), _SIZE)
        page.call("screenshot", {"path": str(picture)})


if __name__ == "__main__":
    take(PICTURE)
