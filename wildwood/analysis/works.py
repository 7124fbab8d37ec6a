"""Works: the papers that labels join, which a sample has or lacks together."""

from collections.abc import Iterable, Sequence

from wildwood.analysis.evaluation import Evaluation, HandlePair
from wildwood.disjoint_sets import DisjointSets

_Node = tuple[int, str]
"""The side of a paper, and its handle."""


class Works:
    """Numbers the works of evaluations of the same labelled pairs, those with a label first.

    Papers that are joined by labelled pairs are one work; any other paper is one by itself.
    """

    def __init__(self, evaluations: Sequence[Evaluation]) -> None:
        labelled = sorted(evaluations[0].labelled)
        self._right_side = 0 if evaluations[0].one_set else 1
        self._sets = DisjointSets[_Node]()
        for pair in labelled:
            self._sets.join(*self._nodes(pair))
        self._numbers: dict[_Node, int] = {}
        self._number_all(labelled)
        self.labelled = len(self._numbers)
        """The number of works with a label."""
        for found in evaluations:
            self._number_all(pair.pair for pair in found.judged)

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, pair: HandlePair) -> tuple[int, int]:
        """Return the numbers of the works of both papers."""
        left, right = map(self._sets.root, self._nodes(pair))
        return self._numbers[left], self._numbers[right]

    def _nodes(self, pair: HandlePair) -> tuple[_Node, _Node]:
        return (0, pair[0]), (self._right_side, pair[1])

    def _number_all(self, pairs: Iterable[HandlePair]) -> None:
        for pair in pairs:
            for node in self._nodes(pair):
                self._numbers.setdefault(self._sets.root(node), len(self._numbers))
