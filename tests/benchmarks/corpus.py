"""Write a generated us directory of any size whose features are as frequent as real ones.

usage: python -m tests.benchmarks.corpus PAPERS OUT/us [--seed 1]

Titles follow a word model of the real titles in tests/data/nber.jsonl.gz: each word depends on the
two words before it if these are common, else on the one before it, else on its own frequency. Names
are drawn from the real given and family names, and some family names are new. One paper in twenty
repeats an earlier one with a changed word, an added subtitle, an omitted author, or initials in
place of given names. Issues have 488 papers and are a week apart, or less if there are many.
"""

import argparse
import datetime
import gzip
import json
import random
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Generic, TypeVar

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.paths import DATA

SOURCE = DATA / "nber.jsonl.gz"
ISSUE = 488
FIRST_MONDAY, LAST_DAY = datetime.date(1950, 1, 2), datetime.date(2026, 1, 1)

_COMMON = 30
"""Occurrences that make a context worth following."""
_REPEATS = 0.05
_REMEMBERED = 200_000
"""Papers that can be repeated."""
_SYLLABLES = [
    "ba",
    "ko",
    "ri",
    "ma",
    "ne",
    "schu",
    "vel",
    "ton",
    "ski",
    "an",
    "der",
    "lo",
    "pe",
    "za",
    "mi",
    "ro",
    "sen",
    "wick",
    "ford",
    "ell",
]

Item = TypeVar("Item")
Paper = tuple[list[str], list[str]]
"""The names and the words of the title."""


class Draw(Generic[Item]):
    """Draws items in proportion to their counts."""

    def __init__(self, counts: Counter[Item]) -> None:
        self._items = list(counts)
        self._ends = list(accumulate(counts.values()))

    def __call__(self, chance: random.Random) -> Item:
        return self._items[bisect(self._ends, chance.random() * self._ends[-1])]


@dataclass(frozen=True)
class Model:
    """The statistics of real papers."""

    words: Draw[str]
    after_one: dict[str, Draw[str]]
    after_two: dict[tuple[str, str], Draw[str]]
    lengths: Draw[int]
    author_counts: Draw[int]
    given: Draw[str]
    family: Draw[str]


def learn(papers: Iterable[Paper]) -> Model:
    """Learn the statistics of real papers."""
    words, lengths, authors = Counter[str](), Counter[int](), Counter[int]()
    one, two = (
        defaultdict[str, Counter[str]](Counter),
        defaultdict[tuple[str, str], Counter[str]](Counter),
    )
    given, family = Counter[str](), Counter[str]()
    for names, title in papers:
        words.update(title)
        lengths[len(title)] += 1
        authors[len(names)] += 1
        for before, word in zip(["", *title], title, strict=False):
            one[before][word] += 1
        for before, between, word in zip(["", *title], title, title[1:], strict=False):
            two[before, between][word] += 1
        for parts in (name.split() for name in names):
            given[parts[0]] += 1
            family[parts[-1]] += 1
    return Model(
        Draw(words),
        _common(one),
        _common(two),
        Draw(lengths),
        Draw(authors),
        Draw(given),
        Draw(family),
    )


def make(model: Model, chance: random.Random) -> Iterator[Paper]:
    """Yield papers without end."""
    past: list[Paper] = []
    while True:
        if past and chance.random() < _REPEATS:
            yield _repeat(chance.choice(past), model, chance)
            continue
        names = [_name(model, chance) for _ in range(model.author_counts(chance))]
        paper = names, _title(model, chance)
        if len(past) < _REMEMBERED:
            past.append(paper)
        else:
            past[chance.randrange(_REMEMBERED)] = paper
        yield paper


def _common(contexts: dict[Item, Counter[str]]) -> dict[Item, Draw[str]]:
    return {before: Draw(c) for before, c in contexts.items() if c.total() >= _COMMON}


def _title(model: Model, chance: random.Random) -> list[str]:
    words: list[str] = []
    for _ in range(model.lengths(chance)):
        before = tuple(["", *words][-2:])
        way = chance.random()
        if len(before) == 2 and before in model.after_two and way < 0.98:
            words.append(model.after_two[before](chance))
        elif before[-1] in model.after_one and way < 0.88:
            words.append(model.after_one[before[-1]](chance))
        else:
            words.append(model.words(chance))
    return words


def _name(model: Model, chance: random.Random) -> str:
    family = model.family(chance)
    if chance.random() < 0.03:
        family = "".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))).capitalize()
    middle = f"{chr(65 + chance.randrange(26))}. " if chance.random() < 0.4 else ""
    return f"{model.given(chance)} {middle}{family}"


def _repeat(paper: Paper, model: Model, chance: random.Random) -> Paper:
    names, words = list(paper[0]), list(paper[1])
    way = chance.random()
    if way < 0.3:
        words[chance.randrange(len(words))] = model.words(chance)
    elif way < 0.4:
        words += [":", model.words(chance), model.words(chance)]
    if len(names) > 1 and chance.random() < 0.2:
        names.pop(chance.randrange(len(names)))
    if chance.random() < 0.2:
        names = [f"{name[0]}. {name.split()[-1]}" for name in names]
    return names, words


def real_papers() -> Iterator[Paper]:
    """Yield the papers to learn from."""
    with gzip.open(SOURCE, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["authors"]:
                yield record["authors"], record["titles"][0].split()


def write(papers: int, folder: Path, seed: int) -> None:
    """Write that number of papers as rifs, a week apart or, of very many, less."""
    folder.mkdir(parents=True)
    endless = enumerate(make(learn(real_papers()), random.Random(seed)))
    made = (
        Record(f"RePEc:syn:series{number % 5}:{number:08d}", tuple(names), (" ".join(words),))
        for number, (names, words) in islice(endless, papers)
    )
    day, issues = FIRST_MONDAY, -(-papers // ISSUE)
    days = min((LAST_DAY - FIRST_MONDAY).days // max(issues, 1), 7)
    while issue := list(islice(made, ISSUE)):
        (folder / f"{day}.amf.xml").write_bytes(rif(*issue))
        day += datetime.timedelta(days)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write a generated us directory.")
    parser.add_argument("papers", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write(given.papers, given.folder, given.seed)
