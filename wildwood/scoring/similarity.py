"""The strength of a pair of papers: how many author and title features they share.

The default formula is that of the Wildwood specification (docs/specification.md, "Strength").
`scoring.formulas` has all; tests/benchmarks/README.md has the figures of each.
"""

from collections import Counter
from collections.abc import Sequence

from wildwood.model import Features, Totals
from wildwood.scoring.formulas import Counts, Formula, Number, damped_mean
from wildwood.scoring.wording import Likeness, wording_of

_NAMELESS = 0.2
"""The author ratio of papers whose names do not agree at all. So common titles
alone give a strength below 0.2 ** 0.5 = 0.447, under the usual limits."""

DECIMALS = 9
"""Strengths are rounded, since floating point can put a true 0.5 on either side of a limit."""


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the size of the multiset intersection: the sum of the smaller counts."""
    ours, theirs = set(left), set(right)
    if len(ours) == len(left) or len(theirs) == len(right):
        return len(ours & theirs)
    return (Counter(left) & Counter(right)).total()


def shared_totals(left: Features, right: Features) -> Totals:
    """Count the author and title co-features of two papers."""
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def cofeature_ratios(
    shared: Counts[Number],
    left: Counts[Number],
    right: Counts[Number],
    formula: Formula = Formula.SPECIFIED,
) -> tuple[Number, Number]:
    """Return the typed co-feature ratios of authors and titles; all totals must be above 0."""
    authors, titles = formula.definition.denominators(left, right)
    return shared.authors / authors, shared.titles / titles


def type_weights(
    left: Counts[Number], right: Counts[Number], formula: Formula = Formula.SPECIFIED
) -> tuple[Number | float, Number | float]:
    """Return the weights of authors and titles, which add up to 1."""
    weights = formula.definition.weights
    return weights(left, right) if weights else (0.5, 0.5)


def greatest_strength(
    shared: Counts[Number],
    left: Counts[Number],
    right: Counts[Number],
    formula: Formula,
    agreed: float = 1.0,
) -> Number:
    """Return the strength of pairs with these counts, not rounded.

    It is symmetric in `left` and `right`, and grows with the co-features. The totals of authors
    and titles must be above 0, unless the formula compares words.

    Args:
        shared: the co-features.
        left: the totals of one paper.
        right: the totals of the other.
        formula: the formula to use.
        agreed: the share of the names that agrees, if the formula compares words.
    """
    author_weight, title_weight = type_weights(left, right, formula)
    author_total, title_total = formula.definition.denominators(left, right)
    titles = shared.titles / title_total
    if formula.compares_words:
        words = shared.words / damped_mean(left.words, right.words)
        by_words: Number = (author_ratio_of_names(agreed) * (titles + words) / 2) ** 0.5
        return by_words
    mean: Number = (shared.authors / author_total) ** author_weight * titles**title_weight
    return mean


def author_ratio_of_names(agreed: float) -> float:
    """Return the author ratio if this share of the names agrees."""
    return _NAMELESS + (1 - _NAMELESS) * agreed


def strength(
    shared: Totals,
    left: Totals,
    right: Totals,
    formula: Formula = Formula.SPECIFIED,
    likeness: Likeness | None = None,
) -> float:
    """Return the strength of a pair of candidates, in [0, 1].

    Args:
        shared: the co-features.
        left: the totals of one paper.
        right: the totals of the other.
        formula: the formula.
        likeness: how the words compare, if the formula compares words.
    """
    if likeness:
        left, right = likeness.totals(shared, left, right)
        shared, agreed = likeness.shared(shared), likeness.agreed
        return round(greatest_strength(shared, left, right, formula, agreed), DECIMALS)
    if not (shared.titles and shared.authors):
        return 0.0
    return round(greatest_strength(shared, left, right, formula), DECIMALS)


def strength_of_papers(
    left: Features, right: Features, formula: Formula = Formula.SPECIFIED
) -> float:
    """Return the strength of two papers, if they are candidates."""
    likeness = Likeness(wording_of(left), wording_of(right)) if formula.compares_words else None
    return strength(shared_totals(left, right), left.totals, right.totals, formula, likeness)


def tie_breaker(shared: Totals, left: Totals, right: Totals, formula: Formula) -> float:
    """Return the mean of a formula over Dice's ratios, which orders pairs of equal strength."""
    if not (shared.authors and shared.titles):
        return 0.0
    authors, titles = cofeature_ratios(shared, left, right, Formula.DICE)
    author_weight, title_weight = type_weights(left, right, formula)
    mean: float = authors**author_weight * titles**title_weight
    return round(mean, DECIMALS)
