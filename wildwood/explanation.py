"""The whole sum of a pair's strength, so that it can be checked by hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.model import SPECIFIED, Formula, Paper, Totals
from wildwood.similarity import cofeature_ratios, strength, type_weights, wholes


@dataclass(frozen=True, slots=True)
class TypeSum:
    """One type of features: what both papers have, and what that comes to."""

    left: Counter[str]
    right: Counter[str]
    shared: Counter[str]
    whole: float
    """What the co-features are divided by."""
    ratio: float
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """How strongly two papers resemble each other, and why."""

    left: Paper
    right: Paper
    formula: Formula
    authors: TypeSum
    titles: TypeSum
    strength: float


def explain(left: Paper, right: Paper, formula: Formula = SPECIFIED) -> Explanation:
    """The sum for two papers, step by step."""
    authors = _shared(left.features.authors, right.features.authors)
    titles = _shared(left.features.titles, right.features.titles)
    shared = Totals(authors[2].total(), titles[2].total())
    totals = left.features.totals, right.features.totals
    whole = wholes(*totals, formula.ratio)
    ratio = cofeature_ratios(shared, *totals, formula.ratio)
    weight = type_weights(*totals, formula.weights) if any(map(sum, totals)) else (0.0, 0.0)
    return Explanation(
        left,
        right,
        formula,
        TypeSum(*authors, whole[0], ratio[0], weight[0]),
        TypeSum(*titles, whole[1], ratio[1], weight[1]),
        strength(shared, *totals, formula),
    )


def _shared(
    left: Sequence[str], right: Sequence[str]
) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The features of both papers, counted, and those that they have in common."""
    return Counter(left), Counter(right), Counter(left) & Counter(right)
