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
    """Return the strongest pair of versions, compared ones first; of several, the latest."""

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        explained = explain(pair[0].paper, pair[1].paper, formula)
        dates = [version.date.isoformat() for version in pair]
        return explained.are_candidates, explained.strength, dates[0], dates[1]

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
    kinds = SimilarityType.EXTERNAL, SimilarityType.INTERNAL, None
    counts = {kind: [0] * len(LIMITS) for kind in kinds}
    for paper in similars:
        papers += 1
        for kind, numbers in counts.items():
            strengths = (similar.strength for similar in paper if kind in (similar.type, None))
            strongest = max(strengths, default=0.0)
            for place, limit in enumerate(LIMITS):
                numbers[place] += strongest > limit
    return Survey(papers, *counts.values())


def similars_of_dates(
    store: Store, dates: Sequence[datetime.date], formula: Formula, progress: Progress
) -> Iterator[Sequence[Similar]]:
    """Yield the similar papers of each paper, found in the database."""
    for date in progress(dates, len(dates), "comparing"):
        history = StoredHistory(store.connection, before=date)
        yield from find_similar(store.handles.papers_of_issue(date), history, _LOWEST, formula)


def similars_of_all(
    store: Store, dates: Sequence[datetime.date], formula: Formula, progress: Progress
) -> Iterator[Sequence[Similar]]:
    """Yield the similar papers of each paper, found in memory; `dates` are all, oldest first."""
    past_issues = PastIssues(with_words=formula.compares_words)
    for date in progress(dates, len(dates), "reading"):
        past_issues.add_issue(date, store.handles.papers_of_issue(date))
    with comparable(past_issues.papers(), Comparison(_LOWEST, formula)) as issues:
        for date in progress(dates, len(dates), "comparing"):
            yield from find_similar_in_past(issues.issue(date), _LOWEST, formula)
