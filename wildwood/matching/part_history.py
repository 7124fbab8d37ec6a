"""Compare the papers of a part with those of all earlier issues, from the pairs that share keys."""

import json
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wildwood.matching import work
from wildwood.matching.candidate_index import rows_above, targets_of
from wildwood.matching.feature_columns import FeatureColumns, Hashes, Ints, Mask
from wildwood.matching.key_join import between, unpacked
from wildwood.matching.parts import Part
from wildwood.matching.shared_features import Hits, shared_counts, side_of
from wildwood.matching.target_index import Target
from wildwood.model import Features, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.candidates import are_candidates
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength
from wildwood.scoring.tolerant import NO_NAMES, Names

_AT_ONCE = 50_000
"""Pairs that are compared at once."""


@dataclass(frozen=True, slots=True)
class Archive:
    """All papers of a rebuild."""

    parts: Sequence[Part]
    issues: Sequence[int]
    """The number of the first paper of each issue, oldest first."""
    unstored: Collection[tuple[int, str]] = ()
    """Papers that are no targets, by the first number of their issue and their handle."""

    def issue_of(self, paper: int) -> int:
        """Return the number of the first paper of the issue of a paper."""
        return self.issues[bisect_right(self.issues, paper) - 1]


@dataclass(frozen=True, slots=True)
class FoundTargets:
    """The papers of the issues before one, of which the targets of its papers are known already."""

    found: Sequence[Target[str]]

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Sequence[Target[str]]:
        """Implement `TargetIndex.targets`, for the issue, limit and formula it was made for."""
        del issue, limit, formula
        return self.found


NO_TARGETS = FoundTargets(())


def part_histories(
    archive: Archive, part: Part, pairs: Iterable[Hashes], limit: float, formula: Formula
) -> dict[int, FoundTargets]:
    """Return what the papers of each issue of a part can resemble in the issues before it.

    Args:
        archive: all papers.
        part: the part.
        pairs: sorted pairs of papers that share a key, in several arrays; see `key_join.packed`.
        limit: what the strength must exceed.
        formula: the formula of the strength.

    Returns:
        The histories by the number of the first paper of their issue; none if it is empty.
    """
    ours = [between(found, part.first, part.end) for found in pairs]
    later, earlier = unpacked(np.unique(np.concatenate([np.empty(0, np.uint64), *ours])))
    firsts = np.array(archive.issues, dtype=np.int64)
    is_past = earlier < firsts[np.searchsorted(firsts, later, "right") - 1]
    order = np.argsort(earlier[is_past], kind="stable")
    comparing = _Comparing(archive, part, part.spill.read_columns(), limit, formula)
    histories: dict[int, list[_Found]] = {}
    for found in comparing.all_found(later[is_past][order], earlier[is_past][order]):
        kept = histories.setdefault(archive.issue_of(found[0]), [])
        if len(kept) <= work.MAX_COMPARED:  # with more, the issue is refused
            kept.append(found)
    return {
        first: FoundTargets(
            [target._replace(position=number - first) for number, _, target in sorted(kept)]
        )
        for first, kept in histories.items()
    }


_Found = tuple[int, int, Target[str]]
"""The number of a paper of the part, that of a known paper, and the target that this is."""


@dataclass(frozen=True, slots=True)
class _Comparing:
    archive: Archive
    part: Part
    new: FeatureColumns
    limit: float
    formula: Formula

    def all_found(self, later: Ints, earlier: Ints) -> Iterator[_Found]:
        """Yield the pairs that can exceed the limit; they are sorted by the earlier paper."""
        for part in self.archive.parts:
            low, high = np.searchsorted(earlier, [part.first, part.end]).tolist()
            for start in range(low, high, _AT_ONCE):
                piece = slice(start, min(start + _AT_ONCE, high))
                yield from self._found_in(part, later[piece], earlier[piece])

    def _found_in(self, part: Part, later: Ints, earlier: Ints) -> Iterator[_Found]:
        hits, known = self._hits(part, later - self.part.first, earlier - part.first)
        rows = rows_above(hits, self.new, known, self.limit, self.formula)
        found = [target for target in targets_of(rows) if self._are_candidates(target)]
        numbers = [target.key for target in found]
        handles = part.spill.read_texts("handles", numbers)
        names = self._names(part, numbers)
        for target, handle, named in zip(found, handles, names, strict=True):
            number = part.first + target.key
            if (self.archive.issue_of(number), handle) not in self.archive.unstored:
                ours = self.part.first + target.position
                yield ours, number, Target(0, handle, target.shared, target.totals, named)

    def _hits(self, part: Part, positions: Ints, numbers: Ints) -> tuple[Hits, FeatureColumns]:
        """Count what pairs share, less those that cannot exceed the limit by their authors."""
        known = part.spill.read_columns()
        are_targets = np.asarray(part.spill.read("targets")[numbers])
        positions, numbers = positions[are_targets], numbers[are_targets]
        authors = shared_counts(
            side_of(self.new.authors, self.new.author_totals, positions),
            side_of(known.authors, known.author_totals, numbers),
        )
        kept = self._can_exceed(authors, positions, numbers, known)
        positions, numbers, authors = positions[kept], numbers[kept], authors[kept]
        titles = shared_counts(
            side_of(self.new.titles, self.new.title_totals, positions),
            side_of(known.titles, known.title_totals, numbers),
        )
        return Hits(positions, numbers, authors, titles), known

    def _can_exceed(
        self, authors: Ints, positions: Ints, numbers: Ints, known: FeatureColumns
    ) -> Mask:
        """Return which pairs would exceed the limit if they shared all title features."""
        ours = CountArrays(self.new.author_totals[positions], self.new.title_totals[positions])
        theirs = CountArrays(known.author_totals[numbers], known.title_totals[numbers])
        most = CountArrays(authors, np.minimum(ours.titles, theirs.titles))
        strongest = greatest_strength(most, ours, theirs, self.formula)
        return np.asarray(strongest > self.limit - SLACK)

    def _are_candidates(self, target: Target[int]) -> bool:
        position = target.position
        ours = Totals(int(self.new.author_totals[position]), int(self.new.title_totals[position]))
        return are_candidates(target.shared, ours, target.totals, self.formula)

    def _names(self, part: Part, numbers: Sequence[int]) -> list[Names]:
        if not self.formula.compares_names:
            return [NO_NAMES] * len(numbers)
        texts = part.spill.read_texts("names", numbers)
        return [Names(*map(tuple, json.loads(text))) for text in texts]
