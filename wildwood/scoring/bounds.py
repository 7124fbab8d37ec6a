"""The greatest strength that a pair of papers can have, for many pairs at once."""

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.model import SPECIFIED, Formula, Totals
from wildwood.scoring.similarity import weighted_mean

Ints = npt.NDArray[np.int64]

SLACK = 1e-9
"""The most by which floating-point errors can put a bound below the strength."""

_AUTHOR_STEPS = (1, 4, 17)
_TITLE_STEPS = (1, 3, 5, 9, 33)
"""Totals at which a class of papers begins; the last one ends the last class. Few classes need
few queries and prune almost as much as many classes would (docs/decisions.md)."""


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

    def __init__(self, new: Totals, limit: float, formula: Formula = SPECIFIED) -> None:
        self._classes = _pruned_classes(new, limit, formula)

    def classes(self, shared: Totals) -> int:
        """Return the classes that cannot pass if they share at most `shared`."""
        authors, titles = self._classes.shape
        return int(self._classes[min(shared.authors, authors) - 1, min(shared.titles, titles) - 1])


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
    strongest = weighted_mean(
        CountArrays(np.minimum(authors, most_authors), np.minimum(titles, most_titles)),
        CountArrays(np.array(new.authors), np.array(new.titles)),
        CountArrays(authors, titles),
        formula,
    )
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    pruned = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, pruned, axes=1)
    return classes
