"""Responses of an OAI-PMH server with records in Dublin Core (OAI-PMH 2.0, `oai_dc`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from lxml import etree

from wildwood.errors import ScreenError
from wildwood.model import Entry, Wording
from wildwood.printing import one_line

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml's classes have no public names

_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_OAI_DC = "{http://www.openarchives.org/OAI/2.0/oai_dc/}dc"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"

_NO_RECORDS = "noRecordsMatch"

_string_value = etree.XPath("string()")


class BrokenError(ScreenError):
    """A response or a file is broken or unsafe; the text continues a sentence that names it."""


@dataclass(frozen=True, slots=True)
class Page:
    """One response: its records, and where the list goes on."""

    entries: tuple[Entry, ...]
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
        raise BrokenError(f"is no OAI-PMH response: its root is {root.tag!s}")
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
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        message = " ".join(error.msg.split())
        raise BrokenError(f"is malformed XML at line {error.lineno}: {message}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise BrokenError("has a document type, which no OAI-PMH response has")
    return root


def _entry(identifier: str, described: Element) -> Entry:
    return Entry(
        identifier,
        tuple(_wordings(described, "title")),
        tuple(_wordings(described, "description")),
        tuple(wording.text for wording in _wordings(described, "language")),
    )


def _wordings(described: Element, name: str) -> Iterator[Wording]:
    for child in described.iterfind(f"{_DC}{name}"):
        text = str(_string_value(child)).strip()
        if text:
            yield Wording(text, _language(child))


def _language(element: Element) -> str:
    """The `xml:lang` in scope (XML 1.0, section 2.12)."""
    for scope in (element, *element.iterancestors()):
        if (language := scope.get(_XML_LANG)) is not None:
            return language
    return ""
