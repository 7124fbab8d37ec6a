"""Labelled pairs and their papers, on which formulas are measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wildwood.analysis.evaluation import Evaluation, evaluate_deduplication, evaluate_linkage
from wildwood.analysis.labelled_pairs import Labels
from wildwood.display import counted, listed, quoted
from wildwood.errors import InputError
from wildwood.model import Paper
from wildwood.scoring.formulas import Formula

PapersOfBothSides = tuple[Mapping[str, Paper], Mapping[str, Paper]]
"""The left and the right papers, by handle."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Two sets of papers, or one, and the pairs that are labelled as the same paper."""

    labels: Labels
    left: Sequence[Paper]
    right: Sequence[Paper] | None = None

    def __post_init__(self) -> None:
        """Check that the papers of all labelled pairs are known.

        Raises:
            InputError: some are not.
        """
        known = [{paper.handle for paper in papers} for papers in self._sides]
        unknown = {
            handle: None
            for pair in self.labels.all()
            for handle, handles in zip(pair, known, strict=True)
            if handle not in handles
        }
        if unknown:
            raise InputError(
                f"The labelled pairs contain {counted(len(unknown), 'handle')} of no known paper:"
                f" {listed(list(map(quoted, unknown)))}."
            )

    @property
    def _sides(self) -> tuple[Sequence[Paper], Sequence[Paper]]:
        return self.left, self.left if self.right is None else self.right

    def evaluation(self, formula: Formula) -> Evaluation:
        """Evaluate a formula; of decisions, on the pairs that are decided."""
        same, different = self.labels.same, self.labels.different
        found = (
            evaluate_deduplication(self.left, same, formula)
            if self.right is None
            else evaluate_linkage(self.left, self.right, same, formula)
        )
        return found if different is None else found.among((*same, *different))

    def papers(self) -> PapersOfBothSides:
        """Return the papers by their handles."""
        left, right = ({paper.handle: paper for paper in papers} for papers in self._sides)
        return left, right
