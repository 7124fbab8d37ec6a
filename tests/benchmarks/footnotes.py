"""Find the works that footnotes cite: `footnotes.py FOLDER [PART] [-v]`.

FOLDER contains the PDFs of `footnotes.jsonl` under the names that these have there: the repository
on GitHub, with `+` for the slash, and the path in it. PART is `choose` or `aside`. With `-v`, what
is missing or wrong is printed. Each line of `footnotes.jsonl` is a document:

    part    whether rules may be chosen on it; by a hash of its journal or, of documents that are in
            none, of its repository, before the first look
    file    its path
    pages   those of which the notes were read, from 1
    works   for each work in these notes, repeats left out, the family name of the first author, or
            nothing, the title and the year

A work is found if a citation contains its title and at most 400 characters more, and its title is
right if it is equal in lower-case letters and digits.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from wildwood.extraction.citations import extract_citations
from wildwood.extraction.data import Citation, DocumentType
from wildwood.extraction.documents import read_document

from tests.benchmarks.extraction import plain

_LABELS = Path(__file__).with_suffix(".jsonl")
_MOST_BESIDE = 400


def compare(works: list[list[str]], citations: list[Citation], *, verbose: bool) -> Counter[str]:
    tally = Counter(works=len(works), citations=len(citations))
    for family, title, year in works:
        close = [
            citation
            for citation in citations
            if plain(title) in plain(citation.raw) and len(citation.raw) < len(title) + _MOST_BESIDE
        ]
        right = [citation for citation in close if plain(citation.title) == plain(title)]
        tally["found"] += bool(close)
        tally["titles"] += bool(right)
        tally["years"] += any(citation.year[:4] == year for citation in close)
        tally["authors"] += any(
            plain(family) in plain("".join(citation.authors[:1])) for citation in close
        )
        if verbose and not right:
            print(f"  {title} | {close[0].title if close else None}")
    return tally


def main() -> None:
    folder, *parts = (argument for argument in sys.argv[1:] if argument != "-v")
    totals: dict[str, Counter[str]] = {}
    for line in _LABELS.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        path = Path(folder, label["file"])
        if path.exists() and (not parts or label["part"] in parts):
            citations = extract_citations(read_document(path, DocumentType.PDF))
            tally = compare(label["works"], citations, verbose="-v" in sys.argv)
            totals.setdefault(label["part"], Counter(documents=0)).update({**tally, "documents": 1})
    for part, total in totals.items():
        print(part, ", ".join(f"{count} {name}" for name, count in total.items()))


if __name__ == "__main__":
    main()
