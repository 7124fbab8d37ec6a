"""The strength of a pair of papers: how many author and title features they share.

The default formula is that of the Wildwood specification (docs/specification.md, "Strength").
Ratios and weights can be chosen instead; docs/strength.md has their figures on labelled pairs.

The functions of counts take numbers or numpy arrays, so that one formula computes both the exact
strength of a pair and bounds for many pairs at once.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from wildwood.model import SPECIFIED, Features, Formula, Ratio, Totals, Weights

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

Number = TypeVar("Number", float, "npt.NDArray[Any]")
Number_co = TypeVar("Number_co", covariant=True)

DECIMALS = 9
"""Strengths are rounded, since floating point can put a true 0.5 on either side of a limit."""


class Counts(Protocol[Number_co]):
    """The author and title counts of a paper, or the arrays of those of many papers."""

    @property
    def authors(self) -> Number_co:
        """Author features."""

    @property
    def titles(self) -> Number_co:
        """Title features."""


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the size of the multiset intersection: the sum of the smaller counts."""
    return (Counter(left) & Counter(right)).total()


def shared_totals(left: Features, right: Features) -> Totals:
    """Count the author and title co-features of two papers."""
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def denominators(
    left: Counts[Number], right: Counts[Number], ratio: Ratio
) -> tuple[Number, Number]:
    """Return the numbers by which the author and title co-features of two papers are divided.

    OVERLAP: the smaller total (overlap, or Szymkiewicz-Simpson, coefficient).
    DICE: the mean of both totals (Dice's coefficient).
    DAMPED: like DICE, but with one feature added to the sum of the title totals. A short title,
    which many papers can have, is then weaker evidence.
    """
    if ratio is Ratio.OVERLAP:
        return _smaller(left.authors, right.authors), _smaller(left.titles, right.titles)
    extra = 1 if ratio is Ratio.DAMPED else 0
    return (left.authors + right.authors) / 2, (left.titles + right.titles + extra) / 2


def cofeature_ratios(
    shared: Counts[Number],
    left: Counts[Number],
    right: Counts[Number],
    ratio: Ratio = Ratio.OVERLAP,
) -> tuple[Number, Number]:
    """Return the typed co-feature ratios of authors and titles; all totals must be above 0."""
    authors, titles = denominators(left, right, ratio)
    return shared.authors / authors, shared.titles / titles


def _smaller(left: Number, right: Number) -> Number:
    """Return the smaller number, by arithmetic that arrays support too."""
    smaller: Number = (left + right - abs(left - right)) / 2
    return smaller


def type_weights(
    left: Counts[Number], right: Counts[Number], weights: Weights = Weights.OPPOSITE
) -> tuple[Number | float, Number | float]:
    """Return the weights of authors and titles, which add up to 1.

    OPPOSITE: the share of the other type in all features of both papers, so that the type
    with fewer features counts for more. EQUAL: one half each.
    """
    if weights is Weights.EQUAL:
        return 0.5, 0.5
    authors, titles = left.authors + right.authors, left.titles + right.titles
    return titles / (authors + titles), authors / (authors + titles)


def weighted_mean(
    shared: Counts[Number], left: Counts[Number], right: Counts[Number], formula: Formula
) -> Number:
    """Return the weighted geometric mean of both co-feature ratios, not rounded.

    All totals of `left` and `right` must be above 0. The mean is symmetric in `left` and
    `right`, and grows with the co-features.
    """
    author_ratio, title_ratio = cofeature_ratios(shared, left, right, formula.ratio)
    author_weight, title_weight = type_weights(left, right, formula.weights)
    mean: Number = author_ratio**author_weight * title_ratio**title_weight
    return mean


def strength(shared: Totals, left: Totals, right: Totals, formula: Formula = SPECIFIED) -> float:
    """Return the strength of a pair, in [0, 1].

    0 if the papers share no author or no title feature; 1 for a copy, except with DAMPED.

    Args:
        shared: the co-features of the two papers.
        left: the totals of one paper.
        right: the totals of the other.
        formula: which ratio and weights to use.
    """
    if not (shared.authors and shared.titles):
        return 0.0
    return round(weighted_mean(shared, left, right, formula), DECIMALS)
