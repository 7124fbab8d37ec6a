"""Pairs as CSV, for a spreadsheet or a program."""

from collections.abc import Iterator
from typing import Any

from wildwood.csv_text import written
from wildwood.report.families import families
from wildwood.report.shown import Report, ReportPaper

ID, SIMILAR_ID, DECISION, KEEP = "id", "similar_id", "decision", "keep"
_PAPER = (ID, "title", "authors", "date", "source")
COLUMNS = (
    *("strength", "type", "family", "verdict", "reasons"),
    *_PAPER,
    *(f"similar_{name}" for name in _PAPER),
    *(DECISION, KEEP),
)
"""The columns of the pairs; the last two are for a person to fill in."""


def as_csv(report: Report) -> bytes:
    """Return the pairs as CSV, strongest first; families are numbered in the order of the page."""
    return written(COLUMNS, as_rows(report)).encode(errors="replace")


def as_rows(report: Report) -> Iterator[dict[str, Any]]:
    """Yield the cells of each pair by the names of their columns."""
    numbers = {
        paper.key: number
        for number, family in enumerate(families(report.pairs), 1)
        for paper in family.papers
    }
    for pair in report.pairs:
        facts = (pair.strength, pair.type.value, numbers[pair.left.key])
        verdict = (pair.verdict.value if pair.verdict else "", "; ".join(pair.reasons))
        decided = (
            pair.decision.value if pair.decision else "",
            pair.keep.value if pair.keep else "",
        )
        cells = [*facts, *verdict, *_cells(pair.left), *_cells(pair.right), *decided]
        yield dict(zip(COLUMNS, cells, strict=True))


def _cells(paper: ReportPaper) -> Iterator[str]:
    record = paper.record
    yield from (record.handle, record.title_line, record.name_line, paper.date, paper.source)
