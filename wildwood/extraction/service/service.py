"""Accept documents, extract data from them, and reuse what is stored."""

import base64
import datetime
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PureWindowsPath
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from wildwood.biblio.entry import Record
from wildwood.extraction import corrections, data, documents, tei
from wildwood.extraction.corrections import changes_of, correct, kind_of, name_as_stored
from wildwood.extraction.data import Box, DocumentFiles, DocumentType, FullText, Header, Kind, Table
from wildwood.extraction.places import header_texts
from wildwood.extraction.sandbox import Access
from wildwood.extraction.service import processes, reuse, worker
from wildwood.extraction.service.files import FileStore, file_digest, is_token
from wildwood.extraction.service.kinds import STORED, typed
from wildwood.extraction.service.processes import OWNER, Workers, workers
from wildwood.extraction.service.store import ExtractionStore, Reading, Resource
from wildwood.extraction.service.worker import Requirements, Work, WorkLimits
from wildwood.kernel.errors import InputError
from wildwood.kernel.settings import MB, Config, ExtractionSettings, KeepSince
from wildwood.kernel.text import counted
from wildwood.nep import session
from wildwood.nep.search import check_records, compare_records
from wildwood.nep.store import Store


def find_similar_papers(
    papers: Store, config: Config, header: Mapping[str, Any]
) -> list[dict[str, Any]]:
    names = tuple(author["name"] for author in header["authors"])
    (checked,) = compare_records(papers, config, [Record("", names, (header["title"],))])
    return [paper.as_data() for paper in checked.similar]


Document = str | Resource  # its token, or what is known of it
_ABANDONED_S = 3600  # files without a document are removed if last written this long ago
_MAX_NAME = 200  # characters of the name of a file
_COUNTING = Lock()
_DIGEST_CHARACTERS = 32  # of the digest that names a text


def _checked(kinds: Sequence[Kind], extracted: Any) -> dict[Kind, Any]:
    data = dict(zip(kinds, extracted, strict=True))
    for kind, value in data.items():
        typed(kind, value)  # a process that was taken over can return anything
    return data


