"""Papers and pairs for the tests of reports."""

from collections.abc import Callable
from typing import Any

import pytest

from wildwood.model import Record, SimilarityType
from wildwood.report.shown import ReportPair, ReportPaper

MakePaper = Callable[..., ReportPaper]
MakePair = Callable[..., ReportPair]


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
