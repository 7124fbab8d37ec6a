"""Check the TEI of real papers against GROBID's DTD: `tei_schema.py Grobid.dtd PAPER...`.

The DTD is `grobid-home/schemas/dtd/Grobid.dtd` of https://github.com/kermitt2/grobid (Apache 2.0).
GROBID's XML Schema is ambiguous for libxml2, and its RELAX NG schema takes more than ten minutes.
"""

import sys
from pathlib import Path

from lxml import etree

from wildwood.extraction.documents import reading
from wildwood.extraction.fields import acknowledgements, body, captions, citations, header
from wildwood.extraction.formats import tei
from wildwood.extraction.model import DocumentType


def parts(path: Path) -> tei.Parts:
    """Return all that TEI contains of a paper."""
    lines = reading.read_document(path, DocumentType.PDF)
    return tei.Parts(
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
        is_valid = dtd.validate(etree.fromstring(tei.write(parts(Path(paper)))))
        valid += is_valid
        for error in [] if is_valid else dtd.error_log:
            print(f"{paper}: {error.message}")
    print(f"{valid} of {len(papers)} valid")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
