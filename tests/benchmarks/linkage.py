"""Measure the formulas and other tools that need no training on labelled pairs.

usage: python -m tests.benchmarks.linkage FOLDER [FOLDER ...] [--only TOOL ...] [--moved]

Needs what peers-requirements.txt pins, in an environment of its own. Each folder has pairs.csv
(`left`, `right`) and two other CSV files (`id`, `title`, `authors`), as `wildwood evaluate` reads
them. Each tool is used as its documentation has it, and gives each pair a score; the figures are
average precision, with ties as one step, and best F1, both over all labelled pairs, with 95%
intervals from resampled works, and whether the figure is higher than that
of `tolerant`, lower, or level, in the same resamples. After them come the pairs that have a score,
and processor time. A tool has 600 seconds for a set.

With --moved, half of the papers, chosen by a hash, have their names in the title.
"""

import argparse
import hashlib
import importlib
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from wildwood.biblio.entry import Record
from wildwood.kernel.features import normalise, paper_of
from wildwood.kernel.strength import Formula
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.evaluation import Array, HandlePair, Labels, evaluate_pairs, read_labels
from wildwood.lists.reading import read_list

from tests.benchmarks.peers import splink_settings, splink_table, trained_splink
from tests.support.labelled_works import evaluation_of, strengths_by_handle
from tests.support.resampled import resample, resampled_estimate

LIMIT_S = 600
LOWEST = 0.4
"""Scores below this are left out; they are far below every best limit."""
TOP = 20
"""The most papers that sparse_dot_topn returns for a paper."""
ROWS = 500
"""Papers that RapidFuzz compares with all others in one step."""

COMPARED = Formula.TOLERANT
"""The formula that the others are compared with."""

Scored = Iterable[tuple[HandlePair, float]]


@dataclass(frozen=True)
class Pairs:
    """Two sets of papers, and the pairs that are labelled as the same paper."""

    left: list[Record]
    right: list[Record]
    labelled: frozenset[HandlePair]


def read(folder: Path) -> Pairs:
    """Read a folder; the left file is the one that has the left ids."""
    labelled = frozenset(read_labels(folder / "pairs.csv", by_id=True).same)
    files = [file for file in sorted(folder.glob("*.csv")) if file.name != "pairs.csv"]
    sets = [read_list(file, needs=ANY_RECORD).records for file in files]
    if not {left for left, _ in labelled} <= {paper.handle for paper in sets[0]}:
        sets.reverse()
    return Pairs(sets[0], sets[1], labelled)


def with_moved_names(papers: list[Record]) -> list[Record]:
    """Return papers, half of them with their names at the end of the title."""
    return [
        paper._replace(names=(), titles=(" ".join([*paper.titles, *paper.names]),))
        if hashlib.sha256(paper.handle.encode()).digest()[0] % 2
        else paper
        for paper in papers
    ]


def wildwood(pairs: Pairs, formula: Formula) -> Scored:
    """Use a formula of this project."""
    left, right = (list(map(paper_of, papers)) for papers in (pairs.left, pairs.right))
    evaluation = evaluate_pairs(Labels(list(pairs.labelled)), [left, right], formula)
    return strengths_by_handle(evaluation).items()


def rapidfuzz(pairs: Pairs, scorer: str) -> Scored:
    """Compare every pair of lines of names and title by a token ratio."""
    cdist = importlib.import_module("rapidfuzz.process").cdist
    ratio = getattr(importlib.import_module("rapidfuzz.fuzz"), scorer)
    numpy = importlib.import_module("numpy")
    lines = list(map(_line, pairs.right))
    for first in range(0, len(pairs.left), ROWS):
        some = pairs.left[first : first + ROWS]
        scores = cdist(list(map(_line, some)), lines, scorer=ratio, score_cutoff=100 * LOWEST)
        for row, column in zip(*map(numpy.ndarray.tolist, scores.nonzero()), strict=True):
            yield (some[row].handle, pairs.right[column].handle), float(scores[row, column])


def sparse_dot_topn(pairs: Pairs) -> Scored:
    """Use cosines of TF-IDF character 3-grams, the best of each paper."""
    text = importlib.import_module("sklearn.feature_extraction.text")
    multiply = importlib.import_module("sparse_dot_topn").sp_matmul_topn
    vectoriser = text.TfidfVectorizer(analyzer="char", ngram_range=(3, 3))
    vectoriser.fit(map(_line, [*pairs.left, *pairs.right]))
    rows, columns = (
        vectoriser.transform(map(_line, papers)) for papers in (pairs.left, pairs.right)
    )
    best = multiply(rows, columns.T.tocsr(), top_n=TOP, threshold=LOWEST).tocoo()
    for row, column, score in zip(best.row, best.col, best.data, strict=True):
        yield (pairs.left[row].handle, pairs.right[column].handle), float(score)


def splink(pairs: Pairs) -> Scored:
    """Use probabilities of a Fellegi-Sunter model that learns from the papers without labels."""
    module = importlib.import_module("splink")
    api = module.DuckDBAPI()
    both = api.register(splink_table([*pairs.left, *pairs.right]), dataset_display_name="papers")
    model = trained_splink(module.Linker(both, splink_settings(), log_level="ERROR"))
    model["link_type"] = "link_only"
    tables = [
        api.register(splink_table(papers), dataset_display_name=name)
        for name, papers in (("a", pairs.left), ("b", pairs.right))
    ]
    found = module.Linker(tables, model, log_level="ERROR").inference.predict()
    for row in found.as_pyarrow_table().to_pylist():
        yield (row["unique_id_l"], row["unique_id_r"]), float(row["match_weight"])


