"""The coefficient of similarity (spec, composition of similarity coefficient)."""

from collections import Counter
from collections.abc import Sequence

from wildwood.model import Features

DECIMALS = 9
"""Strengths are rounded so, lest floating point puts a true 0.5 beside a limit of 0.5."""


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """The size of the multiset intersection: each feature counts its smaller count."""
    return (Counter(left) & Counter(right)).total()


def cofeature_ratio(left: Sequence[str], right: Sequence[str]) -> float:
    """Co-features over the smaller total (overlap, or Szymkiewicz-Simpson, coefficient)."""
    smaller = min(len(left), len(right))
    return cofeatures(left, right) / smaller if smaller else 0.0


def type_weights(authors: int, titles: int) -> tuple[float, float]:
    """The weights of authors and titles, from both papers' totals of each summed.

    A type weighs as much as the other type has features, so that the scarcer one counts
    for more. The two weights add up to 1.
    """
    total = authors + titles
    return titles / total, authors / total


def strength(left: Features, right: Features) -> float:
    """The weighted geometric mean of the two typed co-feature ratios, in [0, 1].

    Symmetric; 1 for a copy; 0 where the papers share no author or no title feature.
    """
    author_ratio = cofeature_ratio(left.authors, right.authors)
    title_ratio = cofeature_ratio(left.titles, right.titles)
    if not author_ratio or not title_ratio:
        return 0.0
    author_weight, title_weight = type_weights(
        len(left.authors) + len(right.authors), len(left.titles) + len(right.titles)
    )
    mean: float = author_ratio**author_weight * title_ratio**title_weight
    return round(mean, DECIMALS)
