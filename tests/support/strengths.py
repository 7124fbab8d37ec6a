"""Author features of names and strengths of two papers, as the product never needs them alone."""

from collections.abc import Iterable

from wildwood.kernel.features import features_of
from wildwood.kernel.model import Features, Punctuation
from wildwood.kernel.strength import Formula, shared_totals, strength
from wildwood.kernel.tolerant import Likeness, wording_of


def author_features(
    names: Iterable[str], punctuation: Punctuation = Punctuation.SPACE
) -> tuple[str, ...]:
    """Return the words of all names, without single letters, as one multiset."""
    return features_of((), names, punctuation).authors


def strength_of_papers(
    left: Features, right: Features, formula: Formula = Formula.SPECIFIED
) -> float:
    likeness = Likeness(wording_of(left), wording_of(right)) if formula.compares_words else None
    return strength(shared_totals(left, right), left.totals, right.totals, formula, likeness)
