"""Check XML files, find the byte offsets of their elements, and edit their bytes.

Expat stops at the first entity declaration, before a parser that builds a tree could expand it. In
what it accepts, a regular expression finds the tags, four times as fast as Expat's events.
"""

import codecs
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from wildwood.kernel.errors import RifError
from wildwood.kernel.model import Annotation, Similar
from wildwood.kernel.text import clipped

_DECLARED = re.compile(rb"""<\?xml(?=\s)[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.\-]*)["']""")
_BEGINNINGS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}
_TAG = re.compile(r"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")


class Span(NamedTuple):
    """The byte offsets of an element; `after` is the one after it."""

    start_tag: int
    end_tag: int  # where the end tag starts; for an empty-element tag, where that tag itself starts
    after: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The encoding of a file, and the spans of the elements sought, in order."""

    codec: str
    spans: tuple[Span, ...]


def check(data: bytes) -> int:
    """Return the byte offset of the root; `RifError` unless the file is safe to parse.

    Refused are malformed XML, declared or undefined entities, and most multi-byte encodings.
    """
    parser = _parser(_codec(data))
    root = 0

    def note_root(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal root
        root = parser.CurrentByteIndex
        parser.StartElementHandler = None

    parser.StartElementHandler = note_root
    _parse(data, parser)
    return root


def outline(data: bytes, names: Collection[str]) -> Outline:
    return checked_outline(data, check(data), names)


def checked_outline(data: bytes, root: int, names: Collection[str]) -> Outline:
    """Find elements in a file that `check` accepted, outside comments, CDATA and instructions."""
    codec = _codec(data)
    unit = len("<".encode(codec))
    characters = data if unit == 1 else _low_bytes(data, codec)
    starts: list[int] = []
    ends: dict[int, tuple[int, int]] = {}
    opened: list[int] = []
    for tag in _pattern(frozenset(names)).finditer(characters, root // unit):
        if tag["end"]:
            ends[opened.pop()] = tag.span()
        elif tag["start"]:
            if tag["start"].endswith(b"/"):
                ends[len(starts)] = tag.span()
            else:
                opened.append(len(starts))
            starts.append(tag.start())
    places = ((start, *ends[number]) for number, start in enumerate(starts))
    spans = (Span(*(place * unit for place in of_element)) for of_element in places)
    return Outline(codec, tuple(spans))


@cache
def _pattern(names: frozenset[str]) -> re.Pattern[bytes]:
    """Make a pattern of these elements' tags, and of what can hide a tag."""
    name = rf"(?:[^\s<>/!?:]+:)?(?:{'|'.join(sorted(map(re.escape, names)))})"
    start = rf"""(?P<start>{name}(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*)>"""
    hiding = r"!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>"
    return re.compile(rf"<(?:{hiding}|(?P<end>/{name}\s*>)|{start})".encode(), re.DOTALL)


def _low_bytes(data: bytes, codec: str) -> bytes:
    """Return a byte for each UTF-16 code unit; those beyond Latin-1 become 0xFF."""
    low, high = (data[0::2], data[1::2]) if codec.endswith("le") else (data[1::2], data[0::2])
    return bytes(255 if above else unit for unit, above in zip(low, high, strict=True))


def _parser(codec: str) -> expat.XMLParserType:
    parser = expat.ParserCreate("UTF-8" if codec == "utf-8" else None)
    parser.EntityDeclHandler = _refuse_declaration
    parser.SkippedEntityHandler = _refuse_parameter
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
    return parser


def _parse(data: bytes, parser: expat.XMLParserType) -> None:
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat accepts it by position only
    except expat.ExpatError as error:
        _refuse_other_encoding(data, parser.ErrorByteIndex)
        reason = expat.ErrorString(error.code)
        raise RifError(f"is malformed XML at line {error.lineno}: {reason}") from error
    except (LookupError, ValueError) as error:
        raise _encoding_error(str(error)) from error


def _refuse_other_encoding(data: bytes, end: int) -> None:
    """Refuse a file whose bytes up to `end` are not in its encoding."""
    codec = _codec(data)
    try:
        data.decode(codec)
    except LookupError:
        return  # the declaration that names it is wrong in another way, too
    except UnicodeDecodeError as error:
        if error.start <= end:
            line = data.count(b"\n", 0, error.start) + 1
            fault = f"is not {codec.upper()} at line {line}; convert it, or declare its encoding"
            raise RifError(fault) from error


def _tag(data: bytes, start: int, codec: str) -> str:
    """Return a tag as text, since in UTF-16 half a character can look like a quote or `>`."""
    length = 1024
    while True:
        tag = _TAG.match(data[start : start + length].decode(codec, "ignore"))
        if tag is not None:
            return tag[0]
        length *= 2


def _codec(data: bytes) -> str:
    """Return Python's name of the file's encoding."""
    for beginning, codec in _BEGINNINGS.items():
        if data.startswith(beginning):
            return codec
    declared = _DECLARED.match(data)
    name = declared[1].decode() if declared else "utf-8"
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return name  # the parser refuses it
    if not codec.startswith("utf-") and _is_multi_byte(codec):
        raise _encoding_error("multi-byte encodings are not supported")
    return codec


def _is_multi_byte(codec: str) -> bool:
    """Return whether an encoding has ideographs, as only multi-byte ones do."""
    try:
        "日".encode(codec)
    except (LookupError, ValueError):
        return False
    return True


