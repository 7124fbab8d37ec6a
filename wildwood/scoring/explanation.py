"""Compute the strength of a pair step by step, so that it can be checked by hand."""

from collections import Counter
from dataclasses import dataclass

from wildwood.display import printable
from wildwood.model import Paper, Totals
from wildwood.scoring.candidates import are_candidates
from wildwood.scoring.explanation_text import calculation_lines, paper_lines
from wildwood.scoring.formulas import Formula, damped_mean
from wildwood.scoring.similarity import (
    author_ratio_of_names,
    shared_totals,
    strength,
    type_weights,
)
from wildwood.scoring.wording import Likeness, wording_of


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
    likeness: Likeness | None
    """How the words compare, if the formula compares them."""
    words: TypeExplanation | None
    """The title words, if the formula compares them."""
    are_candidates: bool
    """Whether the papers are compared at all."""
    strength: float

    def __str__(self) -> str:
        papers = zip(("left", "right"), (self.left, self.right), strict=True)
        lines = [line for side, paper in papers for line in paper_lines(side, paper.record)]
        return "\n".join(map(printable, [*lines, *calculation_lines(self)]))

    @property
    def author_ratio(self) -> float:
        """The ratio of authors that the formula uses."""
        return author_ratio_of_names(self.likeness.agreed) if self.likeness else self.authors.ratio

    @property
    def title_ratio(self) -> float:
        """The ratio of titles that the formula uses."""
        return (self.titles.ratio + self.words.ratio) / 2 if self.words else self.titles.ratio

    def is_reported(self, limit: float) -> bool:
        """Return whether the pair is reported with a limit."""
        return self.are_candidates and self.strength > limit


def explain(left: Paper, right: Paper, formula: Formula = Formula.SPECIFIED) -> Explanation:
    """Compute the strength of two papers step by step."""
    ours, theirs = left.features, right.features
    totals, shared = (ours.totals, theirs.totals), shared_totals(ours, theirs)
    likeness = Likeness(wording_of(ours), wording_of(theirs)) if formula.compares_words else None
    used = likeness.totals(shared, *totals) if likeness else totals
    author_denominator, title_denominator = formula.definition.denominators(*used)
    author_weight, title_weight = (
        type_weights(*totals, formula) if any(map(sum, totals)) else (0.0, 0.0)
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
        likeness,
        _words(likeness, *used, title_weight) if likeness else None,
        are_candidates(shared, ours, theirs, formula),
        strength(shared, *totals, formula, likeness),
    )


def _words(likeness: Likeness, left: Totals, right: Totals, weight: float) -> TypeExplanation:
    ours, theirs = Counter(likeness.left.title), Counter(likeness.right.title)
    return TypeExplanation(ours, theirs, damped_mean(left.words, right.words), weight)
