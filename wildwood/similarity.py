"""The coefficient of similarity (spec, composition of similarity coefficient)."""

from collections import Counter
from collections.abc import Sequence

from wildwood.model import Features, Totals

DECIMALS = 9
"""Strengths are rounded so, lest floating point puts a true 0.5 beside a limit of 0.5."""


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """The size of the multiset intersection: each feature counts its smaller count."""
    return (Counter(left) & Counter(right)).total()


def common(left: Features, right: Features) -> Totals:
    """The co-features of both types."""
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def cofeature_ratio(shared: int, left: int, right: int) -> float:
    """Co-features over the smaller total (overlap, or Szymkiewicz-Simpson, coefficient)."""
    smaller = min(left, right)
    return shared / smaller if smaller else 0.0


def type_weights(authors: int, titles: int) -> tuple[float, float]:
    """The weights of authors and titles, from both papers' totals of each summed.

    A type weighs as much as the other type has features, so that the scarcer one counts
    for more. The two weights add up to 1.
    """
    total = authors + titles
    return titles / total, authors / total


def strength(shared: Totals, left: Totals, right: Totals) -> float:
    """The weighted geometric mean of the two typed co-feature ratios, in [0, 1].

    Symmetric; 1 for a copy; 0 where the papers share no author or no title feature.
    """
    author_ratio = cofeature_ratio(shared.authors, left.authors, right.authors)
    title_ratio = cofeature_ratio(shared.titles, left.titles, right.titles)
    if not author_ratio or not title_ratio:
        return 0.0
    author_weight, title_weight = type_weights(
        left.authors + right.authors, left.titles + right.titles
    )
    mean: float = author_ratio**author_weight * title_ratio**title_weight
    return round(mean, DECIMALS)
