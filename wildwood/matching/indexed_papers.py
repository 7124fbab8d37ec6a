"""Papers in memory that can be compared with each other: those of an issue, or of lists."""

from collections.abc import Iterable, Iterator, Sequence

from wildwood.matching.index.candidate_index import CandidateIndex
from wildwood.matching.index.columns import FeatureColumns, FeatureTable, columns_of
from wildwood.matching.packed_texts import PackedTexts, packed_wording, unpacked_wording
from wildwood.matching.target_index import Target, with_wording
from wildwood.model import Features, Limits, Totals
from wildwood.scoring.formulas import Formula
from wildwood.scoring.wording import Wording, wording_of


class NumberedPapers:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self, *, with_words: bool = True) -> None:
        """Start without papers; a formula that compares words needs them."""
        self._with_words = with_words
        self._table, self._words = FeatureTable(with_words=with_words), PackedTexts()

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        wording = wording_of(features) if self._with_words else None
        self._table.add(features, wording)
        if wording:
            self._words.append(packed_wording(wording))

    def indexed(self, *, is_open: bool = False) -> "IndexedPapers":
        """Build the index, for any papers or these only; after that, no paper can be added."""
        columns = self._table.columns()
        return IndexedPapers(columns, CandidateIndex(columns, is_open=is_open), self._words)


class IndexedPapers:
    """Papers by their number."""

    def __init__(self, columns: FeatureColumns, index: CandidateIndex, words: PackedTexts) -> None:
        self._columns, self._index, self._words = columns, index, words

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self._index.targets(columns_of(issue, formula), Limits(limit, limit), formula)
        return with_wording(found, self.wording, formula)

    def earlier_targets(
        self, papers: range, limit: float, formula: Formula
    ) -> Iterator[Target[int]]:
        """Yield the targets of some of these papers that have smaller numbers than they have."""
        query = self._columns.between(papers.start, papers.stop)
        found = self._index.targets(query, Limits(limit, limit), formula)
        earlier = (target for target in found if target.key < papers[target.position])
        return with_wording(earlier, self.wording, formula)

    def totals(self, papers: range) -> list[Totals]:
        """Return the totals of some papers."""
        return self._columns.between(papers.start, papers.stop).paper_totals()

    def wording(self, number: int) -> Wording:
        """Return the words of a paper, if they were added."""
        return unpacked_wording(self._words[number])


def indexed(
    papers: Iterable[Features], *, with_words: bool = True, is_open: bool = False
) -> IndexedPapers:
    """Return an index of these papers; see `NumberedPapers`."""
    numbered = NumberedPapers(with_words=with_words)
    for features in papers:
        numbered.add(features)
    return numbered.indexed(is_open=is_open)
