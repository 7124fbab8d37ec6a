"""Change the lines of papers at random and extract all data, until it fails or the time is over.

usage: python -m tests.fuzzing.papers SECONDS FOLDER

FOLDER contains PDF files. Prints the papers that were extracted, and the slowest; or the file and
the number with which `changed_lines.changed` makes the lines that failed. See README.md.
"""

import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from wildwood.extraction.data import DocumentType, Line, NothingToExtractError
from wildwood.extraction.documents import read_document

from tests.support.changed_lines import changed, extract_all

_MAX_LINES = 600
"""The lines of a paper that are used, from its two ends; fewer lines are changed more often."""


def main(seconds: float, folder: Path) -> None:
    """Extract changed papers for some seconds.

    Raises:
        SystemExit: one failed.
    """
    papers = {path: lines for path in sorted(folder.glob("*.pdf")) if (lines := _read(path))}
    until = time.monotonic() + seconds
    slowest = (0.0, "")
    with tempfile.TemporaryDirectory() as scratch:
        for seed in count():
            for path, lines in papers.items():
                if time.monotonic() > until:
                    print(f"{seed * len(papers):,} papers; the slowest took {slowest}.")
                    return
                try:
                    slowest = max(
                        slowest, (_seconds(Path(scratch), changed(lines, seed)), f"{path} {seed}")
                    )
                except Exception as error:
                    raise SystemExit(f"{path} {seed}: {error!r}") from error


def _read(path: Path) -> list[Line]:
    """Return the ends of a paper; nothing of one that cannot be read."""
    try:
        lines = read_document(path, DocumentType.PDF)
    except NothingToExtractError:
        return []
    half = _MAX_LINES // 2
    return lines if len(lines) <= _MAX_LINES else lines[:half] + lines[-half:]


def _seconds(folder: Path, lines: list[Line]) -> float:
    """Extract all data of lines, and return the seconds of processor time."""
    began = time.process_time()
    extract_all(folder, lines)
    return time.process_time() - began


if __name__ == "__main__":
    main(float(sys.argv[1]), Path(sys.argv[2]))
