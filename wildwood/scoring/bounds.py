"""The greatest strength that a pair of papers can have, for many pairs at once.

A new paper's features of a type are put in some order, rarest first. A known paper whose first
common feature in that order is at a place shares at most the features from this place on. With
every formula the strength grows with what is shared, and with TOLERANT it grows with the agreement
of the names, which is at most 1 (`similarity.greatest_strength`). So a known paper cannot pass a
limit if it would not pass with all of these features, and as many more as it can have.
"""

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.model import Formula, Totals
from wildwood.scoring.candidates import have_similar_titles
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


class PrunedTitles:
    """The classes of known papers that cannot pass a limit by their titles alone.

    Known papers are grouped by their title totals. A paper with very many features is in no class
    and is never pruned. A paper is pruned if its title totals rule out that the titles are similar
    enough (`scoring.candidates`) or that the strength exceeds the limit.
    """

    def __init__(self, new_titles: int, limit: float, formula: Formula) -> None:
        self._new = new_titles
        self._limit = limit
        self._formula = formula

    def classes(self, shared: int) -> int:
        """Return the classes that cannot pass if they share at most `shared` title features."""
        return sum(
            1 << number
            for number, (first, end) in enumerate(pairwise(_TITLE_STEPS_ALONE))
            if not any(self._can_pass(min(shared, known), known) for known in range(first, end))
        )

    def _can_pass(self, shared: int, known: int) -> bool:
        if not have_similar_titles(shared, self._new, known):
            return False
        common, new, other = (Totals(1, titles) for titles in (shared, self._new, known))
        return greatest_strength(common, new, other, self._formula) > self._limit - SLACK


def totals_of_title_classes(classes: int) -> list[Totals]:
    """List the totals that papers of a set of classes of `PrunedTitles` can have."""
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
    strongest = np.broadcast_to(strongest, np.broadcast_shapes(*shapes))  # TOLERANT ignores authors
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    pruned = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, pruned, axes=1)
    return classes
