"""Check the TEI of real papers against GROBID's DTD: `tei_schema.py Grobid.dtd PAPER...`.

The DTD is `grobid-home/schemas/dtd/Grobid.dtd` of https://github.com/kermitt2/grobid (Apache 2.0).
GROBID's XML Schema is ambiguous for libxml2, and its RELAX NG schema takes more than ten minutes.
"""

import sys
from pathlib import Path

from lxml import etree

from wildwood.extraction.documents import any_document
from wildwood.extraction.extracted import DocumentType
from wildwood.extraction.fields import acknowledgements, body, captions, citations, header
from wildwood.extraction.formats import as_tei


def parts(path: Path) -> as_tei.Parts:
    """Return all that TEI contains of a paper."""
    lines = any_document.read_document(path, DocumentType.PDF)
    return as_tei.Parts(
        header.extract(lines),
        tuple(citations.extract(lines)),
        body.extract(lines),
        acknowledgements.extract(lines),
        tuple(captions.extract(lines)),
    )


def main(schema: str, papers: list[str]) -> None:
    dtd = etree.DTD(schema)
    valid = 0
    for paper in papers:
        is_valid = dtd.validate(etree.fromstring(as_tei.write(parts(Path(paper)))))
        valid += is_valid
        for error in [] if is_valid else dtd.error_log:
            print(f"{paper}: {error.message}")
    print(f"{valid} of {len(papers)} valid")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
