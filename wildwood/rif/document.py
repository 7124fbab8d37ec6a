"""One rif: its records, and the presorted copy with `<wildwood>` in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from wildwood.display import clipped
from wildwood.errors import RifError
from wildwood.model import Annotation, Record, Similar, SimilarityType
from wildwood.rif.outline import Span, check, outline
from wildwood.rif.splicing import Addition, PaperSpan, Splicer
from wildwood.safe_xml import Element, safe_parser, text_of

AMF = "http://amf.openlib.org"

_AMF_ROOT = f"{{{AMF}}}amf"
_TEXT = f"{{{AMF}}}text"
_TITLE = f"{{{AMF}}}title"
_NAMES = f"{{{AMF}}}hasauthor/{{{AMF}}}person/{{{AMF}}}name"
_WILDWOOD = f"{{{AMF}}}wildwood"
_LANGUAGE = f"{{{AMF}}}language"
_SIMILAR = f"{{{AMF}}}similar"

_MAX_DEPTH = 256
"""Of elements within one another, that libxml2 reads."""
_OUR_LEVELS = 2
"""What `<wildwood>` and `<similar>` add below a paper."""


@dataclass(frozen=True, slots=True)
class Rif:
    """A parsed rif; `elements` (the papers) and `records` run in the file's order."""

    data: bytes
    root: Element
    elements: tuple[Element, ...]
    records: tuple[Record, ...]
    nameless: tuple[Element, ...]
    """The texts without a handle."""

    @property
    def skipped(self) -> tuple[str, ...]:
        """The titles of the texts without a handle; they keep their places."""
        return tuple(" / ".join(_titles(text)) or "(no title)" for text in self.nameless)

    def similars(self) -> list[list[Similar]]:
        """What the `<wildwood>` of each record says, in the order in which it stands there.

        Raises:
            RifError: a `<similar>` is not as Wildwood writes them.
        """
        return [
            [_similar(similar) for similar in element.iterfind(f"{_WILDWOOD}/{_SIMILAR}")]
            for element in self.elements
        ]

    def annotated(
        self,
        similars: Sequence[Sequence[Similar]],
        *,
        presort: bool,
        annotations: Sequence[Annotation | None] = (),
    ) -> bytes:
        """The ps rif: this file, each paper with its similar ones, strongest papers first.

        `similars` has one sequence for each record, in the order in which it is printed.
        Papers without similar ones, and those that tie in everything, keep the file's order.
        Every byte stays but the papers' places, and the `<wildwood>` elements. `annotations`
        has one for each record, too, or is empty; where it is not, every mark of a language
        that the file brought along goes.
        """
        found = outline(self.data)
        spans = dict(zip(self.root.iter("*"), found.spans, strict=True))
        extra = annotations or [None] * len(self.elements)
        places = [_paper_span(element, spans, anew=bool(annotations)) for element in self.elements]
        order = list(range(len(places)))
        if presort:
            order.sort(key=lambda number: _rank(similars[number]))
        splicer = Splicer(self.data, found.codec)
        edits = [
            splicer.put(places[number], place, Addition(similars[number], extra[number]))
            for place, number in zip(places, order, strict=True)
        ]
        for text in self.nameless:
            edits += splicer.removed(_paper_span(text, spans, anew=bool(annotations)).old_marks)
        return splicer.edited(edits)


def parse_rif(data: bytes) -> Rif:
    """Parse a rif from its (decompressed) bytes.

    Raises:
        RifError: malformed, unsafe or not AMF; the text continues a sentence that
            begins with the file's name.
    """
    check(data)
    root = _parse(data)
    if root.tag != _AMF_ROOT:
        raise RifError(f"is not AMF: its root is {clipped(str(root.tag))}, not {_AMF_ROOT}")
    elements, records, nameless = [], [], []
    for text in _outer_texts(root):
        record = _record(text)
        if record.handle:
            elements.append(text)
            records.append(record)
        else:
            nameless.append(text)
    _refuse_depth(elements)
    return Rif(data, root, tuple(elements), tuple(records), tuple(nameless))


