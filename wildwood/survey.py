"""How many papers would have a similar one at each limit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wildwood.model import Similar, SimilarityType

LIMITS = tuple(hundredths / 100 for hundredths in range(30, 101, 5))
"""The limits that are looked at."""


@dataclass(frozen=True, slots=True)
class Survey:
    """For each of `LIMITS` how many papers have a similar one above it."""

    papers: int
    external: Sequence[int]
    internal: Sequence[int]
    either: Sequence[int]


def survey(similars: Iterable[Sequence[Similar]]) -> Survey:
    """Count papers by the strongest of their similar ones, found with the lowest limit."""
    papers = 0
    counts = {kind: [0] * len(LIMITS) for kind in ("external", "internal", "either")}
    for found in similars:
        papers += 1
        external = [one.strength for one in found if one.type is SimilarityType.EXTERNAL]
        internal = [one.strength for one in found if one.type is SimilarityType.INTERNAL]
        _count(counts["external"], external)
        _count(counts["internal"], internal)
        _count(counts["either"], external + internal)
    return Survey(papers, counts["external"], counts["internal"], counts["either"])


def _count(counts: list[int], strengths: Sequence[float]) -> None:
    strongest = max(strengths, default=0.0)
    for place, limit in enumerate(LIMITS):
        counts[place] += strongest > limit