def _encoding_error(reason: str) -> RifError:
    fault = f"is in an encoding that cannot be read ({clipped(reason)}); convert it to UTF-8"
    return RifError(fault)


def declared_entity(name: str) -> RifError:
    entity = f"the entity {clipped(name)!r}, which is not allowed in a rif"
    return RifError(f"declares {entity}; write the text itself instead")


def _refuse_declaration(name: str, *_declaration: object) -> NoReturn:
    raise declared_entity(name)


def _refuse_parameter(name: str, is_parameter: bool) -> None:  # noqa: FBT001 - expat's signature
    if is_parameter:
        raise RifError(f"refers to the entity %{clipped(name)};, which is not defined")


Namespaces = Mapping[str | None, str]

_TAG_NAME = re.compile(r"<([^\s/>]+)")
_DECLARATION_OR_VALUE = re.compile(r"""\s(xmlns(?::[^\s=]+)?)\s*=|"[^"]*"|'[^']*'""")
_DECIDED = ' decided="same"'
_ESCAPES = str.maketrans(
    {
        "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;",
        "\n": "&#10;", "\t": "&#9;", "\r": "&#13;",
    }
)  # fmt: skip
"""For attribute values in double quotes."""


class Edit(NamedTuple):
    """New content for the bytes from `start` to before `end`."""

    start: int
    end: int
    content: bytes


class PaperSpan(NamedTuple):
    span: Span
    old_marks: Sequence[Span]
    namespaces: Namespaces


class Addition(NamedTuple):
    similars: Sequence[Similar]
    annotation: Annotation | None = None


class Splicer:
    def __init__(self, data: bytes, codec: str) -> None:
        self._data = data
        self._codec = codec

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the whole file with edits, which must not overlap."""
        return self._edited(0, len(self._data), edits)

    def put(self, paper: PaperSpan, place: PaperSpan, addition: Addition) -> Edit:
        """Put a paper, with its new elements, in the place of another paper or its own."""
        edits = removed(paper.old_marks)
        if addition.similars or addition.annotation or paper.namespaces != place.namespaces:
            edits += self._additions(paper, place, addition)
        content = self._edited(paper.span.start_tag, paper.span.after, edits)
        return Edit(place.span.start_tag, place.span.after, content)

    def _additions(self, paper: PaperSpan, place: PaperSpan, addition: Addition) -> list[Edit]:
        """Return the edits that add elements, and declarations that the new place lacks."""
        edits = []
        start = paper.span.start_tag
        text = _tag(self._data, start, self._codec)
        name = _TAG_NAME.match(text)
        assert name is not None  # noqa: S101 - a start tag begins with its name
        if marks := _marks(name[1].rpartition(":")[0], addition):
            edits.append(self._marked(paper.span, name[1], marks))
        if missing := _missing_declarations(text, paper.namespaces, place.namespaces):
            after_name = start + len(self._encoded(name[0]))
            edits.append(Edit(after_name, after_name, self._encoded(missing)))
        return edits

    def _marked(self, span: Span, name: str, marks: str) -> Edit:
        if span.start_tag < span.end_tag:
            return Edit(span.end_tag, span.end_tag, self._encoded(marks))
        slash = span.after - len(self._encoded("/>"))
        return Edit(slash, span.after, self._encoded(f">{marks}</{name}>"))

    def _edited(self, start: int, end: int, edits: Iterable[Edit]) -> bytes:
        pieces = []
        for edit in sorted(edits):
            pieces += [self._data[start : edit.start], edit.content]
            start = edit.end
        return b"".join([*pieces, self._data[start:end]])

    def _encoded(self, text: str) -> bytes:
        return text.encode(self._codec, "xmlcharrefreplace")


def removed(spans: Iterable[Span]) -> list[Edit]:
    return [Edit(span.start_tag, span.after, b"") for span in spans]


def _marks(prefix: str, addition: Addition) -> str:
    """Return the annotation and the `<wildwood>` element, with the prefix of the paper's tag."""
    prefix = f"{prefix}:" if prefix else ""
    annotation = _annotation(prefix, addition.annotation) if addition.annotation else ""
    return annotation + (_wildwood(prefix, addition.similars) if addition.similars else "")


def _annotation(prefix: str, annotation: Annotation) -> str:
    escaped = ((name, value.translate(_ESCAPES)) for name, value in annotation.attributes)
    attributes = "".join(f' {name}="{value}"' for name, value in escaped)
    return f"<{prefix}{annotation.name}{attributes}/>"


def _wildwood(prefix: str, similars: Sequence[Similar]) -> str:
    children = "".join(
        f'<{prefix}similar id="{similar.handle.translate(_ESCAPES)}"'
        f' strength="{similar.printed}" type="{similar.type.value}"'
        f"{_DECIDED if similar.is_same else ''}/>"
        for similar in similars
    )
    return f"<{prefix}wildwood>{children}</{prefix}wildwood>"


def _missing_declarations(start_tag: str, old: Namespaces, new: Namespaces) -> str:
    """Return the namespace declarations that a paper loses by moving."""
    if old == new:
        return ""
    own = {match[1] for match in _DECLARATION_OR_VALUE.finditer(start_tag) if match[1]}
    needed = {None: "", **old} if None in new else old
    return "".join(
        f' {name}="{uri.translate(_ESCAPES)}"'
        for prefix, uri in sorted(needed.items(), key=str)
        for name in [f"xmlns:{prefix}" if prefix else "xmlns"]
        if name not in own and new.get(prefix, "") != uri
    )
