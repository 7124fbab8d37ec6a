"""Ten real issues: a rebuild and a nightly run find the same pairs as nested loops.

The pairs are in data/pairs.csv. The code that makes this table is here as well and shares nothing
with the product: no index, another XML parser, its own formula. Run as a program, this file writes
the table.
"""

import csv
import gzip
import shutil
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO
from xml.etree import ElementTree as ET

import pytest

from tests.support.installation import Installation
from tests.support.paths import DATA

ISSUES = sorted((DATA / "issues").iterdir())
PAIRS = DATA / "pairs.csv"
LIMIT = 0.6
AMF = "{http://amf.openlib.org}"


class Pair(NamedTuple):
    """A row of the table, with the values as they are written."""

    date: str
    paper: str
    similar: str
    strength: str
    type: str


class PlainPaper(NamedTuple):
    """A paper with its features and their counts."""

    handle: str
    authors: Counter[str]
    titles: Counter[str]
    words: frozenset[str]
    """The distinct author features; papers without a common one have a strength of 0."""


def plain_words(text: str) -> list[str]:
    """Return the words of a text, without punctuation and in lower case.

    See docs/specification.md, "Features".
    """
    for _ in range(2):
        kept = []
        for character in text:
            category = unicodedata.category(character)
            if category != "Cf":
                kept.append(" " if category[0] in "PS" else character)
        text = unicodedata.normalize("NFKC", "".join(kept))
    return text.lower().split()


def is_single_letter(word: str) -> bool:
    return len(word) == 1 and word.upper() != word.lower()


def plain_papers(path: Path) -> list[PlainPaper]:
    papers = []
    for text in ET.fromstring(gzip.decompress(path.read_bytes())).iter(f"{AMF}text"):
        authors: Counter[str] = Counter()
        for name in text.iterfind(f"{AMF}hasauthor/{AMF}person/{AMF}name"):
            words = plain_words("".join(name.itertext()))
            authors.update(word for word in words if not is_single_letter(word))
        titles: Counter[str] = Counter()
        for title in text.iterfind(f"{AMF}title"):
            words = plain_words("".join(title.itertext()))
            if len(words) > 3:
                titles.update(" ".join(words[i : i + 3]) for i in range(len(words) - 2))
            elif words:
                titles[" ".join(words)] += 1
        papers.append(PlainPaper(text.attrib["id"], authors, titles, frozenset(authors)))
    return papers


def plain_strength(one: PlainPaper, other: PlainPaper) -> float:
    if one.titles.keys().isdisjoint(other.titles):
        return 0.0
    common_authors = (one.authors & other.authors).total()
    common_titles = (one.titles & other.titles).total()
    if not common_authors:
        return 0.0
    author_ratio = common_authors / min(one.authors.total(), other.authors.total())
    title_ratio = common_titles / min(one.titles.total(), other.titles.total())
    authors = one.authors.total() + other.authors.total()
    titles = one.titles.total() + other.titles.total()
    total = authors + titles
    mean: float = author_ratio ** (titles / total) * title_ratio ** (authors / total)
    return mean


def plain_similars(paper: PlainPaper, others: list[PlainPaper]) -> Iterator[tuple[str, str]]:
    """Yield the handles and printed strengths of the other papers above the limit."""
    shares_no_word = paper.words.isdisjoint
    for other in others:
        if not shares_no_word(other.words) and other is not paper:
            strength = plain_strength(paper, other)
            if strength > LIMIT:
                yield other.handle, f"{strength:.4f}"


def plain_pairs() -> Iterator[Pair]:
    """Compare every paper with all papers of earlier issues and all others of its own."""
    earlier: list[PlainPaper] = []
    for path in ISSUES:
        papers = plain_papers(path)
        for paper in papers:
            for kind, others in (("ext", earlier), ("int", papers)):
                for similar, strength in plain_similars(paper, others):
                    yield Pair(path.name[:10], paper.handle, similar, strength, kind)
        earlier += papers


def write_table(stream: TextIO) -> None:
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(Pair._fields)
    table.writerows(sorted(plain_pairs()))


def pinned() -> list[Pair]:
    with PAIRS.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    assert tuple(header) == Pair._fields
    return [Pair(*row) for row in rows]


def written(installation: Installation) -> list[Pair]:
    """Return the pairs in the ps rifs, in the order of the table."""
    return sorted(
        Pair(path.name[:10], text.attrib["id"], similar.attrib["id"], *strength_and_type)
        for path in installation.ps.iterdir()
        for text in ET.fromstring(gzip.decompress(path.read_bytes()))
        for similar in text.iterfind(f"{AMF}wildwood/{AMF}similar")
        for strength_and_type in [(similar.attrib["strength"], similar.attrib["type"])]
    )


def run(installation: Installation, *arguments: str) -> None:
    result = installation.run(*arguments)
    assert result.exit_code == 0, result.output


@pytest.mark.long
def test_the_table_has_the_pairs_that_nested_loops_find() -> None:
    assert sorted(plain_pairs()) == pinned()


@pytest.fixture(scope="module")
def rebuilt(module_installation: Installation) -> Installation:
    """Rebuild all issues."""
    for path in ISSUES:
        shutil.copy(path, module_installation.us)
    run(module_installation, "rebuild", str(LIMIT))
    return module_installation


def test_a_rebuild_writes_the_pairs_of_the_table(rebuilt: Installation) -> None:
    assert written(rebuilt) == pinned()


def test_a_nightly_run_writes_the_same_as_a_rebuild(rebuilt: Installation) -> None:
    *_, last = ISSUES
    by_rebuild = (rebuilt.ps / last.name).read_bytes()
    run(rebuilt, "forget", last.name[:10])
    assert written(rebuilt) == [pair for pair in pinned() if pair.date != last.name[:10]]
    run(rebuilt, "latest")
    assert (rebuilt.ps / last.name).read_bytes() == by_rebuild
    assert written(rebuilt) == pinned()


if __name__ == "__main__":
    with PAIRS.open("w", encoding="utf-8", newline="") as table:
        write_table(table)
