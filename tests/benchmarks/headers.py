"""Compare the headers that `wildwood extract` writes with labels: `headers.py FOLDER [PART] [-v]`.

FOLDER contains the documents of `headers.jsonl` under the names that these have there; what is
missing is left out. PART is `choose`, `aside` or `all`. With `-v`, each difference is printed. Each
line of `headers.jsonl` is a document:

    file, kind      its path, and the kind by which results are reported
    titles          the forms of its title that are right
    authors         their names
    affiliations    for each author the affiliations as printed, the institution in braces; null if
                    they were not read; without the key, those of nobody were
    abstract        the first and the last words, of each abstract if there are several; empty if
                    none is printed; without the key, it was not read
"""

import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from wildwood.extraction.documents import pdf

from tests.benchmarks.extraction import Tally, initial_and_surname, plain
from tests.benchmarks.layouts import largest_letters

_LABELS = Path(__file__).with_suffix(".jsonl")
_VERBOSE = "-v" in sys.argv
_INSTITUTION = re.compile(r"\{([^}]*)\}")
_COLLECTION = "papers-we-love"
"""A repository of papers from many sources, each of which is a source of its own."""
_ASIDE = 3

Header = Mapping[str, Any]
Label = Mapping[str, Any]


@dataclass
class Scores:
    """How well the headers of one kind are extracted."""

    titles: Tally = field(default_factory=Tally)
    largest: Tally = field(default_factory=Tally)
    pdftitle: Tally = field(default_factory=Tally)
    lists: Tally = field(default_factory=Tally)
    recall: Tally = field(default_factory=Tally)
    precision: Tally = field(default_factory=Tally)
    affiliations: Tally = field(default_factory=Tally)
    bare: Tally = field(default_factory=Tally)
    abstracts: Tally = field(default_factory=Tally)
    without: Tally = field(default_factory=Tally)


def is_aside(file: str) -> bool:
    """Return whether the source of a document is set aside."""
    source = file if file.startswith(_COLLECTION) else file.split("/", maxsplit=1)[0]
    return hashlib.sha256(source.encode()).digest()[0] % _ASIDE == _ASIDE - 1


def labels(folder: Path, part: str) -> list[Label]:
    read = map(json.loads, _LABELS.read_text(encoding="utf-8").splitlines())
    return [
        one
        for one in read
        if (folder / one["file"]).exists()
        and part in ("all", "aside" if is_aside(one["file"]) else "choose")
    ]


def headers(folder: Path, known: Sequence[Label]) -> Iterator[tuple[Label, Header]]:
    """Yield each label with the header that the command writes."""
    with tempfile.TemporaryDirectory() as written:
        by_folder: dict[str, list[Path]] = {}
        for one in known:
            path = folder / one["file"]
            by_folder.setdefault(path.parent.name, []).append(path)
        for name, paths in by_folder.items():
            command = [sys.executable, "-m", "wildwood", "extract", "--fresh", "--no-filter", "-q"]
            into = ["--into", str(Path(written, name))]
            subprocess.run([*command, *map(str, paths), *into], check=False)
        for one in known:
            file = Path(written, one["file"]).with_suffix("").as_posix() + ".header.json"
            text = Path(file).read_text(encoding="utf-8") if Path(file).exists() else "{}"
            yield one, json.loads(text)


def compare(label: Label, found: Header, scores: Scores) -> None:
    title = found.get("title", "")
    _add(scores.titles, plain(title) in map(plain, label["titles"]), label, "title", title)
    authors = found.get("authors", [])
    ours = {initial_and_surname(author["name"]) for author in authors}
    theirs = set(map(initial_and_surname, label["authors"]))
    names = [author["name"] for author in authors]
    _add(scores.lists, ours == theirs, label, "authors", names)
    for tally, people in ((scores.recall, theirs), (scores.precision, ours)):
        tally.right += len(ours & theirs)
        tally.of += len(people)
    if label.get("affiliations"):
        _compare_affiliations(label, authors, scores)
    if "abstract" in label:
        _compare_abstract(label, found.get("abstract", ""), scores)


