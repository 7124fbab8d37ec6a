"""One rif: its records, and the presorted copy with `<wildwood>` in it."""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from lxml import etree

from wildwood.errors import RifError
from wildwood.model import Record, Similar, SimilarityType
from wildwood.rif.outline import Outline, outline

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml's classes have no public names
Tree: TypeAlias = "etree._ElementTree[Element]"  # noqa: SLF001

AMF = "http://amf.openlib.org"

_AMF_ROOT = f"{{{AMF}}}amf"
_TEXT = f"{{{AMF}}}text"
_TITLE = f"{{{AMF}}}title"
_NAMES = f"{{{AMF}}}hasauthor/{{{AMF}}}person/{{{AMF}}}name"
_WILDWOOD = f"{{{AMF}}}wildwood"
_SIMILAR = f"{{{AMF}}}similar"

_string_value = etree.XPath("string()")


@dataclass(frozen=True, slots=True)
class Rif:
    """A parsed rif; `elements` (the papers) and `records` run in the file's order.

    `skipped` names, by title, the texts that have no handle; they keep their places.
    """

    data: bytes
    outline: Outline
    tree: Tree
    elements: tuple[Element, ...]
    records: tuple[Record, ...]
    skipped: tuple[str, ...] = field(default=())

    def similars(self) -> list[list[Similar]]:
        """What the `<wildwood>` of each record says, in the order in which it stands there."""
        return [
            [
                Similar(
                    similar.get("id", ""),
                    float(similar.get("strength", "nan")),
                    SimilarityType(similar.get("type")),
                )
                for similar in element.iterfind(f"{_WILDWOOD}/{_SIMILAR}")
            ]
            for element in self.elements
        ]

    def annotated(self, similars: Sequence[Sequence[Similar]], *, presort: bool) -> bytes:
        """The ps rif: this file, each paper with its similar ones, strongest papers first.

        `similars` has one sequence for each record, in the order in which it is printed.
        Papers without similar ones, and those that tie, keep the file's order. Writing
        changes the tree: a Rif is good for one call.
        """
        for text in _outer_texts(self.tree.getroot()):
            _remove_wildwood(text)
        for element, found in zip(self.elements, similars, strict=True):
            if found:
                _append_wildwood(element, found)
        if presort:
            by_strength = sorted(
                zip(self.elements, similars, strict=True), key=lambda pair: _rank(pair[1])
            )
            _permute(self.elements, [element for element, _ in by_strength])
        return self._with_root(self.tree.getroot())

    def _with_root(self, root: Element) -> bytes:
        """The bytes before the root, the root as it is now, and the bytes after it."""
        encoding = _output_encoding(self.data, self.tree.docinfo.encoding or "UTF-8")
        body = etree.tostring(root, encoding=encoding, xml_declaration=False, with_tail=False)
        return self.data[: self.outline.start] + body + self.data[self.outline.end :]


def parse_rif(data: bytes) -> Rif:
    """Parse a rif from its (decompressed) bytes.

    Raises:
        RifError: malformed, unsafe or not AMF; the text continues a sentence that
            begins with the file's name.
    """
    found = outline(data)
    tree = _parse(data)
    root = tree.getroot()
    if root.tag != _AMF_ROOT:
        raise RifError(f"is not AMF: its root is {root.tag!s}, not {_AMF_ROOT}")
    for reference in root.iter(etree.Entity):
        raise RifError(f"refers to {reference.text}, which nothing defines; write the text itself")
    elements, records, skipped = [], [], []
    for text in _outer_texts(root):
        record = _record(text)
        if record.handle:
            elements.append(text)
            records.append(record)
        else:
            skipped.append(" / ".join(record.titles) or "(no title)")
    return Rif(data, found, tree, tuple(elements), tuple(records), tuple(skipped))


def _parse(data: bytes) -> Tree:
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        strip_cdata=False,
        remove_blank_text=False,
    )
    try:
        return etree.ElementTree(etree.fromstring(data, parser))
    except etree.XMLSyntaxError as error:
        raise RifError(f"is malformed XML at line {error.lineno}: {error.msg}") from error


def _outer_texts(root: Element) -> list[Element]:
    """The `text` elements that stand in no other `text`, in the file's order."""
    texts: list[Element] = []
    pending = [root]
    while pending:
        element = pending.pop()
        if element.tag == _TEXT:
            texts.append(element)
        else:
            pending.extend(reversed(element))
    return texts


def _record(text: Element) -> Record:
    handle = text.get("id", "").strip() or text.get("ref", "").strip()
    names = tuple(map(_text_of, text.iterfind(_NAMES)))
    titles = tuple(map(_text_of, text.iterfind(_TITLE)))
    return Record(handle, names, titles)


def _text_of(element: Element) -> str:
    if len(element):
        return str(_string_value(element))
    return element.text or ""


def _rank(similars: Sequence[Similar]) -> float:
    return -max((float(similar.printed) for similar in similars), default=0.0)


def _remove_wildwood(text: Element) -> None:
    for old in text.findall(_WILDWOOD):
        tail, previous = old.tail or "", old.getprevious()
        if previous is None:
            text.text = (text.text or "") + tail
        else:
            previous.tail = (previous.tail or "") + tail
        old.tail = None
        text.remove(old)


def _append_wildwood(text: Element, similars: Sequence[Similar]) -> None:
    wildwood = etree.SubElement(text, _WILDWOOD)
    for similar in similars:
        etree.SubElement(
            wildwood,
            _SIMILAR,
            {"id": similar.handle, "strength": similar.printed, "type": similar.type.value},
        )


def _permute(places: Sequence[Element], order: Sequence[Element]) -> None:
    """Put the elements of `order` in the places of `places`; the tails stay in place."""
    tails = [element.tail for element in places]
    markers = [etree.Element("place") for _ in places]
    for element, marker in zip(places, markers, strict=True):
        parent = element.getparent()
        if parent is None:
            raise AssertionError("a paper stands below the root")
        element.tail = None
        parent.replace(element, marker)
    for element, marker, tail in zip(order, markers, tails, strict=True):
        parent = marker.getparent()
        if parent is None:
            raise AssertionError("the marker was put there above")
        parent.replace(marker, element)
        element.tail = tail


def _output_encoding(data: bytes, declared: str) -> str:
    """The encoding to write in; that of UTF-16 without the mark that the file begins with."""
    if data.startswith(codecs.BOM_UTF16_BE):
        return "UTF-16BE"
    if data.startswith(codecs.BOM_UTF16_LE):
        return "UTF-16LE"
    return declared
