"""Compare the headers that `wildwood extract` writes with labels: `headers.py FOLDER [PART] [-v]`.

FOLDER contains the documents of `headers.jsonl` under the names that these have there; what is
missing is left out. PART is one of the parts in it, or `all`. With `-v`, each difference is
printed. Each line of `headers.jsonl` is a document:

    part            the set that it was gathered for, and whether rules may be chosen on it; by a
                    hash of its source, before the first look
    file, kind      its path, and the kind by which results are reported
    titles          the forms of its title that are right
    authors         their names
    affiliations    for each author the affiliations as printed, the institution in braces; null if
                    they were not read; without the key, those of nobody were
    abstract        the first and the last words, of each abstract if there are several; empty if
                    none is printed; without the key, it was not read
    doi             the DOI that is printed, or empty; without the key, it was not read
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wildwood.extraction import pdf

from tests.benchmarks.extraction import Tally, initial_and_surname, plain
from tests.benchmarks.layouts import largest_letters

_LABELS = Path(__file__).with_suffix(".jsonl")
_VERBOSE = "-v" in sys.argv
_INSTITUTION = re.compile(r"\{([^}]*)\}")
_COLUMNS = (
    "title", "largest", "pdftitle", "authors", "F1",
    "affiliations", "none", "abstract", "no abstract", "DOI", "no DOI",
)  # fmt: skip
_BOUNDS = (0.9, 0.5, 0.0)
"""The least confidence of each row in the table of confidences, which shows the reliability."""
FIELDS = {"none": "affiliations", "no abstract": "abstract", "DOI": "doi", "no DOI": "doi"}
"""The fields of columns whose right answer is empty."""

Header = Mapping[str, Any]
Label = Mapping[str, Any]
Scores = defaultdict[str, Tally]
"""How many are right, by column."""


def labels(folder: Path, part: str) -> list[Label]:
    read = map(json.loads, _LABELS.read_text(encoding="utf-8").splitlines())
    present = [one for one in read if (folder / one["file"]).exists()]
    return [one for one in present if part in ("all", one["part"])]


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


class Comparison:
    """A header beside its label; each compared field is added to the scores."""

    def __init__(self, label: Label, found: Header, scores: Scores, confidences: Scores) -> None:
        self._label, self._found = label, found
        self._scores, self._confidences = scores, confidences

    def run(self) -> None:
        title = self._found.get("title", "")
        self._add("title", plain(title) in map(plain, self._label["titles"]), title)
        self._compare_authors()
        if any(one is not None for one in self._label.get("affiliations", ())):
            self._compare_affiliations()
        if "abstract" in self._label:
            self._compare_abstract(self._found.get("abstract", ""))
        if "doi" in self._label:
            doi, printed = self._found.get("doi", ""), self._label["doi"]
            self._add("DOI" if printed else "no DOI", doi.lower() == printed.lower(), doi)

    def _compare_authors(self) -> None:
        names = [author["name"] for author in self._found.get("authors", [])]
        ours, theirs = set(map(initial_and_surname, names)), self._known_names()
        self._add("authors", ours == set(theirs), names)
        tally = self._scores["F1"]
        tally.right += 2 * len(ours & set(theirs))
        tally.of += len(ours) + len(set(theirs))

    def _known_names(self) -> list[tuple[str, str]]:
        return list(map(initial_and_surname, self._label["authors"]))

    def _compare_affiliations(self) -> None:
        """Compare the affiliations of all authors, of whom each must have those printed for him."""
        authors = self._found.get("authors", [])
        found = {initial_and_surname(one["name"]): one.get("affiliations", []) for one in authors}
        printed = zip(self._known_names(), self._label["affiliations"], strict=True)
        known = {name: texts for name, texts in printed if texts is not None}
        right = all(_are_same(found.get(name, []), texts) for name, texts in known.items())
        column = "affiliations" if any(known.values()) else "none"
        self._add(column, right, [one.get("affiliations", []) for one in authors])

    def _compare_abstract(self, found: str) -> None:
        ends = [(plain(first), plain(last)) for first, last in self._label["abstract"]]
        text = plain(found)
        if ends:
            right = any(text.startswith(first) and text.endswith(last) for first, last in ends)
            self._add("abstract", right, f"{found[:60]} … {found[-60:]}")
        else:
            self._add("no abstract", not text, found[:80])

    def _add(self, column: str, right: bool, found: object) -> None:  # noqa: FBT001
        self._scores[column].add(right=right)
        field = FIELDS.get(column, column)
        if confidence := self._found.get("confidence", {}).get(field):
            bound = next(bound for bound in _BOUNDS if confidence >= bound)
            for name in (field, "all"):
                self._confidences[f"confidence from {bound}, {name}"].add(right=right)
        if _VERBOSE and not right:
            print(f"{self._label['file']}: {column}: {found}")


def _are_same(found: Sequence[str], printed: Sequence[str]) -> bool:
    """Return whether texts are part of what is printed and have each of its institutions."""
    whole = list(map(plain, printed))
    parts = {plain(part) for text in printed for part in _INSTITUTION.findall(text)}
    texts = list(map(plain, found))
    return all(any(part in text for text in texts) for part in parts) and all(
        any(text in one for one in whole) and any(part in text for part in parts) for text in texts
    )


def _measure_others(folder: Path, label: Label, scores: Scores) -> None:
    accepted = set(map(plain, label["titles"]))
    path = folder / label["file"]
    scores["largest"].add(right=plain(largest_letters(pdf.read(path)[0])) in accepted)
    if program := os.environ.get("PDFTITLE"):
        answer = subprocess.run([program, "-p", path], capture_output=True, text=True, check=False)
        scores["pdftitle"].add(right=plain(answer.stdout) in accepted)


def _sum(scores: Iterable[Scores]) -> Scores:
    both = Scores(Tally)
    for one in scores:
        for column, tally in one.items():
            both[column].right += tally.right
            both[column].of += tally.of
    return both


def _percent(tally: Tally) -> str:
    return f"{100 * tally.right / tally.of:.1f} ({tally.of})" if tally.of else ""


def main(folder: Path, part: str) -> None:
    by_kind: dict[str, Scores] = {}
    confidences = Scores(Tally)
    known = labels(folder, part)
    if not known:
        sys.exit(f"{folder} has no document of the part {part}; see {_LABELS}.")
    for label, found in headers(folder, known):
        scores = by_kind.setdefault(label["kind"], Scores(Tally))
        Comparison(label, found, scores, confidences).run()
        _measure_others(folder, label, scores)
    print(f"{'':16}" + "".join(f"{name:>13}" for name in _COLUMNS))
    for name, scores in [*by_kind.items(), ("all", _sum(by_kind.values()))]:
        print(f"{name:16}" + "".join(f"{_percent(scores[one]):>13}" for one in _COLUMNS))
    titles = [100 * scores["title"].right / scores["title"].of for scores in by_kind.values()]
    print(f"mean over kinds: titles {statistics.mean(titles):.1f}")
    for name, tally in sorted(confidences.items()):
        print(f"{name}: {tally}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    main(Path(arguments[0]), arguments[1] if len(arguments) > 1 else "all")
