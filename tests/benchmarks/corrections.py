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
from wildwood.extraction.corrections import Correction, correct, kind_of, parse_corrections
from wildwood.extraction.service.files import file_digest
from wildwood.extraction.service.kinds import Document, plain


def read_now(document: Document, correction: Correction) -> Any:
    """Return what is read of a corrected field; none if the item is not found."""
    kind = kind_of(correction)
    data = correct(kind, plain(kind, getattr(document, kind.value)), [correction])
    for item in data if isinstance(data, list) else [data]:
        if item["corrected"]:
            return item["corrected"][correction.field]
    return None


def main(files: list[str], folder: str) -> None:
    papers = {file_digest(path): path for path in Path(folder).rglob("*") if path.is_file()}
    before, now, all_of = Counter[str](), Counter[str](), Counter[str]()
    for content in (Path(file).read_bytes() for file in files):
        digest = json.loads(content.splitlines()[0])["document"]
        if digest in papers:
            document = document_of(papers[digest].read_bytes())
            for correction in parse_corrections(digest, content):
                field = f"{kind_of(correction).value} {correction.field}"
                all_of[field] += 1
                before[field] += correction.read == correction.value
                now[field] += read_now(document, correction) == correction.value
    for field, count in sorted(all_of.items()):
        print(f"{field:24} {now[field]:5} of {count:5}, before {before[field]:5}")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
