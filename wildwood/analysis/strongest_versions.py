"""Of the versions of two papers, find those that resemble each other most."""

from collections.abc import Sequence
from itertools import product

from wildwood.model import Version
from wildwood.scoring.explanation import explain
from wildwood.scoring.formulas import Formula


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], formula: Formula = Formula.SPECIFIED
) -> tuple[Version, Version]:
    """Return the versions with the greatest strength; of several, the latest.

    Versions that are compared at all go before others.

    Args:
        left: all versions of a paper, at least one.
        right: all versions of another paper, at least one.
        formula: the formula of the strength.
    """

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        one, other = pair
        found = explain(one.paper, other.paper, formula)
        return found.are_candidates, found.strength, one.date.isoformat(), other.date.isoformat()

    return max(product(left, right), key=rank)
