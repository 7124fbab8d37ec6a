"""The one interface to all that knows papers: the database, an issue, the history."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from wildwood.model import SPECIFIED, Features, Formula, Totals

Key = TypeVar("Key", bound=Hashable)

WIDE = 10_000
"""Pairs of one author and one title feature above which a paper is not looked up by pairs."""


class Target(NamedTuple, Generic[Key]):
    """A member (candidate) of the target set of one paper of an issue."""

    position: int
    """Which paper of the issue."""
    key: Key
    """Which known paper."""
    shared: Totals
    totals: Totals
    """The known paper's."""


class TargetIndex(Protocol[Key]):
    """Known papers, to be found by their features."""

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterable[Target[Key]]:
        """The target sets of an issue's papers.

        That is the known papers with a common author AND a common title feature, each once
        for each paper of the issue. Those whose strength is surely not above the limit
        may be missing.
        """
        ...


def is_wide(features: Features) -> bool:
    """Whether a paper has so many features that their pairs would fill a book."""
    return len(features.authors) * len(features.titles) > WIDE
