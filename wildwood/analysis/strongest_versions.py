"""Of the versions of two papers, find those that resemble each other most."""

from collections.abc import Sequence
from itertools import product

from wildwood.model import SPECIFIED, Formula, Version
from wildwood.scoring.explanation import explain


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], formula: Formula = SPECIFIED
) -> tuple[Version, Version]:
    """Return the versions with the greatest strength; of several, the latest.

    Args:
        left: all versions of a paper, at least one.
        right: all versions of another paper, at least one.
        formula: the formula of the strength.
    """

    def rank(pair: tuple[Version, Version]) -> tuple[float, str, str]:
        one, other = pair
        strength = explain(one.paper, other.paper, formula).strength
        return strength, one.date.isoformat(), other.date.isoformat()

    return max(product(left, right), key=rank)
