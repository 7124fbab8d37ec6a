"""What two papers have in common word by word, for a formula that compares words.

Names and titles are compared by their folded words. A paper without names says nothing about who
wrote it. If its title has names of the other paper, as in a list whose fields are in the wrong
place, they are its names. Otherwise its silence neither confirms the names of the other paper nor
contradicts them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from wildwood.model import Features, Totals
from wildwood.scoring.features import title_words
from wildwood.scoring.tolerant import NO_NAMES, Agreement, Names, agreement, fold

SILENT = 0.5
"""How far names agree if a paper does not have any."""


class Wording(NamedTuple):
    """The folded words of a paper."""

    names: Names
    title: tuple[str, ...]
    """The words of all titles, sorted."""

    @property
    def is_silent(self) -> bool:
        """Return whether the paper has no names, as far as its features tell."""
        return not self.names.words


NO_WORDING = Wording(NO_NAMES, ())


def wording_of(features: Features) -> Wording:
    """Return the words of a paper."""
    names = Names(_folded(features.authors), _folded(features.initials))
    return Wording(names, folded_title(features))


def folded_title(features: Features) -> tuple[str, ...]:
    """Return the folded words of all titles of a paper, sorted."""
    return _folded(title_words(features.titles))


def totals_with_words(features: Features) -> Totals:
    """Return the totals of a paper with that of its title words."""
    return features.totals._replace(words=len(title_words(features.titles)))


def folded(words: Sequence[str]) -> Sequence[str]:
    """Return words without accents, in their order."""
    return words if "".join(words).isascii() else [fold(word) or word for word in words]


def _folded(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(folded(words)))


@dataclass(frozen=True)
class Likeness:
    """The words of two papers, compared."""

    left: Wording
    right: Wording

    @cached_property
    def common(self) -> Counter[str]:
        """The title words of both."""
        return Counter(self.left.title) & Counter(self.right.title)

    @cached_property
    def found(self) -> tuple[Names, Names]:
        """The names of the other paper that the title of a paper without names has."""
        return self._found(self.left, self.right), self._found(self.right, self.left)

    def _found(self, paper: Wording, other: Wording) -> Names:
        if not paper.is_silent or other.is_silent:
            return NO_NAMES
        rest = Counter(paper.title) - self.common
        words, initials = (sorted((Counter(parts) & rest).elements()) for parts in other.names)
        return Names(tuple(words), tuple(initials)) if words else NO_NAMES

    @cached_property
    def names(self) -> Agreement | None:
        """How far the names agree; None if a paper has none, not even in its title."""
        left, right = (
            found if paper.is_silent else paper.names
            for paper, found in zip((self.left, self.right), self.found, strict=True)
        )
        return agreement(left, right) if left.words and right.words else None

    @property
    def agreed(self) -> float:
        """The share of the names that agrees, in [0, 1]."""
        return self.names.ratio if self.names else SILENT

    def shared(self, shared: Totals) -> Totals:
        """Return co-features with the number of common title words."""
        return shared._replace(words=self.common.total())

    def totals(self, shared: Totals, left: Totals, right: Totals) -> tuple[Totals, Totals]:
        """Return the totals with those of title words, without names that are in a title.

        Each name in a title is a word less, and a window less as long as more are left than are
        shared.
        """
        papers = zip((left, right), (self.left, self.right), self.found, strict=True)
        ours, theirs = (
            total._replace(
                titles=max(total.titles - _size(found), shared.titles),
                words=len(paper.title) - _size(found),
            )
            for total, paper, found in papers
        )
        return ours, theirs


def _size(names: Names) -> int:
    return len(names.words) + len(names.initials)
