"""Check that labelled pairs are found in RIS and BibTeX as they are in CSV, to the last.

usage: python -m tests.benchmarks.list_formats LIMIT FOLDER...

Each folder has two lists, `a.csv` and `b.csv`, and their labelled `pairs.csv`. The pairs that
`wildwood evaluate` judges above the limit are compared with those of `wildwood compare` on both
lists written as RIS and as BibTeX. Papers without names do not count: `compare` leaves them out.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from wildwood.kernel.features import paper_of
from wildwood.kernel.strength import Formula
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.evaluation import Labels, evaluate_pairs, read_labels
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list
from wildwood.lists.writing import list_as

from tests.support.labelled_works import strengths_by_handle

_FORMATS = {Format.RIS: "ris", Format.BIBTEX: "bib"}
_Strengths = dict[tuple[str, str], float]


def main() -> None:
    """Print a line for each folder, formula and format; fail if one differs."""
    parser = argparse.ArgumentParser(description="Compare pairs in RIS and BibTeX with CSV.")
    parser.add_argument("limit", type=float)
    parser.add_argument("folders", nargs="+", type=Path)
    given = parser.parse_args()
    are_equal = [
        is_equal(folder, given.limit, formula) for folder in given.folders for formula in Formula
    ]
    sys.exit(not all(are_equal))


def is_equal(folder: Path, limit: float, formula: Formula) -> bool:
    """Return whether both formats have the pairs and strengths of CSV."""
    left, right = (
        [
            paper_of(record)
            for record in read_list(folder / name, needs=ANY_RECORD).records
            if record.names
        ]
        for name in ("a.csv", "b.csv")
    )
    known = {paper.handle for paper in (*left, *right)}
    pairs = [
        pair
        for pair in read_labels(folder / "pairs.csv", by_id=True).same
        if known.issuperset(pair)
    ]
    strengths = strengths_by_handle(evaluate_pairs(Labels(list(pairs)), [left, right], formula))
    wanted = {pair: strength for pair, strength in strengths.items() if strength > limit}
    are_equal = True
    for file_format in _FORMATS:
        found = compared(folder, file_format, limit, formula)
        are_equal &= found == wanted
        said = "equal" if found == wanted else f"differ: {len(found):,} pairs"
        print(
            f"{folder.name}, {formula.value}, {file_format.value}: {len(wanted):,} pairs, {said}",
            flush=True,
        )
    return are_equal


def compared(folder: Path, target: Format, limit: float, formula: Formula) -> _Strengths:
    """Write both lists in a format, and return the strength of each pair that `compare` finds."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [Path(scratch, f"{name}.{_FORMATS[target]}") for name in ("b", "a")]
        for file in files:
            read = read_list(folder / f"{file.stem}.csv")
            file.write_bytes(list_as(target, read, read.entries))
        command = [sys.executable, "-m", "wildwood", "compare", *map(str, files), "--json", "-q"]
        command += ["--limit", str(limit), "--formula", formula.value]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return {
        (pair["similar"]["handle"], pair["paper"]["handle"]): pair["strength"]
        for pair in json.loads(done.stdout)["pairs"]
        if pair["type"] == "ext"
    }


if __name__ == "__main__":
    main()
