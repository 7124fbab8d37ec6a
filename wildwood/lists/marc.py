"""Read MARC 21 as catalogues export it: binary (ISO 2709), in XML, in JSON, and Aleph's text."""

import io
import logging
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from itertools import zip_longest

from lxml import etree
from lxml.sax import saxify

from wildwood.biblio.entry import Entry, EntrySpan, Series, localized
from wildwood.biblio.field_texts import LONE_YEAR, clean, cleaned, iso_date, page_range
from wildwood.biblio.identifiers import dois_in, isbn_in, urls_in
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.safe_xml import Element
from wildwood.lists.content import Content, Entries, Fault, spanned
from wildwood.lists.fields import places_of
from wildwood.lists.formats import Format
from wildwood.lists.json import items_in
from wildwood.lists.xml import AUTHOR, EDITOR, entries_at, root_of

with requires_extra("lists"):
    from pymarc import Field, Indicators, JSONHandler, PymarcException, Record, Subfield
    from pymarc.constants import LEADER_LEN
    from pymarc.marcxml import XmlHandler

logging.getLogger("pymarc").setLevel(logging.CRITICAL)  # faults say the same

_NAMESPACE = Format.MARCXML.traits.namespace
_NAMESPACES = {_NAMESPACE, f"{_NAMESPACE}/"}  # some catalogues add the slash
_ISBD = re.compile(r"(?:\s*[/:;,=]|\s)+$")  # punctuation before the next subfield
_NON_SORTING = re.compile("[\x88\x89\x98\x9c]|<<|>>")
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{3})\.$")
_ANY_ROLE = re.compile("")
_PERSONS = ("100", "700", "720")
_INSTITUTIONS = ("110", "111", "710", "711")
_END = b"\x1d"
_NO_LEADER = " " * LEADER_LEN  # pymarc refuses those that are cut, as many are
_ALEPH_RECORD = re.compile(r"^(\d{9}) .*(?:\n(?:\1 |(?!\d{9} )).*)*", re.MULTILINE)
_ALEPH_FIELD = re.compile(r"^\d{9} (...)(.)(.) . ?(.*(?:\n(?!\d{9} ).*)*)", re.MULTILINE)
_PLACE = ("volume", "issue", "pages")
_PARENTHESES = re.compile(r"\([^()]*\)")
_NUMBERED = re.compile(r"(?:.*?\b([^\W\d_]+)(?:[.:]\s*|\s+))?(\w*\d\w*(?:[/\N{EN DASH}-]\w+)*)")
_PARTS = {word: part for part, words in places_of("marc_parts").items() for word in words.split()}
_LANGUAGE, _YEAR = slice(35, 38), slice(7, 11)


def read_marcxml(content: Content) -> Entries:
    root = root_of(content)
    elements, usual = root.iter("{*}record"), {*_NAMESPACES, None}
    records = [element for element in elements if etree.QName(element).namespace in usual]
    if not records and etree.QName(root).namespace not in _NAMESPACES:
        raise InputError("has no MARC records")
    inner = (record for record in records if record.find(".//{*}record") is None)  # others wrap one
    yield from entries_at(inner, content, entry_of_marc)


def read_marc(content: Content) -> Entries:
    """Yield an entry for each binary record; one whose length is wrong is read, too."""
    for number, span in enumerate(_binary_spans(content.data), 1):
        place, data = f"record {number}", content.data[slice(*span)].rstrip(_END).strip()
        try:
            with warnings.catch_warnings(action="ignore"), redirect_stderr(io.StringIO()):
                record = Record(data=data + _END, hide_utf8_warnings=True, utf8_handling="replace")
        except (IndexError, ValueError, UnicodeError, PymarcException):
            yield Fault(place, "is not valid MARC")
            continue
        yield spanned(_entry(record, place, ""), span)


def read_marc_json(content: Content) -> Entries:
    for item in items_in(content.text):
        if isinstance(item, Fault):
            yield item
            continue
        handler = JSONHandler()  # type: ignore[no-untyped-call] # it has no type hints
        try:
            (record,) = handler.elements({**item.value, "leader": _NO_LEADER})  # type: ignore[no-untyped-call]
            yield spanned(_entry(record, item.place, ""), item.span)
        except (AttributeError, KeyError, TypeError, ValueError, PymarcException):
            yield Fault(item.place, "is not valid MARC")


def read_aleph(content: Content) -> Entries:
    line, counted_to = 1, 0
    for run in _ALEPH_RECORD.finditer(content.text):
        line += content.text.count("\n", counted_to, run.start())
        counted_to = run.start()
        record = Record()
        for field in _aleph_fields(run[0]):
            record.add_field(field)  # type: ignore[no-untyped-call] # it has no type hints
        span = EntrySpan(run.start(), run.start() + len(run[0].rstrip()))
        yield spanned(_entry(record, f"line {line}", ""), span)


def _aleph_fields(record: str) -> Iterator[Field]:
    for tag, first, second, value in _ALEPH_FIELD.findall(record):
        if value.startswith("$$"):
            parts = [Subfield(part[0], part[1:]) for part in value.split("$$") if part]
            yield Field(tag, Indicators(first, second), parts)
        elif tag.startswith("00"):
            yield Field(tag, data=value.replace("^", " "))


