"""Compare extracted data with what the publisher deposited: `extraction.py FOLDER`.

FOLDER contains `NAME.pdf` and `NAME.crossref.xml` for each paper. A title or name is right if it
is equal in lower-case letters and digits.
"""

import re
import sys
import time
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from wildwood.extraction import citations, documents, header
from wildwood.extraction.data import Citation, DocumentType, Header, Line

VERBOSE = "-v" in sys.argv
_WITHIN = 0.1


@dataclass(frozen=True)
class Deposited:
    """What the publisher deposited with Crossref."""

    title: str
    authors: list[str]
    references: list[dict[str, str]]


def plain(text: str) -> str:
    """Return the lower-case letters and digits of a text, without diacritics."""
    folded = unicodedata.normalize("NFKD", text).lower()
    return re.sub(r"[\W_]+", "", re.sub("[\u0300-\u036f]", "", folded))


def _deposit(path: Path) -> Path:
    return path.with_suffix(".crossref.xml")


def deposited(path: Path) -> Deposited:
    tree = etree.parse(path)
    article = next(tree.iter("{*}journal_article"))
    people = article.iterfind("{*}contributors/{*}person_name")
    authors = [
        f"{one.findtext('{*}given_name') or ''} {one.findtext('{*}surname')}" for one in people
    ]
    references = [
        {etree.QName(child).localname: "".join(child.itertext()) for child in citation}
        for citation in article.iter("{*}citation")
    ]
    return Deposited("".join(next(article.iter("{*}title")).itertext()), authors, references)


@dataclass
class Tally:
    """A number of comparisons, and how many of them were right."""

    right: int = 0
    of: int = 0

    def add(self, *, right: bool) -> None:
        self.right += right
        self.of += 1

    def __str__(self) -> str:
        return f"{self.right} of {self.of}, {100 * self.right / max(self.of, 1):.1f} %"


_JOINED_INITIALS = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])")  # as in `D.E.Knuth`


def surname(author: str) -> str:
    """Return the last word of a name, or the first part of `Knuth, D. E.`."""
    if "," in author:
        return plain(author.split(",", maxsplit=1)[0].rsplit(maxsplit=1)[-1])
    words = _JOINED_INITIALS.sub(" ", author).split() or [""]
    return plain(([word for word in words if len(plain(word)) > 1] or words)[-1])


def initial_and_surname(name: str) -> tuple[str, str]:
    """Return the parts of a name that are compared; many deposits lack middle names."""
    _, comma, given = name.partition(",")
    return plain(given if comma else name)[:1], surname(name)


def compare(
    found: tuple[Header, list[Citation]], truth: Deposited, tallies: dict[str, Tally], name: str
) -> None:
    head, cited = found
    right = plain(head.title) == plain(truth.title)
    tallies["titles"].add(right=right)
    if not right:
        print(f"{name}: title {head.title!r} for {truth.title!r}")
    if VERBOSE:
        print(f"{name}: {[a.name for a in head.authors]} for {truth.authors}")
    ours = {initial_and_surname(author.name) for author in head.authors}
    theirs = {initial_and_surname(author) for author in truth.authors}
    tallies["author recall"].right += len(ours & theirs)
    tallies["author recall"].of += len(theirs)
    tallies["author precision"].right += len(ours & theirs)
    tallies["author precision"].of += len(ours)
    if truth.references:
        near = abs(len(cited) - len(truth.references)) <= _WITHIN * len(truth.references)
        tallies["counts"].add(right=near)
        if not near:
            print(f"{name}: {len(cited)} citations for {len(truth.references)}")
    for reference in truth.references:
        compare_reference(cited, reference, tallies)


def compare_reference(
    cited: list[Citation], truth: dict[str, str], tallies: dict[str, Tally]
) -> None:
    """Compare a deposited reference with the citation that has its DOI or title."""
    if doi := truth.get("doi", "").lower():
        right = any(one.doi.lower() == doi for one in cited)
        tallies["DOIs"].add(right=right)
        if VERBOSE and not right:
            print(f"want {doi}")
    title = plain(truth.get("article_title") or truth.get("volume_title") or "")
    if not title:
        return
    holder = next((one for one in cited if title in plain(one.raw)), None)
    right = any(plain(one.title) == title for one in cited)
    tallies["citation titles"].add(right=right)
    if VERBOSE and not right:
        print(f"want {title}\n got {holder.title if holder else None!r} in {holder and holder.raw}")
    if holder is None:
        return
    if year := truth.get("cYear", "")[:4]:
        tallies["years (where the reference is found)"].add(right=holder.year == year)
    if author := truth.get("author", ""):
        first = holder.authors[0] if holder.authors else ""
        right = plain(author) in plain(first) or surname(first) == plain(author.split()[-1])
        tallies["first authors (the same)"].add(right=bool(first) and right)


def main(folder: Path) -> None:
    names = (
        "titles", "author recall", "author precision", "counts", "DOIs", "citation titles",
        "years (where the reference is found)", "first authors (the same)",
    )  # fmt: skip
    tallies = {name: Tally() for name in names}
    spent = {"text and header": 0.0, "citations": 0.0}
    files = [path for path in sorted(folder.glob("*.pdf")) if _deposit(path).exists()]
    citations.parse_reference("Knuth, D. (1968). The art of programming.")  # loads the model
    header.extract_header([Line("A title", 0, 0, 1, 0, 1, 0, hyphenated=False)])
    for path in files:
        began = time.perf_counter()
        lines = documents.read_document(path, DocumentType.PDF)
        head = header.extract_header(lines)
        between = time.perf_counter()
        cited = citations.extract_citations(lines)
        spent["text and header"] += between - began
        spent["citations"] += time.perf_counter() - between
        truth = deposited(_deposit(path))
        compare((head, cited), truth, tallies, path.stem)
    recall, precision = tallies["author recall"], tallies["author precision"]
    for name, tally in tallies.items():
        print(f"{name:40} {tally}")
    print(f"{'author F1':40} {200 * recall.right / (recall.of + precision.of):.1f}")
    for name, seconds in spent.items():
        print(f"{name:40} {seconds / len(files):.3f} s a paper")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
