"""Link two lists of papers with other libraries, each in the steps of its own documentation.

usage: python -m tests.benchmarks.api [FOLDER]

Prints a row for each library: lines of code, seconds, and precision and recall at its own limit
against `pairs.csv`. FOLDER is such as tests/data/accuracy/pairs, with lists of ids, titles and
authors. dedupe learns from labels: it gets every second one, and is measured on all. The lines
are those of the function below without its heading; the tables are read before. Needs splink
5.0.0, dedupe 3.0.3, recordlinkage 0.16 and pandas 2.3.3 in an environment of its own;
dedupe also BTrees<6.
"""

import csv
import importlib
import inspect
import sys
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.paths import DATA

_FOLDER = DATA / "accuracy" / "pairs"
_Pairs = Iterable[tuple[str, str]]


def link_with_wildwood(left: Any, right: Any, _labels: list[tuple[str, str]]) -> _Pairs:
    wildwood = importlib.import_module("wildwood")
    found = wildwood.pairs(left, right)
    return [(pair.left.record.handle, pair.right.record.handle) for pair in found]


def link_with_recordlinkage(left: Any, right: Any, _labels: list[tuple[str, str]]) -> _Pairs:
    recordlinkage = importlib.import_module("recordlinkage")
    left, right = left.set_index("id"), right.set_index("id")
    indexer = recordlinkage.Index()
    indexer.sortedneighbourhood("title", window=9)
    candidates = indexer.index(left, right)
    compare = recordlinkage.Compare()
    compare.string("title", "title", method="jarowinkler", threshold=0.85, label="title")
    compare.string("authors", "authors", method="jarowinkler", threshold=0.85, label="authors")
    features = compare.compute(candidates, left, right)
    return list(features[features.sum(axis=1) > 1].index)


def link_with_splink(left: Any, right: Any, _labels: list[tuple[str, str]]) -> _Pairs:
    splink = importlib.import_module("splink")
    library = importlib.import_module("splink.comparison_library")
    settings = splink.SettingsCreator(
        link_type="link_only",
        unique_id_column_name="id",
        comparisons=[
            library.JaroWinklerAtThresholds("title", [0.95, 0.85]),
            library.JaroWinklerAtThresholds("authors", [0.95, 0.85]),
        ],
        blocking_rules_to_generate_predictions=[
            splink.block_on("substr(title, 1, 5)"),
            splink.block_on("substr(authors, 1, 8)"),
        ],
    )
    api = splink.DuckDBAPI()
    tables = [
        api.register(table, dataset_display_name=name)
        for table, name in ((left, "ours"), (right, "theirs"))
    ]
    linker = splink.Linker(tables, settings)
    training = linker.training
    training.estimate_probability_two_random_records_match(
        [splink.block_on("title", "authors")], recall=0.6
    )
    training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    training.estimate_parameters_using_expectation_maximisation(splink.block_on("title"))
    training.estimate_parameters_using_expectation_maximisation(splink.block_on("authors"))
    frame = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
    return list(zip(frame["id_l"], frame["id_r"], strict=True))


def link_with_dedupe(left: Any, right: Any, labels: list[tuple[str, str]]) -> _Pairs:
    dedupe = importlib.import_module("dedupe")
    ours, theirs = (
        {row["id"]: {"title": row["title"], "authors": row["authors"] or None} for row in table}
        for table in (left.to_dict("records"), right.to_dict("records"))
    )
    fields = [
        dedupe.variables.String("title"),
        dedupe.variables.String("authors", has_missing=True),
    ]
    linker = dedupe.RecordLink(fields, num_cores=1)
    match = [(ours[one], theirs[other]) for one, other in labels[::2]]
    distinct = [(pair[0], next_pair[1]) for pair, next_pair in pairwise(match)]
    linker.prepare_training(ours, theirs, sample_size=1000)
    linker.mark_pairs({"match": match, "distinct": distinct})
    linker.train()
    return [pair for pair, _ in linker.join(ours, theirs, threshold=0.5)]


def main() -> None:
    """Measure each library that can be imported."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER
    with (folder / "pairs.csv").open(encoding="utf-8", newline="") as file:
        labels = [(row["left"], row["right"]) for row in csv.DictReader(file)]
    read = importlib.import_module("pandas").read_csv
    lists = [read(folder / name, dtype=str).fillna("") for name in ("dblp.csv", "acm.csv")]
    print("| library | lines | seconds | precision | recall |\n|---|---|---|---|---|")
    links: list[Callable[..., _Pairs]] = [
        link_with_wildwood, link_with_recordlinkage, link_with_splink, link_with_dedupe,
    ]  # fmt: skip
    for link in links:
        began = time.perf_counter()
        found = {tuple(map(str, pair)) for pair in link(*lists, labels)}
        seconds = time.perf_counter() - began
        right = len(found & set(labels))
        name, lines = link.__name__.rpartition("_")[2], len(inspect.getsource(link).splitlines())
        figures = f"{right / len(found):.3f} | {right / len(labels):.3f}"
        print(f"| {name} | {lines - 1} | {seconds:.1f} | {figures} |")


if __name__ == "__main__":
    main()
