"""Compare citations with references read by eye: `printed_references.py FOLDER [PART] [-v]`.

FOLDER contains the documents of `printed_references.jsonl` under the names that these have there;
what is missing is left out. PART is `choose`, `aside` or `all`. With `-v`, each difference is
printed. Each line of `printed_references.jsonl` is a reference of one page, drawn at random, of
the list of a document:

    part        whether rules may be chosen on it; by a hash of its repository before any look
    file        the repository and the document
    count       how many references the list has; only of some documents, in a line of their own
    authors     all their names; without the key, they were not labelled
    title, year, venue, volume, issue, pages, publisher, doi
                the forms that are right; an empty one if none is printed

A reference is found if a citation has 70 % of the runs of five letters in its label. A part is
right if it is equal in lower-case letters and digits, and a list of authors if all its names are;
of a reference that is not found, no part is right. The last line is for all printed parts.
"""

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.extraction import Tally, plain

_LABELS = Path(__file__).with_suffix(".jsonl")
_VERBOSE = "-v" in sys.argv
_FIELDS = ("title", "year", "venue", "volume", "issue", "pages", "publisher", "doi")
_NAMES = ("authors", "first author")
_RUN = 5
_FOUND = 0.7
_WITHIN = 0.1

Reference = Mapping[str, Any]
Tallies = defaultdict[str, Tally]


def labels(folder: Path, part: str) -> dict[str, list[Reference]]:
    """Return the labels of the documents that are there, by document."""
    by_file: dict[str, list[Reference]] = defaultdict(list)
    for line in _LABELS.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if part in ("all", label["part"]) and (folder / label["file"]).exists():
            by_file[label["file"]].append(label)
    return by_file


def extract(folder: Path, files: Sequence[str]) -> Iterator[tuple[str, list[Reference]]]:
    """Yield each document with the citations that the command writes."""
    command = [sys.executable, "-m", "wildwood", "extract", "--fresh", "--no-filter", "-q"]
    with tempfile.TemporaryDirectory() as written:
        for number, file in enumerate(files):
            into = Path(written, str(number))
            subprocess.run([*command, str(folder / file), "--into", str(into)], check=False)
            output = into / f"{Path(file).stem}.citations.json"
            yield file, json.loads(output.read_text("utf-8")) if output.exists() else []


def runs(*texts: str) -> set[str]:
    letters = [plain(text) for text in texts]
    return {text[n : n + _RUN] for text in letters for n in range(max(len(text) - _RUN, 0) + 1)}


def citation_of(label: Reference, citations: Sequence[Reference]) -> Reference | None:
    """Return the citation that has most of the label, and least besides."""
    texts = [*label.get("authors", ()), *(label.get(field, [""])[0] for field in _FIELDS)]
    wanted = runs(*(text for text in texts if len(plain(text)) >= _RUN))
    best, best_share = None, _FOUND
    for citation in citations:
        read = runs(citation["raw"])
        share = len(wanted & read) / len(wanted) - 0.0001 * len(read - wanted)
        if share >= best_share:
            best, best_share = citation, share
    return best


def compare(label: Reference, citation: Reference | None, tallies: Tallies) -> None:
    tallies["found"].add(right=citation is not None)
    found: Reference = citation or defaultdict(str)
    wrong = []

    def add(name: str, known: Sequence[str], read: object, *, right: bool) -> None:
        tallies[name if any(known) else f"no {name}"].add(right=right)
        tallies["printed parts" if any(known) else "other parts"].add(right=right)
        if not right:
            wrong.append(f"    {name}: {known} != {read!r}")

    if "authors" in label:
        known, read = list(label["authors"]), list(found["authors"])
        add("authors", known, read, right=same_names(known, read, citation))
        if known:
            right = same_names(known[:1], read[:1], citation)
            add("first author", known[:1], read[:1], right=right)
    for field in _FIELDS:
        if field in label:
            right = citation is not None and plain(found[field]) in map(plain, label[field])
            add(field, label[field], found[field], right=right)
    if wrong and _VERBOSE:
        print(label["file"][:40], "|", found["raw"] or f"NOT FOUND {label['title']}")
        print("\n".join(wrong))


def same_names(known: Sequence[str], read: Sequence[str], citation: Reference | None) -> bool:
    return citation is not None and list(map(plain, read)) == list(map(plain, known))


def measure(folder: Path, part: str) -> Tallies:
    tallies = Tallies(Tally)
    by_file = labels(folder, part)
    for file, citations in extract(folder, list(by_file)):
        for label in by_file[file]:
            if "count" in label:
                read, count = len(citations), label["count"]
                tallies["citations as many"].add(right=read == count)
                tallies["citations within 10 %"].add(right=abs(read - count) <= _WITHIN * count)
                if read != count and _VERBOSE:
                    print(file, "has", count, "references,", read, "were read")
            else:
                compare(label, citation_of(label, citations), tallies)
    return tallies


def main(folder: Path, part: str = "choose") -> None:
    names = ("citations as many", "citations within 10 %", "found", *_NAMES, *_FIELDS)
    for each in ("choose", "aside") if part == "all" else (part,):
        tallies = measure(folder, each)
        absent = [f"no {name}" for name in (*_NAMES, *_FIELDS)]
        for name in (*names, *absent, "other parts", "printed parts"):
            if tallies[name].of:
                print(f"{each}, {name:24} {tallies[name]}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    main(Path(arguments[0]), *arguments[1:])