def _binary_spans(data: bytes) -> Iterator[EntrySpan]:
    start = 0
    for part in data.split(_END):
        end = start + len(part) + len(_END)
        if part.strip():
            yield EntrySpan(start + len(part) - len(part.lstrip()), min(end, len(data)))
        start = end


def entry_of_marc(element: Element, place: str, identifier: str = "") -> Entry | Fault:
    for leader in element.iterfind("{*}leader"):
        leader.text = _NO_LEADER
    handler = XmlHandler()  # type: ignore[no-untyped-call] # it has no type hints
    try:
        saxify(element, handler)
        (record,) = handler.records
    except (KeyError, ValueError, PymarcException):
        return Fault(place, "is not valid MARC", identifier)
    return _entry(record, place, identifier)


def _entry(record: Record, place: str, identifier: str) -> Entry | Fault:
    identifier = identifier or _id(record)
    if "200" in record and "245" not in record:
        return Fault(place, "is UNIMARC, not MARC 21", identifier)
    if "DEL" in record:
        return Fault(place, "is deleted", identifier, is_expected=True)
    fixed = record["008"].data or "" if "008" in record else ""
    linked = _values(record, "024a", "856u")
    dates = _values(record, "264c", "260c", "773g")
    return Entry(
        id=identifier,
        titles=localized(_titles(record)),
        authors=_people(record, AUTHOR) or _people(record, _ANY_ROLE),
        editors=_people(record, EDITOR),
        place=place,
        date=_first(map(iso_date, [*dates, fixed[_YEAR]])),
        languages=cleaned([*_values(record, "041a"), fixed[_LANGUAGE].strip("| ")]),
        abstracts=localized(_values(record, "520a")),
        keywords=cleaned(map(_unpunctuated, _values(record, "650a", "653a"))),
        dois=dois_in(*linked),
        urls=urls_in(*linked),
        edition=_best(record, "250a"),
        series=_series(record),
    )


def _values(record: Record, *places: str) -> list[str]:
    """Return the values at these places, each a tag and a code."""
    fields = ((field, place[3]) for place in places for field in record.get_fields(place[:3]))
    return [value for field, code in fields for value in field.get_subfields(code)]


def _first(values: Iterable[str]) -> str:
    return next(filter(None, values), "")


def _id(record: Record) -> str:
    control = record["001"].data or "" if "001" in record else ""
    return clean(control) or _first(map(clean, _values(record, "035a")))


def _titles(record: Record) -> Iterator[str]:
    for field in record.get_fields("245"):
        yield " ".join(map(_sorting, field.get_subfields("a", "b", "n", "p"))).rstrip("/ ")


def _people(record: Record, role: re.Pattern[str]) -> tuple[Person, ...]:
    """Return those who have a role."""
    fields = record.get_fields(*_PERSONS, *_INSTITUTIONS)
    named = (field for field in fields if "t" not in field)  # others have a related work
    people = (person for field in named if _has(field, role) for person in _author(field))
    return tuple(dict.fromkeys(people))


def _has(field: Field, role: re.Pattern[str]) -> bool:
    roles = field.get_subfields("e", "4") or [""]
    return any(map(role.match, roles)) or (role is AUTHOR and field.tag.startswith("1"))


def _author(field: Field) -> tuple[Person, ...]:
    if field.tag in _PERSONS:
        name = _unpunctuated(" ".join(field.get_subfields("a", "b")))
        return (Person(*map(str.strip, name.split(",", 1))),) if "," in name else author_in(name)
    whole = " ".join(_unpunctuated(part) for part in field.get_subfields("a", "b"))
    return (Person(whole),) if whole else ()


def _unpunctuated(text: str) -> str:
    return _FULL_STOP.sub("", _ISBD.sub("", _sorting(text)))


def _sorting(text: str) -> str:
    return clean(_NON_SORTING.sub("", text))


def _series(record: Record) -> Series:
    parts = dict(part for text in _values(record, "773g")[::-1] for part in _parts_in(text))
    title = _best(record, "773t", "490a", "440a", "830a")
    issue = parts.get("issue") or _best(record, "490v", "440v", "830v")
    pages, issn = page_range(parts.get("pages", "")), _best(record, "022a", "773x")
    publisher, isbn = _best(record, "264b", "260b"), isbn_in(_best(record, "020a"))
    return Series(title, parts.get("volume", ""), issue, pages, issn, publisher, isbn)


def _parts_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the volume, issue and pages of `185 (2018), 24, Seite 18-19` or `volume:185`."""
    parts = list(map(str.strip, re.split("[,;]", _PARENTHESES.sub("", text))))
    unlabelled = _PLACE if len(parts) == len(_PLACE) else _PLACE[:1]
    for part, place in zip_longest(parts, unlabelled, fillvalue=""):
        if match := _NUMBERED.fullmatch(part):
            name = _PARTS.get(match[1].lower(), "") if match[1] else place
            if name and not (name == "volume" and LONE_YEAR.match(match[2])):
                yield name, match[2]


def _best(record: Record, *places: str) -> str:
    return _first(map(_unpunctuated, _values(record, *places)))
