"""Parse a rif into records, and make its presorted copy with `<wildwood>` elements."""

import datetime
import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO

from lxml import etree

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import DiskFullError, RifError
from wildwood.kernel.files import input_errors
from wildwood.kernel.model import Annotation, Similar, SimilarityType
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.safe_xml import Element, safe_parser, text_of
from wildwood.kernel.text import clipped
from wildwood.nep import splicing

NAMESPACE = "http://amf.openlib.org"
_AMF = f"{{{NAMESPACE}}}"

ROOT = f"{_AMF}amf"
TEXT = f"{_AMF}text"
TITLE = f"{_AMF}title"
LANGUAGE = f"{_AMF}language"
HAS_AUTHOR = f"{_AMF}hasauthor"
AUTHOR = f"{_AMF}person"
NAME = f"{_AMF}name"
PARTS_OF_NAME = (f"{_AMF}givenname", f"{_AMF}familyname")
HASPART = f"{_AMF}haspart"
WILDWOOD = f"{_AMF}wildwood"
SIMILAR = f"{_AMF}similar"

SPANNED = ("language", "text", "wildwood")  # elements that are moved or removed

_MAX_DEPTH = 256  # levels of elements that libxml2 reads
_OUR_LEVELS = 2  # levels that `<wildwood>` and `<similar>` add below a paper


@dataclass(frozen=True)
class Rif:
    """A parsed rif; `elements` (the papers) and `records` are in the file's order."""

    data: bytes
    root: Element
    elements: tuple[Element, ...]
    pointers: tuple[Element, ...]  # only a `ref` to a paper: no `id`, title or name
    without_handle: tuple[Element, ...]  # texts with neither `id` nor `ref`
    start: int  # the byte offset of the root

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(map(_record, self.elements))

    @property
    def handles(self) -> list[str]:
        return list(map(_handle, self.elements))

    @property
    def skipped(self) -> tuple[str, ...]:
        return tuple(" / ".join(_titles(text)) or "(no title)" for text in self.without_handle)

    def similars(self) -> list[list[Similar]]:
        """Return the papers in each record's `<wildwood>`; `RifError` if one is invalid."""
        elements = (element.iterfind(f"{WILDWOOD}/{SIMILAR}") for element in self.elements)
        return [list(map(_similar, similars)) for similars in elements]

    def annotated(
        self,
        similars: Sequence[Sequence[Similar]],
        *,
        presort: bool,
        annotations: Sequence[Annotation | None] = (),
    ) -> bytes:
        """Return the ps rif: this file with similar papers added; no other byte changes.

        Similar papers keep the order given. `presort` sorts the papers of each container by their
        strongest similar paper; ties, and papers without any, keep the file's order. Annotations,
        one or None for each record, replace those of the file; if empty, those stay.
        """
        structure = splicing.checked_outline(self.data, self.start, SPANNED)
        spanned = self.root.iter(*(f"{{*}}{name}" for name in SPANNED))
        spans = dict(zip(spanned, structure.spans, strict=True))
        new_annotations = annotations or [None] * len(self.elements)
        span_of = partial(_paper_span, spans=spans, replace_annotations=bool(annotations))
        places = [span_of(paper) for paper in self.elements]
        order = self._presorted(similars) if presort else range(len(places))
        splicer = splicing.Splicer(self.data, structure.codec)
        added = list(map(splicing.Addition, similars, new_annotations))
        numbered = zip(places, order, strict=True)
        edits = [splicer.put(places[number], place, added[number]) for place, number in numbered]
        for text in (*self.pointers, *self.without_handle):
            edits += splicing.removed(span_of(text).old_marks)
        return splicer.edited(edits)

    def _presorted(self, similars: Sequence[Sequence[Similar]]) -> list[int]:
        """Return the number of the paper for each place, within its container."""
        order = list(range(len(self.elements)))
        containers = values_by_key(zip(map(_container, self.elements), order, strict=True))
        for places in containers.values():
            ranked = sorted(places, key=lambda number: _rank(similars[number]))
            for place, number in zip(places, ranked, strict=True):
                order[place] = number
        return order


