"""Accept documents, extract data from them, and reuse the data of near duplicates."""

import datetime
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from wildwood.analysis.strongest_versions import strongest_versions
from wildwood.extraction.confinement.landlock import Access
from wildwood.extraction.documents import postscript
from wildwood.extraction.documents.document_type import HEAD_BYTES, document_type
from wildwood.extraction.errors import (
    NothingToExtractError,
    UnknownResourceError,
    UnknownTypeError,
)
from wildwood.extraction.extracted import DocumentFiles, DocumentType, Kind
from wildwood.extraction.fields import grobid
from wildwood.extraction.fields.grobid import Grobid
from wildwood.extraction.full_text import FullText
from wildwood.extraction.service import confined_work, full_texts, simhash
from wildwood.extraction.service.confined_work import Requirements
from wildwood.extraction.service.document_files import FileStore, is_token
from wildwood.extraction.service.document_store import ExtractionStore, Resource
from wildwood.extraction.service.extractors import EXPIRING, STORED
from wildwood.extraction.service.processes import Workers
from wildwood.extraction.service.typed import typed
from wildwood.matching.similar import find_similar
from wildwood.model import Record, Similar, Version
from wildwood.scoring.explanation import explain
from wildwood.scoring.features import paper_of
from wildwood.settings import Config, ExtractionSettings
from wildwood.store import Store
from wildwood.store.selection.stored_history import StoredHistory

_ABANDONED_S = 3600
"""Files that belong to no document are removed if they were last written this long ago."""
_TIME_SHARE = 0.8
"""The share of the time for a document that GROBID has."""


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How a client wants data to be extracted."""

    distance: int
    """The number of bits in which the fingerprint of a near duplicate can differ."""
    fresh: bool = False
    """Whether to extract again, even if a near duplicate is known."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Extracted data, and the document that it is from."""

    data: Any
    origin: str
    """The token of that document."""
    distance: int
    """The distance between the fingerprints of that document and of the one asked for."""

    @property
    def is_empty(self) -> bool:
        """Whether the document contains nothing of the kind: all fields of the data are empty."""
        if isinstance(self.data, str):
            return not self.data.strip()
        return not any(self.data.values() if isinstance(self.data, dict) else self.data)


