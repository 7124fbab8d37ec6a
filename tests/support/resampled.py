"""Figures in resamples of works, by which tools are compared and intervals are checked.

A labelled pair counts as often as its work was drawn, and an unlabelled one as often as the product
of the numbers of its works. These are Poisson, as in a bootstrap of a large set.
"""

from itertools import chain

import numpy as np

from wildwood.lists.evaluation import Array, Estimate, Evaluation

_RESAMPLES, _SEED, _OUTSIDE = 1000, 1, 0.025


def resample(evaluation: Evaluation, limit: float = 0.0) -> Array:
    """Return a row for the papers at hand, then one for each resample.

    The columns are average precision, with ties as one step, the best F1, and precision, recall
    and F1 at the limit. Evaluations of the same papers are resampled alike.
    """
    pairs, true = evaluation.judged
    left, right = evaluation.works[pairs].T
    labelled = evaluation.works[[left for left, _ in evaluation.labelled]]
    weakest_last = -np.array([*evaluation.strengths.values()])
    ends = np.searchsorted(weakest_last, np.unique(weakest_last[true]), "right")
    cuts = np.append(ends, np.searchsorted(weakest_last, -limit))

    def figures(times: Array) -> list[float]:
        weights = times[left] * np.where(left == right, 1, times[right])
        reported, matches = (
            np.append(0, np.cumsum(column))[cuts] for column in (weights, weights * true)
        )
        total = int(times[labelled].sum())
        precision = np.where(reported == 0, 1.0, matches / np.maximum(reported, 1))
        recall, f1 = matches / max(total, 1), 2 * matches / np.maximum(reported + total, 1)
        area = np.dot(precision[:-1], np.diff(recall[:-1], prepend=0.0))
        return [area, max(f1[:-1], default=0.0), precision[-1], recall[-1], f1[-1]]

    random, size = np.random.default_rng(_SEED), len(evaluation.papers)
    samples = (random.poisson(1.0, size) for _ in range(_RESAMPLES))
    return np.array([figures(times) for times in chain([np.ones(size, np.intp)], samples)])


def resampled_estimate(values: Array) -> Estimate:
    """Estimate a figure; the interval is corrected for the average bias of resamples."""
    value, resamples = float(values[0]), values[1:]
    low, high = np.quantile(resamples, [_OUTSIDE, 1 - _OUTSIDE]) - (resamples.mean() - value)
    return Estimate(value, max(float(low), 0.0), min(float(high), 1.0))
