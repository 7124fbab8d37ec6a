"""Measure the extraction by source, beside simpler rules and other tools.

    python -m tests.benchmarks.layouts FOLDER [PART]

FOLDER contains a folder for each source, with `NAME.pdf` and `NAME.json` (`titles`: the accepted
forms; `authors`: pairs of given and family names; `refs`: `title`, `year`, `first`, `doi`), or
`NAME.crossref.xml` instead. PART is `choose`, `aside` or `all` (default). `aside` is a third of
the papers, by a hash of their names: no rule may be chosen on it. `-v` prints each difference.

Beside Wildwood, the same run measures the largest letters of page one, `pdftitle` if `$PDFTITLE`
is its program, and refextract if `$REFEXTRACT` is a Python that has it (both from
`extraction-peers-requirements.txt`, in an environment of their own; refextract is GPL).
"""

import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.extraction import citations, documents, header, pdf
from wildwood.extraction.data import Citation, DocumentType, Header, Line, NothingToExtractError

from tests.benchmarks.extraction import Tally, deposited, initial_and_surname, plain, surname

VERBOSE = "-v" in sys.argv
_WITHIN = 0.1
_ASIDE = 3
"""One paper in this many is set aside."""
_TOOL_TIMEOUT_S = 120
_REFEXTRACT = (
    "import sys, json, refextract;"
    "print(json.dumps(refextract.extract_references_from_file(sys.argv[1])))"
)


@dataclass(frozen=True)
class Reference:
    """What is known of a reference; empty strings otherwise."""

    title: str
    year: str
    first: str
    doi: str


@dataclass(frozen=True)
class Paper:
    """What is known of a paper."""

    path: Path
    titles: list[str]
    authors: list[str]
    references: list[Reference]


@dataclass
class Scores:
    """The tallies of a source."""

    titles: Tally = field(default_factory=Tally)
    largest: Tally = field(default_factory=Tally)
    pdftitle: Tally = field(default_factory=Tally)
    author_recall: Tally = field(default_factory=Tally)
    author_precision: Tally = field(default_factory=Tally)
    counts: Tally = field(default_factory=Tally)
    cited_titles: Tally = field(default_factory=Tally)
    cited_years: Tally = field(default_factory=Tally)
    cited_first_authors: Tally = field(default_factory=Tally)
    dois: Tally = field(default_factory=Tally)
    refextract_counts: Tally = field(default_factory=Tally)
    refextract_titles: Tally = field(default_factory=Tally)
    reading_s: float = 0
    citing_s: float = 0

    @property
    def author_f1(self) -> float:
        """Return the F1 of initials and surnames."""
        of = self.author_recall.of + self.author_precision.of
        return 200 * self.author_recall.right / max(of, 1)


def is_aside(name: str) -> bool:
    """Return whether a paper is set aside."""
    return hashlib.sha256(name.encode()).digest()[0] % _ASIDE == 0


def papers(folder: Path, part: str) -> Iterator[Paper]:
    for path in sorted(folder.glob("*.pdf")):
        if part in ("all", "aside" if is_aside(path.stem) else "choose"):
            known = path.with_suffix(".json")
            if known.exists():
                yield _from_json(path, json.loads(known.read_text(encoding="utf-8")))
            elif path.with_suffix(".crossref.xml").exists():
                yield _from_crossref(path)


def _from_json(path: Path, known: dict[str, list[dict[str, str]]]) -> Paper:
    references = [
        Reference(*(one.get(name) or "" for name in ("title", "year", "first", "doi")))
        for one in known["refs"] or ()
    ]
    titles = list(map(str, known["titles"]))
    return Paper(path, titles, [" ".join(pair) for pair in known["authors"] or ()], references)


def _from_crossref(path: Path) -> Paper:
    truth = deposited(path.with_suffix(".crossref.xml"))
    references = [
        Reference(
            one.get("article_title") or one.get("volume_title") or "",
            one.get("cYear", "")[:4], one.get("author", ""), one.get("doi", ""),
        )
        for one in truth.references
    ]  # fmt: skip
    return Paper(path, [truth.title], truth.authors, references)


def largest_letters(lines: Sequence[Line]) -> str:
    """Return the text in the largest font size of the first page, the simplest rule there is."""
    page = [line for line in lines if line.page == 0]
    size = max((line.size for line in page), default=0)
    return " ".join(line.text for line in page if line.size == size)


def compare(paper: Paper, found: tuple[Header, list[Citation]], scores: Scores) -> None:
    head, cited = found
    right = plain(head.title) in {plain(title) for title in paper.titles}
    scores.titles.add(right=right)
    _say(not right, f"{paper.path.stem}: title {head.title!r} for {paper.titles[0]!r}")
    if paper.authors:
        ours = {initial_and_surname(one.name) for one in head.authors}
        theirs = {initial_and_surname(one) for one in paper.authors}
        both = len(ours & theirs)
        scores.author_recall.right += both
        scores.author_recall.of += len(theirs)
        scores.author_precision.right += both
        scores.author_precision.of += len(ours)
        names = [one.name for one in head.authors]
        _say(ours != theirs, f"{paper.path.stem}: authors {names} for {paper.authors}")
    compare_citations(cited, paper.references, scores, paper.path.stem)


