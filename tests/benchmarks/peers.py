"""Measure other tools on the same work: one issue against all papers before it.

usage: python -m tests.benchmarks.peers US_DIR N [PEER ...]

Needs what peers-requirements.txt pins, in an environment of its own, and the us rifs that
corpus.py makes. The issue is the newest full one; the known papers are the N before it. Each
peer runs in a process of its own, which holds the papers, too: the row `nothing` says what
these take, `plain` is this project's own measure without any art, and `wildwood` its index of a
rebuild. Each peer is used as its documentation has it, and its pairs are those that it
gives by its own measure and limit, so that their number says how much is left to look through,
not how good they are.
"""

import argparse
import importlib
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import Record
from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.features import normalise, paper_of, title_features
from wildwood.kernel.model import Features
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula, shared_totals, strength
from wildwood.nep.folders import UsFolder
from wildwood.nep.rif import read_rif

from tests.support.strengths import author_features

LIMIT_S = 600
OWN_LIMIT = 0.6
THREADS = 2
TOP = 10
"""The most known papers that sparse_dot_topn returns for a new one."""

_LONG = 5
"""Letters of the shortest title word to block on."""

Papers = list[Record]
Match = Callable[[Papers], int]
"""Matches an issue and returns the number of pairs."""
Prepare = Callable[[Papers], Match]
"""Prepares the known papers for matching."""


@dataclass(frozen=True)
class Outcome:
    """The cost of a peer."""

    prepare: "Moment"
    match: "Moment"
    peak_mb: float
    pairs: int

    def __str__(self) -> str:
        return f"{self.prepare} {self.match} {self.peak_mb:8.0f} MB {self.pairs:10,} pairs"


@dataclass(frozen=True)
class Moment:
    """Wall-clock seconds, and processor seconds, which other work does not lengthen."""

    clock_s: float
    work_s: float

    def __str__(self) -> str:
        return f"{self.clock_s:9.2f} s ({self.work_s:8.2f} s)"

    def __sub__(self, earlier: "Moment") -> "Moment":
        return Moment(self.clock_s - earlier.clock_s, self.work_s - earlier.work_s)


def now() -> Moment:
    """Return the time of this process now."""
    return Moment(time.monotonic(), time.process_time())


def nothing(_known: Papers) -> Match:
    """Hold the papers only, for the memory that they take."""
    return lambda _issue: 0


def plain(known: Papers) -> Match:
    """Look papers up by author word and title window in dictionaries; strengths above 0.6."""
    features = [paper_of(paper).features for paper in known]
    authors, titles = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for number, paper in enumerate(features):
        for word in paper.authors:
            authors[word].add(number)
        for window in paper.titles:
            titles[window].add(number)

    def strengths(new: Features) -> Iterator[float]:
        by_author = set[int]().union(*(authors[word] for word in new.authors if word in authors))
        by_title = set[int]().union(*(titles[part] for part in new.titles if part in titles))
        for number in by_author & by_title:
            found = features[number]
            yield strength(shared_totals(new, found), new.totals, found.totals)

    def match(issue: Papers) -> int:
        new = [paper_of(paper).features for paper in issue]
        return sum(found > OWN_LIMIT for paper in new for found in strengths(paper))

    return match


def wildwood(known: Papers) -> Match:
    """Use an index in memory, which includes the issue; strengths above 0.6."""
    old = [paper_of(paper).features for paper in known]

    def match(issue: Papers) -> int:
        new = [paper_of(paper).features for paper in issue]
        index = indexed([*old, *new])
        matches = find_matches(new, index, OWN_LIMIT, Formula.SPECIFIED)
        return sum(match.key < len(old) for match in matches)

    return match


