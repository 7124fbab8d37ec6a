"""Estimate the field of each word of a reference with a small convolutional network.

A word is the sum of the vectors of its features (`crf.features`, without those of its neighbours).
Layers of three words each, ever further apart, add what stands around it. The weights are in
`models/citations.npz`, which `tests.training.network` writes.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]

MODEL = Path(__file__).parent / "models" / "citations.npz"
SIZE = 2**15
"""The number of vectors; the first is zero."""
DISTANCES = (1, 2, 4, 8)  # in words, of the three words of each layer
_OF_NEIGHBOURS = ("-2:", "-1:", "1:", "2:")
_REMEMBERED = 2**16


@cache
def weights() -> Mapping[str, Numbers]:
    """Return the weights by name: vectors, and the matrix and offset of each layer."""
    with np.load(MODEL) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


@lru_cache(_REMEMBERED)
def place(feature: str) -> int:
    """Return which vector a feature has; the first for what the layers find out themselves."""
    if feature.startswith(_OF_NEIGHBOURS):
        return 0
    return crc32(feature.encode("utf-8", "surrogatepass")) % (SIZE - 1) + 1


def log_probabilities(rows: Sequence[Sequence[str]]) -> Numbers:
    """Return the logarithm of the probability of each label for each word.

    `rows` has the features of each word, at least one of each; the labels are in the order of
    `crf.LABELS`.
    """
    own = weights()
    places = [place(feature) for row in rows for feature in row]
    starts = np.cumsum([0, *map(len, rows[:-1])])
    words = np.add.reduceat(own["vectors"][places], starts)
    words = np.maximum(words @ own["first"] + own["first offset"], 0)
    for distance in DISTANCES:
        words = words + _around(words, distance)
    scores = words @ own["last"] + own["last offset"]
    scores -= scores.max(axis=1, keepdims=True)
    logarithms: Numbers = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logarithms


def _around(words: Numbers, distance: int) -> Numbers:
    """Return what a layer adds to each word for it and the words at a distance on both sides."""
    own, count = weights(), len(words)
    padded = np.zeros((count + 2 * distance, words.shape[1]), words.dtype)
    padded[distance : distance + count] = words
    added = own[f"{distance} offset"]
    for step, matrix in enumerate(own[f"{distance}"]):
        added = added + padded[step * distance :][:count] @ matrix
    return np.maximum(added, 0)
