"""The pictures of pages in the docs; `python -m tests.support.page_picture` takes them.

They show what the demo's rifs give, in the Chromium of tests/browser. No test compares them, since
their pixels depend on the fonts of the machine.
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from wildwood.kernel import files

from tests.support.browser import Browser, running_browser
from tests.support.paths import DOCS


@dataclass(frozen=True)
class Picture:
    """A file with the first screen of a page, and the page's file below the installation."""

    file: Path
    page: str
    size: tuple[int, int]

    def take(self, browser: Browser, installation: Path) -> None:
        page = browser.open(installation / self.page, self.size)
        page.call("screenshot", {"path": str(self.file)})


PICTURES = (
    Picture(DOCS / "pairs.png", "pairs.html", (960, 720)),
    Picture(DOCS / "report.png", "ps/2015-03-26.html", (420, 640)),
)


def _install(folder: Path) -> None:
    """Run the demo's rifs as a night does, and write the page of pairs of the last one."""
    shutil.copytree(files.PACKAGE / "demo", folder / "us", ignore=shutil.ignore_patterns("*.md"))
    config = folder / "wildwood.toml"
    paths = '[paths]\nus = "us"\nps = "ps"\ndb = "db"\n[output]\nreport = "ps"\n'
    config.write_text(paths, encoding="utf-8")
    dates = sorted(path.name[:10] for path in (folder / "us").iterdir())
    for command in (
        *([date] for date in dates),
        ["show", dates[-1], "--html", str(folder / "pairs.html")],
    ):
        program = [sys.executable, "-m", "wildwood", *command, "--config", str(config)]
        subprocess.run(program, check=True, capture_output=True)


def take_all() -> None:
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        _install(Path(folder))
        for picture in PICTURES:
            picture.take(browser, Path(folder))


if __name__ == "__main__":
    take_all()
