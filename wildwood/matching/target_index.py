"""The interface to everything that can be searched for similar papers.

The database, the papers of one issue and all issues of a rebuild implement it, so that external
matching, internal matching and the rebuild are one function.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from wildwood.model import Features, Totals
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import NO_NAMES, Names

Key = TypeVar("Key", bound=Hashable)
Key_co = TypeVar("Key_co", bound=Hashable, covariant=True)

MAX_FEATURE_PAIRS = 10_000
"""A paper with more pairs of one author and one title feature is wide: it is not looked up by
these pairs."""


class Target(NamedTuple, Generic[Key_co]):
    """A known paper in the target set (candidate set) of a paper of an issue."""

    position: int
    """The position of the new paper in its issue."""
    key: Key_co
    """The known paper."""
    shared: Totals
    """The co-features of both papers."""
    totals: Totals
    """The totals of the known paper."""
    names: Names = NO_NAMES
    """The names of the known paper, if the formula needs them."""


def with_names(
    targets: Iterable[Target[Key]], names: Callable[[Key], Names], formula: Formula
) -> Iterator[Target[Key]]:
    """Yield targets, with the names of the known papers if the formula needs them."""
    for target in targets:
        yield (target._replace(names=names(target.key)) if formula.compares_names else target)


class TargetIndex(Protocol[Key_co]):
    """Known papers that can be found by their features."""

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterable[Target[Key_co]]:
        """Return the target sets of the papers of an issue.

        A target set contains each version of a known paper that is a candidate of the new
        paper (see `scoring.candidates`). Versions that are certain not to exceed the limit can
        be missing.
        """
        ...


def is_wide(features: Features) -> bool:
    """Return whether a paper has too many features to be looked up by their pairs."""
    return len(features.authors) * len(features.titles) > MAX_FEATURE_PAIRS
