"""The service without HTTP: documents in, what they hold out, nothing extracted twice."""

import datetime
import re
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.extraction.documents.document_type import HEAD_BYTES, document_type
from wildwood.extraction.documents.reading import read_document
from wildwood.extraction.documents.text import join_lines
from wildwood.extraction.errors import (
    NothingToExtractError,
    UnknownResourceError,
    UnknownTypeError,
)
from wildwood.extraction.fields import references
from wildwood.extraction.fields.grobid import Grobid
from wildwood.extraction.model import DocumentType, Kind, SourceFile
from wildwood.extraction.service import simhash
from wildwood.extraction.service.extractors import EXPIRING, REMEMBERED, extractors
from wildwood.extraction.service.files import FileStore, is_token, write_lines
from wildwood.extraction.service.processes import Workers
from wildwood.extraction.service.store import ExtractionStore, Resource
from wildwood.matching.similar import find_similar
from wildwood.model import Record, Similar
from wildwood.scoring.features import paper_of
from wildwood.settings import Config, ExtractionSettings
from wildwood.store import Store

_WORD = re.compile(r"[^\W\d_]{2,}")
_ABANDONED_S = 3600
"""A file that nothing was written to for so long, and no document is of, belongs to nobody."""
_OWN_TIME = 0.8
"""The share of its time after which a worker gives up Ghostscript or GROBID, before it is ended."""


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How a client wants an extraction."""

    distance: int
    """In how many bits a near duplicate may differ."""
    fresh: bool = False
    """Whether to extract again."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was asked for, and which document it came from."""

    data: Any
    source: str
    """The token of that document."""
    distance: int

    @property
    def is_nothing(self) -> bool:
        """Whether the document holds nothing of the kind: every field of the data is empty."""
        if isinstance(self.data, str):
            return not self.data.strip()
        return not any(self.data.values() if isinstance(self.data, dict) else self.data)


@dataclass(frozen=True, slots=True)
class Service:
    """All that is done with documents."""

    config: Config
    papers: Store
    store: ExtractionStore
    files: FileStore
    workers: Workers

    @property
    def settings(self) -> ExtractionSettings:
        """The table [extraction] of the configuration."""
        return self.config.extraction

    def receiving(self) -> AbstractContextManager[tuple[str, Path]]:
        """A new token and the file to write the document to; see `FileStore.receiving`."""
        return self.files.receiving()

    def add(self, token: str, *, filtered: bool) -> Resource:
        """Take up a document whose file is written: find its type, read it, record it.

        Raises:
            ExtractionError: it is of no use, or there is no place for it now.
        """
        path = self.files.document(token)
        with path.open("rb") as opened:
            kind = document_type(opened.read(HEAD_BYTES))
        if kind.value not in self.settings.types:
            raise UnknownTypeError(f"Documents of the type {kind.value} are not taken here.")
        least = self.settings.min_words if filtered else 1
        fingerprint = self.workers.run(
            _take_up, path, self.files.lines_file(token), kind, _OWN_TIME * self.settings.time_s,
            _Filter(least, needs_references=filtered and self.settings.needs_references),
        )  # fmt: skip
        now = datetime.datetime.now(datetime.UTC)
        lives = datetime.timedelta(hours=self.settings.keep_hours)
        resource = Resource(token, kind, fingerprint, now + lives)
        self.store.add(resource)
        return resource

    def resource(self, token: str) -> Resource:
        """The document of a token.

        Raises:
            UnknownResourceError: there is none.
        """
        found = self.store.resource(token) if is_token(token) else None
        if found is None or not self.files.document(token).exists():
            raise UnknownResourceError(f"There is no document {token[:40]!r} here.")
        return found

    def extract(self, token: str, kind: Kind, wish: ExtractionOptions) -> Extracted:
        """What a document holds, from a near duplicate where one is known (the paper, V)."""
        resource = self.resource(token)
        remembered = kind in REMEMBERED and resource.fingerprint != simhash.OF_NOTHING
        if remembered and not wish.fresh:
            known = self.store.known(resource.fingerprint, kind, wish.distance)
            found = Extracted(known.data, known.token, known.distance) if known else None
            if found and not found.is_nothing:
                return found
        return self._extracted_anew(resource, kind, remembered=remembered)

    def _extracted_anew(self, resource: Resource, kind: Kind, *, remembered: bool) -> Extracted:
        token = resource.token
        source = SourceFile(resource.type, self.files.document(token), self.files.lines_file(token))
        try:
            data = self.workers.run(_extract, source, kind, self._grobid())
        except FileNotFoundError:
            self.resource(token)  # that refuses where it was removed while this waited
            raise
        found = Extracted(data, token, 0)
        # A near duplicate, whole where this one is cut short, may hold what this one lacks.
        if remembered and not found.is_nothing:
            keep = datetime.timedelta(hours=self.settings.citations_hours)
            self.store.save(resource, kind, found.data, keep if kind in EXPIRING else None)
        return found

    def _grobid(self) -> Grobid | None:
        url = self.settings.grobid_url
        return Grobid(url, _OWN_TIME * self.settings.time_s) if url else None

    def similar(self, token: str, wish: ExtractionOptions) -> list[Similar]:
        """The papers of the memory that resemble the document's header."""
        header = self.extract(token, Kind.HEADER, wish).data
        names = tuple(author["name"] for author in header["authors"])
        record = Record(token, names, (header["title"],))
        paper = paper_of(record, self.config.punctuation)
        self.papers.check_punctuation(self.config.punctuation)
        history = self.papers.history(datetime.date.max)
        return find_similar([paper], history, self.config.limits, self.config.formula)[0]

    def remove(self, token: str) -> None:
        """Remove a document; what was extracted from it stays for its near duplicates.

        Raises:
            UnknownResourceError: there is none.
        """
        self.resource(token)
        self.store.remove(token)
        self.files.remove(token)

    def sweep(self) -> None:
        """Remove what is not to be kept any longer.

        These are documents whose time is over, files that an upload left when it was killed,
        and what a full store has too much.
        """
        for token in self.store.overdue():
            self.files.remove(token)
            self.store.remove(token)
        for token in self.store.unknown(self.files.older_than(time.time() - _ABANDONED_S)):
            self.files.remove(token)
        self.store.shrink(self.settings.store_bytes)


@dataclass(frozen=True, slots=True)
class _Filter:
    """What a document must have to be taken for a scholarly one."""

    least_words: int
    needs_references: bool


def _take_up(
    document: Path, target: Path, kind: DocumentType, timeout_s: float, wanted: _Filter
) -> int:
    """Read a document, keep its lines, and give its fingerprint; runs in a worker."""
    # A worker that is ended leaves its scratch behind, which goes with the document there.
    lines = read_document(document, kind, timeout_s, target.parent)
    text = join_lines(lines)
    words = len(_WORD.findall(text))
    if words < wanted.least_words:
        raise NothingToExtractError(
            f"The document has {words} words; {wanted.least_words} are the fewest."
        )
    if wanted.needs_references and references.reference_section(lines)[0] == len(lines):
        raise NothingToExtractError(
            "The document has no list of references;"
            " filter=0, or --no-filter on the command line, takes it all the same."
        )
    write_lines(target, lines)
    return simhash.simhash(text)


def _extract(source: SourceFile, kind: Kind, grobid: Grobid | None) -> Any:
    """Extract one kind; runs in a worker."""
    return extractors(grobid)[kind].extract(source)
