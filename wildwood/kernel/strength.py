"""Define the formulas of the strength, in one table, and the target sets that they need.

Candidates, bounds, settings, options, `explain` and docs/strength.md read this table, so a formula
is added here and nowhere else. The functions of counts take numbers or arrays, so that one formula
computes exact strengths and bounds.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

from wildwood.kernel.model import Features, Limits, Totals
from wildwood.kernel.tolerant import NO_WORDING, Likeness, Wording

if TYPE_CHECKING:
    import numpy.typing as npt

Number = TypeVar("Number", float, "npt.NDArray[Any]")
Number_co = TypeVar("Number_co", covariant=True)


class Counts(Protocol[Number_co]):
    """The author and title counts of a paper, or arrays with those of many papers."""

    @property
    def authors(self) -> Number_co: ...

    @property
    def titles(self) -> Number_co: ...

    @property
    def words(self) -> Number_co: ...


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

    summary: str  # what docs/strength.md says about it, in Markdown
    denominators: CountFunction  # returns what divides the co-features; at least the smaller total
    divided_by: str  # what `explain` calls the denominators
    weights: CountFunction | None = None  # of authors and titles, adding up to 1; None for halves
    compares_words: bool = False
    """Whether names and titles are compared by their words, too (`kernel.tolerant`).

    The author ratio is then how far the names agree, half of the title ratio is that of title
    words, and more papers are candidates (`are_candidates`).
    """
    breaks_ties_by_dice: bool = False  # orders equal strengths by the mean over Dice's ratios


class Formula(Enum):
    """The values are the words of the configuration."""

    definition: Definition

    def __new__(cls, word: str, definition: Definition) -> Self:
        formula = object.__new__(cls)
        formula._value_ = word
        formula.definition = definition
        return formula

    @property
    def compares_words(self) -> bool:
        return self.definition.compares_words

    # fmt: off
    SPECIFIED = "specified", Definition(
        summary="what two papers share is divided by the smaller of their totals (overlap"
        " coefficient), so that a title that is part of a longer one is a full match. The type"
        " with fewer features counts for more ([specification.md](specification.md)).",
        denominators=_smaller_totals,
        divided_by="the smaller total",
        weights=_shares_of_the_other_type,
        breaks_ties_by_dice=True,
    )
    DICE = "dice", Definition(
        summary="divided by the mean of both totals (Dice's coefficient); what only one paper"
        " has counts against the pair. Authors and titles count one half each.",
        denominators=_mean_totals,
        divided_by="the mean of both totals",
    )
    TOLERANT = "tolerant", Definition(
        summary="knows abbreviated, misspelt and missing names and changed titles, trusts"
        " short titles less, and also compares papers with similar titles or a common person.",
        denominators=_damped_totals,
        divided_by="the mean of both totals, with one more",
        compares_words=True,
    )
    # fmt: on


@dataclass(frozen=True, slots=True)
class Comparison:
    limits: Limits
    formula: Formula = Formula.SPECIFIED


PER_SHARED = 14
"""The greatest sum of both title totals for each title co-feature, if a formula compares words.
Very many papers have a window such as "the impact of" and an author called David."""


class Asked(NamedTuple):
    """The title co-features needed: all features that one paper has, or `enough`."""

    least: int  # the fewest that all can be
    enough: int
    per_shared: int  # the greatest sum of both totals for each co-feature


SIMILAR = Asked(2, 4, 3)
NAMELESS = Asked(1, 2, 32)  # without names, only the title, which can contain names, finds a paper


def are_candidates(shared: Totals, left: Features, right: Features, formula: Formula) -> bool:
    """Return whether two papers are candidates, so that their strength counts.

    They have a common author and a common title feature. With a formula that compares words, these
    must be enough title features, and similar titles or a common person are enough, too.
    """
    share_both = bool(shared.authors and shared.titles)
    if not formula.compares_words:
        return share_both
    return (
        (share_both and share_enough(shared.titles, len(left.titles), len(right.titles)))
        or have_similar_titles(shared.titles, left.totals, right.totals)
        or not set(left.people).isdisjoint(right.people)
    )


def share_enough(shared: Number, left: Number, right: Number, per_shared: int = PER_SHARED) -> Any:
    return shared * per_shared >= left + right


def have_similar_titles(shared: int, left: Totals, right: Totals) -> bool:
    asked = asked_of(left, right)
    return (
        shared >= asked.least
        and shared >= min(left.titles, right.titles, asked.enough)
        and bool(share_enough(shared, left.titles, right.titles, asked.per_shared))
    )


def asked_of(left: Totals, right: Totals) -> Asked:
    return SIMILAR if left.authors and right.authors else NAMELESS


_NAMELESS = 0.2
"""The author ratio of papers whose names do not agree at all. So common titles alone give a
strength below 0.2 ** 0.5 = 0.447, under the usual limits."""

DECIMALS = 9  # floating point can put a true 0.5 on either side of a limit


def cofeatures(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the size of the multiset intersection: the sum of the smaller counts."""
    ours, theirs = set(left), set(right)
    if len(ours) == len(left) or len(theirs) == len(right):
        return len(ours & theirs)
    return (Counter(left) & Counter(right)).total()


