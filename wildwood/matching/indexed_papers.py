"""Papers in memory that can be compared with each other: those of an issue, or of lists."""

from collections.abc import Iterable, Iterator, Sequence

from wildwood.matching.index.candidate_index import CandidateIndex
from wildwood.matching.index.columns import FeatureTable, columns_of
from wildwood.matching.packed_texts import PackedTexts, packed_wording, unpacked_wording
from wildwood.matching.target_index import Target, with_wording
from wildwood.model import Features, Limits
from wildwood.scoring.formulas import Formula
from wildwood.scoring.wording import Wording


class NumberedPapers:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self, *, with_words: bool = True) -> None:
        """Start without papers; a formula that compares words needs them."""
        self._with_words = with_words
        self._table, self._words = FeatureTable(with_words=with_words), PackedTexts()

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        self._table.add(features)
        if self._with_words:
            self._words.append(packed_wording(features))

    def indexed(self, *, is_open: bool = False) -> "IndexedPapers":
        """Build the index, for any papers or these only; after that, no paper can be added."""
        index = CandidateIndex(self._table.columns(), is_open=is_open)
        return IndexedPapers(index, self._words)


class IndexedPapers:
    """Papers by their number."""

    def __init__(self, index: CandidateIndex, words: PackedTexts) -> None:
        self._index, self._words = index, words

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self._index.targets(columns_of(issue, formula), Limits(limit, limit), formula)
        return with_wording(found, self._wording, formula)

    def _wording(self, number: int) -> Wording:
        return unpacked_wording(self._words[number])


def indexed(
    papers: Iterable[Features], *, with_words: bool = True, is_open: bool = False
) -> IndexedPapers:
    """Return an index of these papers; see `NumberedPapers`."""
    numbered = NumberedPapers(with_words=with_words)
    for features in papers:
        numbered.add(features)
    return numbered.indexed(is_open=is_open)
