"""Which pairs of papers are candidates: those that can have a strength.

As specified, papers with a common author feature and a common title feature are. A formula that
compares words also requires that they share a certain part of their title features. It adds papers
that share enough title features, whoever their authors are, and papers that share two words of one
name, whatever their titles.
"""

from typing import Any, NamedTuple

from wildwood.model import Features, Totals
from wildwood.scoring.formulas import Formula, Number

PER_SHARED = 14
"""Title features that both papers can have together for each that they share, if a formula compares
words. Very many papers have a window such as "the impact of" and an author called David."""


class Asked(NamedTuple):
    """How many title features must be common: all that one of the papers has, or so many."""

    least: int
    """The fewest that all can be."""
    enough: int
    per_shared: int
    """Title features that both papers can have together for each that they share."""


SIMILAR = Asked(2, 4, 3)
NAMELESS = Asked(1, 2, 32)
"""The same if one of the papers has no names: only the title can find it, and it can have names."""


def are_candidates(shared: Totals, left: Features, right: Features, formula: Formula) -> bool:
    """Return whether two papers are candidates.

    Args:
        shared: the co-features of the two papers.
        left: one paper.
        right: the other.
        formula: the formula of the strength.
    """
    both = bool(shared.authors and shared.titles)
    if not formula.compares_words:
        return both
    return (
        (both and share_enough(shared.titles, len(left.titles), len(right.titles)))
        or have_similar_titles(shared.titles, left.totals, right.totals)
        or not set(left.people).isdisjoint(right.people)
    )


def share_enough(shared: Number, left: Number, right: Number, per_shared: int = PER_SHARED) -> Any:
    """Return whether papers with so many title features share enough, for numbers or arrays."""
    return shared * per_shared >= left + right


def have_similar_titles(shared: int, left: Totals, right: Totals) -> bool:
    """Return whether papers with these totals share enough title features."""
    asked = asked_of(left, right)
    return (
        shared >= asked.least
        and shared >= min(left.titles, right.titles, asked.enough)
        and bool(share_enough(shared, left.titles, right.titles, asked.per_shared))
    )


def asked_of(left: Totals, right: Totals) -> Asked:
    """Return how many title features papers with these totals must have in common."""
    return SIMILAR if left.authors and right.authors else NAMELESS
