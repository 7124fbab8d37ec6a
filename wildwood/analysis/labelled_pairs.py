"""Labelled pairs and papers in CSV files, as benchmarks of record linkage have them."""

import csv
from collections.abc import Iterator
from pathlib import Path

from wildwood.analysis.evaluation import HandlePair
from wildwood.errors import InputError
from wildwood.model import Record

_AUTHORS = ";"
"""Separator of the authors of a paper."""


def read_pairs(file: Path) -> list[HandlePair]:
    """Read the pairs of a file with the columns `left` and `right`.

    Raises:
        InputError: the file cannot be read, lacks a column, or has no pairs.
    """
    pairs = [(row["left"], row["right"]) for row in _rows(file, "left", "right")]
    if not pairs:
        raise InputError(f"{file} has no pairs; each line after the first is one.")
    return pairs


def read_papers(file: Path) -> list[Record]:
    """Read the papers of a file with the columns `id`, `title` and `authors` (separated by `;`).

    Raises:
        InputError: the file cannot be read, lacks a column, or has an id twice.
    """
    papers: dict[str, Record] = {}
    for row in _rows(file, "id", "title", "authors"):
        if row["id"] in papers:
            raise InputError(f"{file}: the id {row['id']!r} occurs twice.")
        names = tuple(name.strip() for name in row["authors"].split(_AUTHORS) if name.strip())
        papers[row["id"]] = Record(row["id"], names, (row["title"],))
    return list(papers.values())


def _rows(file: Path, *columns: str) -> Iterator[dict[str, str]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            rows = csv.DictReader(lines, strict=True)
            if missing := [name for name in columns if name not in (rows.fieldnames or [])]:
                raise InputError(
                    f"{file} has no column {missing[0]!r}; its first line must name"
                    f" {', '.join(columns)}."
                )
            for row in rows:
                if any(row[name] is None for name in columns):
                    raise InputError(f"{file}: line {rows.line_num} has too few columns.")
                yield row
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"Cannot read {file}: {reason}.") from error
