"""Count what `wildwood compare --keep` and bib-dedupe lose of labelled lists, and leave in them.

usage: python -m tests.benchmarks.deduplication [--peer PYTHON] LIST LABELS ...

LIST is a file that `wildwood compare` reads. LABELS is a .json file with the work of each record by
its id, or a .cap file with the ids of records, a tab, and `Duplicate` for those that have one.
LABELS can also be a .csv file with pairs in its columns `left` and `right` and, if not all are
versions of one work, `label`; LIST can then be a folder with the lists a.csv and b.csv. Counted are
the verdicts on the pairs of each label, and on those that have none, in both halves.
PYTHON is the interpreter of an environment with bib-dedupe 0.11, which gets all fields.

Of works: `lost` are those none of whose records stays, `left` the records that stay beside another
of their work. Of marked lists: `lost` are records that go although they are not marked, `left` the
marked ones that are neither removed nor merged with another. Both are also counted for the half of
the works that rules may be chosen on and the half set aside, by the hash of the work or the title.
"""

import argparse
import csv
import hashlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from wildwood.biblio.entry import Entry
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

Groups = Sequence[Sequence[str]]
"""The ids of records that are one, the one that stays first."""

Figured = Callable[[AbstractSet[str]], "Figures"]

_PEER = """
import json, sys
import pandas
from bib_dedupe.bib_dedupe import block, cluster, match, prep
if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        records = pandas.DataFrame(json.load(file))
    found = cluster(match(block(prep(records, cpu=1), cpu=1), cpu=1))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump([sorted(group) for group in found], file)
"""


class Figures(NamedTuple):
    """What becomes of a list."""

    removed: int
    lost: int
    left: int

    def __str__(self) -> str:
        return f"{self.removed:5} removed {self.lost:4} lost {self.left:4} left"


def wildwood_groups(file: Path, folder: Path) -> Groups:
    """Remove repeats with `wildwood compare`; a pair's verdict says what is one record."""
    clean, pairs = folder / "clean.ris", folder / "pairs.csv"
    command = [sys.executable, "-m", "wildwood", "compare", str(file), "--keep", "first"]
    subprocess.run(
        [*map(str, command), "--out", clean, "--out", pairs], check=False, capture_output=True
    )
    staying = {entry.id for entry in read_list(clean, needs=ANY_RECORD).entries}
    removed = {entry.id for entry in read_list(file, needs=ANY_RECORD).entries} - staying
    with pairs.open(encoding="utf-8", newline="") as rows:
        same = [row for row in csv.DictReader(rows) if row["verdict"] == "same record"]
    groups: dict[str, list[str]] = {}
    for row in same:
        one, other = (groups.setdefault(row[name], [row[name]]) for name in ("id", "similar_id"))
        if one is not other:
            one += other
            groups.update(dict.fromkeys(other, one))
    whole = {id(group): group for group in groups.values()}.values()
    return [sorted(group, key=lambda record: record in removed) for group in whole]


def peer_groups(python: str, entries: Iterable[Entry], folder: Path) -> Groups:
    """Run bib-dedupe with all fields."""
    rows, found, program = folder / "rows.json", folder / "found.json", folder / "peer.py"
    rows.write_text(json.dumps(list(map(_row, entries))), encoding="utf-8")
    program.write_text(_PEER, encoding="utf-8")
    subprocess.run([python, program, rows, found], check=True, capture_output=True)
    groups: Groups = json.loads(found.read_text(encoding="utf-8"))
    return groups


def _row(entry: Entry) -> dict[str, Any]:
    series = entry.series
    return {
        "ID": entry.handle,
        "ENTRYTYPE": "article",
        "title": entry.titles[0].text if entry.titles else "",
        "author": " and ".join(author.inverted for author in entry.authors),
        "year": entry.date[:4],
        "journal": series.title,
        "volume": series.volume,
        "number": series.issue,
        "pages": series.pages.replace("-", "--"),
        "doi": next(iter(entry.dois), ""),
        "abstract": entry.abstracts[0].text if entry.abstracts else "",
    }


def figures_of_works(
    groups: Groups, works: Mapping[str, str], counted: AbstractSet[str]
) -> Figures:
    """Count works that are lost and repeats that are left."""
    gone = {record for _, *others in groups for record in others}
    records = [record for record, work in works.items() if work in counted]
    staying = [record for record in records if record not in gone]
    remaining = {works[record] for record in staying}
    lost = len({works[record] for record in records} - remaining)
    return Figures(len(records) - len(staying), lost, len(staying) - len(remaining))