def parse_rif(data: bytes) -> Rif:
    """Parse a decompressed rif; the message of a `RifError` continues the file's name."""
    start = splicing.check(data)
    root = _parse(data)
    if root.tag != ROOT:
        raise RifError(f"is not AMF: its root is {clipped(str(root.tag))}, not {ROOT}")
    elements, pointers, without_handle = [], [], []
    for text in _outer_texts(root):
        if not _handle(text):
            without_handle.append(text)
        elif text.get("id", "").strip() or _record(text).is_described:
            elements.append(text)
        else:
            pointers.append(text)
    _refuse_depth(elements)
    return Rif(data, root, tuple(elements), tuple(pointers), tuple(without_handle), start)


def _parse(data: bytes) -> Element:
    parser = safe_parser()
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _refusal(error.code, error.lineno, error.msg) from error
    _refuse_entities(root)
    for entry in parser.error_log:
        # lxml raises a namespace error only if no warning follows it.
        if entry.level >= etree.ErrorLevels.ERROR or entry.type_name == "WAR_UNDECLARED_ENTITY":
            raise _malformed(entry.line, entry.message)
    return root


def _refuse_entities(root: Element) -> None:
    """Refuse redeclared predefined entities and undefined ones, which `check` accepts."""
    declared = root.getroottree().docinfo.internalDTD
    for entity in declared.iterentities() if declared is not None else ():
        raise splicing.declared_entity(str(entity.name))
    for reference in root.iter(etree.Entity):
        fault = f"refers to {clipped(str(reference.text))}, which is not defined"
        raise RifError(f"{fault}; write the text itself instead")


def _refusal(code: int, line: int | None, message: str) -> RifError:
    if code != etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        return _malformed(line, message)
    fault = "has a text or an attribute value of more than 10 MB"
    if "depth" in message:
        fault = f"nests elements more than {_MAX_DEPTH} levels deep"
    return RifError(f"{fault} at line {line}; no real rif does")


def _malformed(line: int | None, message: str) -> RifError:
    return RifError(f"is malformed XML at line {line}: {clipped(' '.join(message.split()))}")


def _refuse_depth(papers: Sequence[Element]) -> None:
    """Check that no paper, with its new elements, is too deep in any other's place."""
    depths = [1 + sum(1 for _ in paper.iterancestors()) for paper in papers]
    deepest = max(depths, default=0)
    heights = [_OUR_LEVELS]
    if deepest > min(depths, default=0):
        heights.extend(map(_height, papers))
    if deepest + max(heights) > _MAX_DEPTH:
        line = papers[depths.index(deepest)].sourceline
        raise RifError(f"has a text {deepest} levels deep at line {line}; no real rif does")


def _height(element: Element) -> int:
    return max((1 + _height(child) for child in element), default=0)


def _outer_texts(root: Element) -> list[Element]:
    """Return the `text` elements that are in no other `text`."""
    texts: list[Element] = []
    pending = [root]
    while pending:
        element = pending.pop()
        if element.tag == TEXT:
            texts.append(element)
        else:
            pending.extend(reversed(element))
    return texts


def _container(text: Element) -> tuple[Element, ...]:
    """Return the ancestors of a paper, without `haspart` wrappers."""
    return tuple(each for each in text.iterancestors() if each.tag != HASPART or each.attrib)


def _record(text: Element) -> Record:
    authors = text.iterchildren(HAS_AUTHOR)
    people = (person for author in authors for person in author.iterchildren(AUTHOR))
    names = tuple(name for person in people for name in _names(person))
    return Record(_handle(text), names, _titles(text))


def _handle(text: Element) -> str:
    return text.get("id", "").strip() or text.get("ref", "").strip()


def _names(person: Element) -> list[str]:
    """Return a person's names, or else the given and the family name as one."""
    names = list(map(text_of, person.iterchildren(NAME)))
    if any(map(str.strip, names)):
        return names
    parts = [text_of(part) for tag in PARTS_OF_NAME for part in person.iterchildren(tag)]
    return [" ".join(parts)] if parts else names


def _titles(text: Element) -> tuple[str, ...]:
    return tuple(map(text_of, text.iterchildren(TITLE)))