def splink(known: Papers) -> Match:
    """Blocks on an author's surname with a long title word; learns from the known papers."""
    api = importlib.import_module("splink").DuckDBAPI()
    linker = importlib.import_module("splink").Linker
    past = api.register(splink_table(known), dataset_display_name="known")
    model = trained_splink(linker(past, splink_settings(), log_level="ERROR"))
    model["link_type"] = "link_only"

    def match(issue: Papers) -> int:
        new = api.register(splink_table(issue), dataset_display_name="issue")
        ready = linker([past, new], model, log_level="ERROR")
        found = ready.inference.predict(threshold_match_probability=0.5)
        return int(found.as_pyarrow_table().num_rows)

    return match


def datasketch(known: Papers) -> Match:
    """MinHash LSH on author words and title windows, as sets."""
    module = importlib.import_module("datasketch")
    index = module.MinHashLSH(threshold=0.5, num_perm=128)

    def hashes(papers: Papers) -> Any:
        return module.MinHash.generator(map(_tokens, papers), num_perm=128)

    with index.insertion_session() as session:
        for number, hashed in enumerate(hashes(known)):
            session.insert(number, hashed)
    return lambda issue: sum(len(index.query(hashed)) for hashed in hashes(issue))


def sparse_dot_topn(known: Papers) -> Match:
    """Cosines of TF-IDF character 3-grams, the best of each new paper."""
    text = importlib.import_module("sklearn.feature_extraction.text")
    multiply = importlib.import_module("sparse_dot_topn").sp_matmul_topn
    vectoriser = text.TfidfVectorizer(analyzer="char", ngram_range=(3, 3))
    columns = vectoriser.fit_transform(map(_line, known)).T.tocsr()

    def match(issue: Papers) -> int:
        rows = vectoriser.transform(map(_line, issue))
        best = multiply(rows, columns, top_n=TOP, threshold=0.5, sort=True, n_threads=THREADS)
        return int(best.nnz)

    return match


def rapidfuzz(known: Papers) -> Match:
    """Every pair's token set ratio, from 80 of 100 on."""
    process = importlib.import_module("rapidfuzz.process")
    scorer = importlib.import_module("rapidfuzz.fuzz").token_set_ratio
    numpy = importlib.import_module("numpy")
    lines = [_line(paper) for paper in known]

    def match(issue: Papers) -> int:
        new = [_line(paper) for paper in issue]
        scores = process.cdist(
            new, lines, scorer=scorer, score_cutoff=80, dtype=numpy.uint8, workers=-1
        )
        return int(numpy.count_nonzero(scores))

    return match


def py_stringsimjoin(known: Papers) -> Match:
    """Titles by the overlap coefficient of their words, from 0.6 on."""
    join = importlib.import_module("py_stringsimjoin").overlap_coefficient_join
    matching = importlib.import_module("py_stringmatching")
    pandas = importlib.import_module("pandas")
    words = matching.WhitespaceTokenizer(return_set=True)

    def titles(papers: Papers) -> Any:
        lines = [normalise(" ".join(paper.titles)) for paper in papers]
        columns = {"id": range(len(papers)), "title": lines}
        return pandas.DataFrame(columns).astype(
            {"title": object}
        )  # it does not support the newer string type

    past = titles(known)

    def match(issue: Papers) -> int:
        new = titles(issue)
        found = join(past, new, "id", "id", "title", "title", words, 0.6, show_progress=False)
        return len(found)

    return match


PEERS: dict[str, Prepare] = {
    "nothing": nothing,
    "plain": plain,
    "wildwood": wildwood,
    "splink": splink,
    "datasketch": datasketch,
    "sparse_dot_topn": sparse_dot_topn,
    "rapidfuzz": rapidfuzz,
    "py_stringsimjoin": py_stringsimjoin,
}


