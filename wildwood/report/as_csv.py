"""Pairs as CSV, for a spreadsheet or a program."""

from wildwood.csv_text import written
from wildwood.report.columns import COLUMNS, pair_facts
from wildwood.report.shown import Report


def as_csv(report: Report) -> bytes:
    """Return the pairs as CSV, strongest first, then the decisions on pairs that are not shown."""
    rows = (facts.cells() for facts in pair_facts(report.pairs))
    text = written(COLUMNS, rows) + report.other_decisions
    return text.encode(errors="replace")
