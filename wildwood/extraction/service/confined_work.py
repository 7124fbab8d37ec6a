"""The work on a document that a confined process does."""

import codecs
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from wildwood.display import counted
from wildwood.extraction.documents import postscript, scans
from wildwood.extraction.documents.any_document import read_document
from wildwood.extraction.documents.joined_lines import join_lines, words_of
from wildwood.extraction.documents.page_sizes import page_sizes
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.extracted import DocumentFiles, Header, Kind
from wildwood.extraction.fields import affiliation_parts, citations, grobid_tei
from wildwood.extraction.fields.affiliation_parts import AffiliationParts
from wildwood.extraction.fields.full_text import structure
from wildwood.extraction.fields.labelling import sequence
from wildwood.extraction.fields.references import reference_section
from wildwood.extraction.full_text import FullText
from wildwood.extraction.service import plain_data, simhash
from wildwood.extraction.service.document_files import read_lines, write_lines
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.packing import unpack
from wildwood.extraction.service.plain_data import plain, typed
from wildwood.names import cited as separation
from wildwood.names import division

MIN_WORDS = 100
"""Words of a document that looks scholarly (the paper on the service, "Number of Documents
Processed")."""
_CURE = "to accept it, tick the box on the page, send filter=0, or use --no-filter"
_ENCODINGS = ("utf-8-sig", "utf-16-le", "windows-1252")
"""Of documents. Python imports each at its first use."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a document must contain to be accepted."""

    scholarly: bool
    """Whether to refuse what has fewer than `MIN_WORDS` words, or no list of references."""
    text: bool = False
    """Whether to refuse scans with a little text, such as a stamp."""


def load() -> None:
    """Load what the work needs late, so that the processes of the jobs share it."""
    sequence.load_models()
    simhash.simhash("word")
    plain_data.prepare(*Kind, FullText, list[AffiliationParts])
    for encoding in _ENCODINGS:
        codecs.lookup(encoding)


def read(files: DocumentFiles, required: Requirements) -> int:
    """Read a document, write its lines, and return its fingerprint.

    Raises:
        NothingToExtractError: the document is broken, or does not fulfil the requirements.
    """
    lines = read_document(files.document, files.type, refuses_scans=required.text)
    words = simhash.words(join_lines(lines, words_of(lines)))
    count = sum(times for word, times in words.items() if len(word) > 1)
    least = MIN_WORDS if required.scholarly else 1
    if count < least:
        cure = f"; {_CURE}" if count and required.scholarly else ""
        raise NothingToExtractError(
            f"The document has {counted(count, 'word')}, and at least {least} are required{cure}."
        )
    if required.scholarly and reference_section.find(lines).start == len(lines):
        raise NothingToExtractError(f"The document has no list of references; {_CURE}.")
    write_lines(files.lines, lines)
    return simhash.of_words(words)


def convert(document: Path, target: Path) -> NoReturn:
    """Replace this process by Ghostscript, which converts PostScript to a PDF."""
    _become(postscript.command(document, target), target.parent)


def recognise(picture: Path, target: Path, resolution: int, languages: str) -> NoReturn:
    """Replace this process by Tesseract, which reads a picture and writes a PDF of its text."""
    _become(scans.command(picture, target, resolution, languages), target.parent)


def _become(command: list[str], scratch: Path) -> NoReturn:
    """Replace this process by a program, which runs in one thread."""
    environment = {"PATH": os.defpath, "TMPDIR": str(scratch), "OMP_THREAD_LIMIT": "1"}
    os.execve(command[0], command, environment)  # noqa: S606 - the paths are ours


def extract(files: DocumentFiles, kinds: Sequence[Kind], known: Path | None) -> list[Any]:
    """Extract data of each kind.

    Args:
        files: the document.
        kinds: what to extract.
        known: a file with the citations of a near duplicate, if there is one; what is printed the
            same is not parsed again.
    """
    lines = read_lines(files.lines)
    found = typed(Kind.CITATIONS, unpack(known.read_bytes())) if known else []
    parsed = {one.raw: one for one in found}
    own = {Kind.CITATIONS: partial(citations.extract, known=parsed)}
    return [plain(kind, own.get(kind, EXTRACTORS[kind].extract)(lines)) for kind in kinds]


def full_text(files: DocumentFiles, *, has_pages: bool) -> Any:
    """Extract the structured full text as plain data.

    Args:
        files: the document.
        has_pages: whether to read the sizes of the pages; only a PDF has any.
    """
    found = structure.extract(read_lines(files.lines))
    if has_pages:
        found = replace(found, pages=page_sizes(files.document))
    return plain(FullText, found)


def read_grobid(files: DocumentFiles, kind: Kind, answer: Path) -> Any:
    """Return the header or the citations in GROBID's answer, which can be empty."""
    content = answer.read_bytes()
    if kind is Kind.HEADER:
        return plain(kind, grobid_tei.header(content) if content else Header())
    found = grobid_tei.citations(content) if content else []
    return plain(kind, citations.with_contexts(found, read_lines(files.lines)))


def parse_references(texts: Sequence[str]) -> Any:
    """Return the fields of single references."""
    return plain(Kind.CITATIONS, [citations.parse(" ".join(text.split())) for text in texts])


def divide_names(text: str, cited: bool) -> Any:  # noqa: FBT001 - jobs have no named arguments
    """Return the parts of the names in a text, as in a reference or as below a title."""
    if cited:
        return [division.cited(name) for name in separation.cited_names(text)]
    return [division.divided(name) for name in separation.header_names(text)]


def parse_affiliations(text: str) -> Any:
    """Return the parts of the affiliations in a text."""
    return plain(list[AffiliationParts], affiliation_parts.parse(text))