def _parse(data: bytes) -> Element:
    parser = safe_parser()
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _refusal(error.code, error.lineno, error.msg) from error
    _refuse_entities(root)
    for entry in parser.error_log:
        # lxml raises an error of namespaces only where no warning comes after it.
        if entry.level >= etree.ErrorLevels.ERROR or entry.type_name == "WAR_UNDECLARED_ENTITY":
            raise _malformed(entry.line, entry.message)
    return root


def _refuse_entities(root: Element) -> None:
    """Refuse what the first look passes: one of XML's own five declared anew, or undeclared."""
    declared = root.getroottree().docinfo.internalDTD
    for entity in declared.iterentities() if declared is not None else ():
        raise RifError(
            f"declares the entity {clipped(str(entity.name))!r}, which a rif must not;"
            " write the text itself instead"
        )
    for reference in root.iter(etree.Entity):
        raise RifError(
            f"refers to {clipped(str(reference.text))}, which nothing defines;"
            " write the text itself"
        )


def _refusal(code: int, line: int | None, message: str) -> RifError:
    """What libxml2's error means; its limits are told apart from bad XML."""
    if code != etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        return _malformed(line, message)
    if "depth" in message:
        return RifError(f"nests elements more than {_MAX_DEPTH} deep at line {line}; no rif does")
    return RifError(f"has a text or a value of more than 10 MB at line {line}; no rif does")


def _malformed(line: int | None, message: str) -> RifError:
    return RifError(f"is malformed XML at line {line}: {clipped(' '.join(message.split()))}")


def _refuse_depth(papers: Sequence[Element]) -> None:
    """See that each paper, and what is put into it, can be read again in any other's place."""
    depths = [1 + sum(1 for _ in paper.iterancestors()) for paper in papers]
    deepest = max(depths, default=0)
    heights = [_OUR_LEVELS]
    if deepest > min(depths, default=0):
        heights.extend(map(_height, papers))
    if deepest + max(heights) > _MAX_DEPTH:
        line = papers[depths.index(deepest)].sourceline
        raise RifError(f"has a text {deepest} elements deep at line {line}; no rif does")


def _height(element: Element) -> int:
    """The levels of elements below this one."""
    return max((1 + _height(child) for child in element), default=0)


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
    return Record(handle, tuple(map(text_of, text.iterfind(_NAMES))), _titles(text))


def _titles(text: Element) -> tuple[str, ...]:
    return tuple(map(text_of, text.iterfind(_TITLE)))


def _similar(element: Element) -> Similar:
    try:
        return Similar(
            element.attrib["id"],
            float(element.attrib["strength"]),
            SimilarityType(element.attrib["type"]),
        )
    except (KeyError, ValueError) as error:
        raise RifError(
            f"has a <similar> at line {element.sourceline} that lacks id, strength or type;"
            " run wildwood for its date again"
        ) from error


def _rank(similars: Sequence[Similar]) -> tuple[float, float]:
    strongest = max(((float(found.printed), found.tie) for found in similars), default=(0.0, 0.0))
    return -strongest[0], -strongest[1]


def _paper_span(text: Element, spans: Mapping[Element, Span], *, anew: bool) -> PaperSpan:
    """A paper with the marks that it brought along; those of its language, where made `anew`."""
    parent = text.getparent()
    if parent is None:
        raise AssertionError("a text stands below the root")
    old_marks = [spans[old] for old in text.iterfind(_WILDWOOD)]
    if anew:
        # AMF has a `language` of its own, without these attributes.
        old_marks += (
            spans[old] for old in text.iterfind(_LANGUAGE) if {"code", "reason"} <= {*old.keys()}
        )
    return PaperSpan(spans[text], old_marks, parent.nsmap)
