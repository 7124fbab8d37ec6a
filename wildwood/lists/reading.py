"""Read a list of papers in any known format."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO

from wildwood.biblio.entry import CatalogueRecord, Entry, Record
from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError, RifError
from wildwood.kernel.text import clipped, quoted
from wildwood.lists.amf import entries_of_rif
from wildwood.lists.content import (
    ANY_RECORD,
    COMPLETE,
    REPAIRED,
    Content,
    Entries,
    Fault,
    Need,
    Original,
    content_of,
    original_bytes,
    original_text,
)
from wildwood.lists.formats import Format, Syntax, format_of
from wildwood.nep.rif import RifFile


@dataclass(frozen=True, slots=True)
class ReadList:
    name: str
    format: Format
    encoding: str
    digest: str  # SHA-256 of the file, before it was unpacked
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...] = ()
    repairs: tuple[Fault, ...] = ()
    original: Original | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def messages(self) -> list[str]:
        faults = [fault for fault in self.faults if not fault.is_expected]
        return [self.message(fault) for fault in (*faults, *self.repairs)]

    @property
    def not_compared(self) -> list[str]:
        faults = [fault for fault in self.faults if not fault.is_expected]
        return [f"{self.about(fault)}; it is not compared." for fault in faults]

    @property
    def records(self) -> list[Record]:
        return [entry.identified.record for entry in self.entries]

    @property
    def references(self) -> frozenset[str]:
        """The lower-case ids that entries refer to, if the original text is kept."""
        if self.format is not Format.BIBTEX or self.original is None:
            return frozenset()
        from wildwood.lists.bibtex import references_in  # noqa: PLC0415 - it needs the extra

        return references_in(self.original.text)

    @property
    def catalogue_records(self) -> list[CatalogueRecord]:
        return [entry.catalogue_record for entry in self.entries]

    def message(self, fault: Fault) -> str:
        what = "repaired" if fault.word == REPAIRED else "left out"
        return f"{self.about(fault)}; it is {what}."

    def about(self, fault: Fault) -> str:
        subject = quoted(fault.title) if fault.title else "the record"
        if fault.id and fault.id != fault.place:
            subject = clipped(fault.id)
        return f"{self.name}, {fault.place}: {subject} {fault.reason}"


Reader = Callable[[Content], Iterable[Entry | Fault]]


def _reader(kind: Format) -> Reader:
    module, _, function = kind.traits.reader.partition(".")
    reader: Reader = attrgetter(function)(import_module(f"wildwood.lists.{module}"))
    return reader


def read_list(
    source: Path | BinaryIO,
    columns: Mapping[str, str] | None = None,
    needs: frozenset[Need] = COMPLETE,
    *,
    details: bool = True,
    take: Callable[[Entry], object] | None = None,
) -> ReadList:
    """Read a list in a known format; nothing in it is fetched or expanded.

    `-` is standard input, and files can be gzipped; `columns` names the columns of fields in CSV.
    What lacks one of `needs` becomes a fault. `details` keeps abstracts and the original text, most
    of the memory. If `take` gets the entries, none is kept. Raises `InputError`, or `WildwoodError`
    if the extra `lists` is missing.
    """
    content = content_of(source, columns, needs, details=details)
    try:
        kind = format_of(content)
        records = _digested(_reader(kind)(content), _text(content, kind))
        read = _kept(records, needs, details=details, take=take)
    except (InputError, RifError) as error:
        raise InputError(f"{content.name} {error}.") from error
    original = _original(content, kind) if details else None
    encoding = "" if kind.traits.syntax is Syntax.BINARY else content.decoded.encoding
    return ReadList(content.name, kind, encoding, content.digest, *read, original, columns or {})


def _text(content: Content, kind: Format) -> str | bytes:
    """Return the text in which entries have places; empty for a spreadsheet, which has none."""
    if kind.traits.syntax in {Syntax.TEXT, Syntax.JSON}:
        return content.text
    return b"" if kind is Format.SPREADSHEET else content.data


def _digested(read: Iterable[Entry | Fault], text: str | bytes) -> Entries:
    for entry in read:
        if isinstance(entry, Fault) or entry.span is None or not text:
            yield entry
            continue
        written = text[entry.span.start : entry.span.end]
        encoded = written if isinstance(written, bytes) else written.encode(errors="replace")
        yield replace(entry, digest=blake2b(encoded, digest_size=9).hexdigest())


def _original(content: Content, kind: Format) -> Original | None:
    if not kind.traits.in_place:
        return None
    if kind is Format.SPREADSHEET:
        from wildwood.lists.spreadsheets import table_as_csv  # noqa: PLC0415 - it needs the extra

        text = table_as_csv(content.data)
        return Original(text.encode(), text, "utf-8")
    is_text = kind.traits.syntax in {Syntax.TEXT, Syntax.JSON}
    return (original_text if is_text else original_bytes)(content)


def list_of_rif(rif_file: RifFile) -> ReadList:
    read = _kept(entries_of_rif(rif_file.rif), ANY_RECORD, details=True)
    return ReadList(rif_file.name, Format.AMF, "", rif_file.digest, *read)


def _kept(
    read: Iterable[Entry | Fault],
    needs: frozenset[Need],
    *,
    details: bool,
    take: Callable[[Entry], object] | None = None,
) -> tuple[tuple[Entry, ...], tuple[Fault, ...], tuple[Fault, ...]]:
    entries, faults, repairs = list[Entry](), list[Fault](), list[Fault]()
    handles: dict[str, int] = {}
    take = take or entries.append
    for entry in interruption.check_each(read):
        if isinstance(entry, Fault):
            (repairs if entry.word == REPAIRED else faults).append(entry)
        elif lacking := _lacking(entry, needs):
            lack = f"no {' and no '.join(lacking)}"
            faults.append(Fault(entry.place, f"has {lack}", entry.id, entry.title, lack))
        else:
            take(told_apart(entry if details else _drop_details(entry), handles))
    return tuple(entries), tuple(faults), tuple(repairs)


def _drop_details(entry: Entry) -> Entry:
    if not any((entry.editors, entry.abstracts, entry.notes, entry.extra, entry.spare)):
        return entry
    return replace(entry, editors=(), abstracts=(), notes=(), extra=(), spare=())


def _lacking(entry: Entry, needs: frozenset[Need]) -> list[str]:
    parts = {Need.ID: entry.id, Need.TITLE: entry.titles, Need.NAMES: entry.authors}
    return [need.value for need, part in parts.items() if need in needs and not part]


def told_apart(entry: Entry, handles: dict[str, int]) -> Entry:
    """Number an entry whose id an earlier one has; `handles` counts those of each id."""
    if not entry.id or entry.id not in handles:
        handles[entry.id] = 1
        return entry
    while True:
        handles[entry.id] += 1
        numbered = replace(entry, number=handles[entry.id])
        if numbered.handle not in handles:
            handles[numbered.handle] = 1
            return numbered
