"""Random works with labelled pairs, whose precision and recall are known from a large sample."""

import math
from collections.abc import Iterable, Mapping
from itertools import chain

import numpy as np

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.lists.evaluation import Evaluation, HandlePair, NumberPair

_LABELLED, _CANDIDATES, _FALSE, _EDITORIALS, _GROUP = 0.5, 0.93, 0.6, 0.06, 4


def labelled_works(seed: int, works: int, *, shift: float = 0.0, noise: int = 0) -> Evaluation:
    """Draw works of one to three papers on each side, half of them with labels.

    The pairs of a work are alike, since works differ in how hard they are to find; and one work in
    sixteen resembles the others of its group, as editorials do.

    Args:
        seed: of the works.
        works: how many there are.
        shift: how much stronger labelled pairs are, in units of the logit.
        noise: seed of what differs between formulas on the same works.
    """
    draw, own = np.random.default_rng([seed, 0]), np.random.default_rng([seed, 1 + noise])
    logits: dict[tuple[str, str], float] = {}
    labelled: set[tuple[str, str]] = set()
    for work in range(works):
        hardness, size = draw.normal(1.5), int(draw.integers(1, 4))
        if draw.random() < _LABELLED:
            pairs = [(f"{work}.{a}", f"{work}.{b}") for a in range(size) for b in range(size)]
            labelled.update(pairs)
            logits.update({pair: hardness for pair in pairs if draw.random() < _CANDIDATES})
    for left, right in draw.integers(works, size=(draw.poisson(_FALSE * works), 2)):
        logits.setdefault((f"{left}.0", f"{right}.9"), draw.normal(-1.0))
    editorials = np.flatnonzero(draw.random(works) < _EDITORIALS)
    for place, left in enumerate(editorials):
        group = editorials[place - place % _GROUP :][:_GROUP]
        logits.update({(f"{left}.0", f"{right}.8"): 1.0 for right in group})
    strengths = {
        pair: _logistic(logit + own.normal(0, 0.5) + shift * (pair in labelled))
        for pair, logit in logits.items()
    }
    return evaluation_of(strengths, labelled)


def evaluation_of(
    strengths: Mapping[HandlePair, float],
    labelled: Iterable[HandlePair],
    others: Iterable[HandlePair] = (),
) -> Evaluation:
    """Evaluate pairs of two sides by the handles of their papers; `others` have no strength."""
    labelled = list(labelled)
    pairs = [*others, *labelled, *strengths]
    papers = list(dict.fromkeys(chain.from_iterable(map(enumerate, pairs))))
    numbers = {paper: number for number, paper in enumerate(papers)}

    def numbered(pair: HandlePair) -> NumberPair:
        left, right = enumerate(pair)
        return numbers[left], numbers[right]

    ranked = {
        numbered(pair): strengths[pair] for pair in sorted(strengths, key=lambda p: -strengths[p])
    }
    same = frozenset(map(numbered, labelled))
    records = (Record(handle, (), ()) for _, handle in papers)
    return Evaluation(list(map(paper_of, records)), same, ranked)


def strengths_by_handle(evaluation: Evaluation) -> dict[HandlePair, float]:
    handles = [paper.handle for paper in evaluation.papers]
    return {
        (handles[left], handles[right]): strength
        for (left, right), strength in evaluation.strengths.items()
    }


def _logistic(logit: float) -> float:
    return round(1 / (1 + math.exp(-logit)), 4)
