"""Which labels the words of a reference get together."""

import itertools

import numpy as np
import pytest

from wildwood.extraction.crf import LABELS, best_path
from wildwood.extraction.network import Numbers

PENALTY = -9.0
"""Of a title or venue that does not begin with the label of a beginning."""


def total(scores: Numbers, path: list[int]) -> float:
    """Return the sum of the scores of labels, and of the penalties."""
    names = ["", *(LABELS[place] for place in path)]
    unbegun = sum(
        f"B-{name}" in LABELS and before not in (name, f"B-{name}")
        for before, name in itertools.pairwise(names)
    )
    return float(sum(scores[range(len(path)), path])) + PENALTY * unbegun


@pytest.mark.parametrize("spread", [1, 4, 9])
@pytest.mark.parametrize("seed", range(4))
def test_no_other_labels_have_a_larger_sum(seed: int, spread: int) -> None:
    scores = np.random.default_rng(seed).normal(0, spread, (3, len(LABELS))).astype(np.float32)
    others = itertools.product(range(len(LABELS)), repeat=3)
    largest = max(total(scores, list(other)) for other in others)
    assert total(scores, best_path(scores)) == pytest.approx(largest, abs=1e-4)


def test_a_title_begins_with_the_label_of_a_beginning() -> None:
    scores = np.full((2, len(LABELS)), -9.0, np.float32)
    scores[:, LABELS.index("title")] = -0.1
    scores[:, LABELS.index("B-title")] = -0.2
    assert [LABELS[place] for place in best_path(scores)] == ["B-title", "title"]