def compare_citations(
    cited: Sequence[Citation], known: Sequence[Reference], scores: Scores, name: str = ""
) -> None:
    """Compare the citations of a paper with its references."""
    if known:
        near = abs(len(cited) - len(known)) <= _WITHIN * len(known)
        scores.counts.add(right=near)
        _say(not near, f"{name}: {len(cited)} citations for {len(known)}")
    for reference in known:
        _compare_reference(cited, reference, scores)


def _compare_reference(cited: Sequence[Citation], known: Reference, scores: Scores) -> None:
    if known.doi:
        scores.dois.add(right=any(one.doi.lower() == known.doi.lower() for one in cited))
    title = plain(known.title)
    if not title:
        return
    named = next((one for one in cited if plain(one.title) == title), None)
    # A short title can also be a part of others.
    holder = named or next((one for one in cited if title in plain(one.raw)), None)
    right = named is not None
    scores.cited_titles.add(right=right)
    if holder is None:
        _say(True, f"    lost: {known.title}")  # noqa: FBT003
        return
    _say(not right, f"    want: {known.title}\n     got: {holder.title}\n      in: {holder.raw}")
    if known.year:
        scores.cited_years.add(right=holder.year == known.year[:4])
    if known.first:
        first = holder.authors[0] if holder.authors else ""
        right = plain(known.first) in plain(first) or surname(first) == surname(known.first)
        scores.cited_first_authors.add(right=bool(first) and right)


def _say(condition: object, text: str) -> None:
    if condition and VERBOSE:
        print(text)


def measure(paper: Paper, scores: Scores) -> None:
    began = time.process_time()
    try:
        lines = documents.read_document(paper.path, DocumentType.PDF)
    except NothingToExtractError:
        lines = []
    head = header.extract_header(lines)
    between = time.process_time()
    cited = citations.extract_citations(lines)
    scores.reading_s += between - began
    scores.citing_s += time.process_time() - between
    compare(paper, (head, cited), scores)
    accepted = {plain(title) for title in paper.titles}
    scores.largest.add(right=plain(largest_letters(pdf.read(paper.path)[0])) in accepted)
    if program := os.environ.get("PDFTITLE"):
        answer = _run([program, "-p", str(paper.path)])
        scores.pdftitle.add(right=plain(answer) in accepted)
    if (python := os.environ.get("REFEXTRACT")) and paper.references:
        answer = _run([python, "-c", _REFEXTRACT, str(paper.path)])
        found = json.loads(answer) if answer.startswith("[") else []
        near = abs(len(found) - len(paper.references)) <= _WITHIN * len(paper.references)
        scores.refextract_counts.add(right=near)
        theirs = {plain(title) for one in found for title in one.get("title", ())}
        for known in filter(None, (plain(one.title) for one in paper.references)):
            scores.refextract_titles.add(right=known in theirs)


def _run(command: list[str]) -> str:
    """Return what a program prints, or an empty string if it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_TOOL_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.strip()


_COLUMNS: dict[str, Callable[[Scores], object]] = {
    "papers": lambda scores: scores.titles.of,
    "titles": lambda scores: _percent(scores.titles),
    "largest": lambda scores: _percent(scores.largest),
    "pdftitle": lambda scores: _percent(scores.pdftitle),
    "author F1": lambda scores: f"{scores.author_f1:.1f}" if scores.author_recall.of else "",
    "counts": lambda scores: _percent(scores.counts),
    "refextract": lambda scores: _percent(scores.refextract_counts),
    "its titles": lambda scores: _percent(scores.refextract_titles),
    "cit. titles": lambda scores: _percent(scores.cited_titles),
    "years": lambda scores: _percent(scores.cited_years),
    "first": lambda scores: _percent(scores.cited_first_authors),
    "DOIs": lambda scores: _percent(scores.dois),
    "read s": lambda scores: f"{scores.reading_s / scores.titles.of:.3f}",
    "cite s": lambda scores: f"{scores.citing_s / scores.titles.of:.3f}",
}


def _percent(tally: Tally) -> str:
    return f"{100 * tally.right / tally.of:.1f}" if tally.of else ""


def main(folder: Path, part: str) -> None:
    citations.parse_reference("Knuth, D. (1968). The art of programming.")  # loads the model
    header.extract_header([Line("A title", 0, 0, 1, 0, 1, 0, hyphenated=False)])
    by_source: dict[str, Scores] = {}
    for source in sorted(path for path in folder.iterdir() if path.is_dir()):
        for paper in papers(source, part):
            measure(paper, by_source.setdefault(source.name, Scores()))
    print(f"{'':12}" + "".join(f"{name:>12}" for name in _COLUMNS))
    for name, scores in by_source.items():
        print(f"{name:12}" + "".join(f"{column(scores)!s:>12}" for column in _COLUMNS.values()))
    titles = [100 * scores.titles.right / scores.titles.of for scores in by_source.values()]
    print(f"mean over sources: titles {statistics.mean(titles):.1f}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if not re.match("-", argument)]
    main(Path(arguments[0]), arguments[1] if len(arguments) > 1 else "all")
