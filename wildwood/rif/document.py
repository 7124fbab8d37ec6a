"""Parse a rif into records, and make its presorted copy with `<wildwood>` elements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from lxml import etree

from wildwood.display import clipped
from wildwood.errors import RifError
from wildwood.model import Annotation, Record, Similar, SimilarityType
from wildwood.rif import amf
from wildwood.rif.outline import Span, check, checked_outline, declared_entity
from wildwood.rif.splicing import Addition, PaperSpan, Splicer
from wildwood.safe_xml import Element, safe_parser, text_of

_MAX_DEPTH = 256
"""Nested elements that libxml2 reads."""
_OUR_LEVELS = 2
"""Levels that `<wildwood>` and `<similar>` add below a paper."""


@dataclass(frozen=True)
class Rif:
    """A parsed rif; `elements` (the papers) and `records` are in the file's order."""

    data: bytes
    root: Element
    elements: tuple[Element, ...]
    pointers: tuple[Element, ...]
    """The texts that only refer to a paper: a `ref`, but no `id`, title or name."""
    without_handle: tuple[Element, ...]
    """The texts that have neither `id` nor `ref`."""
    start: int
    """The offset of the root."""

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """What the file says of each paper."""
        return tuple(map(_record, self.elements))

    @property
    def skipped(self) -> tuple[str, ...]:
        """The titles of the texts without a handle, which keep their places in the ps rif."""
        return tuple(" / ".join(_titles(text)) or "(no title)" for text in self.without_handle)

    def similars(self) -> list[list[Similar]]:
        """Return the similar papers in the `<wildwood>` of each record, in the file's order.

        Raises:
            RifError: a `<similar>` lacks a valid id, strength or type.
        """
        return [
            [_similar(similar) for similar in element.iterfind(f"{amf.WILDWOOD}/{amf.SIMILAR}")]
            for element in self.elements
        ]

    def annotated(
        self,
        similars: Sequence[Sequence[Similar]],
        *,
        presort: bool,
        annotations: Sequence[Annotation | None] = (),
    ) -> bytes:
        """Return the ps rif: this file with the similar papers of each paper added.

        Apart from the papers' places, the `<wildwood>` elements and the annotations, every
        byte stays the same.

        Args:
            similars: for each record, its similar papers in the order in which to print them.
            presort: whether to sort the papers of each container by their strongest similar
                paper, strongest first. Papers that tie, and those without similar papers,
                keep the file's order.
            annotations: for each record, an annotation or None; they replace all language
                annotations in the file. If empty, those stay.
        """
        structure = checked_outline(self.data, self.start, amf.SPANNED)
        spanned = self.root.iter(*(f"{{*}}{name}" for name in amf.SPANNED))
        spans = dict(zip(spanned, structure.spans, strict=True))
        new_annotations = annotations or [None] * len(self.elements)
        span_of = partial(_paper_span, spans=spans, replace_annotations=bool(annotations))
        places = [span_of(paper) for paper in self.elements]
        order = self._presorted(similars) if presort else range(len(places))
        splicer = Splicer(self.data, structure.codec)
        edits = [
            splicer.put(places[number], place, Addition(similars[number], new_annotations[number]))
            for place, number in zip(places, order, strict=True)
        ]
        for text in (*self.pointers, *self.without_handle):
            edits += splicer.removed(span_of(text).old_marks)
        return splicer.edited(edits)

    def _presorted(self, similars: Sequence[Sequence[Similar]]) -> list[int]:
        """Return the number of the paper for each place; papers stay in their container."""
        containers: dict[tuple[Element, ...], list[int]] = {}
        for number, paper in enumerate(self.elements):
            containers.setdefault(_container(paper), []).append(number)
        order = list(range(len(self.elements)))
        for places in containers.values():
            ranked = sorted(places, key=lambda number: _rank(similars[number]))
            for place, number in zip(places, ranked, strict=True):
                order[place] = number
        return order


def parse_rif(data: bytes) -> Rif:
    """Parse a rif from its (decompressed) bytes.

    Raises:
        RifError: the data is malformed, unsafe or not AMF. The message continues a sentence
            that starts with the file's name.
    """
    start = check(data)
    root = _parse(data)
    if root.tag != amf.ROOT:
        raise RifError(f"is not AMF: its root is {clipped(str(root.tag))}, not {amf.ROOT}")
    elements, pointers, without_handle = [], [], []
    for text in _outer_texts(root):
        if not _handle(text):
            without_handle.append(text)
        elif _has_id(text) or _record(text).is_described:
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
    """Refuse the entities that `check` accepts: redeclared predefined ones, and undefined ones."""
    declared = root.getroottree().docinfo.internalDTD
    for entity in declared.iterentities() if declared is not None else ():
        raise declared_entity(str(entity.name))
    for reference in root.iter(etree.Entity):
        raise RifError(
            f"refers to {clipped(str(reference.text))}, which is not defined;"
            " write the text itself instead"
        )


