"""Fit the weights of screening.evidence: python -m tests.benchmarks.language_weights FILES

The files are labelled. Only the part "choose" of language_split.py is read, and nothing is learned.
A logistic regression gives the weights. In it, the English and the other titles of each source
weigh as much as 1,500 titles, or as many as they are. How much the weights depend on the titles
is shown by leaving out each source, and by fitting them on each half.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wildwood.screening.accuracy import Labelled, read_labelled
from wildwood.screening.evidence import MOST_UNKNOWN, Dictionary, Eldc, Langid, lead, log_ratio
from wildwood.screening.judge import is_of_another_script, latin_part
from wildwood.screening.words import are_symbols, plain_text

from tests.benchmarks.language_split import CHOOSE, part_of

NAMES = ("constant", "function word", "unknown", "foreign", "names", "lead", "log ratio")
MOST = 1500
ROUNDS = 30
RIDGE = 1e-3
DETECTOR_CHARACTERS = 200

Array = NDArray[np.float64]


class Row(NamedTuple):
    """What the words and the detectors say of a title."""

    source: str
    english: bool
    half: int
    values: tuple[float, ...]


def rows_of(records: Sequence[Labelled], dictionary: Dictionary) -> Iterator[Row]:
    """Yield the rows of the titles to choose on that one judgement of the formula decides."""
    first, second = Eldc(), Langid()
    for number, one in enumerate(records):
        text = " / ".join(title.text for title in one.record.titles)
        evidence = dictionary.evidence(text)
        if part_of(text) != CHOOSE or " = " in text or are_symbols(evidence.words):
            continue
        if is_of_another_script(text):
            continue
        beginning = latin_part(plain_text(text)[:DETECTOR_CHARACTERS])
        values = (
            1.0,
            float(evidence.english > 0),
            min(len(evidence.unknown) / (evidence.counted + 2), MOST_UNKNOWN),
            len(evidence.foreign) / len(evidence.words),
            len(evidence.names) / (len(evidence.words) + 2),
            _root(lead(first.answer(beginning))),
            log_ratio(second.answer(beginning)),
        )
        yield Row(one.source, one.english, number % 2, values)


def _root(value: float) -> float:
    return math.copysign(math.sqrt(abs(value)), value)


def fitted(rows: Sequence[Row]) -> Array:
    """Return the weights of a logistic regression (Newton's method)."""
    values = np.array([row.values for row in rows])
    english = np.array([row.english for row in rows], dtype=np.float64)
    groups = [(row.source, row.english) for row in rows]
    sizes = {group: groups.count(group) for group in set(groups)}
    weights = np.array([min(MOST, sizes[group]) / sizes[group] for group in groups])
    found = np.zeros(len(NAMES))
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-values @ found))
        slope = values.T @ (weights * (english - likely)) - RIDGE * found
        bend = (values * (weights * likely * (1 - likely))[:, None]).T @ values
        found = found + np.linalg.solve(bend + RIDGE * np.eye(len(NAMES)), slope)
    return found


def shown(found: Array, rows: Sequence[Row]) -> str:
    """Return the weights, and how they do on rows: English kept / others let in, in per cent."""
    log_odds = np.array([row.values for row in rows]) @ found
    english = np.array([row.english for row in rows])
    kept, let_in = (100 * np.mean(log_odds[part] > 0) for part in (english, ~english))
    weights = "  ".join(f"{name} {value:.2f}" for name, value in zip(NAMES, found, strict=True))
    return f"{weights}  {kept:.2f} / {let_in:.2f}"


def main(*labelled: Path) -> None:
    """Print the weights fitted on all titles, without each source, and on each half."""
    rows = list(rows_of([one for path in labelled for one in read_labelled(path)], Dictionary()))
    print("all:", shown(fitted(rows), rows))
    for source in sorted({row.source for row in rows}):
        rest = [row for row in rows if row.source != source]
        left = [row for row in rows if row.source == source]
        print(f"without {source}, on it:", shown(fitted(rest), left))
    for half in (0, 1):
        some = [row for row in rows if row.half == half]
        other = [row for row in rows if row.half != half]
        print("one half, on the other:", shown(fitted(some), other))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
