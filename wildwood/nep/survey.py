"""Count the papers that would have a similar paper at each limit, and choose among versions."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from wildwood.kernel.explanation import explain
from wildwood.kernel.interruption import Progress
from wildwood.kernel.model import Limits, Similar, SimilarityType, Version
from wildwood.kernel.past import PastIssues
from wildwood.kernel.sections import Comparison, comparable
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import Formula
from wildwood.nep.history import StoredHistory
from wildwood.nep.store import Store


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], formula: Formula = Formula.SPECIFIED
) -> tuple[Version, Version]:
    """Return the versions of two papers with the greatest strength; of several, the latest.

    Versions that are compared at all go before others.
    """

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        one, other = pair
        found = explain(one.paper, other.paper, formula)
        return found.are_candidates, found.strength, one.date.isoformat(), other.date.isoformat()

    return max(product(left, right), key=rank)


LIMITS = tuple(hundredths / 100 for hundredths in range(30, 101, 5))

_LOWEST = Limits(LIMITS[0], LIMITS[0])


@dataclass(frozen=True, slots=True)
class Survey:
    """The numbers of papers with a similar paper above each of `LIMITS`."""

    papers: int
    external: Sequence[int]
    internal: Sequence[int]
    either: Sequence[int]


def survey(similars: Iterable[Sequence[Similar]]) -> Survey:
    """Count papers by their strongest similar paper, found with the lowest limit."""
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


def similars_of_dates(
    store: Store,
    dates: Sequence[datetime.date],
    formula: Formula,
    progress: Progress,
) -> Iterator[Sequence[Similar]]:
    """Yield the similar papers of each paper of these issues, found in the database."""
    for date in progress(dates, len(dates), "comparing"):
        history = StoredHistory(store.connection, before=date)
        yield from find_similar(store.handles.papers_of_issue(date), history, _LOWEST, formula)


def similars_of_all(
    store: Store,
    dates: Sequence[datetime.date],
    formula: Formula,
    progress: Progress,
) -> Iterator[Sequence[Similar]]:
    """Yield the similar papers of each paper, found in memory; `dates` are all, oldest first."""
    past_issues = PastIssues(with_words=formula.compares_words)
    for date in progress(dates, len(dates), "reading"):
        past_issues.add_issue(date, store.handles.papers_of_issue(date))
    with comparable(past_issues.papers(), Comparison(_LOWEST, formula)) as issues:
        for date in progress(dates, len(dates), "comparing"):
            yield from find_similar_in_past(issues.issue(date), _LOWEST, formula)
