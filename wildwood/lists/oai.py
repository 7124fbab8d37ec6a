"""Parse OAI-PMH 2.0 responses whose records are in Dublin Core, MARCXML or MODS."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from html import unescape
from typing import NamedTuple

from lxml import etree

from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.field_texts import cleaned, iso_date
from wildwood.biblio.identifiers import dois_in, issn_in, urls_in
from wildwood.biblio.names import author_in
from wildwood.kernel.errors import InputError
from wildwood.kernel.safe_xml import Element, describe_error, safe_parser
from wildwood.kernel.text import listed, one_line
from wildwood.lists.amf import localized
from wildwood.lists.content import REPAIRED, Content, Entries, Fault
from wildwood.lists.fields import places_of
from wildwood.lists.formats import Format
from wildwood.lists.reference_xml import entry_of_mods
from wildwood.lists.xml import repaired

_OAI = f"{{{Format.OAI_PMH.traits.namespace}}}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_MARC = f"{{{Format.MARCXML.traits.namespace}}}record"
_OAI_DC = "{http://www.openarchives.org/OAI/2.0/oai_dc/}dc"
_TERMS = "{http://purl.org/dc/terms/}"
_MODS = f"{{{Format.MODS.traits.namespace}}}mods"
_IN_JOURNAL = re.compile(  # as Open Journal Systems: Trade; Vol. 12 No. 3 (2010): Spring; 123-129
    r"(?P<title>[^;]+); (?:[^\W\d]+\.? ?(?P<volume>\d[\w/-]*),?)?(?: ?\D{1,6}(?P<issue>\d[\w/-]*))?"
    r" ?\(\d{4}\)[^;]*(?:; (?P<pages>\w*\d(?:\w*-\w+)?))?"
)
_QUALIFIED = places_of("qualified_dublin_core")  # in DCMI Metadata Terms and RIOXX

NO_RECORDS = "noRecordsMatch"
LIST_RECORDS, LIST_IDENTIFIERS, LIST_SETS = "ListRecords", "ListIdentifiers", "ListSets"
_RECORDS = (LIST_RECORDS, "GetRecord")
_RECORD = re.compile(
    rb"<((?:\w+:)?record)(?:\s[^>]*)?>.*?</\1\s*>"
    rb"(?=\s*(?:<!--|<(?:\w+:)?(?:record|resumptionToken)\b|</(?:\w+:)?(?:ListRecords|GetRecord)))",
    re.DOTALL,
)  # a whole record, even if MARC in it has elements named so
_WHOLE_RECORD = re.compile(
    rb"<((?:\w+:)?record)(?:\s[^>]*)?>\s*<(?:\w+:)?header\b.*?</\1\s*>"
    rb"(?=\s*(?:<!--|<|$))",
    re.DOTALL,
)
_IDENTIFIER = re.compile(rb"<(?:\w+:)?identifier[^>]*>\s*([^<]{1,1000}?)\s*</")
_HEADER = re.compile(
    rb"<(?:\w+:)?header\b[^>]*>(?:\s*<(?:\w+:)?identifier\b[^>]*>\s*(?:<!\[CDATA\[)?"
    rb"([^<]{1,1000}?)\s*(?:\]\]>\s*)?</[^>]*>)?"
    rb"(?:\s*<(?:\w+:)?datestamp\b[^>]*>\s*([^<]{1,40}?)\s*</)?"
)
_RECORD_END = re.compile(rb"</(?:\w+:)?record\s*>")
_ROOT = re.compile(rb"(?:<\?xml[^>]*\?>)?\s*(?:<!--.*?-->\s*)*<(?:\w+:)?OAI-PMH\b[^>]*>", re.DOTALL)

_OTHER_ENCODING = re.compile(rb"<\?xml[^>]*encoding=[\"'](?!utf-?8[\"'])", re.IGNORECASE)
_ENCODING = re.compile(rb"(<\?xml[^>]*encoding=[\"'])[\w.:-]+")
_ESCAPE = b"\x1b"  # of ISO 2022, which is ASCII otherwise
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?(\s*)(<\?xml\b[^>]*\?>)?")
_END = b"\x00 \t\r\n"
_START = re.compile(rb"<\?xml\s|<(?:\w+:)?OAI-PMH\b")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]*>")
_NAMESPACE = re.compile(
    rb"([\"'])https?://(www\.openarchives\.org/OAI/2\.0(?:/oai_dc)?|purl\.org/dc/elements/1\.1)/?\1"
)
_CLOSING = b"OAI-PMH>"
_DIGEST_BYTES = 9


class MalformedError(InputError):
    pass


class Header(NamedTuple):
    id: str
    stamp: str  # when the record changed, as written; empty if unknown
    digest: str = ""  # of the whole record

    @property
    def name(self) -> str:
        """What tells the record from others."""
        return self.id or self.digest


@dataclass(frozen=True, slots=True)
class Page:
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    token: str | None
    error: tuple[str, str] | None  # code and text of an error (OAI-PMH 2.0, section 3.6)
    size: int | None = None  # number of records in the whole list, as the server counts them
    sets: tuple[str, ...] = ()

    @property
    def refusal(self) -> str | None:
        if self.error is None or self.error[0] == NO_RECORDS:
            return None
        return ": ".join(filter(None, self.error)) or "no reason given"


def read_oai(content: Content) -> Entries:
    """Yield an entry for each record; of a response that is cut off, for each whole one."""
    try:
        page = parse_page(content.data)
    except MalformedError:
        whole = whole_part(content.data)
        if whole is None or _CLOSING in content.data:  # then the damage is not its end
            raise
        page = whole[1]
    if page.refusal is not None:
        raise MalformedError(f"is an OAI-PMH error, not a list of records ({page.refusal})")
    yield from page.entries
    yield from page.faults


def parse_page(data: bytes, *verbs: str) -> Page:
    """Parse a response, its malformed records as faults; raise an error for any other damage."""
    data = _strip_edges(data)
    try:
        return _page(_parse(data), verbs=verbs or _RECORDS)
    except etree.XMLSyntaxError as error:
        page = _page_without_damage(data)
        if page is None:
            fault = f"is malformed XML at line {error.lineno}: {describe_error(error)}"
            raise MalformedError(fault) from error
        return page


def tidied(data: bytes) -> bytes:
    """Remove what is around a response, and its DOCTYPE; correct namespaces and the encoding."""
    data = _in_utf_8(data)
    start, end = _START.search(data), data.rfind(_CLOSING)
    if start is None or b"\x00" in data[:4]:
        return data
    if data[: start.start()].strip(b"\xef\xbb\xbf \t\r\n"):
        data = data[start.start() :]
        end -= start.start()
    if end > 0 and data[end + len(_CLOSING) :].strip(_END):
        data = data[: end + len(_CLOSING)]
    return _NAMESPACE.sub(rb"\1http://\2/\1", _DOCTYPE.sub(b"", data, count=1))


def _in_utf_8(data: bytes) -> bytes:
    """Return a response in UTF-8 that is in UTF-16, or that is in UTF-8 and says otherwise."""
    is_utf_16 = b"\x00" in data[:4]
    if is_utf_16 or (_OTHER_ENCODING.search(data) and _ESCAPE not in data):
        with suppress(UnicodeDecodeError):
            wide = "utf-16-be" if data.startswith(b"\x00") else "utf-16"  # if it has no mark
            text = data.decode(wide if is_utf_16 else "utf-8")
            return _ENCODING.sub(rb"\1UTF-8", text.encode(), count=1)
    return data


def headers_in(data: bytes) -> list[Header]:
    """Return the headers of the records in a response, however broken it is."""
    headers = []
    matches = list(_HEADER.finditer(data))
    ends = [*(match.start() for match in matches[1:]), len(data)]
    for match, end in zip(matches, ends, strict=False):
        identifier, stamp = (part.decode(errors="replace") for part in match.groups(b""))
        record = _RECORD_END.split(data[match.start() : end], 1)[0]
        digest = blake2b(record, digest_size=_DIGEST_BYTES).hexdigest()
        headers.append(Header(unescape(identifier), stamp, digest))
    return headers


def whole_part(data: bytes) -> tuple[bytes, Page] | None:
    """Close a response after its last whole record; None without one, or if damaged."""
    head = _ROOT.match(_strip_edges(data))
    end = max((match.end() for match in _WHOLE_RECORD.finditer(data)), default=0)
    if head is None or not end:
        return None
    prefix = _root_name(head[0]).removesuffix(b"OAI-PMH")
    verb = b"GetRecord" if b"<%bGetRecord" % prefix in data[:end] else b"ListRecords"
    whole = b"%b\n</%b%b></%bOAI-PMH>" % (data[:end], prefix, verb, prefix)
    rest = data[end:].lstrip()
    line = data.count(b"\n", 0, len(data) - len(rest)) + 1
    reason = "is not whole, because the list is cut off there"
    fault = Fault(f"line {line}", reason, _identifier(rest))
    try:
        page = parse_page(whole)
    except MalformedError:
        return None
    return whole, replace(page, faults=(*page.faults, fault))


def _strip_edges(data: bytes) -> bytes:
    """Drop zeros at the end, and put white space behind the XML declaration; lines stay."""
    if b"\x00" in data[:4]:  # UTF-16, which has zeros of its own
        return data
    return _BEGINNING.sub(rb"\2\1", data, count=1).rstrip(_END)


def _page(root: Element, lines_before: int = 0, verbs: tuple[str, ...] = _RECORDS) -> Page:
    """Make a page from its root; `lines_before` counts the lines of the file that it leaves out."""
    if root.tag != f"{_OAI}OAI-PMH":
        fault = f"is not an OAI-PMH response: its root is {root.tag!s}, not {_OAI}OAI-PMH"
        raise MalformedError(fault)
    records = [(each, (each.sourceline or 0) + lines_before) for each in root.iter(f"{_OAI}record")]
    read = [_entry_or_fault(record, f"line {line}") for record, line in records]
    has_list = any(root.find(f"{_OAI}{verb}") is not None for verb in verbs)
    if root.find(f"{_OAI}error") is None and not has_list:
        tags = (str(child.tag).removeprefix(_OAI) for child in root if isinstance(child.tag, str))
        answers = (f" ({one_line(tag)})" for tag in tags if tag not in ("responseDate", "request"))
        answer = next(answers, "")
        raise MalformedError(f"is an OAI-PMH response without a list of records{answer}")
    token = root.find(f".//{_OAI}resumptionToken")
    size = "" if token is None else token.get("completeListSize", "")
    return Page(
        tuple(entry for entry in read if isinstance(entry, Entry)),
        tuple(fault for fault in read if isinstance(fault, Fault)),
        None if token is None else (token.text or "").strip() or None,
        _error(root),
        int(size) if size.isdecimal() else None,
        tuple((spec.text or "").strip() for spec in root.iterfind("{*}ListSets/*/{*}setSpec")),
    )


def _entry_or_fault(record: Element, place: str) -> Entry | Fault:
    identifier = record.findtext(f"{_OAI}header/{_OAI}identifier", "").strip()
    if record.find(f"{_OAI}header[@status='deleted']") is not None:
        return Fault(place, "is deleted", identifier, word="deleted", is_expected=True)
    path = f"{_OAI}metadata"
    if (dublin_core := record.find(f"{path}/{_OAI_DC}")) is not None:
        return _entry(identifier, dublin_core, place)
    if (marc := record.find(f"{path}//{_MARC}")) is not None:
        from wildwood.lists.marc import entry_of_marc  # noqa: PLC0415 - it needs the extra

        return entry_of_marc(marc, place, identifier)
    if (mods := record.find(f"{path}//{_MODS}")) is not None:
        return entry_of_mods(mods, place, identifier)
    for element in record.iterfind(f"{path}//*"):
        if any(str(child.tag).startswith((_DC, _TERMS)) for child in element):
            return _entry(identifier, element, place)
    return Fault(place, "has no Dublin Core, MARC or MODS", identifier, word="no Dublin Core")


def _page_without_damage(data: bytes) -> Page | None:
    """Parse a page record by record; return None if it is malformed outside its records."""
    head = _ROOT.match(data)
    if head is None:
        return None
    try:
        page = _page(_parse(_RECORD.sub(b"", data)))
    except etree.XMLSyntaxError:
        return None
    entries, faults = list[Entry](), list[Fault]()
    root_name = _root_name(head[0])
    list_name = root_name.replace(b"OAI-PMH", b"ListRecords")
    tail = b"</%b></%b>" % (list_name, root_name)
    lines = end = 0
    for match in _RECORD.finditer(data):
        lines += data.count(b"\n", end, match.start())
        end = match.start()
        place = f"line {lines + 1}"
        head_and_list = b"%b<%b>" % (head[0], list_name)
        try:
            root, repairs = _parse_record(head_and_list, match[0], tail)
        except etree.XMLSyntaxError as error:
            reason = f"is malformed: {describe_error(error)}"
            faults.append(Fault(place, reason, _identifier(match[0])))
        else:
            part = _page(root, lines - head[0].count(b"\n"))
            entries += part.entries
            faults += part.faults
            if repairs:
                reason = f"has {listed(repairs)}, which XML forbids"
                faults.append(Fault(place, reason, _identifier(match[0]), word=REPAIRED))
    return replace(page, entries=tuple(entries), faults=tuple(faults))


def _parse_record(before: bytes, record: bytes, after: bytes) -> tuple[Element, tuple[str, ...]]:
    """Parse a record with its surroundings, repaired if need be; return what was repaired, too."""
    try:
        return _parse(before + record + after), ()
    except etree.XMLSyntaxError:
        whole, repairs = repaired(record, is_utf8=not _OTHER_ENCODING.search(before))
        with suppress(etree.XMLSyntaxError):
            return _parse(before + whole + after), repairs
        raise


def _root_name(start_tag: bytes) -> bytes:
    return start_tag[start_tag.rindex(b"<") + 1 :].split(None, 1)[0].rstrip(b">")


def _identifier(record: bytes) -> str:
    match = _IDENTIFIER.search(record)
    return match[1].decode(errors="replace") if match else ""


def _error(root: Element) -> tuple[str, str] | None:
    elements = root.iterfind(f"{_OAI}error")
    errors = [(error.get("code", ""), one_line(error.text or "")) for error in elements]
    return min(errors, key=lambda error: error[0] == NO_RECORDS, default=None)


def _parse(data: bytes) -> Element:
    root = etree.fromstring(data, safe_parser())
    if root.getroottree().docinfo.internalDTD is not None:
        raise MalformedError("has a document type declaration, which OAI-PMH responses do not have")
    return root


def _entry(identifier: str, dublin_core: Element, place: str) -> Entry:
    """Make an entry from Dublin Core, whose elements have no order and can be missing."""

    def texts(name: str) -> list[str]:
        return [text.text for text in _localized(dublin_core, name)]

    linked, sources = texts("identifier"), texts("source")
    dates = [text for text in texts("date") if "embargoEnd" not in text]
    dates.sort(key=lambda text: ":" in text)  # a time is that of the deposit
    names = texts("creator") or texts("author") or texts("contributor")
    journals = (match.groupdict("") for match in map(_IN_JOURNAL.fullmatch, sources) if match)
    journal = next(journals, {})
    part_of = next((text for text in texts("isPartOf") if not urls_in(text)), "")
    return Entry(
        id=identifier,
        titles=tuple(_localized(dublin_core, "title")),
        authors=tuple(author for name in names for author in author_in(name)),
        place=place,
        kind=next(iter(texts("type")), ""),
        date=next(filter(None, map(iso_date, dates)), ""),
        languages=tuple(texts("language")),
        abstracts=tuple(_localized(dublin_core, "description")),
        keywords=cleaned(word for text in texts("subject") for word in text.split(";")),
        dois=dois_in(*linked),
        urls=urls_in(*linked),
        series=Series(
            **{"title": part_of, "issn": issn_in(*sources), **journal},
            publisher=next(iter(texts("publisher")), ""),
        ),
        archive="" if journal else next(iter(sources), ""),
    )


def _localized(dublin_core: Element, name: str) -> Iterator[LocalizedText]:
    tags = [f"{{*}}{term}" for term in _QUALIFIED.get(name, "").split()]
    tags += [] if f"{{*}}{name}" in tags else [f"{_TERMS}{name}", f"{_DC}{name}"]
    for tag in tags:
        yield from localized(dublin_core.iterchildren(tag))
