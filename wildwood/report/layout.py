"""What the page shows of pairs, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.model import PairVerdict
from wildwood.report.columns import PairFacts
from wildwood.report.families import Family, families
from wildwood.report.shown import ReportPair

MAX_PAIRS = 5_000
"""The pairs that a page shows, unless a person has more to decide; a browser is slow with many."""


@dataclass(frozen=True, slots=True)
class ShownFamily:
    """A family as the page shows it."""

    family: Family
    pairs: tuple[PairFacts, ...]
    """Those that a person has to decide come first."""

    @property
    def is_sure(self) -> bool:
        """Whether the fields settle all of its pairs."""
        return all(facts.pair.is_sure for facts in self.pairs)

    @property
    def unfolded(self) -> Sequence[PairFacts]:
        """The pairs that the fields leave open, or else the first one."""
        return self.pairs[: sum(map(_is_unsure, self.pairs)) or 1]

    @property
    def folded(self) -> Sequence[PairFacts]:
        """The other pairs."""
        return self.pairs[len(self.unfolded) :]


def laid_out(pairs: Sequence[ReportPair]) -> list[ShownFamily]:
    """Return the families of a page: those come first in which a person has something to decide.

    Of too many pairs, only those are left out that no person has decided, and that the fields
    settle or do not judge: first the weakest of the families that come last.

    Args:
        pairs: all pairs, strongest first.
    """
    shown = [_ordered(family, number) for number, family in enumerate(families(pairs), 1)]
    shown.sort(key=lambda family: family.is_sure)
    return shown if len(pairs) <= MAX_PAIRS else _cut(shown)


def _ordered(family: Family, number: int) -> ShownFamily:
    facts = [PairFacts(pair, number) for pair in family.pairs]
    facts.sort(key=lambda one: (not _is_unsure(one), one.pair.is_sure))
    return ShownFamily(family, tuple(facts))


def _cut(shown: Sequence[ShownFamily]) -> list[ShownFamily]:
    every = [(family.is_sure, facts) for family in shown for facts in family.pairs]
    can_go = [
        (is_sure, -facts.pair.strength, id(facts)) for is_sure, facts in every if _can_go(facts)
    ]
    room = max(0, MAX_PAIRS - (len(every) - len(can_go)))
    gone = {number for *_, number in sorted(can_go)[room:]}
    cut = (
        replace(family, pairs=tuple(facts for facts in family.pairs if id(facts) not in gone))
        for family in shown
    )
    return [family for family in cut if family.pairs]


def _can_go(facts: PairFacts) -> bool:
    return facts.pair.is_sure or facts.pair.settled is None


def _is_unsure(facts: PairFacts) -> bool:
    return facts.pair.verdict is PairVerdict.UNSURE
