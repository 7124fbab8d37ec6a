"""Parse OAI-PMH 2.0 responses whose records are in Dublin Core (`oai_dc`)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from lxml import etree

from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.damage import in_words
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.safe_xml import Element, language_of, safe_parser, text_of

_NAMESPACE = "http://www.openarchives.org/OAI/2.0/"
_OAI = f"{{{_NAMESPACE}}}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_OAI_DC = "{http://www.openarchives.org/OAI/2.0/oai_dc/}dc"

_NO_RECORDS = "noRecordsMatch"
_LISTS = ("ListRecords", "GetRecord")
_RECORD = re.compile(rb"<((?:\w+:)?record)(?:\s[^>]*)?>.*?</\1\s*>", re.DOTALL)
_IDENTIFIER = re.compile(rb"<(?:\w+:)?identifier[^>]*>\s*([^<]{1,1000}?)\s*</")
_ROOT = re.compile(rb"(?:<\?xml[^>]*\?>)?\s*(?:<!--.*?-->\s*)*<(?:\w+:)?OAI-PMH\b[^>]*>", re.DOTALL)


class MalformedError(ScreenError):
    """A response or a file is malformed or unsafe; its text follows the name of the file."""


class DamagedRecord(NamedTuple):
    """A record that is malformed XML in a page that is well-formed without it."""

    id: str
    reason: str
    """What is wrong with it, as a clause."""


@dataclass(frozen=True, slots=True)
class Page:
    """One response to ListRecords."""

    records: tuple[CatalogueRecord, ...]
    deleted: tuple[str, ...]
    """Identifiers of deleted records."""
    without_dublin_core: tuple[str, ...]
    """Identifiers of records without Dublin Core."""
    token: str | None
    """Resumption token of the next page; None on the last."""
    refusal: str | None
    """OAI-PMH error other than `noRecordsMatch` (OAI-PMH 2.0, section 3.6); usually None."""
    damaged: tuple[DamagedRecord, ...] = ()


def parse_page(data: bytes) -> Page:
    """Parse a response; malformed records are named, and the others are parsed.

    Raises:
        MalformedError: the data is malformed outside its records, unsafe, or not an OAI-PMH
            response with a list of records.
    """
    try:
        return _page(_parse(data))
    except etree.XMLSyntaxError as error:
        page = _page_without_damage(data)
        if page is None:
            raise MalformedError(
                f"is malformed XML at line {error.lineno}: {in_words(error)}"
            ) from error
        return page


def _page(root: Element) -> Page:
    if root.tag != f"{_OAI}OAI-PMH":
        raise MalformedError(f"is not an OAI-PMH response: its root is {root.tag!s}")
    records, deleted, without_dublin_core = [], [], []
    for record in root.iter(f"{_OAI}record"):
        identifier = record.findtext(f"{_OAI}header/{_OAI}identifier", "").strip()
        dublin_core = record.find(f"{_OAI}metadata/{_OAI_DC}")
        if record.find(f"{_OAI}header[@status='deleted']") is not None:
            deleted.append(identifier)
        elif dublin_core is not None:
            records.append(_record(identifier, dublin_core))
        else:
            without_dublin_core.append(identifier)
    if root.find(f"{_OAI}error") is None and not any(
        root.find(f"{_OAI}{verb}") is not None for verb in _LISTS
    ):
        raise MalformedError(f"is an OAI-PMH response without a list of records{_answers(root)}")
    token = root.findtext(f".//{_OAI}resumptionToken", "").strip()
    return Page(
        tuple(records),
        tuple(deleted),
        tuple(without_dublin_core),
        token or None,
        _refusal(root),
    )


def _answers(root: Element) -> str:
    """Return the verb that a response answers, in parentheses."""
    verbs = [str(child.tag).removeprefix(_OAI) for child in root if isinstance(child.tag, str)]
    answered = [verb for verb in verbs if verb not in ("responseDate", "request")]
    return f" ({one_line(answered[0])})" if answered else ""


def _page_without_damage(data: bytes) -> Page | None:
    """Parse a page record by record; return None if it is malformed outside its records."""
    head = _ROOT.match(data)
    if head is None:
        return None
    try:
        page = _page(_parse(_RECORD.sub(b"", data)))
    except etree.XMLSyntaxError:
        return None
    parts: list[Page] = []
    damaged: list[DamagedRecord] = []
    root_name = _root_name(head[0])
    list_name = root_name.replace(b"OAI-PMH", b"ListRecords")
    tail = b"</%b></%b>" % (list_name, root_name)
    for found in _RECORD.finditer(data):
        try:
            parts.append(_page(_parse(b"%b<%b>%b%b" % (head[0], list_name, found[0], tail))))
        except etree.XMLSyntaxError as error:
            damaged.append(DamagedRecord(_identifier(found[0]), in_words(error)))
    return replace(
        page,
        records=tuple(record for part in parts for record in part.records),
        deleted=tuple(identifier for part in parts for identifier in part.deleted),
        without_dublin_core=tuple(
            identifier for part in parts for identifier in part.without_dublin_core
        ),
        damaged=tuple(damaged),
    )


def _root_name(start_tag: bytes) -> bytes:
    """Return the name of the root, with its prefix if it has one."""
    return start_tag[start_tag.rindex(b"<") + 1 :].split(None, 1)[0].rstrip(b">")


def _identifier(record: bytes) -> str:
    found = _IDENTIFIER.search(record)
    return found[1].decode(errors="replace") if found else ""


def _refusal(root: Element) -> str | None:
    for error in root.iterfind(f"{_OAI}error"):
        code = error.get("code", "")
        if code != _NO_RECORDS:
            reason = filter(None, (code, one_line(error.text or "")))
            return ": ".join(reason) or "no reason given"
    return None


def _parse(data: bytes) -> Element:
    root = etree.fromstring(data, safe_parser())
    if root.getroottree().docinfo.internalDTD is not None:
        raise MalformedError("has a document type declaration, which OAI-PMH responses do not have")
    return root


def _record(identifier: str, dublin_core: Element) -> CatalogueRecord:
    return CatalogueRecord(
        identifier,
        tuple(_texts(dublin_core, "title")),
        tuple(_texts(dublin_core, "description")),
        tuple(declaration.text for declaration in _texts(dublin_core, "language")),
    )


def _texts(dublin_core: Element, name: str) -> Iterator[LocalizedText]:
    for child in dublin_core.iterfind(f"{_DC}{name}"):
        text = text_of(child).strip()
        if text:
            yield LocalizedText(text, language_of(child))
