"""Measure fingerprints in several languages: `fingerprints.py FOLDER`.

FOLDER has a subfolder for each language, with texts (`.txt`) of 300 words or more. Of each
language, all pairs of texts that have little in common are compared, and each text with versions
of itself: with a cover page, a stamp on each page, without its last page, and revised, with other
first lines and each fiftieth line left out. Two texts have much in common if they share more than
three tenths of the runs of eight characters that the shorter one has.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from zlib import crc32

from wildwood.extraction.service.simhash import MAX_DISTANCE, distance

from tests.benchmarks.experiment.versions import PAGE, with_cover, with_stamps
from tests.support.fingerprints import simhash

_PAGE_LINES = 50
_PAGES = 6
_RUN, _STEP, _MUCH = 8, 3, 0.3
_LONG = 12_000
"""Characters of a text whose versions are looked for; a page more or less is little of it."""
_REVISED_HEAD = "A Second Look, with More Data and Another Author\nJane Q. Public and John Doe\n"


def _with_pages(text: str) -> str:
    lines = text.splitlines()
    size = max(_PAGE_LINES, -(-len(lines) // _PAGES))
    return PAGE.join("\n".join(lines[n : n + size]) for n in range(0, len(lines), size))


def _without_last_page(text: str, _chance: random.Random) -> str:
    return PAGE.join(text.split(PAGE)[:-1]) or text


def _revised(text: str, _chance: random.Random) -> str:
    lines = text.splitlines()
    return _REVISED_HEAD + "\n".join(line for n, line in enumerate(lines) if n % 50 != 3)


_VERSIONS: Mapping[str, Callable[[str, random.Random], str]] = {
    "cover": with_cover,
    "stamp": with_stamps,
    "page less": _without_last_page,
    "revised": _revised,
}


def _runs(text: str) -> frozenset[str]:
    joined = "".join(text.lower().split())
    runs = (joined[start : start + _RUN] for start in range(len(joined) - _RUN))
    return frozenset(one for one in runs if crc32(one.encode()) % _STEP == 0)


def _unrelated(texts: list[str]) -> Iterator[tuple[int, int]]:
    runs = [_runs(text) for text in texts]
    for one, other in combinations(range(len(texts)), 2):
        least = min(len(runs[one]), len(runs[other]))
        if len(runs[one] & runs[other]) <= _MUCH * least:
            yield one, other


def measure(texts: list[str]) -> str:
    """Return a row of a table: pairs, near ones, least and median distance, repeats found."""
    prints = [simhash(text) for text in texts]
    distances = sorted(distance(prints[a], prints[b]) for a, b in _unrelated(texts))
    near = sum(one <= MAX_DISTANCE for one in distances)
    long = [one for one in zip(texts, prints, strict=True) if len(one[0]) >= _LONG]
    found = []
    for change in _VERSIONS.values():
        again = (
            distance(one, simhash(change(_with_pages(text), random.Random(1))))
            for text, one in long
        )
        found.append(f"{sum(one <= MAX_DISTANCE for one in again) / max(1, len(long)):.0%}")
    middle = distances[len(distances) // 2]
    return (
        f"| {len(texts)} | {len(distances):,} | {near} | {distances[0]}, {middle} |"
        f" {len(long)}: {', '.join(found)} |"
    )


def main(folder: Path) -> None:
    print(f"| language | texts | pairs | near | least, median | {', '.join(_VERSIONS)} |")
    for language in sorted(path for path in folder.iterdir() if path.is_dir()):
        texts = [path.read_text(encoding="utf-8") for path in sorted(language.glob("*.txt"))]
        print(f"| {language.name} {measure(texts)}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
