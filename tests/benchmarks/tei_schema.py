"""Check the TEI of real papers against GROBID's DTD: `tei_schema.py Grobid.dtd PAPER...`.

The DTD is `grobid-home/schemas/dtd/Grobid.dtd` of https://github.com/kermitt2/grobid (Apache 2.0).
GROBID's XML Schema is ambiguous for libxml2, and its RELAX NG schema takes more than ten minutes.
The DTD lacks the attribute `coords` of GROBID's documents and RELAX NG schema, so it is left out.
"""

import sys
from dataclasses import replace
from pathlib import Path

from lxml import etree

from wildwood.extraction.documents import any_document
from wildwood.extraction.documents.page_sizes import page_sizes
from wildwood.extraction.extracted import DocumentType
from wildwood.extraction.fields import header
from wildwood.extraction.fields.full_text import structure
from wildwood.extraction.formats import as_tei
from wildwood.extraction.formats.tei_body import TeiOptions

OPTIONS = (
    TeiOptions(),
    TeiOptions(
        is_nested=False, has_sentences=True,
        coordinates=frozenset({"p", "s", "head", "ref", "figure", "biblStruct"}),
    ),
)  # fmt: skip
"""All in one way or the other."""


def parts(path: Path) -> as_tei.Parts:
    """Return all that TEI contains of a paper."""
    lines = any_document.read_document(path, DocumentType.PDF)
    full = replace(structure.extract(lines), pages=page_sizes(path))
    return as_tei.Parts(header.extract(lines), full_text=full)


def main(schema: str, papers: list[str]) -> None:
    dtd = etree.DTD(schema)
    valid = 0
    for paper in papers:
        written = parts(Path(paper))
        trees = [etree.fromstring(as_tei.write(written, one)) for one in OPTIONS]
        for tree in trees:
            etree.strip_attributes(tree, "coords")
        errors = {
            error.message for tree in trees if not dtd.validate(tree) for error in dtd.error_log
        }
        valid += not errors
        for error in errors:
            print(f"{paper}: {error}")
    print(f"{valid} of {len(papers)} valid")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
