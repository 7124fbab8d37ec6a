"""Papers in memory to be searched for similar ones: those of an issue, or any."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wildwood.matching.candidate_index import CandidateIndex, columns_of
from wildwood.matching.feature_columns import FeatureTable
from wildwood.matching.name_table import NameTable
from wildwood.matching.target_index import Target, with_names
from wildwood.model import Features, Limits
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import names_of


class IssueIndex:
    """The papers of one issue by position; it finds targets for these papers only."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._issue = issue
        self._index = CandidateIndex(columns_of(issue))

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self._index.targets(columns_of(issue), Limits(limit, limit), formula)
        return with_names(found, lambda position: names_of(self._issue[position]), formula)


class NumberedPapers:
    """Papers of any number, without more than their features."""

    def __init__(self) -> None:
        self._table = FeatureTable()
        self._names = NameTable()

    def __len__(self) -> int:
        return len(self._table)

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        self._table.add(features)
        self._names.add(features)

    def indexed(self) -> "IndexedPapers":
        """Build the index; after that, no paper can be added."""
        return IndexedPapers(CandidateIndex(self._table.columns()), self._names)


@dataclass(frozen=True, slots=True)
class IndexedPapers:
    """Papers by their number; it finds targets for these papers only."""

    index: CandidateIndex
    names: NameTable

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self.index.targets(columns_of(issue), Limits(limit, limit), formula)
        return with_names(found, self.names.names, formula)
