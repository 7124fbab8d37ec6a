"""Find the similar papers of an issue: external and internal matching over one interface."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from wildwood.matching.indexed_papers import indexed
from wildwood.matching.packed_texts import Texts
from wildwood.matching.past.found_targets import KnownPaper
from wildwood.matching.past.sections import PastIssue
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
    issue = _Issue(
        [paper.handle for paper in papers],
        [paper.features.totals for paper in papers],
        [names_of(paper.features) for paper in papers] if formula.compares_names else [],
    )
    targets = _targets([paper.features for paper in papers], history, limits, formula)
    return _similar(issue, targets, limits, formula)


def find_similar_in_past(
    issue: PastIssue, limits: Limits, formula: Formula = Formula.SPECIFIED
) -> list[list[Similar]]:
    """Return what `find_similar` returns for an issue of a rebuild, with these limits and formula.

    Raises:
        TooManyPairsError: the issue has too many; see `matching.work`.
    """
    papers = issue.papers
    names = list(map(papers.names, range(len(papers)))) if formula.compares_names else []
    own = _Issue(papers.handles, papers.totals(), names)
    return _similar(own, issue.targets, limits, formula)


def find_matches(
    issue: Sequence[Features],
    index: TargetIndex[Key],
    limit: float,
    formula: Formula = Formula.SPECIFIED,
) -> Iterator[Match[Key]]:
    """Yield each pair of a paper of the issue and a known paper whose strength exceeds `limit`."""
    totals = [features.totals for features in issue]
    names = [names_of(features) for features in issue] if formula.compares_names else []
    return _matches(index.targets(issue, limit, formula), totals, names, limit, formula)


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


class _Issue(NamedTuple):
    """The papers of an issue by position."""

    handles: Sequence[str] | Texts
    totals: Sequence[Totals]
    names: Sequence[Names]
    """Empty if the formula does not compare names."""


def _targets(
    issue: Sequence[Features], history: TargetIndex[str], limits: Limits, formula: Formula
) -> Iterator[Target[KnownPaper]]:
    """Yield the targets of papers in their own issue, and then in earlier ones."""
    # The issue itself first: one of equal papers is refused before the past is searched.
    own = indexed(issue, with_names=formula.compares_names)
    for target in own.targets(issue, limits.internal, formula):
        if target.key != target.position:
            yield target
    yield from history.targets(issue, limits.external, formula)


def _similar(
    issue: _Issue, targets: Iterable[Target[KnownPaper]], limits: Limits, formula: Formula
) -> list[list[Similar]]:
    found, names = SimilarLists(len(issue.totals), limits.most), issue.names
    counted = _counted(targets, names, Compared())
    for match in _matches(counted, issue.totals, names, limits.lowest, formula):
        if isinstance(match.key, str):
            kind, handle, limit = SimilarityType.EXTERNAL, match.key, limits.external
        else:
            kind, handle, limit = SimilarityType.INTERNAL, issue.handles[match.key], limits.internal
        if match.strength > limit:
            found.add(match.position, Similar(handle, match.strength, kind, match.tie))
    return found.lists()
