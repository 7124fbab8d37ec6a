"""Repeat the experiment of Williams et al. 2014, section VI, with this service.

usage: python -m tests.benchmarks.experiment WORKPLACE UPLOADS FOLDER... [--plot FILE] [--so-far]

A stream of UPLOADS texts is made of the PDF files in the folders, and sent by 24 clients to four
services, each with its own mongod: without matching, with `reuse = "verified"`, with
`reuse = "near"`, and with this and citations that expire.
Needs poppler's pdftotext. The results of each block of uploads are kept in WORKPLACE; the same
command continues a run that was broken off, and prints everything again at the end.
"""

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.experiment import figure, judging, overhead, report
from tests.benchmarks.experiment.overhead import Overhead
from tests.benchmarks.experiment.papers import read_papers
from tests.benchmarks.experiment.records import Block, Records
from tests.benchmarks.experiment.server import ORIGINAL_S
from tests.benchmarks.experiment.stream import Texts, Upload, plan
from tests.benchmarks.experiment.versions import Version
from tests.benchmarks.experiment.ways import Bounds, Run, Way, run

_OVERHEAD_DOCUMENTS = 100
_BLOCK = 250
_LEAST_STORE_MB = 1.0
_WORKERS = 2


@dataclass(frozen=True)
class Question:
    """What decides the results of a run besides the machine."""

    uploads: int
    papers: list[str]
    max_words: int
    repeats: float
    seed: int
    store_share: float
    expiry_share: float
    slowness: float


def main() -> None:
    """Run what the command line says."""
    given = _parsed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended; the same command continues."))
    papers = read_papers(given.folders, given.max_words)
    question = Question(
        given.uploads, [paper.name for paper in papers], given.max_words, given.repeats,
        given.seed, given.store_share, given.expiry_share, given.slowness,
    )  # fmt: skip
    planned = plan(question.uploads, question.repeats, question.seed)
    texts = Texts(papers, question.seed)
    given.workplace.mkdir(parents=True, exist_ok=True)
    _check_same(given.workplace / "question.json", question)
    measured = _overhead(given.workplace, planned, texts)
    print(*report.overhead_lines(measured), sep="\n")
    bounds = _bounds(question, planned, measured)
    print(
        f"{len(papers)} real papers, {sum(u.version is Version.FIRST for u in planned):,} in the"
        f" stream; store {bounds.store_mb:.1f} MB, citations {60 * bounds.citations_hours:.1f} min",
        flush=True,
    )
    records = Records(given.workplace / "records.jsonl")
    if not given.so_far:
        setting = Run(given.workplace, bounds, _BLOCK, question.slowness)
        for block in run(setting, planned, texts, records):
            print(f"{block.number:6} {block.seconds:7.1f} s  {block.way}", flush=True)
    _conclude(_complete(records.read()), planned, given.plot)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Repeat the experiment of Williams et al. 2014.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("uploads", type=int)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--max-words", type=int, default=2500, help="of a paper")
    parser.add_argument("--repeats", type=float, default=0.2, help="share of the uploads")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store-share", type=float, default=0.42, help="of all extracted data")
    parser.add_argument("--expiry-share", type=float, default=0.025, help="of the time of the run")
    parser.add_argument(
        "--slowness", type=float, default=0, help="share of the original's time that is waited"
    )
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--so-far", action="store_true", help="report on a run, and go no further")
    return parser.parse_args()


def _check_same(file: Path, question: Question) -> None:
    text = json.dumps(asdict(question), indent=1)
    if not file.exists():
        file.write_text(text, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != text:
        sys.exit(f"{file} is of another run; give another workplace, or the same arguments.")


def _overhead(workplace: Path, planned: Sequence[Upload], texts: Texts) -> Overhead:
    """Measure the overhead, unless the run that is continued has done so."""
    file = workplace / "overhead.json"
    if file.exists():
        return Overhead(**json.loads(file.read_text(encoding="utf-8")))
    firsts = [upload for upload in planned if upload.version is Version.FIRST]
    documents = [texts.text(upload).encode() for upload in firsts[:_OVERHEAD_DOCUMENTS]]
    measured = overhead.measure(workplace / "overhead", documents)
    file.write_text(json.dumps(asdict(measured)), encoding="utf-8")
    return measured


def _bounds(question: Question, planned: Sequence[Upload], measured: Overhead) -> Bounds:
    """Bound the store by shares of what the stream needs, as the original's was bounded."""
    papers = sum(upload.version is Version.FIRST for upload in planned)
    needed_mb = papers * measured.stored_mb
    waited = question.slowness * sum(ORIGINAL_S.values())
    hours = question.uploads * (measured.without + waited) / _WORKERS * len(Way) / 3600
    return Bounds(
        max(_LEAST_STORE_MB, question.store_share * needed_mb), question.expiry_share * hours
    )


def _complete(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks that all ways have done."""
    done = Counter(block.number for block in blocks)
    return [block for block in blocks if done[block.number] == len(Way)]


def _conclude(blocks: Sequence[Block], planned: Sequence[Upload], file: Path | None) -> None:
    judged = judging.judge(blocks, planned, Way.BASELINE.value)
    print(*report.lines(judged, blocks, Way.BASELINE.value), sep="\n")
    if file:
        figure.plot(blocks, [way.value for way in Way], file)


if __name__ == "__main__":
    main()
