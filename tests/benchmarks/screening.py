"""Accuracy and speed of the selection of English: python screening.py LEARN LABELLED.

Both files are JSON lines with title, abstract and lang, as for `wildwood screen evaluate`.
LEARN teaches the words. It is also judged itself in six parts, each with the words that the other
five teach.
"""

import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from wildwood.config_file import load
from wildwood.language.evaluation import DetectorFigures, measure_detector
from wildwood.language.learning import lesson
from wildwood.language.record_files import read_record_file
from wildwood.language.screening import Screen
from wildwood.model import CatalogueRecord, LocalizedText

from tests.support.paths import DATA

THRESHOLDS = load(environment={}).language.thresholds
PARTS = 6
ROUNDS = 5


def print_figures(figures: DetectorFigures) -> None:
    """Print one row."""
    print(
        f"{figures.name:32} {figures.titles!s:>14} {figures.short_titles!s:>14}"
        f" {figures.with_abstracts!s:>14} {figures.titles_per_second:9,.0f}"
        f" {figures.abstracts_per_second:9,.0f}"
    )


def word_counts(records: Sequence[CatalogueRecord]) -> Counter[str]:
    """Return the words that the records teach, with the number of records that have each."""
    return Counter(lesson("file", "digest", records, THRESHOLDS.strict).counts)


def screen_with(counts: Counter[str]) -> Screen:
    """Make a screen with the words that are frequent enough to be learned."""
    learned = (word for word, count in counts.items() if count >= THRESHOLDS.entries)
    return Screen(learned, THRESHOLDS)


def measure(records: Sequence[CatalogueRecord], name: str, screen: Screen) -> None:
    """Measure a screen on records, and print the figures."""
    print_figures(measure_detector(records, name, lambda text: screen.of_text(text).kept))


def half_of(record: CatalogueRecord) -> int:
    """Return the half, 0 or 1, that a record belongs to."""
    return hashlib.sha256(record.titles[0].text.encode()).digest()[0] % 2


def main(learn: Path, labelled: Path) -> None:
    """Print the figures of the labelled records, of the parts of LEARN and of NBER titles."""
    teaching, tested = read_record_file(learn).records, read_record_file(labelled).records
    counts = word_counts(teaching)
    screen = screen_with(counts)
    print(f"{'English kept / others kept, %':32} {'titles':>14} {'4 words':>14} {'abstracts':>14}")
    measure(tested, "labelled", screen)
    for number in (0, 1):
        half = [record for record in tested if half_of(record) == number]
        measure(half, f"labelled, half {number + 1}", screen)
    for number in range(PARTS):
        part = teaching[number::PARTS]
        others = screen_with(counts - word_counts(part))
        measure(part, f"learn, part {number + 1} by the others", others)
    with gzip.open(DATA / "nber.jsonl.gz", "rt", encoding="utf-8") as file:
        titles = [title for line in file for title in json.loads(line)["titles"]]
    nber = [CatalogueRecord("", (LocalizedText(title),), (), ("en",)) for title in titles]
    measure(nber, "NBER, all English", screen)
    for number in range(ROUNDS):
        measure(tested, f"labelled, for the speed, {number + 1}", screen)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
