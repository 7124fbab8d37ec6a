"""Bound the strengths of pairs by their counts, to leave out what cannot pass a limit.

The features of a type of a new paper are ordered, rarest first. A known paper whose first common
feature is at an index shares at most the features from this index on. The strength grows with the
co-features and with the agreement of the names, which is at most 1 (`strength.greatest_strength`).
So a known paper cannot exceed a limit if it would not with all of these features.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise, product, starmap
from typing import Any, Generic, NamedTuple

import numpy as np

from wildwood.kernel import strength
from wildwood.kernel.feature_columns import Ints, Mask
from wildwood.kernel.features import WINDOW
from wildwood.kernel.model import Totals
from wildwood.kernel.strength import Counts, Formula, Number

SLACK = 1e-9  # floating-point errors put a bound at most this far below the strength

_AUTHOR_STEPS = (1, 4, 17)
_TITLE_STEPS = (1, 3, 5, 9, 33)
"""Starts of classes, and the end. Few need few queries and prune as well (docs/decisions.md)."""
_TITLE_STEPS_ALONE = (1, 2, 3, 4, 5, 7, 9, 12, 17, 33)  # for titles or a person alone


class CountArrays(NamedTuple, Generic[Number]):
    authors: Number
    titles: Number
    words: Number


def strength_at_most(
    shared: Counts[Number], new: Counts[Number], target: Counts[Number], formula: Formula
) -> Number:
    """Return bounds of the strengths of pairs with these counts.

    Names in the title of a paper without names count as names and not as title words. They can be
    all that the papers do not share.
    """
    if formula.compares_words:
        new, target = _least(new, shared, target), _least(target, shared, new)
    return strength.greatest_strength(shared, new, target, formula)


def which_pass(
    shared: Counts[Number],
    new: Counts[Number],
    target: Counts[Number],
    limit: Any,
    formula: Formula,
) -> Any:
    """Return whether each pair with these counts can be stronger than a limit."""
    return strength_at_most(shared, new, target, formula) > limit - SLACK


def _least(paper: Counts[Number], shared: Counts[Number], target: Counts[Number]) -> Counts[Number]:
    """Return the counts of a paper without the title words and features that can be names."""
    less = (paper.authors == 0) & (target.authors > 0)
    titles = paper.titles - less * (paper.titles - shared.titles)
    words = paper.words - less * (paper.words - shared.words)
    return CountArrays(paper.authors, titles, words)


class PrunedClasses:
    """The classes of known papers that cannot pass a limit with a new paper, as bits of an int.

    A class has papers with similar totals. Papers without authors, without titles or with very many
    features are in no class and never pruned.
    """

    def __init__(self, new: Totals, limit: float, formula: Formula = Formula.SPECIFIED) -> None:
        self._classes = _pruned_classes(new, limit, formula)

    def classes(self, shared: Totals) -> int:
        authors, titles = self._classes.shape
        return int(self._classes[min(shared.authors, authors) - 1, min(shared.titles, titles) - 1])


@lru_cache(maxsize=10_000)  # the papers of an issue have few combinations of counts
def can_pass(shared: Totals, new: Totals, target: Totals, limit: float, formula: Formula) -> bool:
    return bool(which_pass(shared, new, target, limit, formula))


class PrunedByTitles:
    """The classes of known papers, by title totals, whose similar titles are not enough."""

    def __init__(self, new: Totals, limit: float, formula: Formula) -> None:
        most = np.arange(1, min(new.titles + 1, _TITLE_STEPS_ALONE[-1])).reshape(-1, 1)
        shared = np.minimum(most, _TITLES_ALONE)
        asked = strength.asked_of(new, Totals(1, 1))
        totals = np.array(new.titles), _TITLES_ALONE
        enough = shared >= np.clip(np.minimum(*totals), asked.least, asked.enough)
        enough &= strength.share_enough(shared, *totals, asked.per_shared)
        self._classes = [_leave_out(row) for row in enough & _passing(shared, new, limit, formula)]

    def classes(self, shared: int) -> int:
        return self._classes[min(shared, len(self._classes)) - 1]


def pruned_by_person(new: Totals, limit: float, formula: Formula) -> int:
    """Return the classes that cannot pass by a common person, with too few title co-features."""
    few = (new.titles + _TITLES_ALONE - 1) // strength.PER_SHARED
    few = np.minimum(few, np.minimum(new.titles, _TITLES_ALONE))
    return _leave_out(_passing(few, new, limit, formula))


def can_pass_by_person(new: Totals, limit: float, formula: Formula) -> bool:
    """Return whether a paper with a common person and few common title features can pass."""
    above = 2 * new.titles // strength.PER_SHARED + 1
    return can_pass(Totals(1, above, new.words), new, new, limit, formula)


_TITLES_ALONE = np.arange(1, _TITLE_STEPS_ALONE[-1])


def _passing(titles: Ints, new: Totals, limit: float, formula: Formula) -> Mask:
    """Return which title totals can pass with these title co-features if all words are shared."""
    words: Ints = np.clip(new.words, _TITLES_ALONE, WINDOW * _TITLES_ALONE)  # the likeliest number
    targets = CountArrays(np.array(1), _TITLES_ALONE, words)
    shared = CountArrays(np.array(1), titles, np.minimum(words, new.words))
    passing: Mask = which_pass(shared, CountArrays(*map(np.array, new)), targets, limit, formula)
    return passing


def _leave_out(passing: Mask) -> int:
    classes = np.logical_or.reduceat(passing, np.array(_TITLE_STEPS_ALONE[:-1]) - 1)
    return sum(1 << number for number in np.flatnonzero(~classes).tolist())


def totals_of_title_classes(classes: int) -> list[Totals]:
    all_authors = (1, _AUTHOR_STEPS[-1])
    return _totals(classes, ((all_authors, titles) for titles in pairwise(_TITLE_STEPS_ALONE)))


def totals_of_classes(classes: int) -> list[Totals]:
    return _totals(classes, product(pairwise(_AUTHOR_STEPS), pairwise(_TITLE_STEPS)))


def _totals(
    classes: int, ranges: Iterable[tuple[tuple[int, int], tuple[int, int]]]
) -> list[Totals]:
    chosen = (each for number, each in enumerate(ranges) if classes >> number & 1)
    totals = (product(range(*authors), range(*titles)) for authors, titles in chosen)
    return list(starmap(Totals, chain.from_iterable(totals)))


def _pruned_classes(new: Totals, limit: float, formula: Formula) -> Ints:
    """Return the pruned classes, indexed by the greatest co-features less 1."""
    last_authors, last_titles = _AUTHOR_STEPS[-1], _TITLE_STEPS[-1]
    authors = np.arange(1, last_authors).reshape(-1, 1, 1, 1)
    titles = np.arange(1, last_titles).reshape(1, -1, 1, 1)
    most_authors = np.arange(1, min(new.authors + 1, last_authors)).reshape(1, 1, -1, 1)
    most_titles = np.arange(1, min(new.titles + 1, last_titles)).reshape(1, 1, 1, -1)
    words = np.clip(new.words, titles, WINDOW * titles)
    keys = np.minimum(authors, most_authors), np.minimum(titles, most_titles)
    shared = CountArrays(*keys, np.minimum(words, new.words))
    ours, theirs = CountArrays(*map(np.array, new)), CountArrays(authors, titles, words)
    strongest = strength_at_most(shared, ours, theirs, formula)
    shapes = authors.shape, titles.shape, most_authors.shape, most_titles.shape
    strongest = np.broadcast_to(strongest, np.broadcast_shapes(*shapes))  # names ignore authors
    if formula.compares_words:
        enough = strength.share_enough(shared.titles, ours.titles, titles)
        strongest = np.where(enough, strongest, 0.0)
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    pruned = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, pruned, axes=1)
    return classes
