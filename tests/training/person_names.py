"""Train the model of names: `python -m tests.training.person_names NAMES PDFS MODEL`.

NAMES is a checkout of sigpwned/popular-names-by-country-dataset, and PDFS a folder of papers in
many languages, of which words beside each other that are not names are taken; `pip install Faker`
first. The model is a logistic regression whose weights are rounded to eighths.
"""

import csv
import gzip
import importlib
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from wildwood.extraction.name_likeness import SCALE, SIZE, features
from wildwood.extraction.names import cleaned, has_form_of_name

from tests.support.paths import TESTS

_NBER = TESTS / "data" / "nber.jsonl.gz"
_UNWRITTEN = {"ja_JP", "ko_KR", "zh_CN", "zh_TW"}  # whose names have other rules
_PAIRS = 400  # names of a country
_PAGES = ("-f", "3", "-l", "8")  # behind the names of the authors
_MAX_SECONDS = 20  # for a paper
_WINDOWS = 80  # of a document
_TRIALS = 500
_WORD = re.compile(r"[^\W\d_]{2,}(?:[-’'][^\W\d_]+)*")
_INITIAL = re.compile(r"(?<!\w)\w(?!\w)|\.")
_EPOCHS, _BATCH, _STEP, _DECAY = 30, 256, 0.5, 1e-6
_INT8 = 127
_COMMON = 3  # times that the given names of the examples occur
_DRAWN = random.Random(5)

Examples = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""The places, shares and rows of all features, and the labels of the rows."""


def main(names: Path, papers: Path, model: Path) -> None:
    """Train a model and write its weights."""
    pairs = [*_invented(), *join_popular(names)]
    right = {print_name(given, family) for given, family in pairs} | {*_authors()}
    right = {name for name in right if has_form_of_name(name)}
    given = common_words(right)
    wrong = {text for path in sorted(papers.rglob("*.pdf")) for text in _other_words(path, given)}
    labelled = [*((text, 1) for text in sorted(right)), *((text, 0) for text in sorted(wrong))]
    _DRAWN.shuffle(labelled)
    print(len(right), "names,", len(wrong), "other texts")
    weights = fit([text for text, _ in labelled], [label for _, label in labelled])
    rounded = np.clip(np.rint(weights * SCALE), -_INT8, _INT8)
    model.write_bytes(rounded.astype(np.int8).tobytes())


def _invented() -> Iterator[tuple[str, str]]:
    """Yield given and family names of the countries that Faker has."""
    faker: Any = importlib.import_module("faker")
    providers = importlib.import_module("faker.config").AVAILABLE_LOCALES
    faker.Faker.seed(1)
    for country in sorted(set(providers) - _UNWRITTEN):
        person = faker.Faker(country)
        for _ in range(2 * _PAIRS):
            yield person.first_name(), person.last_name()


def join_popular(checkout: Path) -> Iterator[tuple[str, str]]:
    given, family = (
        _by_country(checkout / f"common-{kind}-by-country.csv")
        for kind in ("forenames", "surnames")
    )
    for country in sorted(given.keys() & family.keys()):
        for _ in range(_PAIRS):
            yield _DRAWN.choice(given[country]), _DRAWN.choice(family[country])


def _by_country(path: Path) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    with path.open(encoding="utf-8-sig", newline="") as lines:
        for row in csv.DictReader(lines):
            forms = {row["Localized Name"], row["Romanized Name"]} - {""}
            names.setdefault(row["Country"], []).extend(sorted(forms))
    return names


def _authors() -> Iterator[str]:
    for line in gzip.decompress(_NBER.read_bytes()).splitlines():
        for name in json.loads(line)["authors"]:
            yield cleaned(name)
            yield cleaned(name.upper())


def print_name(given: str, family: str) -> str:
    """Return a name in one of the forms that papers print."""
    middle = _DRAWN.choice("ABCDEFGHJKLMNPRSTVW")
    forms = {
        f"{given} {family}": 42, f"{family} {given}": 8, f"{given} {middle}. {family}": 8,
        f"{given[:1]}. {family}": 6, f"{family} {given[:1]}.": 4,
        f"{given[:1]}. {middle}. {family}": 4, f"{given} {family.upper()}": 10,
        f"{given} {family}".upper(): 12, f"{family.upper()} {given}": 6,
    }  # fmt: skip
    (form,) = _DRAWN.choices(list(forms), list(forms.values()))
    return cleaned(form)


def common_words(names: Iterable[str]) -> set[str]:
    counts: dict[str, int] = {}
    for name in names:
        first = name.split()[0].lower()
        counts[first] = counts.get(first, 0) + 1
    return {word for word, count in counts.items() if count >= _COMMON}


def _other_words(path: Path, given: set[str]) -> set[str]:
    """Return texts of a paper that have the form of a name, and are not likely one.

    These are words in small letters, printed as a name would be, and what is on a line or between
    marks, unless it begins or ends with a given name or has an initial.
    """
    command = ["timeout", str(_MAX_SECONDS), "pdftotext", "-q", *_PAGES, str(path), "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    text = done.stdout.decode("utf-8", "replace")
    pieces = {cleaned(piece) for piece in re.split(r"[,;:\n\f]|\s{2,}|\d+", text)}
    alone = {
        piece
        for piece in pieces
        if not _INITIAL.search(piece) and has_form_of_name(piece)
        and given.isdisjoint({piece.split()[0].lower(), piece.split()[-1].lower()})
    }  # fmt: skip
    return alone | word_windows(text.replace("-\n", "").split())


def word_windows(words: Sequence[str]) -> set[str]:
    windows: set[str] = set()
    for _ in range(_TRIALS if len(words) > _TRIALS else 0):
        length = _DRAWN.choice((2, 2, 2, 3, 3, 4, 5))
        start = _DRAWN.randrange(len(words) - length)
        window = [word.rstrip(".,;:") for word in words[start : start + length]]
        if not all(word.islower() and _WORD.fullmatch(word) for word in window):
            continue
        text = " ".join(map(str.capitalize, window))
        name = cleaned(_DRAWN.choice((text, text.upper())))
        if has_form_of_name(name):
            windows.add(name)
        if len(windows) == _WINDOWS:
            break
    return windows


def fit(texts: Sequence[str], labels: Sequence[int]) -> np.ndarray:
    """Return the weights of a logistic regression, by AdaGrad."""
    weights, squares = np.zeros(SIZE), np.full(SIZE, 1e-8)
    batches = [
        _examples(texts[start : start + _BATCH], labels[start : start + _BATCH])
        for start in range(0, len(texts), _BATCH)
    ]
    for _ in range(_EPOCHS):
        _DRAWN.shuffle(batches)
        for places, shares, rows, right in batches:
            odds = np.bincount(rows, weights[places] * shares, len(right))
            errors = 1 / (1 + np.exp(-odds)) - right
            slope = np.bincount(places, errors[rows] * shares, SIZE) / len(right)
            slope += _DECAY * weights
            squares += slope**2
            weights -= _STEP * slope / np.sqrt(squares)
    return weights


def _examples(texts: Sequence[str], labels: Sequence[int]) -> Examples:
    features_of = [list(features(text)) for text in texts]
    rows = np.repeat(np.arange(len(texts)), [len(pairs) for pairs in features_of])
    places, shares = zip(*chain.from_iterable(features_of), strict=True)
    return np.array(places), np.array(shares), rows, np.array(labels)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
