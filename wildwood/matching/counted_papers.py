"""Which papers of a table count when the papers of an issue are compared with them."""

from dataclasses import dataclass

from wildwood.matching.feature_columns import Ints, Mask, Small


@dataclass(frozen=True, slots=True)
class CountedPapers:
    """The targets before a number, and all papers from that number up to another."""

    are_targets: Mask
    first: int
    """The number before which only targets count."""
    end: int
    """The number before which papers count at all."""

    def mask(self, numbers: Ints | Small) -> Mask:
        """Return which of these papers count."""
        counted: Mask = (self.are_targets[numbers] | (numbers >= self.first)) & (numbers < self.end)
        return counted

    def between(self, first: int, end: int) -> "CountedPapers":
        """Return the same for the table of the papers from one up to another."""
        return CountedPapers(self.are_targets[first:end], self.first - first, self.end - first)