@dataclass(frozen=True, slots=True)
class Service:
    """The operations on documents."""

    config: Config
    papers: Store
    store: ExtractionStore
    files: FileStore
    workers: Workers

    @property
    def settings(self) -> ExtractionSettings:
        """The settings of the table [extraction]."""
        return self.config.extraction

    def receiving(self) -> AbstractContextManager[tuple[str, Path]]:
        """Yield a new token and the file to write the document to; see `FileStore.receiving`."""
        return self.files.receiving()

    def add(self, token: str, *, filtered: bool) -> None:
        """Accept a document whose file is written: detect its type, read it, store it.

        Args:
            token: the document.
            filtered: whether to refuse a document that does not look scholarly.

        Raises:
            ExtractionError: the document is refused, or all workers are busy.
        """
        path = self.files.document(token)
        with path.open("rb") as opened:
            file_type = document_type(opened.read(HEAD_BYTES))
        if file_type.value not in self.settings.types:
            raise UnknownTypeError(f"Documents of type {file_type.value} are not accepted here.")
        files = DocumentFiles(file_type, path, self.files.lines_file(token))
        required = Requirements(
            min_words=self.settings.min_words if filtered else 1,
            references=filtered and self.settings.needs_references,
        )
        fingerprint = self._read(files, required)
        now = datetime.datetime.now(datetime.UTC)
        lifetime = datetime.timedelta(hours=self.settings.keep_hours)
        self.store.add(Resource(token, file_type, fingerprint, now + lifetime))

    def _read(self, files: DocumentFiles, required: Requirements) -> int:
        if files.type is not DocumentType.POSTSCRIPT:
            access = Access(read=(files.document,), write=(files.lines,))
            return int(self.workers.run(confined_work.read, files, required, access=access))
        with self.files.scratch(files.document) as folder:
            target = folder / "converted.pdf"
            self._convert(files.document, target)
            converted = replace(files, type=DocumentType.PDF, document=target)
            access = Access(read=(target,), write=(files.lines,))
            return int(self.workers.run(confined_work.read, converted, required, access=access))

    def _convert(self, document: Path, target: Path) -> None:
        """Convert PostScript to a PDF.

        Raises:
            NothingToExtractError: Ghostscript cannot run it.
        """
        access = Access((document,), scratch=(target.parent,), programs=postscript.FILES)
        status = self.workers.run_program(confined_work.convert, document, target, access=access)
        if status or not target.is_file():
            raise NothingToExtractError("Ghostscript cannot run the PostScript.")

    def resource(self, token: str) -> Resource:
        """Return the document of a token.

        Raises:
            UnknownResourceError: the document does not exist.
        """
        resource = self.store.resource(token) if is_token(token) else None
        if resource is None or not self.files.document(token).exists():
            raise UnknownResourceError(f"The document {token[:40]!r} does not exist.")
        return resource

    def extract(self, token: str, kind: Kind, options: ExtractionOptions) -> Extracted:
        """Return the data of a kind, from a near duplicate if one is known.

        See Williams et al. 2014, section V (docs/specification.md, "Extraction service").
        """
        resource = self.resource(token)
        stored = kind in STORED and resource.fingerprint != simhash.EMPTY
        is_listed = False
        if stored and not options.fresh:
            found = self.store.search(resource.fingerprint, kind, options.distance)
            known, is_listed = found.known, found.is_listed
            reused = Extracted(known.data, known.token, known.distance) if known else None
            if reused and not reused.is_empty:
                return reused
        extracted = self._extract(resource, kind)
        # A near duplicate can contain what this one lacks, if this one is cut short.
        if stored and not extracted.is_empty:
            hours = datetime.timedelta(hours=self.settings.citations_hours)
            keep = hours if kind in EXPIRING else None
            self.store.save(resource, kind, extracted.data, keep, is_listed=is_listed)
        return extracted

    def _files(self, resource: Resource) -> DocumentFiles:
        token = resource.token
        return DocumentFiles(
            resource.type, self.files.document(token), self.files.lines_file(token)
        )

    def _extract(self, resource: Resource, kind: Kind) -> Extracted:
        token, files = resource.token, self._files(resource)
        try:
            if self._uses_grobid(resource, kind):
                data = self._asked_of_grobid(files, kind)
            else:
                access = Access(read=(files.lines,))
                data = self.workers.run(confined_work.extract, files, kind, access=access)
        except FileNotFoundError:
            self.resource(token)  # raises if the document was deleted while this waited
            raise
        typed(kind, data)  # a process that was taken over can return anything
        return Extracted(data, token, 0)

    def full_text(self, token: str, *, has_pages: bool = False) -> FullText:
        """Return the structured full text of a document, always its own.

        Args:
            token: the document.
            has_pages: whether to read the sizes of its pages; only a PDF has any.
        """
        resource = self.resource(token)
        files = self._files(resource)
        is_pdf = resource.type is DocumentType.PDF
        read = (files.lines, files.document) if has_pages and is_pdf else (files.lines,)
        data = self.workers.run(
            partial(confined_work.full_text, has_pages=has_pages and is_pdf), files,
            access=Access(read=read),
        )  # fmt: skip
        return full_texts.typed(data)

    def _uses_grobid(self, resource: Resource, kind: Kind) -> bool:
        """Return whether a GROBID server extracts this: it reads only PDF."""
        is_pdf = resource.type is DocumentType.PDF
        return bool(self.settings.grobid_url) and is_pdf and kind in grobid.KINDS

    def _asked_of_grobid(self, files: DocumentFiles, kind: Kind) -> Any:
        # A worker has no network, so that this process asks, and a worker reads the answer.
        server = Grobid(self.settings.grobid_url, _TIME_SHARE * self.settings.time_s)
        with self.workers.turn():
            content = server.answer(kind, files.document)
        with self.files.scratch(files.document) as folder:
            answer = folder / "answer.xml"
            answer.write_bytes(content)
            access = Access(read=(files.lines, answer))
            return self.workers.run(confined_work.read_grobid, files, kind, answer, access=access)

    def similar(self, token: str, options: ExtractionOptions) -> list[dict[str, Any]]:
        """Return the stored papers that resemble the header, and what they have in common.

        Each has its handle (`id`), the strength, names, titles, and the common features.
        """
        header = self.extract(token, Kind.HEADER, options).data
        names = tuple(author["name"] for author in header["authors"])
        record = Record(token, names, (header["title"],))
        paper = paper_of(record, self.config.punctuation)
        self.papers.check_punctuation(self.config.punctuation)
        history = StoredHistory(self.papers.connection, datetime.date.max)
        (similar,) = find_similar([paper], history, self.config.limits, self.config.formula)
        ours = Version(datetime.date.max, paper)
        return [
            self._explained(ours, versions, one)
            for one in similar
            # A paper can be forgotten meanwhile.
            if (versions := self.papers.handles.versions(one.handle))
        ]

    def _explained(
        self, ours: Version, versions: Sequence[Version], similar: Similar
    ) -> dict[str, Any]:
        """Return a similar paper as plain data, with the features that it shares with ours."""
        _, theirs = strongest_versions([ours], versions, self.config.formula)
        why = explain(ours.paper, theirs.paper, self.config.formula)
        return {
            "id": similar.handle,
            "strength": similar.printed,
            "names": list(theirs.paper.record.names),
            "titles": list(theirs.paper.record.titles),
            "common": {
                "authors": sorted(why.authors.shared),
                "titles": sorted(why.titles.shared),
            },
        }

    def remove(self, token: str) -> None:
        """Remove a document; its data stays for near duplicates.

        Raises:
            UnknownResourceError: the document does not exist.
        """
        self.resource(token)
        self.store.remove(token)
        self.files.remove(token)

    def sweep(self) -> None:
        """Remove expired documents, abandoned files, and data that exceeds the limit of the store.

        A service killed during an upload leaves files behind.
        """
        for token in self.store.overdue():
            self.files.remove(token)
            self.store.remove(token)
        for token in self.store.unknown(self.files.older_than(time.time() - _ABANDONED_S)):
            self.files.remove(token)
        self.store.shrink(self.settings.store_bytes)
        self.store.forget_quotas()