def shared_totals(left: Features, right: Features) -> Totals:
    return Totals(cofeatures(left.authors, right.authors), cofeatures(left.titles, right.titles))


def type_weights(
    left: Counts[Number], right: Counts[Number], formula: Formula = Formula.SPECIFIED
) -> tuple[Number | float, Number | float]:
    weights = formula.definition.weights
    return weights(left, right) if weights else (0.5, 0.5)


def greatest_strength(
    shared: Counts[Number],
    left: Counts[Number],
    right: Counts[Number],
    formula: Formula,
    agreed: float = 1.0,
) -> Number:
    """Return the strength of pairs with these counts, not rounded, if `agreed` of the names agree.

    It is author_ratio ** author_weight * title_ratio ** title_weight. It is symmetric in `left` and
    `right`, and grows with the co-features. The totals of authors and titles must be above 0,
    unless the formula compares words.
    """
    author_weight, title_weight = type_weights(left, right, formula)
    author_total, title_total = formula.definition.denominators(left, right)
    titles = shared.titles / title_total
    if formula.compares_words:
        words = shared.words / damped_mean(left.words, right.words)
        by_words: Number = (author_ratio_of_names(agreed) * (titles + words) / 2) ** 0.5
        return by_words
    mean: Number = (shared.authors / author_total) ** author_weight * titles**title_weight
    return mean


def author_ratio_of_names(agreed: float) -> float:
    return _NAMELESS + (1 - _NAMELESS) * agreed


def strength(
    shared: Totals,
    left: Totals,
    right: Totals,
    formula: Formula = Formula.SPECIFIED,
    likeness: Likeness | None = None,
) -> float:
    """Return the strength of candidates, in [0, 1]; formulas that compare words need `likeness`."""
    if likeness:
        left, right = likeness.totals(shared, left, right)
        shared, agreed = likeness.shared(shared), likeness.agreed
        return round(greatest_strength(shared, left, right, formula, agreed), DECIMALS)
    if not (shared.titles and shared.authors):
        return 0.0
    return round(greatest_strength(shared, left, right, formula), DECIMALS)


def tie_breaker(shared: Totals, left: Totals, right: Totals, formula: Formula) -> float:
    """Return the mean of a formula over Dice's ratios, which orders pairs of equal strength."""
    author_total, title_total = _mean_totals(left, right)
    author_weight, title_weight = type_weights(left, right, formula)
    authors, titles = shared.authors / author_total, shared.titles / title_total
    mean: float = authors**author_weight * titles**title_weight
    return round(mean, DECIMALS)


Key = TypeVar("Key", bound=Hashable)
Key_co = TypeVar("Key_co", bound=Hashable, covariant=True)

MAX_FEATURE_PAIRS = 10_000  # a paper with more is not looked up by pairs of features


class Target(NamedTuple, Generic[Key_co]):
    """A known paper in the target set (candidate set) of a paper of an issue."""

    position: int
    key: Key_co
    shared: Totals
    totals: Totals
    wording: Wording = NO_WORDING


def add_wording(
    targets: Iterable[Target[Key]], wording: Callable[[Key], Wording], formula: Formula
) -> Iterator[Target[Key]]:
    for target in targets:
        yield (target._replace(wording=wording(target.key)) if formula.compares_words else target)


class TargetIndex(Protocol[Key_co]):
    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterable[Target[Key_co]]:
        """Return each version of a known paper that is a candidate and can exceed the limit."""


def is_wide(features: Features) -> bool:
    return len(features.authors) * len(features.titles) > MAX_FEATURE_PAIRS