@dataclass(frozen=True, slots=True)
class Service:
    config: Config
    papers: Store
    store: ExtractionStore
    files: FileStore
    workers: Workers
    sources: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often data of a kind was from where."""

    @property
    def settings(self) -> ExtractionSettings:
        return self.config.extraction

    def add(self, token: str, required: Requirements, name: str = "") -> None:
        """Accept a document whose file is written; the last characters of its name are stored."""
        name = PureWindowsPath(name).name[-_MAX_NAME:]  # which divides the paths of others too
        resource, _ = self.read(token, required)
        self.store.add(replace(resource, name=name))

    def read(self, token: str, required: Requirements) -> tuple[Resource, Any]:
        """Return what is known of a document whose file is written, and the result of the work."""
        path = self.files.document(token)
        with path.open("rb") as opened:
            file_type = documents.document_type(opened.read(documents.HEAD_BYTES))
        files = self.files.of(token, file_type)
        expires = datetime.datetime.now(datetime.UTC) + self._lifetime
        reading, result = self._read(files, required)
        reading = replace(reading, document=file_digest(path))
        return Resource(token, file_type, reading, OWNER.get(), "", expires), result

    def _read(self, files: DocumentFiles, required: Requirements) -> tuple[Reading, Any]:
        if files.type is not DocumentType.POSTSCRIPT:
            return self._read_perhaps_scanned(files, required)
        with TemporaryDirectory(dir=files.document.parent) as scratch:
            folder = Path(scratch)
            target = folder / "converted.pdf"
            programs = documents.GHOSTSCRIPT_FILES
            access = Access(read=(files.document,), scratch=(folder,), programs=programs)
            status = self.workers.run_program(worker.convert, files.document, target, access=access)
            documents.check_converted(status, target)
            converted = replace(files, type=DocumentType.PDF, document=target)
            return self._read_perhaps_scanned(converted, required)

    def _read_perhaps_scanned(
        self, files: DocumentFiles, required: Requirements
    ) -> tuple[Reading, Any]:
        """Read a document; if it is a scan and Tesseract is allowed, what Tesseract reads."""
        languages = self.settings.ocr
        try:
            return self._read_by_worker(files, replace(required, text=bool(languages)))
        except data.ScanError as error:
            if not languages:
                fault = f"{error} The setting extraction.ocr lets Tesseract read it."
                raise data.ScanError(fault) from error
        with TemporaryDirectory(dir=files.document.parent) as scratch:
            recognised = processes.read_scan(self.workers, files.document, Path(scratch), languages)
            return self._read_by_worker(replace(files, document=recognised), required)

    def _read_by_worker(self, files: DocumentFiles, required: Requirements) -> tuple[Reading, Any]:
        access = Access(read=(files.document,), write=(files.lines,))
        fingerprint, result = self.workers.run(worker.read, files, required, access=access)
        # A process that was taken over could lie about the digest of the text.
        text = file_digest(files.lines)[:_DIGEST_CHARACTERS]
        return Reading(text, int(fingerprint), reuse.extractor_version()), result

    @property
    def _lifetime(self) -> datetime.timedelta:
        return datetime.timedelta(hours=self.settings.keep_hours)

    def resource(self, token: str) -> Resource:
        """Return the document of a token if it is the client's; this is an access to it."""
        resource = self.store.resource(token) if is_token(token) else None
        if not (resource and resource.owner == OWNER.get() and self.files.document(token).exists()):
            raise data.UnknownResourceError(f"The document {token[:40]!r} does not exist.")
        if self.settings.keep_since is KeepSince.ACCESS:
            self.store.keep(resource, self._lifetime)
        return resource

    def _read_again_if_outdated(self, document: Document) -> Resource:
        """Return a document; read it again if another version has read it."""
        resource = document if isinstance(document, Resource) else self.resource(document)
        if resource.reading.version == reuse.extractor_version():
            return resource
        with self._unless_removed(resource.token):
            files = self.files.of(resource.token, resource.type)
            reading, _ = self._read(files, Requirements(scholarly=False))
            reading = replace(reading, document=file_digest(files.document))
        self.store.read_again(resource.token, reading)
        return replace(resource, reading=reading)

    @contextmanager
    def _unless_removed(self, token: str) -> Iterator[None]:
        """Raise `UnknownResourceError` if the block fails since the document was removed."""
        try:
            yield
        except FileNotFoundError:
            self.resource(token)
            raise

    def extract(
        self,
        document: Document,
        kinds: Collection[Kind],
        options: reuse.ExtractionOptions = reuse.USUAL,
    ) -> dict[Kind, reuse.Extracted]:
        """Return the data of each kind and its near duplicate (Williams et al. 2014, section V)."""
        resource = self._read_again_if_outdated(document)
        options = replace(options, reuse=options.reuse or self.settings.reuse)
        reading = resource.reading
        results = {kind: reuse.look_up(self.store, reading, kind, options) for kind in kinds}
        missing = [kind for kind, result in results.items() if result.data is None]
        for kind, extracted in self._extract(resource, missing).items():
            results[kind] = replace(results[kind], data=extracted)
        return self._corrected(resource, results)

    def extract_unstored(
        self, token: str, required: Requirements, kinds: Sequence[Kind]
    ) -> dict[Kind, reuse.Extracted]:
        """Return what the process that reads a document extracts; nothing is stored or reused."""
        work = partial(worker.extract_kinds, kinds=kinds)
        resource, extracted = self.read(token, replace(required, work=work))
        data = _checked(kinds, extracted)
        return self._corrected(resource, {kind: reuse.Extracted(data[kind]) for kind in kinds})

    def _corrected(
        self, resource: Resource, results: dict[Kind, reuse.Extracted]
    ) -> dict[Kind, reuse.Extracted]:
        with _COUNTING:
            self.sources.update((kind.value, each.source.value) for kind, each in results.items())
        if corrections := self.store.corrections(resource):
            for kind, result in results.items():
                results[kind] = replace(result, data=correct(kind, result.data, corrections))
        return results

    def correct(self, token: str, kind: Kind, changes: Mapping[str, Any], place: int = 0) -> None:
        """Store what fields of the header, or of the item in a place, contain; none: as read.

        Raises:
            InputError: a field or the item does not exist, or has no such value.
        """
        resource = self._read_again_if_outdated(token)
        data = item = self.extract(resource, [kind])[kind].data
        if kind is not Kind.HEADER:
            if place >= len(data):
                raise InputError(f"The document has {counted(len(data), kind.value[:-1])}.")
            item = data[place]
        made, stored = changes_of(kind, item, changes), self.store.corrections(resource)
        self.store.correct(resource, name_as_stored({kind: data}, made, stored))

    def corrections(self, token: str) -> tuple[str, bytes]:
        """Return the name of a document, and what was corrected in it as JSON lines."""
        resource = self._read_again_if_outdated(token)
        name, stored = resource.name, self.store.corrections(resource)
        return name, corrections.write_corrections(resource.reading.document, name, stored)

    def load_corrections(self, token: str, content: bytes, *, replaces: bool) -> dict[str, Any]:
        """Store corrections in JSON lines; return how many, and the stored ones that stay instead.

        Raises:
            InputError: a line is no correction of the document.
        """
        resource = self._read_again_if_outdated(token)
        given = corrections.parse_corrections(resource.reading.document, content)
        if stored := self.store.corrections(resource):
            results = self.extract(resource, {*map(kind_of, given)})
            found = {kind: result.data for kind, result in results.items()}
            given = name_as_stored(found, given, stored)
        kept = self.store.correct(resource, given, replaces=replaces)
        return {"stored": len(given) - len(kept), "kept": [*map(str, kept)]}

    def page_pictures(
        self, document: Document, number: int, boxes: Sequence[Box | None] = (None,)
    ) -> list[bytes]:
        """Return the picture of a page (from 0) of a PDF, or of what is in each box on it."""
        resource = document if isinstance(document, Resource) else self.resource(document)
        files = self.files.of(resource.token, resource.type)
        if files.type is not DocumentType.PDF:
            raise data.NothingToExtractError("Only the pages of a PDF are shown.")
        access = Access(read=(files.document,))
        with self._unless_removed(resource.token):
            work = documents.show_page
            drawn = self.workers.run(work, files.document, number, boxes, access=access)
        return [*map(base64.b64decode, drawn)]

    def _save(self, resource: Resource, data: Mapping[Kind, Any]) -> None:
        # A near duplicate can contain what this one lacks, if this one is cut short.
        saved = [kind for kind in STORED & data.keys() if not reuse.is_empty(data[kind])]
        hours = datetime.timedelta(hours=self.settings.citations_hours)
        for kind in saved:
            # Citations take most of the space (Williams et al. 2014, section VI.C).
            keep = hours if kind is Kind.CITATIONS else None
            self.store.save(resource.reading, kind, data[kind], keep)
        if saved and not self.files.document(resource.token).exists():  # it was deleted meanwhile
            self.store.forget(resource.reading.text)

    def _extract(self, resource: Resource, kinds: Sequence[Kind]) -> dict[Kind, Any]:
        if not kinds:
            return {}
        data = _checked(kinds, self._work_on(resource, partial(worker.extract_kinds, kinds=kinds)))
        self._save(resource, data)
        return data

    def _work_on(self, resource: Resource, work: Work) -> Any:
        files = self.files.of(resource.token, resource.type)
        access = Access(read=(files.lines, files.document))
        with self._unless_removed(resource.token):
            return self.workers.run(worker.extract, files, work, access=access)

    def extract_whole(self, token: str, header: Header, *, has_pages: bool) -> FullText:
        """Return the full text, with pages and the places of the fields if `has_pages`."""
        resource = self._read_again_if_outdated(token)
        work = partial(worker.extract_whole, texts=header_texts(header), has_pages=has_pages)
        _, data = self._work_on(resource, work)
        return self._typed_text(resource, data)

    def read_whole(
        self, token: str, required: Requirements, *, has_pages: bool
    ) -> tuple[Resource, Header, FullText]:
        """Return what the process that reads a document extracts; nothing is stored or reused."""
        work = partial(worker.extract_whole, texts=None, has_pages=has_pages)
        resource, (header, data) = self.read(token, replace(required, work=work))
        corrected = self._corrected(resource, {Kind.HEADER: reuse.Extracted(header)})[Kind.HEADER]
        return resource, typed(Kind.HEADER, corrected.data), self._typed_text(resource, data)

    def _typed_text(self, resource: Resource, data: Any) -> FullText:
        text: FullText = typed(FullText, data)  # a process that was taken over can return anything
        if corrections := self.store.corrections(resource):
            kinds = (Kind.CITATIONS, Kind.CAPTIONS, Kind.TABLES, Kind.FIGURES)
            corrected = {kind.value: correct(kind, data[kind.value], corrections) for kind in kinds}
            text = typed(FullText, {**data, **corrected})
        return text

    def float_files(
        self, document: Document, extracted: Mapping[Kind, reuse.Extracted], label: str = ""
    ) -> dict[str, bytes]:
        """Return the tables as CSV and the figures as PNG by the names of files.

        With a label, such as `1` for `tables/1.csv`, others have none.
        """
        files: dict[str, bytes] = {}
        drawn: dict[int, dict[str, Box]] = {}  # those of a page in one process
        for kind in extracted.keys() & data.FILES:
            for name, item in data.float_files(kind, typed(kind, extracted[kind].data)).items():
                if label not in ("", Path(name).stem):
                    continue
                if isinstance(item, Table):
                    files[name] = data.as_csv(item).encode("utf-8", "replace")
                elif item.box:
                    drawn.setdefault(item.page - 1, {})[name] = item.box
        for number, boxes in drawn.items():
            pictures = self.page_pictures(document, number, [*boxes.values()])
            files |= zip(boxes, pictures, strict=True)
        return dict(sorted(files.items()))

    def add_similar(self, parts: "tei.Parts", wanted: Collection[str]) -> "tei.Parts":
        """Add the stored papers that resemble the header or the citations most, if wanted."""
        records = [record for record in parts.records if record.handle.split("/")[0] in wanted]
        checks = compare_records(self.papers, self.config, records) if records else ()
        similar = {check.record.handle: check.similar[0] for check in checks if check.similar}
        return replace(parts, similar=similar)

    def check(self, records: Sequence[Record]) -> dict[str, Any]:
        with self.workers.turn():
            checked = check_records(self.papers, self.config, records)
        if left_out := [record.left_out for record in checked if record.left_out]:
            raise InputError(left_out[0])
        limit, formula = self.config.limits.external, self.config.formula.value
        checks = [record.as_data() for record in checked]
        return {"formula": formula, "limit": limit, "records": checks}

    def remove(self, token: str) -> None:
        """Remove a document, and what was extracted from it unless another has the same text."""
        resource = self.resource(token)
        self.release(token)
        self.store.forget(resource.reading.text)

    def release(self, token: str) -> None:
        """Remove a document; what was extracted from it stays, as when it expires."""
        self.store.remove(token)
        self.files.remove(token)

    def sweep(self) -> None:
        """Remove expired documents, abandoned uploads, and data above the limit."""
        for token in self.store.overdue():
            self.release(token)
        for token in self.store.unknown(self.files.find_older(time.time() - _ABANDONED_S)):
            self.files.remove(token)
        self.files.count()
        self.store.expire()
        self.store.shrink(self.settings.store_mb * MB)


@contextmanager
def open_service(config: Config) -> Iterator[Service]:
    settings = config.extraction
    files = FileStore(settings.files, settings.files_mb * MB)
    memory_bytes = settings.memory_mb * MB
    limits = WorkLimits(settings.workers, settings.waiting, settings.time_s, memory_bytes)
    with session.open_store(config, creates=True) as papers, workers(limits) as pool:
        yield Service(config, papers, ExtractionStore(papers.connection), files, pool)
