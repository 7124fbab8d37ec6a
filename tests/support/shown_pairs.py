"""Papers and pairs for the tests of reports."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import ReportPair, ReportPaper

from tests.support.paths import DATA

MakePaper = Callable[..., ReportPaper]
MakePair = Callable[..., ReportPair]


DECIDED_ROWS: list[dict[str, Any]] = json.loads(
    (DATA / "decided_rows.json").read_text(encoding="utf-8")
)
"""Pairs, a row of a file of decisions, and the number of the pair that it is about."""


def pairs_of(case: dict[str, Any]) -> list[ReportPair]:
    """Return the pairs of a case, all within one list."""
    papers = {
        text: ReportPaper(handle, Record(handle, (names,), (title,)), date=date)
        for pair in case["pairs"]
        for text in pair
        for handle, title, names, date in [text.split("|")]
    }
    return [
        ReportPair(papers[one], papers[other], 0.9 - number / 10, SimilarityType.INTERNAL)
        for number, (one, other) in enumerate(case["pairs"])
    ]


def row_of(case: dict[str, Any]) -> dict[str, str]:
    """Return the row of a case, which decides that the papers are the same."""
    cells = {
        f"{prefix}{name}": cell
        for prefix, text in zip(("", "similar_"), case["row"], strict=True)
        for name, cell in zip(("id", "title", "authors", "date"), text.split("|"), strict=False)
    }
    return {"type": "int", **cells, "decision": "same", "keep": ""}


@pytest.fixture
def paper() -> MakePaper:
    """Make a paper; its key is its handle."""

    def make(handle: str, *titles: str, names: tuple[str, ...] = (), **more: Any) -> ReportPaper:
        return ReportPaper(handle, Record(handle, names, titles or (handle,)), **more)

    return make


@pytest.fixture
def pair(paper: MakePaper) -> MakePair:
    """Make a pair of two papers, or of their handles."""

    def make(
        left: str | ReportPaper,
        right: str | ReportPaper,
        strength: float,
        kind: SimilarityType = SimilarityType.EXTERNAL,
    ) -> ReportPair:
        one, other = (
            given if isinstance(given, ReportPaper) else paper(given) for given in (left, right)
        )
        return ReportPair(one, other, strength, kind)

    return make