def _similar(element: Element) -> Similar:
    try:
        handle, strength = element.attrib["id"], float(element.attrib["strength"])
        kind, is_same = SimilarityType(element.attrib["type"]), element.get("decided") == "same"
        return Similar(handle, strength, kind, is_same=is_same)
    except (KeyError, ValueError) as error:
        fault = f"has a <similar> without a valid id, strength or type at line {element.sourceline}"
        raise RifError(f"{fault}; run wildwood for its date again") from error


def _rank(similars: Sequence[Similar]) -> tuple[float, float]:
    ranks = ((-float(similar.printed), -similar.tie) for similar in similars)
    return min(ranks, default=(0.0, 0.0))


def _paper_span(
    text: Element, spans: Mapping[Element, splicing.Span], *, replace_annotations: bool
) -> splicing.PaperSpan:
    parent = text.getparent()
    assert parent is not None  # noqa: S101 - a text is below the root
    old_marks = [spans[old] for old in text.iterchildren(WILDWOOD)]
    if replace_annotations:
        # The `language` element of AMF itself has no such attributes.
        old_marks += (
            spans[old] for old in text.iterchildren(LANGUAGE) if {"code", "reason"} <= {*old.keys()}
        )
    return splicing.PaperSpan(spans[text], old_marks, parent.nsmap)


MAX_BYTES = 1 << 30  # default limit of a file, packed and unpacked
_PIECE_BYTES = 1 << 20
_GZIP = b"\x1f\x8b"  # RFC 1952, section 2.3.1

DigestOf = Callable[[Path, int], str]


@dataclass(frozen=True, slots=True)
class RifFile:
    """A rif from disk; `digest` is that of its bytes as stored."""

    date: datetime.date
    name: str
    digest: str
    rif: Rif
    superseded: tuple[str, ...] = ()  # the names of older files of the same date


def read_rif(date: datetime.date, path: Path, max_bytes: int = MAX_BYTES) -> RifFile:
    """Read and parse a rif; `RifError` if it is invalid or too large."""
    stored, _ = _read(path, max_bytes)
    try:
        rif = parse_rif(_decompressed(path, stored, max_bytes))
    except RifError as error:
        raise RifError(f"{path} {error}.") from error
    return RifFile(date, path.name, sha256(stored), rif)


def digest_of(path: Path, max_bytes: int = MAX_BYTES) -> str:
    """Return the SHA-256 digest of a rif as stored; can raise `RifError`."""
    return digest_and_status(path, max_bytes)[0]


def digest_and_status(path: Path, max_bytes: int) -> tuple[str, os.stat_result]:
    """Return a rif's digest, and its status from before it was read."""
    data, status = _read(path, max_bytes)
    return sha256(data), status


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


translated_errors = partial(input_errors, kind=RifError, if_full=DiskFullError)


def _read(path: Path, max_bytes: int) -> tuple[bytes, os.stat_result]:
    with translated_errors(f"read {path}"), path.open("rb") as stream:
        status = os.fstat(stream.fileno())
        data = _read_up_to(max_bytes, stream)
    if len(data) > max_bytes:
        raise RifError(f"{path} {_too_large('is', max_bytes)}.")
    return data, status


def _decompressed(path: Path, stored: bytes, max_bytes: int) -> bytes:
    if path.suffix != ".gz":
        if stored.startswith(_GZIP):
            raise RifError("is gzipped; let its name end in .xml.gz")
        return stored
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
            data = _read_up_to(max_bytes, stream)
    except (EOFError, OSError, zlib.error) as error:
        raise RifError(f"is not a valid gzip file ({error}); fetch it again") from error
    if len(data) > max_bytes:
        raise RifError(_too_large("unpacks to", max_bytes))
    return data


def _read_up_to(most: int, stream: BinaryIO | gzip.GzipFile) -> bytes:
    """Read to the end or past `most` bytes; one `read` would reserve memory for all of them."""
    data = bytearray()
    while len(data) <= most and (piece := stream.read(_PIECE_BYTES)):
        data += piece
    return bytes(data)


def _too_large(verb: str, max_bytes: int) -> str:
    return f"{verb} more than {max_bytes / (1 << 20):g} MB; if it is a rif, raise limits.rif_mb"
