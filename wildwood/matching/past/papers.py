"""Papers by number: those of an issue, or of several in a row."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from wildwood.matching.index.columns import (
    Column,
    FeatureColumns,
    Ints,
    Mask,
    columns_of,
    joined_columns,
)
from wildwood.matching.packed_texts import PackedTexts, Texts, joined_texts, unpacked_wording
from wildwood.matching.past.spill import Spill
from wildwood.scoring.wording import Wording


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers in a row."""

    first: int
    """The number of the first one, among all papers of all issues."""
    columns: FeatureColumns
    handles: Texts
    packed_words: Texts
    """Empty if the formula does not compare words."""
    are_targets: Mask
    """Which papers are targets of later issues."""
    dates: Ints
    """The date of each paper's issue, as an ordinal; they ascend."""

    def __len__(self) -> int:
        return len(self.are_targets)

    @property
    def end(self) -> int:
        """The number of the first paper after them."""
        return self.first + len(self)

    def wording(self, position: int) -> Wording:
        """Return the words of a paper."""
        return unpacked_wording(self.packed_words[position])

    def parts(self, cuts: Sequence[int]) -> Iterator["Papers"]:
        """Yield the papers from each position up to, but not including, the next."""
        for (start, end), columns in zip(pairwise(cuts), self.columns.parts(cuts), strict=True):
            yield Papers(
                self.first + start,
                columns,
                self.handles.between(start, end),
                self.packed_words.between(start, end),
                self.are_targets[start:end],
                self.dates[start:end],
            )

    def by_date(self) -> dict[datetime.date, "Papers"]:
        """Return the papers of each issue that has any."""
        ordinals, starts = np.unique(self.dates, return_index=True)
        dates = map(datetime.date.fromordinal, ordinals.tolist())
        return dict(zip(dates, self.parts([*starts.tolist(), len(self)]), strict=True))

    def without(self, unstored: Collection[tuple[datetime.date, str]]) -> "Papers":
        """Return the same where papers with these dates and handles are no targets."""
        if not unstored:
            return self
        are_targets = np.array(self.are_targets)
        for date, issue in self.by_date().items():
            for position in range(len(issue)):
                if (date, issue.handles[position]) in unstored:
                    are_targets[issue.first - self.first + position] = False
        return replace(self, are_targets=are_targets)


def joined(parts: Sequence[Papers]) -> Papers:
    """Return the papers of consecutive parts, of which there is at least one."""
    return Papers(
        parts[0].first,
        joined_columns([part.columns for part in parts]),
        joined_texts([part.handles for part in parts]),
        joined_texts([part.packed_words for part in parts]),
        np.concatenate([part.are_targets for part in parts]),
        np.concatenate([part.dates for part in parts]),
    )


def write_papers(spill: Spill, papers: Papers) -> None:
    """Write papers to files."""
    spill.write("targets", papers.are_targets)
    spill.write("dates", papers.dates)
    for name, column in zip(papers.columns._fields, papers.columns, strict=True):
        spill.write(f"{name}-hashes", column.hashes)
        spill.write(f"{name}-totals", column.totals)
    for name, texts in (("handles", papers.handles), ("texts", papers.packed_words)):
        encoded, cuts = texts.arrays()
        spill.write(f"{name}-bytes", encoded)
        spill.write(f"{name}-cuts", cuts)


def read_papers(spill: Spill, first: int) -> Papers:
    """Return papers that `write_papers` has written, read from the files when they are used."""
    columns = FeatureColumns(
        *(
            Column(spill.read(f"{name}-hashes"), spill.read(f"{name}-totals"))
            for name in FeatureColumns._fields
        )
    )
    handles, texts = (
        Texts(spill.read(f"{name}-bytes"), spill.read(f"{name}-cuts"))
        for name in ("handles", "texts")
    )
    return Papers(first, columns, handles, texts, spill.read("targets"), spill.read("dates"))


NO_PAPERS = Papers(
    0,
    columns_of([]),
    PackedTexts(),
    PackedTexts(),
    np.empty(0, dtype=np.bool_),
    np.empty(0, dtype=np.int64),
)
