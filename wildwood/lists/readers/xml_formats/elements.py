"""Parse a list in XML as a whole, and find the texts of its elements."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from lxml import etree

from wildwood.errors import InputError, RifError
from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import best_values
from wildwood.model import LocalizedText
from wildwood.records.entry import Entry, EntrySpan
from wildwood.records.field_text import clean
from wildwood.rif.outline import outline
from wildwood.safe_xml import Element, in_words, language_of, safe_parser, text_of

_CONTROLS = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x(?:0?[0-8bcef]|1[0-9a-f])|[0-8]|1[124-9]|2\d|3[01]);",
    re.IGNORECASE,
)
"""Control characters, which XML does not allow and programs write nevertheless."""
_STEP = re.compile(r"(^|/)(?=[A-Za-z])")


def root_of(content: Content) -> Element:
    """Parse a file.

    Raises:
        InputError: it is malformed, or has entities of its own. The message continues a sentence
            that starts with the file's name.
    """
    try:
        root = etree.fromstring(content.data, safe_parser())
    except etree.XMLSyntaxError as error:
        raise InputError(f"is malformed XML at line {error.lineno}: {in_words(error)}") from error
    if next(root.iter(etree.Entity), None) is not None:
        raise InputError("refers to an entity of its own; write the text itself instead")
    return root


def root_without_controls(content: Content) -> Element:
    """Parse a file, without its control characters if it has some.

    Raises:
        InputError: see `root_of`.
    """
    try:
        return root_of(content)
    except InputError:
        repaired = _CONTROLS.sub(b"", content.data)
        if len(repaired) == len(content.data) or b"\x00" in content.data[:4]:
            raise
        return root_of(Content(content.name, repaired, content.digest))


def read_elements(
    names: Sequence[str], entry_of: Callable[[Element], Entry | Fault], content: Content
) -> Iterator[Entry | Fault]:
    """Yield the entry of each element that has one of some names, in any namespace.

    Raises:
        InputError: see `root_of`.
    """
    elements = root_without_controls(content).iter(*(f"{{*}}{name}" for name in names))
    yield from entries_at(elements, content, entry_of)


def localized(elements: Iterable[Element]) -> Iterator[LocalizedText]:
    """Yield the texts of elements that have one, with their languages."""
    for element in elements:
        if text := clean(text_of(element)):
            yield LocalizedText(text, language_of(element))


def entries_at(
    elements: Iterable[Element], content: Content, entry_of: Callable[[Element], Entry | Fault]
) -> Iterator[Entry | Fault]:
    """Yield the entries of elements, with their places in the file.

    Args:
        elements: those that describe a paper.
        content: the file that they are of.
        entry_of: makes an entry from one of them.
    """
    elements = list(elements)
    spans = _spans(elements, content.data)
    for element in elements:
        one = entry_of(element)
        span = spans.get(element)
        yield one if span is None or isinstance(one, Fault) else replace(one, span=span)


def _spans(elements: list[Element], data: bytes) -> dict[Element, EntrySpan]:
    """Return the bytes of elements in their file; none where they cannot be told."""
    names = {etree.QName(element).localname for element in elements}
    if not names:
        return {}
    try:
        found = outline(data, names).spans
    except RifError:
        try:
            found = outline(_CONTROLS.sub(lambda one: b" " * len(one[0]), data), names).spans
        except RifError:
            return {}
    same = list(elements[0].getroottree().iter(*(f"{{*}}{name}" for name in names)))
    if len(same) != len(found):
        return {}
    return {
        element: EntrySpan(span.start_tag, span.after)
        for element, span in zip(same, found, strict=True)
    }


def texts_at(element: Element, path: str) -> Iterator[str]:
    """Yield the texts of the elements, or of the attribute, at a path of names without namespaces.

    An attribute stands behind #, as in `ref-type#name`.
    """
    elements, _, attribute = path.partition("#")
    for found in element.iterfind(_STEP.sub(r"\1{*}", elements)):
        yield clean(found.get(attribute, "") if attribute else text_of(found))


def fields_at(element: Element, places: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the texts of each field, from a table of its paths; see `best_values`."""
    texts = partial(texts_at, element)
    return {
        name: best_values(paths, lambda path: list(texts(path))) for name, paths in places.items()
    }
