"""The greatest strength that a pair of papers can have, for many pairs at once.

A new paper's features of a type are put in some order, rarest first. A known paper whose first
common feature in that order is at a place shares at most the features from this place on. With
every formula the strength grows with what is shared and with the agreement of the names, which is
at most 1 (`similarity.greatest_strength`). So a known paper cannot pass a
limit if it would not pass with all of these features, and as many more as it can have.
"""

from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.model import Totals
from wildwood.scoring.candidates import have_similar_titles
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength

Ints = npt.NDArray[np.int64]

SLACK = 1e-9
"""The most by which floating-point errors can put a bound below the strength."""

_AUTHOR_STEPS = (1, 4, 17)
_TITLE_STEPS = (1, 3, 5, 9, 33)
"""Totals at which a class of papers begins; the last one ends the last class. Few classes need
few queries and prune almost as much as many classes would (docs/decisions.md)."""
_TITLE_STEPS_ALONE = (1, 2, 3, 4, 5, 7, 9, 12, 17, 33)
"""The same for papers that are found by their titles alone."""
_CACHED = 10_000
"""Combinations of title counts whose bound is kept; the papers of an issue have few."""


class CountArrays(NamedTuple):
    """The author and title counts of many papers, in arrays that broadcast."""

    authors: Ints
    titles: Ints


class PrunedClasses:
    """The classes of known papers that cannot pass a limit with a new paper.

    Known papers are grouped into classes by their totals. A paper without authors, without
    titles or with very many features is in no class and is never pruned. A set of classes is
    an int with one bit per class.
    """

    def __init__(self, new: Totals, limit: float, formula: Formula = Formula.SPECIFIED) -> None:
        self._classes = _pruned_classes(new, limit, formula)

    def classes(self, shared: Totals) -> int:
        """Return the classes that cannot pass if they share at most `shared`."""
        authors, titles = self._classes.shape
        return int(self._classes[min(shared.authors, authors) - 1, min(shared.titles, titles) - 1])


@lru_cache(maxsize=_CACHED)
def can_pass_by_titles(
    shared: int, new_titles: int, known_titles: int, limit: float, formula: Formula
) -> bool:
    """Return whether papers with similar titles can pass a limit, whoever their authors are.

    Args:
        shared: the title features that both papers share.
        new_titles: the title total of the new paper.
        known_titles: the title total of the known paper.
        limit: the limit of the strength.
        formula: the formula of the strength.
    """
    if not have_similar_titles(shared, new_titles, known_titles):
        return False
    common, new, known = (Totals(1, titles) for titles in (shared, new_titles, known_titles))
    return greatest_strength(common, new, known, formula) > limit - SLACK


def pruned_by_titles(new_titles: int, shared: int, limit: float, formula: Formula) -> int:
    """Return the classes of known papers that cannot pass a limit by their titles alone.

    Known papers are grouped by their title totals. A paper with very many features is in no class
    and is never pruned. A paper is pruned if its title totals rule out that the titles are similar
    enough (`scoring.candidates`) or that the strength exceeds the limit.

    Args:
        new_titles: the title total of the new paper.
        shared: the most title features that both papers share.
        limit: the limit of the strength.
        formula: the formula of the strength.
    """

    def can_pass(known: int) -> bool:
        return can_pass_by_titles(min(shared, known), new_titles, known, limit, formula)

    return sum(
        1 << number
        for number, totals in enumerate(pairwise(_TITLE_STEPS_ALONE))
        if not any(map(can_pass, range(*totals)))
    )


def totals_of_title_classes(classes: int) -> list[Totals]:
    """List the totals that papers of a set of classes of `pruned_by_titles` can have."""
    return [
        Totals(authors, titles)
        for number, title_range in enumerate(pairwise(_TITLE_STEPS_ALONE))
        if classes >> number & 1
        for authors, titles in product(range(_AUTHOR_STEPS[-1]), range(*title_range))
    ]


def totals_of_classes(classes: int) -> list[Totals]:
    """List the totals that papers of a set of classes can have."""
    ranges = product(pairwise(_AUTHOR_STEPS), pairwise(_TITLE_STEPS))
    return [
        Totals(authors, titles)
        for number, (author_range, title_range) in enumerate(ranges)
        if classes >> number & 1
        for authors, titles in product(range(*author_range), range(*title_range))
    ]


def _pruned_classes(new: Totals, limit: float, formula: Formula) -> Ints:
    """Return the pruned classes, indexed by the greatest co-features less 1.

    With every formula the strength grows with the co-features, so the strongest paper of a
    class is one with as many co-features as possible.
    """
    last_authors, last_titles = _AUTHOR_STEPS[-1], _TITLE_STEPS[-1]
    authors = np.arange(1, last_authors).reshape(-1, 1, 1, 1)
    titles = np.arange(1, last_titles).reshape(1, -1, 1, 1)
    most_authors = np.arange(1, min(new.authors + 1, last_authors)).reshape(1, 1, -1, 1)
    most_titles = np.arange(1, min(new.titles + 1, last_titles)).reshape(1, 1, 1, -1)
    strongest = greatest_strength(
        CountArrays(np.minimum(authors, most_authors), np.minimum(titles, most_titles)),
        CountArrays(np.array(new.authors), np.array(new.titles)),
        CountArrays(authors, titles),
        formula,
    )
    shapes = authors.shape, titles.shape, most_authors.shape, most_titles.shape
    strongest = np.broadcast_to(strongest, np.broadcast_shapes(*shapes))  # names ignore authors
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    pruned = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, pruned, axes=1)
    return classes
