"""Choose a limit, and measure the choice on papers that it was not made with."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wildwood.analysis.resampling import Array, CountedPairs, PairTally, Weights, Works

LIMITS = np.arange(100) / 100
"""The limits to choose from; further decimals would follow chance."""

_FOLDS, _DEALS = 10, 5
_SEED = 2
_SMOOTHED = 5
"""The limits over which F1 is averaged, so that no single pair decides."""
_EQUAL = 1e-9


def best_limits(f1: Array) -> Array:
    """Return the limit with the best F1 of each sample, with neighbours taken into account.

    Of several, it is the one in the middle.

    Args:
        f1: has a row for each of `LIMITS` and a column for each sample.
    """
    margin = _SMOOTHED // 2
    padded = np.pad(f1, ((margin, margin), (0, 0)), mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, _SMOOTHED, axis=0).mean(axis=-1)
    so_far = np.cumsum(smooth >= smooth.max(axis=0) - _EQUAL, axis=0)
    middle: Array = LIMITS[np.argmax(2 * so_far > so_far[-1], axis=0)]
    return middle


@dataclass(frozen=True, slots=True)
class Folds:
    """Works dealt into folds of equal size; a work is in one."""

    of_work: Array

    def others(self) -> Weights:
        """Return a sample for each fold, of the works that are not in it.

        More unlabelled than labelled pairs are lost, as either work can be in the fold; those
        that are left count for them.
        """
        outside = (self.of_work[:, None] != np.arange(_FOLDS)).astype(np.float32)
        right = outside * np.float32(_FOLDS / (_FOLDS - 1))
        return Weights(outside, np.vstack([right, np.ones(_FOLDS, np.float32)]))


def deals(works: Works) -> list[Folds]:
    """Deal the works several times, always the same; those with a label by themselves."""
    draw = np.random.default_rng(_SEED)
    parts = [np.arange(part) % _FOLDS for part in (works.labelled, len(works) - works.labelled)]
    return [Folds(np.concatenate(list(map(draw.permutation, parts)))) for _ in range(_DEALS)]


def held_out(pairs: CountedPairs, dealt: Sequence[Folds], weights: Weights) -> PairTally:
    """Count what is reported if each fold has the limit that is best for the others.

    An unlabelled pair of works in two folds counts half in either. The counts are means of the
    deals.
    """
    shares = np.mean([_reported(pairs, folds) for folds in dealt], axis=0)
    return pairs.tally_of_shares(shares, weights)


def _reported(pairs: CountedPairs, folds: Folds) -> Array:
    """Return the share of each pair that is reported: none, half of it or all."""
    limits = best_limits(pairs.tally(pairs.at(LIMITS), folds.others()).f1)[folds.of_work]
    sides = [pairs.strengths > limits[works] for works in (pairs.left, pairs.right)]
    share: Array = np.mean(sides, axis=0)
    return share
