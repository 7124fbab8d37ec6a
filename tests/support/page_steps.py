"""Run the commands of a page in Markdown, and compare what they print with what the page shows.

A block of `sh` is a step; a block without a language directly below is what it prints, where `…`
stands for anything. `<!-- not run: REASON -->` above a block leaves it out.
"""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.support.paths import CHECKOUT

_BLOCK = re.compile(
    r"(?:^ *<!-- (?P<note>[^\n]*?) -->\n)?"
    r"^ *```(?P<language>\w*)\n(?P<text>.*?)^ *```$",
    re.DOTALL | re.MULTILINE,
)
_END = "\0"


@dataclass(frozen=True)
class Block:
    """A block of code, with the comment above it, and whether another one is directly above."""

    note: str
    language: str
    text: str
    is_below_another: bool


def blocks(page: str) -> Iterator[Block]:
    end = 0
    for found in _BLOCK.finditer(page):
        is_below_another = end > 0 and not page[end : found.start()].strip()
        text = textwrap.dedent(found["text"])
        yield Block(found["note"] or "", found["language"], text, is_below_another)
        end = found.end()


@dataclass(frozen=True)
class Step:
    commands: str
    prints: str | None

    def is_right(self, printed: str) -> bool:
        """Return whether the page shows what was printed, apart from white space and times."""
        return self.prints is None or matches(self.prints, printed)


def matches(shown: str, printed: str) -> bool:
    """Compare an excerpt of what a command prints with all of it."""
    pieces = (re.escape(" ".join(piece.split())) for piece in shown.split("…"))
    pattern = ".*?".join(pieces).replace(r"in\ 0\.5\ s", r"in\ [\d.]+\ s")
    return re.fullmatch(pattern, " ".join(printed.split())) is not None


def steps(page: str) -> Iterator[Step]:
    for block, below in pairwise([*blocks(page), Block("", "", "", is_below_another=False)]):
        if block.language == "sh" and not block.note.startswith("not run: "):
            is_shown = below.is_below_another and not below.language
            yield Step(block.text, below.text if is_shown else None)


def run_steps(
    page: Path, folder: Path, environment: Mapping[str, str]
) -> Iterator[tuple[Step, str]]:
    """Run a page in one shell; yield each step with what it prints.

    The folder is one below the home directory of the shell.

    Raises:
        AssertionError: a step fails.
    """
    home = folder.parent
    script = []
    taken = list(steps(page.read_text(encoding="utf-8")))
    for number, step in enumerate(taken):
        file = home / f"step-{number}.sh"
        file.write_text(step.commands, encoding="utf-8")
        script.append(f'. "{file}"; printf "{_END}%s{_END}" $?')
    done = subprocess.run(
        ["bash", "-c", "\n".join(script).replace(_END, "\\0")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**_usual(home), **environment},
        encoding="utf-8",
        check=False,
    )
    parts = done.stdout.split(_END)
    for step, printed, status in zip(taken, parts[::2], parts[1::2], strict=False):
        assert status == "0", f"{step.commands}\n{printed}"
        yield step, printed.replace(str(home), "/home/you")


def linked_checkout(home: Path, changed: Collection[str] = ()) -> Path:
    """Make a folder with the content of the checkout, to which files can be added.

    Args:
        home: where to make it.
        changed: folders whose files are changed, and so copied.
    """
    folder = home / "checkout"
    folder.mkdir()
    for path in CHECKOUT.iterdir():
        if path.name in changed:
            ignored = shutil.ignore_patterns("node_modules", "__pycache__", "data", "benchmarks")
            shutil.copytree(path, folder / path.name, ignore=ignored)
        elif path.name != ".venv":
            (folder / path.name).symlink_to(path)
    return folder


def path_of(*folders: Path) -> str:
    """Return a PATH with these folders before those of this Python."""
    first = (*folders, Path(sys.executable).parent)
    return os.pathsep.join([*map(str, first), os.environ["PATH"]])


def _usual(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": path_of(), "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"}
