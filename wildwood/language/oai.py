"""Parse OAI-PMH 2.0 responses whose records are in Dublin Core (`oai_dc`)."""

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
    """A response or a file is malformed or unsafe; its text follows the name of the file."""


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


def parse_page(data: bytes) -> Page:
    """Parse a response.

    Raises:
        MalformedError: the data is malformed, unsafe or not an OAI-PMH response.
    """
    root = _parse(data)
    if root.tag != f"{_OAI}OAI-PMH":
        raise MalformedError(f"is not an OAI-PMH response: its root is {root.tag!s}")
    records, deleted, without_dublin_core = [], [], []
    for record in root.iter(f"{_OAI}record"):
        identifier = record.findtext(f"{_OAI}header/{_OAI}identifier", "").strip()
        dublin_core = record.find(f"{_OAI}metadata/{_OAI_DC}")
        if dublin_core is not None:
            records.append(_record(identifier, dublin_core))
        elif record.find(f"{_OAI}header[@status='deleted']") is not None:
            deleted.append(identifier)
        else:
            without_dublin_core.append(identifier)
    token = root.findtext(f".//{_OAI}resumptionToken", "").strip()
    return Page(
        tuple(records),
        tuple(deleted),
        tuple(without_dublin_core),
        token or None,
        _refusal(root),
    )


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
