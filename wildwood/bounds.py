"""How strong a pair of papers can be at most, for many at once."""

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.model import SPECIFIED, Formula, Ratio, Totals, Weights

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SLACK = 1e-9
"""By how much a bound on the strength may fall short of it, through floating point."""

_AUTHOR_STEPS = (1, 4, 17)
_TITLE_STEPS = (1, 3, 5, 9, 33)
"""Totals at which a class of papers begins; the last ends the last class. Few classes make
few queries; these prune nearly as much as many would (see docs/decisions.md)."""


class Counts(NamedTuple):
    """The totals or co-features of many papers, in arrays that broadcast."""

    authors: Ints
    titles: Ints


def strengths(shared: Counts, left: Counts, right: Counts, formula: Formula = SPECIFIED) -> Floats:
    """The strength of each pair, as in `wildwood.similarity` but for the last bits."""
    author_sum, title_sum = left.authors + right.authors, left.titles + right.titles
    if formula.ratio is Ratio.OVERLAP:
        authors = shared.authors / np.minimum(left.authors, right.authors)
        titles = shared.titles / np.minimum(left.titles, right.titles)
    else:
        authors = 2 * shared.authors / author_sum
        titles = 2 * shared.titles / (title_sum + (formula.ratio is Ratio.DAMPED))
    equal = formula.weights is Weights.EQUAL
    weight = 0.5 if equal else title_sum / (author_sum + title_sum)
    strong: Floats = authors**weight * titles ** (1 - weight)
    return strong


class Hopeless:
    """Which known papers cannot pass a limit with a new one, by what they share at most.

    Known papers fall into classes by their totals; one that has no author, no title, or very
    many features is in none, and never hopeless. A set of classes is an int, a bit for each.
    """

    def __init__(self, new: Totals, limit: float, formula: Formula = SPECIFIED) -> None:
        self._classes = _hopeless(new, limit, formula)

    def classes(self, shared: Totals) -> int:
        """The classes of the papers that share no more than this, and so are hopeless."""
        authors, titles = self._classes.shape
        return int(self._classes[min(shared.authors, authors) - 1, min(shared.titles, titles) - 1])


def totals_in(classes: int) -> list[Totals]:
    """The totals of the papers of a set of classes."""
    ranges = product(pairwise(_AUTHOR_STEPS), pairwise(_TITLE_STEPS))
    return [
        Totals(authors, titles)
        for number, (some_authors, some_titles) in enumerate(ranges)
        if classes >> number & 1
        for authors, titles in product(range(*some_authors), range(*some_titles))
    ]


def _hopeless(new: Totals, limit: float, formula: Formula) -> Ints:
    """The hopeless classes by the author and title co-features that there are at most, less 1.

    With every formula the strength grows with what is shared, so the strongest paper of each
    class is one that shares as much as it can.
    """
    last_authors, last_titles = _AUTHOR_STEPS[-1], _TITLE_STEPS[-1]
    authors = np.arange(1, last_authors).reshape(-1, 1, 1, 1)
    titles = np.arange(1, last_titles).reshape(1, -1, 1, 1)
    most_authors = np.arange(1, min(new.authors + 1, last_authors)).reshape(1, 1, -1, 1)
    most_titles = np.arange(1, min(new.titles + 1, last_titles)).reshape(1, 1, 1, -1)
    strongest = strengths(
        Counts(np.minimum(authors, most_authors), np.minimum(titles, most_titles)),
        Counts(np.array(new.authors), np.array(new.titles)),
        Counts(authors, titles),
        formula,
    )
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    hopeless = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, hopeless, axes=1)
    return classes
