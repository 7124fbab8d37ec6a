"""Responses of an OAI-PMH server with records in Dublin Core (OAI-PMH 2.0, `oai_dc`)."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.safe_xml import Element, language_of, safe_parser, text_of

_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_OAI_DC = "{http://www.openarchives.org/OAI/2.0/oai_dc/}dc"

_NO_RECORDS = "noRecordsMatch"


class MalformedError(ScreenError):
    """A response or a file is broken or unsafe; the text continues a sentence that names it."""


@dataclass(frozen=True, slots=True)
class Page:
    """One response: its records, and where the list goes on."""

    entries: tuple[CatalogueRecord, ...]
    deleted: tuple[str, ...]
    """The identifiers of records that are deleted."""
    undescribed: tuple[str, ...]
    """The identifiers of records without Dublin Core."""
    token: str | None
    """The resumption token; None where the list ends."""
    refusal: str | None
    """Why the server gives no records (OAI-PMH, section 3.6); None where it has none to give."""


def parse_page(data: bytes) -> Page:
    """Read a response.

    Raises:
        BrokenError: it is broken, unsafe or none.
    """
    root = _parse(data)
    if root.tag != f"{_OAI}OAI-PMH":
        raise MalformedError(f"is no OAI-PMH response: its root is {root.tag!s}")
    entries, deleted, undescribed = [], [], []
    for record in root.iter(f"{_OAI}record"):
        identifier = record.findtext(f"{_OAI}header/{_OAI}identifier", "").strip()
        described = record.find(f"{_OAI}metadata/{_OAI_DC}")
        if described is not None:
            entries.append(_entry(identifier, described))
        elif record.find(f"{_OAI}header[@status='deleted']") is not None:
            deleted.append(identifier)
        else:
            undescribed.append(identifier)
    token = root.findtext(f".//{_OAI}resumptionToken", "").strip()
    return Page(tuple(entries), tuple(deleted), tuple(undescribed), token or None, _refusal(root))


def _refusal(root: Element) -> str | None:
    for error in root.iterfind(f"{_OAI}error"):
        code = error.get("code", "")
        if code != _NO_RECORDS:
            reason = filter(None, (code, one_line(error.text or "")))
            return ": ".join(reason) or "no reason given"
    return None


def _parse(data: bytes) -> Element:
    try:
        root = etree.fromstring(data, safe_parser())
    except etree.XMLSyntaxError as error:
        message = " ".join(error.msg.split())
        raise MalformedError(f"is malformed XML at line {error.lineno}: {message}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise MalformedError("has a document type, which no OAI-PMH response has")
    return root


def _entry(identifier: str, described: Element) -> CatalogueRecord:
    return CatalogueRecord(
        identifier,
        tuple(_texts(described, "title")),
        tuple(_texts(described, "description")),
        tuple(wording.text for wording in _texts(described, "language")),
    )


def _texts(described: Element, name: str) -> Iterator[LocalizedText]:
    for child in described.iterfind(f"{_DC}{name}"):
        text = text_of(child).strip()
        if text:
            yield LocalizedText(text, language_of(child))
