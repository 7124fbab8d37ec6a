"""Compute the strength of a pair step by step, so that it can be checked by hand."""

from collections import Counter
from dataclasses import dataclass

from wildwood.model import SPECIFIED, Formula, Paper
from wildwood.scoring.similarity import denominators, shared_totals, strength, type_weights


@dataclass(frozen=True, slots=True)
class TypeExplanation:
    """One type of features: those of each paper, the common ones, and the ratio."""

    left: Counter[str]
    right: Counter[str]
    denominator: float
    """The number by which the co-features are divided."""
    weight: float

    @property
    def shared(self) -> Counter[str]:
        """The co-features, counted."""
        return self.left & self.right

    @property
    def ratio(self) -> float:
        """The co-feature ratio, 0 if a paper has no features of the type."""
        return self.shared.total() / self.denominator if self.left and self.right else 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """The strength of two papers, and the steps of its computation."""

    left: Paper
    right: Paper
    formula: Formula
    authors: TypeExplanation
    titles: TypeExplanation
    strength: float


def explain(left: Paper, right: Paper, formula: Formula = SPECIFIED) -> Explanation:
    """Compute the strength of two papers step by step."""
    ours, theirs = left.features, right.features
    totals = ours.totals, theirs.totals
    author_denominator, title_denominator = denominators(*totals, formula.ratio)
    author_weight, title_weight = (
        type_weights(*totals, formula.weights) if any(map(sum, totals)) else (0.0, 0.0)
    )
    return Explanation(
        left,
        right,
        formula,
        TypeExplanation(
            Counter(ours.authors), Counter(theirs.authors), author_denominator, author_weight
        ),
        TypeExplanation(
            Counter(ours.titles), Counter(theirs.titles), title_denominator, title_weight
        ),
        strength(shared_totals(ours, theirs), *totals, formula),
    )
