"""Which papers of an index count for an issue."""

from dataclasses import dataclass

from wildwood.matching.index.columns import Ints, Mask, Small


@dataclass(frozen=True, slots=True)
class Scope:
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