def figures_of_marks(
    groups: Groups, marks: Mapping[str, bool], counted: AbstractSet[str]
) -> Figures:
    """Count records that have no repeat and are removed or merged, and those whose is not found."""
    gone = {record for _, *others in groups for record in others if record in counted}
    grouped = {record for group in groups for record in group}
    lost = sum(not marks[record] for record in gone)
    left = [record for record in marks if marks[record] and record not in grouped]
    return Figures(len(gone), lost, len(counted & set(left)))


def verdicts_on(lists: Sequence[Path], folder: Path) -> dict[frozenset[str], str]:
    """Return the verdicts of `wildwood compare` on its pairs, by their ids."""
    command = [sys.executable, "-m", "wildwood", "compare", *lists, "--out", folder / "pairs.csv"]
    subprocess.run(list(map(str, command)), check=False, capture_output=True)
    with (folder / "pairs.csv").open(encoding="utf-8", newline="") as rows:
        return {
            frozenset((row["id"], row["similar_id"])): row["verdict"]
            for row in csv.DictReader(rows)
        }


def verdicts_by_label(
    verdicts: Mapping[frozenset[str], str], labels: Mapping[frozenset[str], str]
) -> dict[tuple[str, bool], Counter[str]]:
    """Count the verdicts by label and by half; a pair is in the half of its two ids."""
    counts: dict[tuple[str, bool], Counter[str]] = {}
    for pair in sorted({*verdicts, *labels}, key=sorted):
        key = labels.get(pair, "no label"), is_aside(" ".join(sorted(pair)))
        counts.setdefault(key, Counter())[verdicts.get(pair, "no pair")] += 1
    return counts


def _report_versions(file: Path, labels: Path) -> None:
    lists = [file / "a.csv", file / "b.csv"] if file.is_dir() else [file]
    with labels.open(encoding="utf-8", newline="") as rows:
        known = {
            frozenset((row["left"], row["right"])): row.get("label", "version")
            for row in csv.DictReader(rows)
        }
    with tempfile.TemporaryDirectory() as folder:
        counts = verdicts_by_label(verdicts_on(lists, Path(folder)), known)
    print(f"{file.name}: {len(known):,} pairs")
    for (label, aside), verdicts in sorted(counts.items()):
        figures = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
        print(f"  {label:12} {'set aside' if aside else 'chosen on':10} {figures}", flush=True)


def is_aside(key: str) -> bool:
    """Return whether a work is in the half that no rule may be chosen on."""
    return hashlib.sha256(key.encode()).digest()[0] % 2 == 1


def _report(name: str, groups: Groups, entries: Sequence[Entry], labels: Path) -> None:
    if labels.suffix == ".json":
        works: dict[str, str] = json.loads(labels.read_text(encoding="utf-8"))
        figures: Figured = partial(figures_of_works, groups, works)
        halves = {work: is_aside(work) for work in works.values()}
    else:
        lines = (line.split("\t") for line in labels.read_text(encoding="utf-8").splitlines())
        marks = {record: mark == "Duplicate" for record, mark in lines}
        figures = partial(figures_of_marks, groups, marks)
        titles = {one.handle: one.titles[0].text if one.titles else "" for one in entries}
        halves = {record: is_aside(titles.get(record, "").lower()[:20]) for record in marks}
    aside = {key for key, is_half in halves.items() if is_half}
    print(f"  {name:12} all        {figures(halves.keys())}", flush=True)
    print(f"  {name:12} chosen on  {figures(halves.keys() - aside)}", flush=True)
    print(f"  {name:12} set aside  {figures(aside)}", flush=True)


def main() -> None:
    """Measure both tools on the lists of the command line."""
    parser = argparse.ArgumentParser(description="Count what is lost of labelled lists.")
    parser.add_argument("--peer", metavar="PYTHON", default="")
    parser.add_argument("files", nargs="+", type=Path, metavar="LIST LABELS")
    given = parser.parse_args()
    for file, labels in zip(given.files[::2], given.files[1::2], strict=True):
        if labels.suffix == ".csv":
            _report_versions(file, labels)
            continue
        entries = read_list(file, needs=ANY_RECORD).entries
        print(f"{file.name}: {len(entries):,} records")
        with tempfile.TemporaryDirectory() as folder:
            _report("wildwood", wildwood_groups(file, Path(folder)), entries, labels)
            if given.peer:
                groups = peer_groups(given.peer, entries, Path(folder))
                _report("bib-dedupe", groups, entries, labels)


if __name__ == "__main__":
    main()
