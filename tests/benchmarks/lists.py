"""Compare a new list with an older one, both CSV, by `wildwood compare` and by other tools.

usage: python -m tests.benchmarks.lists FOLDER OLD NEW [TOOL ...]

Writes old.csv with OLD generated papers and new.csv with the NEW papers after them into FOLDER,
unless they are there. Each tool is a process of its own, which reads the two files and writes or
counts the pairs by its own measure and limit; the peers need what peers-requirements.txt pins, and
bib-dedupe, in an environment of their own. Printed are wall-clock seconds, processor seconds and
the peak of the resident memory of its largest process. A tool has 1,800 seconds.
"""

import argparse
import csv
import importlib
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.benchmarks.corpus import learn, make, real_papers

LIMIT_S = 1800
TOP = 10
"""The most old papers that sparse_dot_topn returns for a new one."""

_WILDWOOD = {
    "wildwood": (),
    "wildwood specified": ("--formula", "specified"),
}
_CLEAN = r"trim(regexp_replace(lower({}), '[^\p{{L}}\p{{N}}]+', ' ', 'g'))"
_TABLE = f"""
    WITH cleaned AS (
        SELECT id AS unique_id, {_CLEAN.format("title")} AS title,
            list_transform(
                string_split(authors, ';'), lambda name: {_CLEAN.format("name")}
            ) AS names
        FROM read_csv(?, header = true, all_varchar = true)
    )
    SELECT unique_id, names[1] AS author, title,
        list_transform(names, lambda name: string_split(name, ' ')[-1]) AS surnames,
        list_filter(
            list_distinct(string_split(title, ' ')), lambda word: length(word) >= 5
        ) AS words
    FROM cleaned
"""


def splink(folder: Path) -> int:
    """Block on an author's surname with a long title word; learn from the old papers."""
    duckdb = importlib.import_module("duckdb")
    module = importlib.import_module("splink")
    peers = importlib.import_module("tests.benchmarks.peers")
    api = module.DuckDBAPI()
    tables = [
        api.register(
            duckdb.execute(_TABLE, [str(folder / f"{name}.csv")]).to_arrow_table(),
            dataset_display_name=name,
        )
        for name in ("old", "new")
    ]
    model = peers.trained_splink(
        module.Linker(tables[0], peers.splink_settings(), log_level="ERROR")
    )
    model["link_type"] = "link_only"
    found = module.Linker(tables, model, log_level="ERROR").inference.predict(
        threshold_match_probability=0.5
    )
    return int(found.as_pyarrow_table().num_rows)


def sparse_dot_topn(folder: Path) -> int:
    """Use cosines of TF-IDF character 3-grams, the best of each new paper."""
    text = importlib.import_module("sklearn.feature_extraction.text")
    multiply = importlib.import_module("sparse_dot_topn").sp_matmul_topn
    vectoriser = text.TfidfVectorizer(analyzer="char", ngram_range=(3, 3))
    columns = vectoriser.fit_transform(_lines(folder / "old.csv")).T.tocsr()
    rows = vectoriser.transform(_lines(folder / "new.csv"))
    return int(multiply(rows, columns, top_n=TOP, threshold=0.5, n_threads=2).nnz)


def rapidfuzz(folder: Path) -> int:
    """Compute every pair's token set ratio, and count those from 80 of 100 on."""
    numpy = importlib.import_module("numpy")
    process = importlib.import_module("rapidfuzz.process")
    scorer = importlib.import_module("rapidfuzz.fuzz").token_set_ratio
    old, new = (list(_lines(folder / f"{name}.csv")) for name in ("old", "new"))
    scores = process.cdist(new, old, scorer=scorer, score_cutoff=80, dtype=numpy.uint8, workers=-1)
    return int(numpy.count_nonzero(scores))


def bib_dedupe(folder: Path) -> int:
    """Prepare, block and match both lists as one, as in its documentation."""
    pandas = importlib.import_module("pandas")
    module = importlib.import_module("bib_dedupe.bib_dedupe")
    frames = [pandas.read_csv(folder / f"{name}.csv", dtype=str) for name in ("old", "new")]
    papers = pandas.concat(frames, ignore_index=True).rename(
        columns={"id": "ID", "authors": "author"}
    )
    papers["author"] = papers["author"].str.replace("; ", " and ")
    papers["ENTRYTYPE"] = "article"
    for name in ("year", "journal", "volume", "number", "pages", "doi", "abstract"):
        papers[name] = ""
    matched = module.match(module.block(module.prep(papers)))
    return int((matched["duplicate_label"] == "duplicate").sum())


def _lines(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield f"{row['authors']} {row['title']}".lower()


PEERS: dict[str, Callable[[Path], int]] = {
    "splink": splink,
    "sparse_dot_topn": sparse_dot_topn,
    "rapidfuzz": rapidfuzz,
    "bib_dedupe": bib_dedupe,
}


def main() -> None:
    """Measure the tools of the command line, or all."""
    parser = argparse.ArgumentParser(description="Compare two lists by several tools.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("old", type=int)
    parser.add_argument("new", type=int)
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=", ".join([*_WILDWOOD, *PEERS]))
    given = parser.parse_args()
    if given.tools[:1] == ["run"]:
        print(PEERS[given.tools[1]](given.folder), "pairs")
        return
    write(given.folder, given.old, given.new)
    print(f"{given.new:,} papers against {given.old:,}: clock, processor time, peak, pairs")
    for tool in given.tools or [*_WILDWOOD, *PEERS]:
        print(f"  {tool:20} {measured(tool, given.folder)}", flush=True)


def write(folder: Path, old: int, new: int) -> None:
    """Write both lists, if they are not there."""
    if (folder / "new.csv").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    papers = enumerate(make(learn(real_papers()), random.Random(1)))
    for name, count in (("old", old), ("new", new)):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("id", "title", "authors"))
            for number, (names, words) in islice(papers, count):
                rows.writerow((f"p{number:08d}", " ".join(words), "; ".join(names)))


def measured(tool: str, folder: Path) -> str:
    """Return the figures of a tool, or why there are none."""
    began = time.monotonic()
    process = subprocess.Popen(
        _command(tool, folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    guard = threading.Timer(LIMIT_S, process.kill)
    guard.start()
    assert process.stdout is not None
    said = process.stdout.read().strip().splitlines()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    guard.cancel()
    figures = (
        f"{time.monotonic() - began:8.1f} s {usage.ru_utime + usage.ru_stime:8.1f} s"
        f" {usage.ru_maxrss / 1024:8.0f} MB"
    )
    return f"{figures}  {said[-1] if said else ''}{f'  (exit {process.returncode})' * bool(status)}"


def _command(tool: str, folder: Path) -> list[Any]:
    if tool in _WILDWOOD:
        return [
            *(sys.executable, "-m", "wildwood", "compare", folder / "new.csv", folder / "old.csv"),
            *("--out", folder / "pairs.csv", *_WILDWOOD[tool]),
        ]
    return [sys.executable, "-m", "tests.benchmarks.lists", folder, "0", "0", "run", tool]


if __name__ == "__main__":
    main()
