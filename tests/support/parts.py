"""The join of a rebuild in parts, in one process."""

import itertools
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wildwood.matching import parts
from wildwood.matching.feature_columns import Hashes
from wildwood.matching.part_history import Archive, FoundTargets, part_histories
from wildwood.matching.parts import Part
from wildwood.matching.spilled_columns import Spill
from wildwood.model import Paper
from wildwood.scoring.formulas import Formula

RANGES = 3
"""Ranges of keys."""


@dataclass(frozen=True)
class InParts:
    """Papers in parts, and all pairs of them that share a key."""

    archive: Archive
    pairs: list[Hashes]

    def histories(self, limit: float, formula: Formula) -> dict[int, FoundTargets]:
        """Return the histories of all issues by the number of their first paper."""
        found: dict[int, FoundTargets] = {}
        for part in self.archive.parts:
            found |= part_histories(self.archive, part, self.pairs, limit, formula)
        return found


def in_parts(
    folder: Path, issues: Sequence[Sequence[Sequence[Paper]]], formula: Formula
) -> InParts:
    """Write parts, each of which has some issues, and join them."""
    home, numbers = Path(tempfile.mkdtemp(dir=folder)), itertools.count()

    def spill() -> Spill:
        return Spill(home, f"{next(numbers)}")

    made: list[Part] = []
    firsts: list[int] = []
    end = 0
    for of_part in issues:
        first, written = end, spill()
        parts.write_part(written, of_part, RANGES, formula)
        for issue in of_part:
            firsts.append(end)
            end += len(issue)
        made.append(Part(first, end - first, written))
    names = [name for part in made for name in parts.write_wide_pairs(spill(), made, part)]
    for number in range(RANGES):
        names += parts.write_pairs(spill(), made, number)
    if formula.finds_titles:
        common = [spill() for _ in range(RANGES)]
        for number, written in enumerate(common):
            parts.write_common_titles(written, made, number)
        titles = [spill() for _ in made]
        for part, written in zip(made, titles, strict=True):
            parts.write_title_keys(written, part, common, RANGES)
        for number in range(RANGES):
            names += parts.write_title_pairs(spill(), made, titles, number)
    return InParts(Archive(made, firsts), [np.load(name) for name in names])
