"""Find the similar papers of an issue: external and internal matching over one interface."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple

from wildwood.kernel import postings
from wildwood.kernel.candidate_index import IndexedPapers, indexed
from wildwood.kernel.feature_columns import Texts
from wildwood.kernel.model import Features, Limits, Paper, Similar, SimilarityType, Totals
from wildwood.kernel.past import KnownPaper, PastIssue
from wildwood.kernel.strength import Formula, Key, Target, TargetIndex, strength, tie_breaker
from wildwood.kernel.tolerant import NO_WORDING, Likeness, Wording, wording_of

_Kept = dict[tuple[SimilarityType, str], Similar]


class SimilarLists:
    """The similar papers of each paper of an issue; each handle once per type."""

    def __init__(self, papers: int, most: int = 0) -> None:
        """A list has at most `most` entries; 0 for no maximum."""
        self._most = most or None
        self._kept: list[_Kept] = [{} for _ in range(papers)]

    def add(self, position: int, similar: Similar) -> None:
        """Add a similar paper; of versions with the same handle, the strongest counts."""
        kept, key = self._kept[position], (similar.type, similar.handle)
        kept[key] = max(kept.get(key, similar), similar, key=_rank)

    def lists(self) -> list[list[Similar]]:
        return [sorted(kept.values(), key=_print_order)[: self._most] for kept in self._kept]


def _rank(similar: Similar) -> tuple[float, float, float]:
    """Order the versions of a handle as `_print_order` does, and then by their exact strength."""
    return float(similar.printed), similar.tie, similar.strength


def _print_order(similar: Similar) -> tuple[float, float, str, str]:
    """Order by printed strength, then by the tie-breaker, then `ext` first, then by handle."""
    return -float(similar.printed), -similar.tie, similar.type.value, similar.handle


class Match(NamedTuple, Generic[Key]):
    position: int
    key: Key
    strength: float
    tie: float  # orders pairs of equal strength; see `strength.tie_breaker`


def find_similar(
    papers: Sequence[Paper], history: TargetIndex[str], limits: Limits, formula: Formula
) -> list[list[Similar]]:
    """Return similar papers in the order of the ps rif, or raise `TooManyPairsError`."""
    issue = [paper.features for paper in papers]
    own = _Issue([paper.handle for paper in papers], *_totals_and_wordings(issue, formula))
    return _similar(own, _targets(issue, history, limits, formula), limits, formula)


def find_similar_in_past(issue: PastIssue, limits: Limits, formula: Formula) -> list[list[Similar]]:
    papers = issue.papers
    wordings = list(map(papers.wording, range(len(papers)))) if formula.compares_words else []
    own = _Issue(papers.handles, papers.columns.paper_totals(), wordings)
    return _similar(own, issue.targets, limits, formula)


def find_matches(
    issue: Sequence[Features], index: TargetIndex[Key], limit: float, formula: Formula
) -> Iterator[Match[Key]]:
    totals, wordings = _totals_and_wordings(issue, formula)
    targets = index.targets(issue, limit, formula)
    return _matches(targets, totals, wordings.__getitem__, limit, formula)


def find_earlier(
    index: IndexedPapers, papers: range, limit: float, formula: Formula
) -> Iterator[Match[int]]:
    targets, totals = index.earlier_targets(papers, limit, formula), index.totals(papers)
    return _matches(targets, totals, lambda place: index.wording(papers[place]), limit, formula)


def _totals_and_wordings(
    papers: Sequence[Features], formula: Formula
) -> tuple[list[Totals], list[Wording]]:
    wordings = list(map(wording_of, papers)) if formula.compares_words else []
    return [features.totals for features in papers], wordings


_NAME_PAIRS = 20  # pairs of words of names that cost as much to compare as the rest of two papers


def count_compared(
    targets: Iterable[Target[Key]], wordings: Sequence[Wording]
) -> Iterator[Target[Key]]:
    """Yield targets until `TooManyPairsError`; one counts for more with very many names."""
    count = 0
    for target in targets:
        new = wordings[target.position] if wordings else NO_WORDING
        count += 1 + len(new.names.words) * len(target.wording.names.words) // _NAME_PAIRS
        if count > postings.MAX_COMPARED:
            raise postings.refusal(postings.MAX_COMPARED)
        yield target


def _matches(
    targets: Iterable[Target[Key]],
    totals: Sequence[Totals],
    wording: Callable[[int], Wording],
    limit: float,
    formula: Formula,
) -> Iterator[Match[Key]]:
    compares_words = formula.compares_words
    for position, key, shared, target, target_wording in targets:
        new = totals[position]
        likeness = Likeness(wording(position), target_wording) if compares_words else None
        strong = strength(shared, new, target, formula, likeness)
        if strong > limit:
            by_dice = formula.definition.breaks_ties_by_dice
            tie = tie_breaker(shared, new, target, formula) if by_dice else strong
            yield Match(position, key, strong, tie)


class _Issue(NamedTuple):
    handles: Sequence[str] | Texts
    totals: Sequence[Totals]
    wordings: Sequence[Wording]


def _targets(
    issue: Sequence[Features], history: TargetIndex[str], limits: Limits, formula: Formula
) -> Iterator[Target[KnownPaper]]:
    # The issue itself first: one of equal papers is refused before the past is searched.
    own = indexed(issue, with_words=formula.compares_words)
    for target in own.targets(issue, limits.internal, formula):
        if target.key != target.position:
            yield target
    yield from history.targets(issue, limits.external, formula)


def _similar(
    issue: _Issue, targets: Iterable[Target[KnownPaper]], limits: Limits, formula: Formula
) -> list[list[Similar]]:
    lists, wordings = SimilarLists(len(issue.totals), limits.most), issue.wordings
    counted = count_compared(targets, wordings)
    for match in _matches(counted, issue.totals, wordings.__getitem__, limits.lowest, formula):
        if isinstance(match.key, str):
            kind, handle, limit = SimilarityType.EXTERNAL, match.key, limits.external
        else:
            kind, handle, limit = SimilarityType.INTERNAL, issue.handles[match.key], limits.internal
        if match.strength > limit:
            lists.add(match.position, Similar(handle, match.strength, kind, match.tie))
    return lists.lists()
