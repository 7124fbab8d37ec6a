"""Which pairs of papers are candidates: those that can have a strength.

As specified, papers with a common author feature and a common title feature are. With the wider
rule, papers with enough common title features are, too, whoever their authors are.
"""

from typing import TYPE_CHECKING, TypeVar

from wildwood.model import Totals
from wildwood.scoring.formulas import Formula

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

Number = TypeVar("Number", int, "npt.NDArray[Any]")

MIN_SHARED, ENOUGH_SHARED = 2, 4
"""Title co-features that a pair needs for the wider rule: all of the shorter title's if these are
two or three, and four otherwise."""


def are_candidates(shared: Totals, left: Totals, right: Totals, formula: Formula) -> bool:
    """Return whether two papers are candidates.

    Args:
        shared: the co-features of the two papers.
        left: the totals of one paper.
        right: the totals of the other.
        formula: the formula of the strength.
    """
    if shared.authors and shared.titles:
        return True
    return formula.finds_titles and have_similar_titles(shared.titles, left.titles, right.titles)


def have_similar_titles(shared: int, left: int, right: int) -> bool:
    """Return whether papers with these title totals share enough title features."""
    return shared >= max(MIN_SHARED, min(left, right, ENOUGH_SHARED))
