"""Check the TEI of real papers against GROBID's RELAX NG schema: `tei_schema.py SCHEMA PAPER...`.

The schema is `grobid-home/schemas/rng/Grobid.rng` of https://github.com/kermitt2/grobid; it lacks
the attribute `coords`, which is left out. The validator is jing (`apt-get install jing`), since
libxml2 takes more than ten minutes for it. Prints what is invalid. Tests check GROBID's DTD.
"""

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from lxml import etree

from wildwood.biblio.entry import Record
from wildwood.extraction import documents, full_text, header, tei
from wildwood.extraction.data import DocumentType
from wildwood.extraction.page_content import Pages
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
    full = full_text.extract_full_text(lines, Pages())
    places = find_places(lines, header_texts(head), full.citations)
    full = replace(full, pages=page_sizes(path), places=places)
    head = replace(head, corrected={"title": "as read"})
    record = Record("RePEc:xyz:1", ("Anna Smith",), ("Sand",))
    paper = paper_of(record)
    alike = SimilarPaper(record, "0.8293", (), explain(paper, paper))
    return tei.Parts(head, full_text=full, similar={"header": alike, "citations/0": alike})


def main(schema: str, papers: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for paper in papers:
            written = parts(Path(paper))
            for number, options in enumerate(OPTIONS):
                tree = etree.fromstring(tei.write_tei(written, options))
                etree.strip_attributes(tree, "coords")
                path = Path(folder) / f"{Path(paper).stem}.{number}.xml"
                path.write_bytes(etree.tostring(tree))
        files = sorted(Path(folder).iterdir())
        subprocess.run(["jing", schema, *files], check=False)
        print(f"{len(files)} documents of {len(papers)} papers")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
