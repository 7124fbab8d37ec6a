"""How well, and how fast, English is told from the rest: python screening.py LEARN LABELLED.

Both are JSON lines with title, abstract and lang, as `wildwood screen evaluate` reads them.
LEARN teaches the words; it is itself judged in six parts, each by what the other five teach.
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


def show(row: DetectorFigures) -> None:
    print(
        f"{row.name:32} {row.titles!s:>14} {row.short_titles!s:>14} {row.with_abstracts!s:>14}"
        f" {row.titles_a_second:9,.0f} {row.abstracts_a_second:9,.0f}"
    )


def taught(entries: Sequence[CatalogueRecord]) -> Counter[str]:
    return Counter(lesson("file", "digest", entries, THRESHOLDS.strict).counts)


def screen(counts: Counter[str]) -> Screen:
    learnt = (word for word, count in counts.items() if count >= THRESHOLDS.entries)
    return Screen(learnt, THRESHOLDS)


def judged(entries: Sequence[CatalogueRecord], name: str, by: Screen) -> None:
    show(measure_detector(entries, name, lambda text: by.of_text(text).kept))


def half(entry: CatalogueRecord) -> int:
    return hashlib.sha256(entry.titles[0].text.encode()).digest()[0] % 2


def main(learn: Path, labelled: Path) -> None:
    lessons, tests = read_record_file(learn).entries, read_record_file(labelled).entries
    counts = taught(lessons)
    whole = screen(counts)
    print(f"{'English kept / others in, %':32} {'titles':>14} {'4 words':>14} {'abstracts':>14}")
    judged(tests, "labelled", whole)
    for number in (0, 1):
        chosen = [entry for entry in tests if half(entry) == number]
        judged(chosen, f"labelled, half {number + 1}", whole)
    for number in range(PARTS):
        part = lessons[number::PARTS]
        judged(part, f"learn, part {number + 1} by the others", screen(counts - taught(part)))
    with gzip.open(DATA / "nber.jsonl.gz", "rt", encoding="utf-8") as file:
        titles = [title for line in file for title in json.loads(line)["titles"]]
    nber = [CatalogueRecord("", (LocalizedText(title),), (), ("en",)) for title in titles]
    judged(nber, "NBER, all English", whole)
    for number in range(ROUNDS):
        judged(tests, f"labelled, for the speed, {number + 1}", whole)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