def _compare_affiliations(label: Label, authors: Sequence[Header], scores: Scores) -> None:
    """Compare the affiliations of all authors, of whom each must have those printed for him."""
    found = {initial_and_surname(one["name"]): one.get("affiliations", []) for one in authors}
    known = {
        initial_and_surname(name): printed
        for name, printed in zip(label["authors"], label["affiliations"], strict=True)
        if printed is not None
    }
    tally = scores.affiliations if any(known.values()) else scores.bare
    right = all(_are_same(found.get(name, []), printed) for name, printed in known.items())
    _add(tally, right, label, "affiliations", [one.get("affiliations", []) for one in authors])


def _are_same(found: Sequence[str], printed: Sequence[str]) -> bool:
    """Return whether texts are part of what is printed and have each of its institutions."""
    whole = list(map(plain, printed))
    parts = {plain(part) for text in printed for part in _INSTITUTION.findall(text)}
    texts = list(map(plain, found))
    return all(any(part in text for text in texts) for part in parts) and all(
        any(text in one for one in whole) and any(part in text for part in parts) for text in texts
    )


def _compare_abstract(label: Label, found: str, scores: Scores) -> None:
    ends = [(plain(first), plain(last)) for first, last in label["abstract"]]
    text = plain(found)
    if ends:
        right = any(text.startswith(first) and text.endswith(last) for first, last in ends)
        shown = f"{found[:60]} … {found[-60:]}"
        _add(scores.abstracts, right, label, "abstract", shown)
    else:
        _add(scores.without, not text, label, "no abstract", found[:80])


def _add(tally: Tally, right: bool, label: Label, name: str, found: object) -> None:  # noqa: FBT001
    tally.add(right=right)
    if _VERBOSE and not right:
        print(f"{label['file']}: {name}: {found}")


def _measure_others(folder: Path, label: Label, scores: Scores) -> None:
    accepted = set(map(plain, label["titles"]))
    path = folder / label["file"]
    scores.largest.add(right=plain(largest_letters(pdf.read(path))) in accepted)
    if program := os.environ.get("PDFTITLE"):
        answer = subprocess.run([program, "-p", path], capture_output=True, text=True, check=False)
        scores.pdftitle.add(right=plain(answer.stdout) in accepted)


def _sum(scores: Iterable[Scores]) -> Scores:
    both = Scores()
    for one in scores:
        for each in fields(Scores):
            total, part = getattr(both, each.name), getattr(one, each.name)
            total.right += part.right
            total.of += part.of
    return both


def _percent(tally: Tally) -> str:
    return f"{100 * tally.right / tally.of:.1f} ({tally.of})" if tally.of else ""


def _row(scores: Scores) -> list[str]:
    of = scores.recall.of + scores.precision.of
    f1 = f"{200 * scores.recall.right / of:.1f}" if of else ""
    shares = (
        scores.titles, scores.largest, scores.pdftitle, scores.lists,
        scores.affiliations, scores.bare, scores.abstracts, scores.without,
    )  # fmt: skip
    percents = list(map(_percent, shares))
    return [*percents[:4], f1, *percents[4:]]


def main(folder: Path, part: str) -> None:
    by_kind: dict[str, Scores] = {}
    for label, found in headers(folder, labels(folder, part)):
        scores = by_kind.setdefault(label["kind"], Scores())
        compare(label, found, scores)
        _measure_others(folder, label, scores)
    columns = (
        "titles", "largest", "pdftitle", "lists", "F1",
        "affiliations", "none", "abstracts", "none",
    )  # fmt: skip
    print(f"{'':16}" + "".join(f"{name:>13}" for name in columns))
    for name, scores in [*by_kind.items(), ("all", _sum(by_kind.values()))]:
        print(f"{name:16}" + "".join(f"{one:>13}" for one in _row(scores)))
    titles = [100 * scores.titles.right / scores.titles.of for scores in by_kind.values()]
    print(f"mean over kinds: titles {statistics.mean(titles):.1f}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    main(Path(arguments[0]), arguments[1] if len(arguments) > 1 else "all")
