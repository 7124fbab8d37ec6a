"""Labelled pairs in CSV files, as benchmarks of record linkage have them, and their papers."""

import csv
from pathlib import Path

from wildwood.analysis.evaluation import HandlePair
from wildwood.errors import InputError
from wildwood.lists import Need, read_list
from wildwood.model import Record

_COLUMNS = ("left", "right")


def read_pairs(file: Path) -> list[HandlePair]:
    """Read the pairs of a file with the columns `left` and `right`.

    Raises:
        InputError: the file cannot be read, lacks a column, or has no pairs.
    """
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            pairs = _pairs(file, csv.DictReader(lines, strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"Cannot read {file}: {reason}.") from error
    if not pairs:
        raise InputError(f"{file} has no pairs; each line after the first is one.")
    return pairs


def _pairs(file: Path, rows: "csv.DictReader[str]") -> list[HandlePair]:
    if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or [])]:
        raise InputError(
            f"{file} has no column {missing[0]!r}; its first line must name {', '.join(_COLUMNS)}."
        )
    pairs: list[HandlePair] = []
    for row in rows:
        left, right = (row[name] for name in _COLUMNS)
        if left is None or right is None:
            raise InputError(f"{file}: line {rows.line_num} has too few columns.")
        pairs.append((left, right))
    return pairs


def read_papers(file: Path) -> list[Record]:
    """Read the papers of a list in any format; in CSV, with the columns id, title and authors.

    A paper needs only an id, since its label counts even if it cannot be found.

    Raises:
        InputError: the file cannot be read, a paper cannot, or an id occurs twice.
    """
    read = read_list(file, needs=frozenset({Need.ID}), details=False)
    if read.messages:
        raise InputError(read.messages[0])
    if repeated := next((entry for entry in read.entries if entry.number > 1), None):
        raise InputError(f"{file}: the id {repeated.id!r} occurs twice.")
    if not any(entry.authors for entry in read.entries):
        raise InputError(f"{file}: no paper has author names.")
    return [entry.record for entry in read.entries]
