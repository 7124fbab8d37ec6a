"""The papers of a rebuild in parts, which different processes make, join and compare.

Each part has the papers of some issues, oldest first. A paper is known by its number in its part,
or by its number among all, which is that plus the number of the part's first paper.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wildwood.matching.feature_columns import Hashes
from wildwood.matching.key_join import (
    CommonFeatures,
    KeyRows,
    common_features,
    feature_pair_keys,
    pairs_of_rows,
    pairs_with_wide,
    title_keys,
)
from wildwood.matching.pair_keys import are_wide
from wildwood.matching.spilled_columns import Spill, read_array
from wildwood.matching.stable_features import stable_columns
from wildwood.matching.versions import issue_versions
from wildwood.model import Paper
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import names_of

PAIRS_AT_ONCE = 1_000_000
"""Pairs that are made and written at once."""
_COMMON_SHARE, _COMMON_PAPERS = 1e-4, 10
"""A title feature is common if this share of the papers has it, and at least so many. Which ones
are decides how fast papers are joined on titles, never which pairs are found."""
_PAIRS, _TITLES = "pairs", "titles"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the papers: the number of its first one, how many it has, and its files."""

    first: int
    papers: int
    spill: Spill

    @property
    def end(self) -> int:
        """The number of the first paper of the next part."""
        return self.first + self.papers


def write_part(
    spill: Spill, issues: Iterable[Sequence[Paper]], ranges: int, formula: Formula
) -> bool:
    """Write the papers of some issues, and their keys by ranges; return whether any is wide.

    Of papers with the same handle in an issue, one is a target (see `issue_versions`).
    """
    papers: list[Paper] = []
    targets: list[bool] = []
    for issue in issues:
        versions = issue_versions(issue)
        targets += (versions[paper.handle] is paper for paper in issue)
        papers += issue
    columns = stable_columns([paper.features for paper in papers])
    wide = np.flatnonzero(are_wide(columns))
    spill.write_columns(columns)
    spill.write("targets", np.array(targets, dtype=np.bool_))
    spill.write("wide", wide)
    spill.write_texts("handles", [paper.handle for paper in papers])
    spill.write_rows(_PAIRS, feature_pair_keys(columns), ranges)
    if formula.compares_names:
        spill.write_texts("names", [json.dumps(names_of(paper.features)) for paper in papers])
    if formula.finds_titles:
        spill.write_keys("titles-by-range", columns.titles, ranges)
    return bool(len(wide))


def write_common_titles(spill: Spill, parts: Sequence[Part], number: int) -> None:
    """Write the common title features of a range."""
    hashes = [part.spill.read_keys("titles-by-range", number) for part in parts]
    least = max(_COMMON_PAPERS, int(_COMMON_SHARE * parts[-1].end))
    for name, array in common_features(np.concatenate(hashes), least)._asdict().items():
        spill.write(name, array)


def write_title_keys(spill: Spill, part: Part, common: Sequence[Spill], ranges: int) -> None:
    """Write the keys by which the papers of a part find similar titles.

    Args:
        spill: where to write them.
        part: the part.
        common: what `write_common_titles` has written, in the order of the ranges.
        ranges: the number of ranges.
    """
    known = CommonFeatures(
        *(np.concatenate([found.read(name) for found in common]) for name in CommonFeatures._fields)
    )
    spill.write_rows(_TITLES, title_keys(part.spill.read_columns(), known), ranges)


def write_pairs(spill: Spill, parts: Sequence[Part], number: int) -> list[str]:
    """Write the pairs of papers that share a feature pair of a range; return the files' names."""
    return _write_pairs(spill, _PAIRS, parts, number)


def write_title_pairs(
    spill: Spill, parts: Sequence[Part], titles: Sequence[Spill], number: int
) -> list[str]:
    """Write the pairs of papers that meet in a range of the keys of `titles`."""
    by_title = [
        Part(part.first, part.papers, found) for part, found in zip(parts, titles, strict=True)
    ]
    return _write_pairs(spill, _TITLES, by_title, number)


def _write_pairs(spill: Spill, keys: str, parts: Sequence[Part], number: int) -> list[str]:
    found = []
    for part in parts:
        rows = part.spill.read_rows(keys, number)
        found.append(rows._replace(papers=rows.papers + part.first))
    rows = KeyRows(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))
    return [
        _written(spill, f"joined-{piece}", pairs)
        for piece, pairs in enumerate(pairs_of_rows(rows, PAIRS_AT_ONCE))
    ]


def write_wide_pairs(spill: Spill, parts: Sequence[Part], part: Part) -> list[str]:
    """Write the pairs of a wide paper of any part and a paper of one part."""
    found = [np.empty(0, np.uint64)]
    columns = part.spill.read_columns()
    for other in parts:
        wide = np.array(other.spill.read("wide"))
        if len(wide):
            features = other.spill.read_columns().selected(wide)
            found.append(pairs_with_wide(features, wide + other.first, columns, part.first))
    return [_written(spill, "wide", np.unique(np.concatenate(found)))]


def _written(spill: Spill, name: str, pairs: Hashes) -> str:
    spill.write(name, pairs)
    return str(spill.path(f"{name}.npy"))


def read_pairs(names: Iterable[str]) -> Iterator[Hashes]:
    """Yield the pairs in files of these names, read when they are used."""
    for name in names:
        yield read_array(Path(name))
