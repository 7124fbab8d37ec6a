"""Find the similar papers of an issue: external and internal matching over one interface."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from wildwood.matching.in_memory import IssueIndex
from wildwood.matching.past_issues import ArchivedIssue
from wildwood.matching.similar_lists import SimilarLists
from wildwood.matching.target_index import Target, TargetIndex
from wildwood.matching.work import Compared
from wildwood.model import Features, Limits, Paper, Similar, SimilarityType, Totals
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import strength, tie_breaker
from wildwood.scoring.tolerant import NO_NAMES, Names, agreement, names_of

Key = TypeVar("Key", bound=Hashable)


class Match(NamedTuple, Generic[Key]):
    """A paper of an issue and a known paper that resembles it."""

    position: int
    """The position of the new paper in its issue."""
    key: Key
    """The known paper."""
    strength: float
    tie: float
    """Orders pairs whose strengths are equal; see `scoring.similarity.tie_breaker`."""


@dataclass(frozen=True, slots=True)
class _OtherPapers:
    """The papers of an issue, for each of them without itself."""

    index: IssueIndex

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        for target in self.index.targets(issue, limit, formula):
            if target.key != target.position:
                yield target


def find_similar(
    papers: Sequence[Paper],
    history: TargetIndex[str],
    limits: Limits,
    formula: Formula = Formula.SPECIFIED,
) -> list[list[Similar]]:
    """Return the similar papers of each paper of an issue, in the order of the ps rif.

    Raises:
        TooManyPairsError: the issue has too many; see `matching.work`.
    """
    issue = [paper.features for paper in papers]
    found, compared = SimilarLists(len(papers), limits.most), Compared()
    # The issue itself first: one of equal papers is refused before the past is searched.
    others = _OtherPapers(IssueIndex(issue))
    for other in find_matches(issue, others, limits.internal, formula, compared):
        handle = papers[other.key].handle
        found.add(other.position, _similar(other, handle, SimilarityType.INTERNAL))
    for match in find_matches(issue, history, limits.external, formula, compared):
        found.add(match.position, _similar(match, match.key, SimilarityType.EXTERNAL))
    return found.lists()


def find_similar_in_archive(
    issue: ArchivedIssue, limits: Limits, formula: Formula = Formula.SPECIFIED
) -> list[list[Similar]]:
    """Return what `find_similar` returns for an issue of a rebuild and its history.

    Raises:
        TooManyPairsError: the issue has too many; see `matching.work`.
    """
    own, handles = issue.numbers, issue.papers.handles
    totals, names = issue.totals(), issue.names() if formula.compares_names else []
    found = SimilarLists(len(own), limits.most)
    others = (
        target for target in issue.targets(limits, formula) if target.key != own[target.position]
    )
    targets = _counted(others, names, Compared())
    for match in _matches(targets, totals, names, limits.lowest, formula):
        is_own = match.key in own
        limit = limits.internal if is_own else limits.external
        if match.strength > limit:
            kind = SimilarityType.INTERNAL if is_own else SimilarityType.EXTERNAL
            found.add(match.position, _similar(match, handles[match.key], kind))
    return found.lists()


def find_matches(
    issue: Sequence[Features],
    index: TargetIndex[Key],
    limit: float,
    formula: Formula = Formula.SPECIFIED,
    compared: Compared | None = None,
) -> Iterator[Match[Key]]:
    """Yield each pair of a paper of the issue and a known paper whose strength exceeds `limit`.

    Raises:
        TooManyPairsError: `compared`, if it is given, has counted too many pairs.
    """
    totals = [features.totals for features in issue]
    names = [names_of(features) for features in issue] if formula.compares_names else []
    targets = index.targets(issue, limit, formula)
    if compared is not None:
        targets = _counted(targets, names, compared)
    return _matches(targets, totals, names, limit, formula)


def _counted(
    targets: Iterable[Target[Key]], names: Sequence[Names], compared: Compared
) -> Iterator[Target[Key]]:
    for target in targets:
        compared.add(names[target.position] if names else NO_NAMES, target.names)
        yield target


def _matches(
    targets: Iterable[Target[Key]],
    totals: Sequence[Totals],
    names: Sequence[Names],
    limit: float,
    formula: Formula,
) -> Iterator[Match[Key]]:
    for position, key, shared, known, known_names in targets:
        new = totals[position]
        agreed = agreement(names[position], known_names).ratio if names else 0.0
        found = strength(shared, new, known, formula, agreed)
        if found > limit:
            by_dice = formula.definition.breaks_ties_by_dice
            tie = tie_breaker(shared, new, known, formula) if by_dice else found
            yield Match(position, key, found, tie)


def _similar(match: Match[Any], handle: str, kind: SimilarityType) -> Similar:
    return Similar(handle, match.strength, kind, match.tie)
