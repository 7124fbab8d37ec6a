"""Papers in memory that can be compared with each other: those of an issue, or of lists."""

from collections.abc import Iterable, Iterator, Sequence

from wildwood.matching.index.candidate_index import CandidateIndex
from wildwood.matching.index.columns import FeatureTable, columns_of
from wildwood.matching.packed_texts import PackedTexts, packed_names, unpacked_names
from wildwood.matching.target_index import Target, with_names
from wildwood.model import Features, Limits
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import Names


class NumberedPapers:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self, *, with_names: bool = True) -> None:
        """Start without papers; a formula that compares names needs them."""
        self._with_names = with_names
        self._table, self._names = FeatureTable(), PackedTexts()

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        self._table.add(features)
        if self._with_names:
            self._names.append(packed_names(features))

    def indexed(self) -> "IndexedPapers":
        """Build the index; after that, no paper can be added."""
        return IndexedPapers(CandidateIndex(self._table.columns()), self._names)


class IndexedPapers:
    """Papers by their number; it finds targets for these papers only."""

    def __init__(self, index: CandidateIndex, names: PackedTexts) -> None:
        self._index, self._names = index, names

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self._index.targets(columns_of(issue), Limits(limit, limit), formula)
        return with_names(found, self._names_of, formula)

    def _names_of(self, number: int) -> Names:
        return unpacked_names(self._names[number])


def indexed(papers: Iterable[Features], *, with_names: bool = True) -> IndexedPapers:
    """Return an index of these papers; see `NumberedPapers`."""
    numbered = NumberedPapers(with_names=with_names)
    for features in papers:
        numbered.add(features)
    return numbered.indexed()
