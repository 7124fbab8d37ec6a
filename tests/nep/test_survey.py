"""The numbers of papers that have a similar paper at each limit."""

from wildwood.kernel.model import Similar, SimilarityType
from wildwood.nep.search import LIMITS, survey

EXT, INT = SimilarityType.EXTERNAL, SimilarityType.INTERNAL


def counts(*papers: list[Similar]) -> dict[float, tuple[int, int, int]]:
    found = survey(papers)
    rows = zip(found.external, found.internal, found.either, strict=True)
    return dict(zip(LIMITS, rows, strict=True))


def test_the_limits_are_from_0_3_to_1() -> None:
    assert LIMITS[0] == 0.3
    assert LIMITS[-1] == 1
    assert len(LIMITS) == 15


def test_a_paper_counts_at_each_limit_below_its_strongest_similar_paper() -> None:
    found = counts([Similar("a", 0.62, EXT), Similar("b", 0.4, EXT)])
    assert found[0.6] == (1, 0, 1)
    assert found[0.65] == (0, 0, 0)


def test_a_paper_does_not_count_at_a_limit_equal_to_its_strength() -> None:
    assert counts([Similar("a", 0.5, EXT)])[0.5] == (0, 0, 0)
    assert counts([Similar("a", 1.0, EXT)])[1.0] == (0, 0, 0)


def test_external_and_internal_are_counted_separately_and_together() -> None:
    found = counts([Similar("a", 0.9, EXT)], [Similar("b", 0.7, INT)], [])
    assert found[0.6] == (1, 1, 2)
    assert found[0.8] == (1, 0, 1)


def test_papers_without_similar_papers_are_counted() -> None:
    assert survey([[], []]).papers == 2
