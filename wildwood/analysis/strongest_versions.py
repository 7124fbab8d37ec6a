"""Of the versions of two papers, find those that resemble each other most."""

from collections.abc import Sequence
from itertools import product

from wildwood.model import SPECIFIED, Comparison, Version
from wildwood.scoring.explanation import explain


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], comparison: Comparison = SPECIFIED
) -> tuple[Version, Version]:
    """Return the versions with the greatest strength; of several, the latest.

    Versions that are compared at all go before others.

    Args:
        left: all versions of a paper, at least one.
        right: all versions of another paper, at least one.
        comparison: how papers are compared.
    """

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        one, other = pair
        found = explain(one.paper, other.paper, comparison)
        return found.are_candidates, found.strength, one.date.isoformat(), other.date.isoformat()

    return max(product(left, right), key=rank)
