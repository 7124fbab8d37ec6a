"""Check the TEI of real papers against GROBID's DTD: `tei_schema.py Grobid.dtd PAPER...`.

The DTD is `grobid-home/schemas/dtd/Grobid.dtd` of https://github.com/kermitt2/grobid (Apache 2.0).
GROBID's XML Schema is ambiguous for libxml2, and its RELAX NG schema takes more than ten minutes.
The DTD lacks the attribute `coords` of GROBID's documents and RELAX NG schema, so it is left out.
"""

import sys
from dataclasses import replace
from pathlib import Path

from lxml import etree

from wildwood.biblio.entry import Record
from wildwood.extraction import documents, full_text, header, tei
from wildwood.extraction.data import DocumentType
from wildwood.extraction.pdf import page_sizes
from wildwood.extraction.places import find_places, header_texts
from wildwood.extraction.tei import TeiOptions
from wildwood.kernel.explanation import explain
from wildwood.kernel.features import paper_of
from wildwood.nep.search import SimilarPaper

OPTIONS = (
    TeiOptions(),
    TeiOptions(
        is_nested=False, has_sentences=True,
        coordinates=frozenset({"p", "s", "head", "ref", "figure", "biblStruct", "persName"}),
        raw_affiliations=False, has_ids=True,
    ),
)  # fmt: skip
"""All in one way or the other."""


def parts(path: Path) -> tei.Parts:
    """Return all that TEI contains of a paper."""
    lines = documents.read_document(path, DocumentType.PDF)
    head = header.extract_header(lines)
    full = full_text.extract_full_text(lines)
    places = find_places(lines, header_texts(head), full.citations)
    full = replace(full, pages=page_sizes(path), places=places)
    head = replace(head, corrected={"title": "as read"})
    record = Record("RePEc:xyz:1", ("Anna Smith",), ("Sand",))
    paper = paper_of(record)
    alike = SimilarPaper(record, "0.8293", (), explain(paper, paper))
    return tei.Parts(head, full_text=full, similar={"header": alike, "citations/0": alike})


def main(schema: str, papers: list[str]) -> None:
    dtd = etree.DTD(schema)
    valid = 0
    for paper in papers:
        written = parts(Path(paper))
        trees = [etree.fromstring(tei.write_tei(written, one)) for one in OPTIONS]
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
