"""Which pairs of papers are candidates: those that can have a strength.

As specified, papers with a common author feature and a common title feature are. If a formula
compares words, papers with enough common title features are, too, whoever their authors are, and
papers that have two words of one name in common, whatever their titles.
"""

from typing import NamedTuple

from wildwood.model import Features, Totals
from wildwood.scoring.formulas import Formula


class Asked(NamedTuple):
    """How many title features must be common: all that one of the papers has, or so many."""

    least: int
    """The fewest that all can be."""
    enough: int


SIMILAR = Asked(2, 4)
NAMELESS = Asked(1, 2)
"""The same if one of the papers has no names: only the title can find it."""


def are_candidates(shared: Totals, left: Features, right: Features, formula: Formula) -> bool:
    """Return whether two papers are candidates.

    Args:
        shared: the co-features of the two papers.
        left: one paper.
        right: the other.
        formula: the formula of the strength.
    """
    if shared.authors and shared.titles:
        return True
    return formula.compares_words and (
        have_similar_titles(shared.titles, left.totals, right.totals)
        or not set(left.people).isdisjoint(right.people)
    )


def have_similar_titles(shared: int, left: Totals, right: Totals) -> bool:
    """Return whether papers with these totals share enough title features."""
    asked = asked_of(left, right)
    return shared >= max(asked.least, min(left.titles, right.titles, asked.enough))


def asked_of(left: Totals, right: Totals) -> Asked:
    """Return how many title features papers with these totals must have in common."""
    return SIMILAR if left.authors and right.authors else NAMELESS
