"""The strength of a pair of papers: how many author and title features they share.

The default formula is that of the Wildwood specification (docs/specification.md, "Strength").
Another one can be chosen; tests/benchmarks/README.md has the figures of all.

The functions of counts take numbers or numpy arrays, so that one formula computes both the exact
strength of a pair and bounds for many pairs at once.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from wildwood.model import Features, Formula, Totals
from wildwood.scoring.tolerant import agreement, names_of

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

Number = TypeVar("Number", float, "npt.NDArray[Any]")
Number_co = TypeVar("Number_co", covariant=True)

_NAMELESS = 0.2
"""The author ratio of papers whose names do not agree at all, with TOLERANT. So common titles
alone give a strength below 0.2 ** 0.5 = 0.447, under the usual limits."""

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
    ours, theirs = set(left), set(right)
    if len(ours) == len(left) or len(theirs) == len(right):
        return len(ours & theirs)
    return (Counter(left) & Counter(right)).total()


def shared_totals(left: Features, right: Features) -> Totals:
    """Count the author and title co-features of two papers."""
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def denominators(
    left: Counts[Number], right: Counts[Number], formula: Formula
) -> tuple[Number, Number]:
    """Return the numbers by which the author and title co-features of two papers are divided.

    SPECIFIED: the smaller total (overlap, or Szymkiewicz-Simpson, coefficient).
    DICE: the mean of both totals (Dice's coefficient).
    TOLERANT: like DICE, but with one feature added to the sum of the title totals. A short title,
    which many papers can have, is then weaker evidence. Authors are not counted in this way.
    """
    if formula is Formula.SPECIFIED:
        return _smaller(left.authors, right.authors), _smaller(left.titles, right.titles)
    extra = 1 if formula is Formula.TOLERANT else 0
    return (left.authors + right.authors) / 2, (left.titles + right.titles + extra) / 2


def _smaller(left: Number, right: Number) -> Number:
    """Return the smaller number, by arithmetic that arrays support too."""
    smaller: Number = (left + right - abs(left - right)) / 2
    return smaller


def cofeature_ratios(
    shared: Counts[Number],
    left: Counts[Number],
    right: Counts[Number],
    formula: Formula = Formula.SPECIFIED,
) -> tuple[Number, Number]:
    """Return the typed co-feature ratios of authors and titles; all totals must be above 0."""
    authors, titles = denominators(left, right, formula)
    return shared.authors / authors, shared.titles / titles


def type_weights(
    left: Counts[Number], right: Counts[Number], formula: Formula = Formula.SPECIFIED
) -> tuple[Number | float, Number | float]:
    """Return the weights of authors and titles, which add up to 1.

    SPECIFIED: the share of the other type in all features of both papers, so that the type
    with fewer features counts for more. Other formulas: one half each.
    """
    if formula is not Formula.SPECIFIED:
        return 0.5, 0.5
    authors, titles = left.authors + right.authors, left.titles + right.titles
    return titles / (authors + titles), authors / (authors + titles)


def greatest_strength(
    shared: Counts[Number], left: Counts[Number], right: Counts[Number], formula: Formula
) -> Number:
    """Return the strength of pairs with these counts, not rounded.

    With SPECIFIED and DICE, for which all totals must be above 0, this is the weighted geometric
    mean of both co-feature ratios. With TOLERANT it is the strength of papers whose names agree
    fully. It is symmetric in `left` and `right`, and grows with the co-features.
    """
    if formula is Formula.TOLERANT:
        return _tolerant_mean(1.0, _damped_title_ratio(shared, left, right))
    ratios = cofeature_ratios(shared, left, right, formula)
    return _mean(ratios, type_weights(left, right, formula))


def _damped_title_ratio(
    shared: Counts[Number], left: Counts[Number], right: Counts[Number]
) -> Number:
    _, titles = denominators(left, right, Formula.TOLERANT)
    ratio: Number = shared.titles / titles
    return ratio


def _tolerant_mean(author_ratio: float, title_ratio: Number) -> Number:
    mean: Number = (tolerant_author_ratio(author_ratio) * title_ratio) ** 0.5
    return mean


def tolerant_author_ratio(agreed: float) -> float:
    """Return the ratio that counts if this share of the names agrees."""
    return _NAMELESS + (1 - _NAMELESS) * agreed


def _mean(ratios: tuple[Number, Number], weights: tuple[Number | float, Number | float]) -> Number:
    mean: Number = ratios[0] ** weights[0] * ratios[1] ** weights[1]
    return mean


def strength(
    shared: Totals,
    left: Totals,
    right: Totals,
    formula: Formula = Formula.SPECIFIED,
    agreed: float = 0.0,
) -> float:
    """Return the strength of a pair of candidates, in [0, 1].

    SPECIFIED and DICE: 0 if the papers share no author or no title feature; 1 for a copy.
    TOLERANT: 0 if they share no title feature; below 1.

    Args:
        shared: the co-features of the two papers.
        left: the totals of one paper.
        right: the totals of the other.
        formula: the formula to use.
        agreed: the share of the names that agrees, which TOLERANT needs; see `scoring.tolerant`.
    """
    if formula is Formula.TOLERANT:
        title_ratio = _damped_title_ratio(shared, left, right)
        return round(_tolerant_mean(agreed, title_ratio), DECIMALS) if shared.titles else 0.0
    if not (shared.authors and shared.titles):
        return 0.0
    return round(greatest_strength(shared, left, right, formula), DECIMALS)


def strength_of_papers(
    left: Features, right: Features, formula: Formula = Formula.SPECIFIED
) -> float:
    """Return the strength of two papers, if they are candidates."""
    agreed = 0.0
    if formula is Formula.TOLERANT:
        agreed = agreement(names_of(left), names_of(right)).ratio
    return strength(shared_totals(left, right), left.totals, right.totals, formula, agreed)


def tie_breaker(shared: Totals, left: Totals, right: Totals) -> float:
    """Return the specified mean over Dice's ratios, which orders pairs of equal strength."""
    if not (shared.authors and shared.titles):
        return 0.0
    ratios = cofeature_ratios(shared, left, right, Formula.DICE)
    return round(_mean(ratios, type_weights(left, right)), DECIMALS)