def pyjedai(pairs: Pairs) -> Scored:
    """Use blocks of words and the cosine of TF-IDF character 3-grams, as in its tutorial."""
    pandas = importlib.import_module("pandas")
    building = importlib.import_module("pyjedai.block_building")
    cleaning = importlib.import_module("pyjedai.block_cleaning")
    matching = importlib.import_module("pyjedai.matching")
    frames = [
        pandas.DataFrame(
            {
                "id": [paper.handle for paper in papers],
                "title": [normalise(" ".join(paper.titles)) for paper in papers],
                "authors": [normalise(" ".join(paper.names)) for paper in papers],
            }
        )
        for papers in (pairs.left, pairs.right)
    ]
    truth = pandas.DataFrame(sorted(pairs.labelled), columns=["left", "right"])
    data = importlib.import_module("pyjedai.datamodel").Data(
        dataset_1=frames[0], id_column_name_1="id", dataset_2=frames[1], id_column_name_2="id",
        ground_truth=truth,
    )  # fmt: skip
    blocks = building.StandardBlocking().build_blocks(data, tqdm_disable=True)
    blocks = cleaning.BlockPurging().process(blocks, data, tqdm_disable=True)
    blocks = cleaning.BlockFiltering(ratio=0.8).process(blocks, data, tqdm_disable=True)
    graph: Any = matching.EntityMatching(
        metric="cosine", tokenizer="char_tokenizer", vectorizer="tfidf", qgram=3,
        similarity_threshold=LOWEST,
    ).predict(blocks, data, tqdm_disable=True)  # fmt: skip
    for one, other, weight in graph.edges(data="weight"):
        first, second = sorted((one, other))
        yield (
            (pairs.left[first].handle, pairs.right[second - len(pairs.left)].handle),
            float(weight),
        )


def _line(paper: Record) -> str:
    return normalise(" ".join([*paper.names, *paper.titles]))


TOOLS: dict[str, Callable[[Pairs], Scored]] = {
    **{one.value: partial(wildwood, formula=one) for one in Formula},
    "pyjedai": pyjedai,
    "rapidfuzz token sort": partial(rapidfuzz, scorer="token_sort_ratio"),
    "rapidfuzz token set": partial(rapidfuzz, scorer="token_set_ratio"),
    "sparse_dot_topn": sparse_dot_topn,
    "splink": splink,
}


def main() -> None:
    """Measure every tool on every set."""
    parser = argparse.ArgumentParser(description="Measure tools on labelled pairs.")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--only", nargs="+", metavar="TOOL", choices=TOOLS, default=list(TOOLS))
    parser.add_argument("--moved", action="store_true")
    given = parser.parse_args()
    for folder in given.folders:
        print(f"{folder.name}: average precision, best F1, pairs, processor time", flush=True)
        results = {name: run(name, folder, moved=given.moved) for name in given.only}
        for line in figures(results, read(folder).labelled):
            print(f"  {line}", flush=True)


@dataclass(frozen=True)
class Done:
    """What a tool found."""

    scored: list[tuple[HandlePair, float]]
    seconds: float
    """Its processor time."""


def run(name: str, folder: Path, *, moved: bool) -> Done | str:
    """Run a tool in a process of its own; return what it found, or why there is nothing."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, name, folder), kwargs={"moved": moved})
    process.start()
    there.close()
    try:
        done: Done | str = here.recv() if here.poll(LIMIT_S) else f"not done in {LIMIT_S} s"
    except EOFError:
        done = "ended without a word"
    finally:
        process.kill()
        process.join()
    return done


def _work(there: Connection, name: str, folder: Path, *, moved: bool) -> None:
    pairs = read(folder)
    if moved:
        left, right = map(with_moved_names, (pairs.left, pairs.right))
        pairs = Pairs(left, right, pairs.labelled)
    began = time.process_time()
    try:
        scored = list(TOOLS[name](pairs))
    except ModuleNotFoundError as error:
        there.send(f"no module {error.name}, see peers-requirements.txt")
        return
    there.send(Done(scored, time.process_time() - began))


def figures(results: dict[str, Done | str], labelled: frozenset[HandlePair]) -> Iterator[str]:
    """Describe what each tool found, and how it compares with `tolerant`."""
    scored = {name: dict(done.scored) for name, done in results.items() if isinstance(done, Done)}
    # All tools have the same papers, and so the same resamples.
    every = list(chain.from_iterable(scored.values()))
    tallies = {
        name: resample(evaluation_of(strengths, labelled, every)).T[:2]
        for name, strengths in scored.items()
    }
    ours = tallies.get(COMPARED.value)
    for name, done in results.items():
        if isinstance(done, str):
            yield f"{name:21} {done}"
            continue
        measures = [
            f"{resampled_estimate(values)} {_compared(values, mine)}"
            for values, mine in zip(
                tallies[name], tallies[name] if ours is None else ours, strict=True
            )
        ]
        cost = f"{len(done.scored):,} pairs, {done.seconds:.1f} s"
        yield f"{name:21} {'   '.join([*measures, cost])}"


def _compared(values: Array, ours: Array) -> str:
    if _is_higher(values, ours):
        return "higher"
    return "lower" if _is_higher(ours, values) else "level"


def _is_higher(values: Array, others: Array) -> bool:
    """Whether a figure is higher than another in the same papers, beyond chance."""
    difference = values - others
    low = np.quantile(difference[1:], 0.025) - (difference[1:].mean() - difference[0])
    return bool(low > 0)


if __name__ == "__main__":
    main()
