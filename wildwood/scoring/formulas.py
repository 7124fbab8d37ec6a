"""The formulas of the strength, in one table.

Scoring, candidates, bounds, settings, options, `evaluate --all`, its plot, `explain` and the list
in docs/strength.md read this table, so a formula is added here and nowhere else.

The functions of counts take numbers or numpy arrays, so that one formula computes both the exact
strength of a pair and bounds for many pairs at once.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

Number = TypeVar("Number", float, "npt.NDArray[Any]")
Number_co = TypeVar("Number_co", covariant=True)


class Counts(Protocol[Number_co]):
    """The author and title counts of a paper, or the arrays of those of many papers."""

    @property
    def authors(self) -> Number_co:
        """Author features."""

    @property
    def titles(self) -> Number_co:
        """Title features."""

    @property
    def words(self) -> Number_co:
        """Title words; of no importance to a formula that does not compare words."""


class CountFunction(Protocol):
    """Computes a number for authors and one for titles from the totals of two papers."""

    def __call__(self, left: Counts[Number], right: Counts[Number]) -> tuple[Number, Number]:
        """Return both numbers; the order of the papers must not matter."""


def _smaller_totals(left: Counts[Number], right: Counts[Number]) -> tuple[Number, Number]:
    return _smaller(left.authors, right.authors), _smaller(left.titles, right.titles)


def _smaller(left: Number, right: Number) -> Number:
    """Return the smaller number, by arithmetic that arrays support too."""
    smaller: Number = (left + right - abs(left - right)) / 2
    return smaller


def _mean_totals(left: Counts[Number], right: Counts[Number]) -> tuple[Number, Number]:
    return (left.authors + right.authors) / 2, (left.titles + right.titles) / 2


def _damped_totals(left: Counts[Number], right: Counts[Number]) -> tuple[Number, Number]:
    return (left.authors + right.authors) / 2, damped_mean(left.titles, right.titles)


def damped_mean(left: Number, right: Number) -> Number:
    """Return the mean of two totals, with one more in both together."""
    mean: Number = (left + right + 1) / 2
    return mean


def _shares_of_the_other_type(left: Counts[Number], right: Counts[Number]) -> tuple[Number, Number]:
    authors, titles = left.authors + right.authors, left.titles + right.titles
    return titles / (authors + titles), authors / (authors + titles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """How a formula computes the strength.

    The strength is the weighted geometric mean of the author ratio and the title ratio. A ratio is
    the number of co-features, divided by a number that depends on the totals only.
    """

    summary: str
    """What docs/strength.md says about it, in Markdown."""
    denominators: CountFunction
    """Returns what divides the author and title co-features; at least the smaller total."""
    divided_by: str
    """What `explain` calls the denominators."""
    weights: CountFunction | None = None
    """Returns the weights of authors and titles, which add up to 1; without it, one half each."""
    compares_words: bool = False
    """Whether names and titles are compared by their words, too (`scoring.wording`).

    The author ratio is how far the names agree, half of the title ratio is that of title words, and
    more papers are candidates (`scoring.candidates`).
    """
    breaks_ties_by_dice: bool = False
    """Whether pairs of equal strength are ordered by the same mean over Dice's ratios."""


class Formula(Enum):
    """A formula of the strength; the values are the words of the configuration."""

    definition: Definition

    def __new__(cls, word: str, definition: Definition) -> Self:
        """Make a member with a word as its value."""
        formula = object.__new__(cls)
        formula._value_ = word
        formula.definition = definition
        return formula

    @property
    def compares_words(self) -> bool:
        """See `Definition.compares_words`."""
        return self.definition.compares_words

    SPECIFIED = (
        "specified",
        Definition(
            summary="what two papers share is divided by the smaller of their totals (overlap"
            " coefficient), so that a title that is part of a longer one is a full match. The type"
            " with fewer features counts for more ([specification.md](specification.md)).",
            denominators=_smaller_totals,
            divided_by="the smaller total",
            weights=_shares_of_the_other_type,
            breaks_ties_by_dice=True,
        ),
    )
    DICE = (
        "dice",
        Definition(
            summary="divided by the mean of both totals (Dice's coefficient); what only one paper"
            " has counts against the pair. Authors and titles count one half each.",
            denominators=_mean_totals,
            divided_by="the mean of both totals",
        ),
    )
    TOLERANT = (
        "tolerant",
        Definition(
            summary="knows abbreviated, misspelt and missing names and changed titles, trusts"
            " short titles less, and also compares papers with similar titles or a common person.",
            denominators=_damped_totals,
            divided_by="the mean of both totals, with one more",
            compares_words=True,
        ),
    )
