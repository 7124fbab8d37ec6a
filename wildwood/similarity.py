"""The coefficient of similarity (spec, composition of similarity coefficient).

The specification divides what two papers share by the smaller total and lets each type weigh
what the other has. The other ratios and weights are choices of the configuration; docs/strength.md
has their figures on labelled pairs.
"""

from collections import Counter
from collections.abc import Sequence

from wildwood.model import SPECIFIED, Features, Formula, Ratio, Totals, Weights

DECIMALS = 9
"""Strengths are rounded so, lest floating point puts a true 0.5 beside a limit of 0.5."""


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """The size of the multiset intersection: each feature counts its smaller count."""
    return (Counter(left) & Counter(right)).total()


def common(left: Features, right: Features) -> Totals:
    """The co-features of both types."""
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def wholes(left: Totals, right: Totals, ratio: Ratio) -> tuple[float, float]:
    """What the author and the title co-features of two papers are divided by.

    OVERLAP: the smaller total (overlap, or Szymkiewicz-Simpson, coefficient).
    DICE: the mean of both totals (Dice's coefficient).
    DAMPED: the same, with the titles taken for one feature longer together than they are,
    so that a title of few words, which many papers may have, is no full proof.
    """
    if ratio is Ratio.OVERLAP:
        return min(left.authors, right.authors), min(left.titles, right.titles)
    unshared = 1 if ratio is Ratio.DAMPED else 0
    return (left.authors + right.authors) / 2, (left.titles + right.titles + unshared) / 2


def cofeature_ratios(
    shared: Totals, left: Totals, right: Totals, ratio: Ratio = Ratio.OVERLAP
) -> tuple[float, float]:
    """The shares of author and of title features that two papers have in common, in [0, 1]."""
    authors, titles = wholes(left, right, ratio)
    return shared.authors / authors if authors else 0.0, shared.titles / titles if titles else 0.0


def type_weights(
    left: Totals, right: Totals, weights: Weights = Weights.OPPOSITE
) -> tuple[float, float]:
    """The weights of authors and titles; they add up to 1.

    OPPOSITE: a type weighs as much as the other type has features in both papers, so that
    the scarcer one counts for more. EQUAL: a half each.
    """
    authors, titles = left.authors + right.authors, left.titles + right.titles
    if weights is Weights.EQUAL:
        return 0.5, 0.5
    return titles / (authors + titles), authors / (authors + titles)


def strength(shared: Totals, left: Totals, right: Totals, formula: Formula = SPECIFIED) -> float:
    """The weighted geometric mean of the two typed co-feature ratios, in [0, 1].

    Symmetric; it grows with what is shared; 0 where the papers share no author or no title
    feature; 1 for a copy, except with DAMPED.
    """
    author_ratio, title_ratio = cofeature_ratios(shared, left, right, formula.ratio)
    if not author_ratio or not title_ratio:
        return 0.0
    author_weight, title_weight = type_weights(left, right, formula.weights)
    mean: float = author_ratio**author_weight * title_ratio**title_weight
    return round(mean, DECIMALS)
