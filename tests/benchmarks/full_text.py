"""Measure heads, their nesting and callouts against JATS.

    python -m tests.benchmarks.full_text FOLDER [PART] [-v]

FOLDER contains `NAME.pdf` and `NAME.jats` for each paper. PART is `choose`, `aside` or `all`
(default), as in `layouts.py`. `-v` prints each difference.

What is compared: the titles of the sections in the body of the JATS, and their depth; the callouts
of its paragraphs (`xref` to a reference; of a range, all of it), in order, by the reference that
they call. References of both sides are paired by their words.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from lxml import etree

from wildwood.extraction import citations, documents, full_text, header
from wildwood.extraction.data import Called, DocumentType, FullText, Part
from wildwood.extraction.page_content import Pages
from wildwood.kernel.safe_xml import Element

from tests.benchmarks.layouts import is_aside

VERBOSE = "-v" in sys.argv
_MIN_SHARED = 0.5
"""The least share of the words of two references that are the same one."""
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*|[IVX]+|[A-Z](?=[.)]))[.)]?\s+")
_FLOATS = {"table-wrap", "fig", "boxed-text", "disp-quote", "supplementary-material"}


@dataclass
class Score:
    """What is right of what is known and of what was found."""

    right: int = 0
    known: int = 0
    found: int = 0

    def __str__(self) -> str:
        recall, precision = self.right / max(self.known, 1), self.right / max(self.found, 1)
        return f"recall {recall:6.1%} of {self.known}, precision {precision:6.1%} of {self.found}"


@dataclass
class Scores:
    """The scores of all papers."""

    heads: Score = field(default_factory=Score)
    depths: Score = field(default_factory=Score)
    callouts: Score = field(default_factory=Score)
    seconds: list[float] = field(default_factory=list)
    apart_seconds: list[float] = field(default_factory=list)


def plain(text: str) -> str:
    """Return the letters and digits of a head without its number, in lower case."""
    return re.sub(r"[\W_]+", "", _NUMBER.sub("", " ".join(text.split()))).lower()


def known_heads(body: Element) -> list[tuple[str, int]]:
    """Return the titles of sections and their depth."""
    heads = []
    for section in body.iter("sec"):
        title = section.find("title")
        text = plain("".join(title.itertext())) if title is not None else ""
        if text and not any(parent.tag in _FLOATS for parent in section.iterancestors()):
            depth = 1 + sum(parent.tag == "sec" for parent in section.iterancestors())
            heads.append((text, depth))
    return heads


def found_heads(full: FullText, known: Collection[str]) -> list[tuple[str, int]]:
    """Return the heads and their levels; of those after the text, the ones that are known.

    JATS has statements on interests and the like in its body, in footnotes, or without a title.
    """
    heads = ((plain(one.head.text), one.level, one.part) for one in full.sections if one.level)
    return [(head, level) for head, level, part in heads if part is Part.BODY or head in known]


def known_callouts(body: Element, references: dict[str, int]) -> list[int]:
    """Return the references that paragraphs call, in order; of a range, all."""
    found: list[int] = []
    for xref in body.iter("xref"):
        if any(parent.tag in _FLOATS for parent in xref.iterancestors()):
            continue
        targets = [references[one] for one in xref.get("rid", "").split() if one in references]
        if xref.get("ref-type") != "bibr" or not targets:
            continue
        before = xref.getprevious()
        if (
            before is not None
            and before.tag == "xref"
            and re.fullmatch(r"\s*[–—−-]\s*", before.tail or "")
            and found
        ):
            found += range(found[-1] + 1, targets[0])
        found += targets
    return found


def paired(known: Sequence[str], found: Sequence[str]) -> dict[int, int]:
    """Return the place of the known reference for each found one."""
    bags = [Counter(re.findall(r"\w{3,}", text.lower())) for text in known]
    pairs = {}
    for place, text in enumerate(found):
        bag = Counter(re.findall(r"\w{3,}", text.lower()))
        shares = [(bag & other).total() / max(min(bag.total(), other.total()), 1) for other in bags]
        best = max(range(len(bags)), key=lambda n: (shares[n], -abs(n - place)), default=-1)
        if best >= 0 and shares[best] >= _MIN_SHARED:
            pairs[place] = best
    return pairs


def found_callouts(full: FullText) -> Iterator[int]:
    """Yield the entries that paragraphs call, in order."""
    for section in full.sections:
        for paragraph in section.paragraphs:
            for callout in paragraph.callouts:
                if callout.called is Called.CITATION:
                    yield from callout.targets


def judge(pdf: Path, scores: Scores) -> None:
    """Add a paper to the scores."""
    root = etree.parse(
        pdf.with_suffix(".jats"), etree.XMLParser(recover=True, resolve_entities=False)
    ).getroot()
    body = root.find("body")
    if body is None:
        return
    lines = documents.read_document(pdf, DocumentType.PDF)
    began = time.process_time()
    full = full_text.extract_full_text(lines, Pages())
    scores.seconds.append(time.process_time() - began)
    began = time.process_time()
    header.extract_header(lines)
    citations.extract_citations(lines)
    scores.apart_seconds.append(time.process_time() - began)
    known = known_heads(body)
    found = found_heads(full, {head for head, _ in known})
    shared = Counter(head for head, _ in known) & Counter(head for head, _ in found)
    add(scores.heads, shared.total(), len(known), len(found))
    deep = (Counter(known) & Counter(found)).total()
    add(scores.depths, deep, shared.total(), shared.total())
    entries = root.findall(".//ref-list//ref")
    texts = [" ".join(" ".join(one.itertext()).split()) for one in entries]
    called = known_callouts(body, {one.get("id", ""): n for n, one in enumerate(entries)})
    pairs = paired(texts, [one.raw for one in full.citations])
    ours = [pairs.get(one, -1) for one in found_callouts(full)]
    blocks = SequenceMatcher(None, called, ours, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    add(scores.callouts, right, len(called), len(ours))
    if VERBOSE:
        print(
            f"== {pdf.stem}: heads {shared.total()} of {len(known)}, {len(found)} found;"
            f" depths {deep}; callouts {right} of {len(called)}, {len(ours)} found"
        )
        for head in (Counter(h for h, _ in known) - shared).elements():
            print(f"   missed {head}")
        for head in (Counter(h for h, _ in found) - shared).elements():
            print(f"   wrong  {head}")


def add(score: Score, right: int, known: int, found: int) -> None:
    """Add figures of a paper."""
    score.right += right
    score.known += known
    score.found += found


def main(folder: Path, part: str) -> None:
    scores = Scores()
    papers = [
        one
        for one in sorted(folder.glob("*.pdf"))
        if part in ("all", "aside" if is_aside(one.stem) else "choose")
    ]
    for paper in papers:
        judge(paper, scores)
    print(f"{len(papers)} papers of {folder}, {part}")
    print(f"heads     {scores.heads}")
    nested = scores.depths.right / max(scores.depths.known, 1)
    print(f"nesting   {nested:.1%} of {scores.depths.known} heads")
    print(f"callouts  {scores.callouts}")
    mean = 1000 * sum(scores.seconds) / max(len(papers), 1)
    apart = 1000 * sum(scores.apart_seconds) / max(len(papers), 1)
    print(f"time      {mean:.0f} ms a paper; header and citations {apart:.0f} ms")


if __name__ == "__main__":
    arguments = [one for one in sys.argv[1:] if one != "-v"]
    main(Path(arguments[0]), arguments[1] if len(arguments) > 1 else "all")
