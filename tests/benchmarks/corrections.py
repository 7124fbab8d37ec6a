"""Compare the extractor with what persons have corrected: `corrections.py FILE... FOLDER`.

Each FILE is what `…/corrections` returns; the documents, or more, are in FOLDER. Prints for each
field how many corrected values are read now, and how many were read before.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from wildwood.extraction.batch import document_of
from wildwood.extraction.corrections import Correction, as_read, correct
from wildwood.extraction.data import Kind
from wildwood.extraction.service.files import file_digest
from wildwood.extraction.service.kinds import Document, plain


def read_now(document: Document, correction: Correction) -> Any:
    """Return what is read of a corrected field; none if the citation is not found."""
    if not correction.reference:
        return as_read(plain(Kind.HEADER, document.header))[correction.field]
    citations = plain(Kind.CITATIONS, list(document.citations))
    for citation in correct(Kind.CITATIONS, citations, [correction]):
        if citation["corrected"]:
            return citation["corrected"][correction.field]
    return None


def main(files: list[str], folder: str) -> None:
    papers = {file_digest(path): path for path in Path(folder).rglob("*") if path.is_file()}
    before, now, all_of = Counter[str](), Counter[str](), Counter[str]()
    for line in (line for file in files for line in Path(file).read_text().splitlines()):
        entry = json.loads(line)
        path = papers.get(entry.pop("document"))
        entry.pop("name")
        if path is None:
            continue
        correction = Correction(**entry)
        field = f"{'citations' if correction.reference else 'header'} {correction.field}"
        all_of[field] += 1
        before[field] += correction.read == correction.value
        now[field] += read_now(document_of(path.read_bytes()), correction) == correction.value
    for field, count in sorted(all_of.items()):
        print(f"{field:24} {now[field]:5} of {count:5}, before {before[field]:5}")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