def _refusal(code: int, line: int | None, message: str) -> RifError:
    """Make an error from that of libxml2, whose limits are distinguished from malformed XML."""
    if code != etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        return _malformed(line, message)
    if "depth" in message:
        return RifError(
            f"nests elements more than {_MAX_DEPTH} levels deep at line {line}; no real rif does"
        )
    return RifError(
        f"has a text or an attribute value of more than 10 MB at line {line}; no real rif does"
    )


def _malformed(line: int | None, message: str) -> RifError:
    return RifError(f"is malformed XML at line {line}: {clipped(' '.join(message.split()))}")


def _refuse_depth(papers: Sequence[Element]) -> None:
    """Check that each paper, with its new elements, can be read again in any other's place."""
    depths = [1 + sum(1 for _ in paper.iterancestors()) for paper in papers]
    deepest = max(depths, default=0)
    heights = [_OUR_LEVELS]
    if deepest > min(depths, default=0):
        heights.extend(map(_height, papers))
    if deepest + max(heights) > _MAX_DEPTH:
        line = papers[depths.index(deepest)].sourceline
        raise RifError(f"has a text {deepest} levels deep at line {line}; no real rif does")


def _height(element: Element) -> int:
    """Return the number of levels of elements below this one."""
    return max((1 + _height(child) for child in element), default=0)


def _outer_texts(root: Element) -> list[Element]:
    """Return the `text` elements that are in no other `text`, in the file's order."""
    texts: list[Element] = []
    pending = [root]
    while pending:
        element = pending.pop()
        if element.tag == amf.TEXT:
            texts.append(element)
        else:
            pending.extend(reversed(element))
    return texts


def _container(text: Element) -> tuple[Element, ...]:
    """Return the ancestors of a paper, without wrappers that say nothing about it."""
    return tuple(
        ancestor
        for ancestor in text.iterancestors()
        if ancestor.tag != amf.HASPART or ancestor.attrib
    )


def _record(text: Element) -> Record:
    names = [
        name
        for author in text.iterchildren(amf.HAS_AUTHOR)
        for person in author.iterchildren(amf.AUTHOR)
        for name in _names(person)
    ]
    return Record(_handle(text), tuple(names), _titles(text))


def _handle(text: Element) -> str:
    return text.get("id", "").strip() or text.get("ref", "").strip()


def _has_id(text: Element) -> bool:
    return bool(text.get("id", "").strip())


def _names(person: Element) -> list[str]:
    """Return a person's names; without one, the given name and the family name are the name."""
    names = list(map(text_of, person.iterchildren(amf.NAME)))
    if any(map(str.strip, names)):
        return names
    parts = [
        *map(text_of, person.iterchildren(amf.GIVEN_NAME)),
        *map(text_of, person.iterchildren(amf.FAMILY_NAME)),
    ]
    return [" ".join(parts)] if parts else names


def _titles(text: Element) -> tuple[str, ...]:
    return tuple(map(text_of, text.iterchildren(amf.TITLE)))


def _similar(element: Element) -> Similar:
    try:
        return Similar(
            element.attrib["id"],
            float(element.attrib["strength"]),
            SimilarityType(element.attrib["type"]),
            is_same=element.get("decided") == "same",
        )
    except (KeyError, ValueError) as error:
        raise RifError(
            f"has a <similar> without a valid id, strength or type at line {element.sourceline};"
            " run wildwood for its date again"
        ) from error


def _rank(similars: Sequence[Similar]) -> tuple[float, float]:
    strongest = max(
        ((float(similar.printed), similar.tie) for similar in similars), default=(0.0, 0.0)
    )
    return -strongest[0], -strongest[1]


def _paper_span(
    text: Element, spans: Mapping[Element, Span], *, replace_annotations: bool
) -> PaperSpan:
    """Return the span of a paper, with those of its old marks that are to be removed."""
    parent = text.getparent()
    if parent is None:
        raise AssertionError("a text is below the root")
    old_marks = [spans[old] for old in text.iterchildren(amf.WILDWOOD)]
    if replace_annotations:
        # The `language` element of AMF itself has no such attributes.
        old_marks += (
            spans[old]
            for old in text.iterchildren(amf.LANGUAGE)
            if {"code", "reason"} <= {*old.keys()}
        )
    return PaperSpan(spans[text], old_marks, parent.nsmap)
