"""What a run needs to know beside its dates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from wildwood.model import Annotation, Formula, Limits, Punctuation
from wildwood.rif import PsFolder, Rif, UsFolder

Item = TypeVar("Item")


class Track(Protocol):
    """Passes items through, and may show how far they are."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """The items; there are so many of them, and this is what is done with them."""
        ...


def untracked(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through and show nothing."""
    del total, what
    return items


class Annotator(Protocol):
    """Gives the papers of a rif an element each; may be sent to another process."""

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """One annotation, or None, for each record."""
        ...


def unannotated(_rif: Rif) -> Sequence[Annotation | None]:
    """Annotate nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Job:
    """The directories and settings of every run."""

    us: UsFolder
    ps: PsFolder
    limits: Limits
    formula: Formula
    punctuation: Punctuation
    presort: bool
    annotate: Annotator = unannotated
