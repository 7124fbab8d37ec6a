"""Papers by number: those of an issue, or of several in a row."""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from wildwood.matching.index.columns import FeatureColumns, Mask, joined_columns
from wildwood.matching.packed_texts import Texts, joined_texts, unpacked_names
from wildwood.matching.past.spill import Spill
from wildwood.model import Totals
from wildwood.scoring.tolerant import Names


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers in a row."""

    first: int
    """The number of the first one, among all papers of all issues."""
    columns: FeatureColumns
    handles: Texts
    packed_names: Texts
    """Empty if the formula does not compare names."""
    are_targets: Mask
    """Which papers are targets of later issues."""

    def __len__(self) -> int:
        return len(self.are_targets)

    @property
    def end(self) -> int:
        """The number of the first paper after them."""
        return self.first + len(self)

    def names(self, position: int) -> Names:
        """Return the names of a paper."""
        return unpacked_names(self.packed_names[position])

    def totals(self) -> list[Totals]:
        """Return the totals of all papers."""
        columns = self.columns
        return list(map(Totals, columns.author_totals.tolist(), columns.title_totals.tolist()))

    def parts(self, cuts: Sequence[int]) -> Iterator["Papers"]:
        """Yield the papers from each position up to, but not including, the next."""
        for (start, end), columns in zip(pairwise(cuts), self.columns.parts(cuts), strict=True):
            yield Papers(
                self.first + start,
                columns,
                self.handles.between(start, end),
                self.packed_names.between(start, end),
                self.are_targets[start:end],
            )


def joined(parts: Sequence[Papers]) -> Papers:
    """Return the papers of consecutive parts, of which there is at least one."""
    return Papers(
        parts[0].first,
        joined_columns([part.columns for part in parts]),
        joined_texts([part.handles for part in parts]),
        joined_texts([part.packed_names for part in parts]),
        np.concatenate([part.are_targets for part in parts]),
    )


@dataclass(frozen=True, slots=True)
class PapersOfIssues:
    """The papers of some issues in a row."""

    papers: Papers
    sizes: Mapping[datetime.date, int]
    """How many papers each issue has, in date order."""

    def by_date(self) -> dict[datetime.date, Papers]:
        """Return the papers of each issue."""
        cuts = list(accumulate(self.sizes.values(), initial=0))
        return dict(zip(self.sizes, self.papers.parts(cuts), strict=True))

    def without(self, unstored: Collection[tuple[datetime.date, str]]) -> "PapersOfIssues":
        """Return the same where papers with these dates and handles are no targets."""
        if not unstored:
            return self
        are_targets = np.array(self.papers.are_targets)
        for date, issue in self.by_date().items():
            for position in range(len(issue)):
                if (date, issue.handles[position]) in unstored:
                    are_targets[issue.first - self.papers.first + position] = False
        return replace(self, papers=replace(self.papers, are_targets=are_targets))


def write_papers(spill: Spill, issues: PapersOfIssues) -> None:
    """Write the papers of some issues to files."""
    papers = issues.papers
    spill.write("dates", np.array([date.toordinal() for date in issues.sizes], dtype=np.int64))
    spill.write("sizes", np.array([*issues.sizes.values()], dtype=np.int64))
    spill.write("targets", papers.are_targets)
    for name, array in zip(papers.columns._fields, papers.columns, strict=True):
        spill.write(name, array)
    for name, texts in (("handles", papers.handles), ("names", papers.packed_names)):
        encoded, cuts = texts.arrays()
        spill.write(f"{name}-bytes", encoded)
        spill.write(f"{name}-cuts", cuts)


def read_papers(spill: Spill, first: int) -> PapersOfIssues:
    """Return papers that `write_papers` has written, read from the files when they are used."""
    dates = map(datetime.date.fromordinal, spill.read("dates").tolist())
    columns = FeatureColumns(*map(spill.read, FeatureColumns._fields))
    handles, names = (
        Texts(spill.read(f"{name}-bytes"), spill.read(f"{name}-cuts"))
        for name in ("handles", "names")
    )
    papers = Papers(first, columns, handles, names, spill.read("targets"))
    return PapersOfIssues(papers, dict(zip(dates, spill.read("sizes").tolist(), strict=True)))
