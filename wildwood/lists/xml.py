"""Parse lists in XML, find the texts of their elements, add elements and repair records."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html.entities import html5
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.field_texts import clean
from wildwood.kernel import safe_xml
from wildwood.kernel.errors import InputError, RifError
from wildwood.lists.content import Content, Entries, Fault, spanned
from wildwood.lists.fields import best_values, values_of
from wildwood.nep.splicing import outline

AUTHOR = re.compile(r"aut\b|auth|cre\b|creator|verf|inv\b|inventor|$", re.IGNORECASE)  # or no role
EDITOR = re.compile(r"eds?\b|edt\b|edit|hrsg|herausgeber", re.IGNORECASE)  # in catalogues
_PREFIX = re.compile(r"<((?:[^\s<>/:]+:)?)[^\s<>/:]+")
_ONCE = frozenset({"note", "LB"})  # that an element has in one text
_ATTRIBUTE = re.compile(r"\[@(\w+)='([^']*)'\]")


def xml_additions(
    places: Mapping[str, str], record: str, gain: Entry, *, fills: bool = False
) -> list[tuple[int, str]]:
    prefix = _PREFIX.match(record)
    end = record.rfind("</")
    if prefix is None or end < 0:
        return []
    additions = []
    fields = values_of(gain)
    for name, value in gain.extra:
        fields.setdefault(name, []).append(value)
    for name, values in fields.items():
        steps = re.split("[ ,]", places.get(name, ""))[0].split("/")
        place, last = end, int(name not in _ONCE)
        while fills and len(steps) > last and record.count(f"</{prefix[1]}{steps[0]}>") == 1:
            place, steps = record.index(f"</{prefix[1]}{steps[0]}>"), steps[1:]
        texts = values if last else ["; ".join(values)]
        if not steps:
            additions.append((place, f"; {escape(safe_xml.allowed(texts[0]))}"))
        elif steps[0] and "#" not in steps[-1]:
            groups = [texts] if fills else [[text] for text in texts]
            additions += [(place, _elements(prefix[1], steps, group)) for group in groups]
    return additions


def _elements(prefix: str, steps: Sequence[str], values: Iterable[str]) -> str:
    """Write an element for each value, all within one for each step before."""
    name = prefix + steps[0].partition("[")[0]
    attributes = "".join(
        f" {key}={quoteattr(text.replace('#', ' '))}" for key, text in _ATTRIBUTE.findall(steps[0])
    )
    texts = map(escape, map(safe_xml.allowed, values))
    inner = [_elements(prefix, steps[1:], values)] if steps[1:] else texts
    return "".join(f"<{name}{attributes}>{content}</{name}>" for content in inner)


_CONTROLS = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x(?:0?[0-8bcef]|1[0-9a-f])|[0-8]|1[124-9]|2\d|3[01]);",
    re.IGNORECASE,
)
_STEP = re.compile(r"(^|[/[])(?=[A-Za-z])")
_without_namespaces = cache(partial(_STEP.sub, r"\1{*}"))


def root_of(content: Content) -> safe_xml.Element:
    """Parse a file; the message of an error follows the file's name."""
    try:
        root = etree.fromstring(content.data, safe_xml.safe_parser())
    except etree.XMLSyntaxError as error:
        fault = f"is malformed XML at line {error.lineno}: {safe_xml.describe_error(error)}"
        raise InputError(fault) from error
    if next(root.iter(etree.Entity), None) is not None:
        raise InputError("refers to an entity of its own; write the text itself instead")
    return root


def root_without_controls(content: Content) -> safe_xml.Element:
    try:
        return root_of(content)
    except InputError:
        data = _CONTROLS.sub(b"", content.data)
        if len(data) == len(content.data) or b"\x00" in content.data[:4]:
            raise
        return root_of(Content(content.name, data, content.digest))


EntryMaker = Callable[[safe_xml.Element, str], Entry | Fault]  # of an element and its place


def read_elements(names: Sequence[str], entry_of: EntryMaker, content: Content) -> Entries:
    elements = root_without_controls(content).iter(*(f"{{*}}{name}" for name in names))
    yield from entries_at(elements, content, entry_of)


def entries_at(
    elements: Iterable[safe_xml.Element], content: Content, entry_of: EntryMaker
) -> Entries:
    elements = list(elements)
    spans = _spans(elements, content.data)
    for element in elements:
        yield spanned(entry_of(element, f"line {element.sourceline}"), spans.get(element))


def _spans(elements: list[safe_xml.Element], data: bytes) -> dict[safe_xml.Element, EntrySpan]:
    names = {etree.QName(element).localname for element in elements}
    if not names:
        return {}
    try:
        spans = outline(data, names).spans
    except RifError:
        blank = _CONTROLS.sub(lambda match: b" " * len(match[0]), data)
        return _spans(elements, blank) if blank != data else {}
    same = list(elements[0].getroottree().iter(*(f"{{*}}{name}" for name in names)))
    if len(same) != len(spans):
        return {}
    whole = (EntrySpan(span.start_tag, span.after) for span in spans)
    return dict(zip(same, whole, strict=True))


def texts_at(element: safe_xml.Element, path: str) -> Iterator[str]:
    """Yield the texts at a path of names without namespaces; `#` precedes an attribute."""
    elements, _, attribute = path.partition("#")
    for match in elements_at(element, elements):
        named = (value for key, value in match.items() if etree.QName(key).localname == attribute)
        yield clean(next(named, "") if attribute else safe_xml.text_of(match))


def elements_at(element: safe_xml.Element, path: str) -> list[safe_xml.Element]:
    return element.findall(_without_namespaces(path))


def fields_at(element: safe_xml.Element, places: Mapping[str, str]) -> dict[str, list[str]]:
    texts = partial(texts_at, element)
    return {name: best_values(paths, texts) for name, paths in places.items()}


_KNOWN_TO_XML = {b"amp", b"lt", b"gt", b"quot", b"apos"}
_AMPERSAND = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{1,31});|(#\d{1,7};|#[xX][0-9A-Fa-f]{1,6};))?")
_CDATA = re.compile(rb"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_ENTITIES = "entities of HTML"
_AMPERSANDS = "bare ampersands"
_BYTES = "bytes of Windows-1252"
_SINGLE_BYTES = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(128, 256)
}


def repaired(data: bytes, *, is_utf8: bool = True) -> tuple[bytes, tuple[str, ...]]:
    """Return data with repairs, and their names; with `is_utf8`, all bytes must be UTF-8."""
    names: list[str] = []
    read = data
    if is_utf8:
        text = data.decode(errors="surrogateescape")
        read = text.translate(_SINGLE_BYTES).encode()  # as browsers read them
        names += [_BYTES] * (read != data)
    parts = _CDATA.split(read)
    for number in range(0, len(parts), 2):  # the others are CDATA, in which & is a letter
        parts[number] = _AMPERSAND.sub(lambda match: _escaped(match, names), parts[number])
    return b"".join(parts), tuple(dict.fromkeys(names))


def _escaped(match: re.Match[bytes], names: list[str]) -> bytes:
    name, number = match.groups()
    if number or name in _KNOWN_TO_XML:
        return match[0]
    text = html5.get(f"{name.decode()};") if name else None
    if text is not None:
        names.append(_ENTITIES)
        return b"".join(b"&#%d;" % ord(letter) for letter in text)
    names.append(_AMPERSANDS)
    return b"&amp;" + match[0][1:]
