"""Fit the weights of screening.evidence: python -m tests.benchmarks.language_weights FILES

The files are labelled. Only the part "choose" of language_split.py is read, and nothing is learned.
Two logistic regressions give the weights: of the words with the first detector, and of their sum
with the second one, on the titles for which that is asked. In both, the English and the other
titles of each file weigh as much as 1,500 titles, or as many as they are.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wildwood.screening.evidence import (
    LANGID,
    MOST_UNKNOWN,
    Dictionary,
    lead,
    log_ratio,
    make_eldc,
    needs_second,
)
from wildwood.screening.judge import is_of_another_script, latin_part
from wildwood.screening.words import are_symbols, plain_text, tested_text

from tests.benchmarks.language_accuracy import read_labelled
from tests.benchmarks.language_split import CHOOSE, part_of

FIRST = ("constant", "function word", "unknown", "foreign", "names", "lead")
SECOND = ("constant", "first", "log ratio")
MOST = 1500
ROUNDS = 30
RIDGE = 1e-3
DETECTOR_CHARACTERS = 200

Array = NDArray[np.float64]


class Row(NamedTuple):
    """What the words and the first detector say of a title."""

    source: str
    english: bool
    beginning: str
    values: tuple[float, ...]


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the rows of the titles to choose on that the weights decide."""
    first, dictionary = make_eldc(), Dictionary()
    for labelled in read_labelled(path):
        text = " / ".join(title.text for title in labelled.record.titles)
        evidence = dictionary.evidence(tested_text(text))
        if part_of(text) != CHOOSE or " = " in text or are_symbols(evidence.words):
            continue
        if is_of_another_script(text):
            continue
        beginning = latin_part(plain_text(text)[:DETECTOR_CHARACTERS])
        values = (
            1.0,
            float(evidence.has_english),
            min(len(evidence.unknown) / (evidence.counted + 2), MOST_UNKNOWN),
            len(evidence.foreign) / len(evidence.words),
            len(evidence.names) / (len(evidence.words) + 2),
            lead(first.answer(beginning), len(beginning)),
        )
        yield Row(path.name, labelled.english, beginning, values)


def weights_of(rows: Sequence[Row]) -> Array:
    groups = [(row.source, row.english) for row in rows]
    sizes = Counter(groups)
    return np.array([min(MOST, sizes[group]) / sizes[group] for group in groups])


def fitted(values: Array, english: Array, weights: Array) -> Array:
    """Return the weights of a logistic regression (Newton's method)."""
    fit = np.zeros(values.shape[1])
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-values @ fit))
        slope = values.T @ (weights * (english - likely)) - RIDGE * fit
        bend = (values * (weights * likely * (1 - likely))[:, None]).T @ values
        fit = fit + np.linalg.solve(bend + RIDGE * np.eye(len(fit)), slope)
    return fit


def main(*labelled: Path) -> None:
    """Print both sets of weights."""
    rows = [row for path in labelled for row in rows_of(path)]
    values = np.array([row.values for row in rows])
    english = np.array([row.english for row in rows], dtype=np.float64)
    weights = weights_of(rows)
    fit = fitted(values, english, weights)
    sums = values @ fit
    asked = [number for number, log_odds in enumerate(sums) if needs_second(float(log_odds))]
    ratios = [log_ratio(LANGID.answer(rows[number].beginning)) for number in asked]
    both = np.stack([np.ones(len(asked)), sums[asked], np.array(ratios)], axis=1)
    second = fitted(both, english[asked], weights[asked])
    for names, found in ((FIRST, fit), (SECOND, second)):
        print("  ".join(f"{name} {value:.2f}" for name, value in zip(names, found, strict=True)))
    print(f"the second detector is asked of {100 * len(asked) / len(rows):.1f} % of the titles")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