def main() -> None:
    """Run the peers of the command line, or all."""
    parser = argparse.ArgumentParser(description="Match one issue by other means.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("papers", type=int)
    parser.add_argument("peers", nargs="*", metavar="PEER", help=", ".join(PEERS))
    given = parser.parse_args()
    if unknown := set(given.peers) - set(PEERS):
        parser.error(f"no such peer: {', '.join(sorted(unknown))}")
    known, issue = read(given.folder, given.papers)
    print(
        f"{len(issue)} papers against {len(known):,}: prepare and match (processor time), peak RSS,"
        " pairs given"
    )
    for name in given.peers or PEERS:
        print(f"  {name:16} {measured(name, known, issue)}", flush=True)


def read(folder: Path, papers: int) -> tuple[Papers, Papers]:
    """Return `N` papers before the newest full issue, or all, and that issue."""
    listing = UsFolder(folder).listing()
    *past, newest, _rest = listing.dates()
    issues: list[Papers] = []
    wanted = papers
    while past and wanted > 0:
        date = past.pop()
        issues.append(list(read_rif(date, listing.path(date)).rif.records))
        wanted -= len(issues[-1])
    known = list(chain.from_iterable(reversed(issues)))[-papers:]
    return known, list(read_rif(newest, listing.path(newest)).rif.records)


def measured(name: str, known: Papers, issue: Papers) -> str:
    """Return the cost of a peer, or why it failed."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, name, known, issue))
    process.start()
    there.close()
    try:
        here.recv()  # the process has the papers
        return str(here.recv()) if here.poll(LIMIT_S) else f"not done in {LIMIT_S} s"
    except EOFError:
        return "ended without a word"
    finally:
        process.kill()
        process.join()


def _work(there: Connection, name: str, known: Papers, issue: Papers) -> None:
    """Run one peer in its own process."""
    there.send("ready")
    try:
        began = now()
        match = PEERS[name](known)
        prepared = now()
        pairs = match(issue)
        done = now()
    except ModuleNotFoundError as error:
        there.send(f"no module {error.name}, see peers-requirements.txt")
    else:
        there.send(Outcome(prepared - began, done - prepared, _peak_mb(), pairs))


def _peak_mb() -> float:
    """Return the peak memory of this process; getrusage would start from its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


def _line(paper: Record) -> str:
    return normalise(" ".join([*paper.names, *paper.titles]))


def _tokens(paper: Record) -> list[bytes]:
    features = {*author_features(paper.names), *title_features(paper.titles)}
    return [feature.encode() for feature in features]


def splink_table(papers: Papers) -> Any:
    """Return the papers for splink: an Arrow table of clean columns."""
    titles = [normalise(" ".join(paper.titles)) for paper in papers]
    surnames = [[normalise(name).split(" ")[-1] for name in paper.names] for paper in papers]
    columns = {
        "unique_id": [paper.handle for paper in papers],
        "author": [normalise(paper.names[0]) if paper.names else None for paper in papers],
        "surnames": surnames,
        "title": titles,
        "words": [[w for w in set(title.split()) if len(w) >= _LONG] for title in titles],
    }
    return importlib.import_module("pyarrow").table(columns)


def splink_settings() -> Any:
    """Return the model: surnames in common and similar titles."""
    module = importlib.import_module("splink")
    comparisons = importlib.import_module("splink.comparison_library")
    return module.SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            comparisons.ArrayIntersectAtSizes("surnames", [2, 1]),
            comparisons.JaroWinklerAtThresholds("title", [0.95, 0.85]),
        ],
        blocking_rules_to_generate_predictions=[
            module.block_on("surnames", "words", arrays_to_explode=["surnames", "words"]),
        ],
    )


def trained_splink(linker: Any) -> Any:
    """Train the linker without labels, in the order of splink's tutorial."""
    block_on = importlib.import_module("splink").block_on
    training = linker.training
    training.estimate_probability_two_random_records_match(
        [block_on("author", "title")], recall=0.5
    )
    training.estimate_u_using_random_sampling(max_pairs=1e7, seed=1)
    training.estimate_parameters_using_expectation_maximisation(block_on("title"))
    training.estimate_parameters_using_expectation_maximisation(block_on("author", "surnames[1]"))
    return linker.misc.save_model_to_json()


if __name__ == "__main__":
    main()
