"""Move papers to other places of a file and add marks to them, leaving all other bytes as is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wildwood.model import Annotation, Similar
from wildwood.rif.outline import Span, after_tag

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
"""Of the value of an attribute in double quotes."""


class Edit(NamedTuple):
    """New content for the bytes from `start` up to, but not including, `end`."""

    start: int
    end: int
    content: bytes


class PaperSpan(NamedTuple):
    """The place of a paper in the file."""

    span: Span
    old_marks: Sequence[Span]
    """The elements to remove from it: old `<wildwood>` elements and old annotations."""
    namespaces: Namespaces
    """The namespaces in scope at its place."""


class Addition(NamedTuple):
    """The elements to add to a paper."""

    similars: Sequence[Similar]
    annotation: Annotation | None = None


class Splicer:
    """Makes edited copies of the bytes of a file."""

    def __init__(self, data: bytes, codec: str) -> None:
        self._data = data
        self._codec = codec

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the whole file with these edits, which must not overlap."""
        return self._edited(0, len(self._data), edits)

    def put(self, paper: PaperSpan, place: PaperSpan, addition: Addition) -> Edit:
        """Put a paper, with its new elements, in the place of another paper or its own."""
        edits = self.removed(paper.old_marks)
        if addition.similars or addition.annotation or paper.namespaces != place.namespaces:
            edits += self._additions(paper, place, addition)
        content = self._edited(paper.span.start_tag, paper.span.after, edits)
        return Edit(place.span.start_tag, place.span.after, content)

    def _additions(self, paper: PaperSpan, place: PaperSpan, addition: Addition) -> list[Edit]:
        """Return the edits that add new elements, and declarations that the new place lacks."""
        edits = []
        start = paper.span.start_tag
        start_tag = self._data[start : after_tag(self._data, start, self._codec)]
        text = start_tag.decode(self._codec)
        name = _TAG_NAME.match(text)
        if name is None:
            raise AssertionError(text)
        if marks := _marks(name[1].rpartition(":")[0], addition):
            edits.append(self._marked(paper.span, name[1], marks))
        if missing := _missing_declarations(text, paper.namespaces, place.namespaces):
            after_name = start + len(self._encoded(name[0]))
            edits.append(Edit(after_name, after_name, self._encoded(missing)))
        return edits

    def removed(self, spans: Iterable[Span]) -> list[Edit]:
        """Return the edits that remove elements."""
        return [Edit(span.start_tag, span.after, b"") for span in spans]

    def _marked(self, span: Span, name: str, marks: str) -> Edit:
        """Return the edit that appends `marks` to the children of an element."""
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


def _marks(prefix: str, addition: Addition) -> str:
    """Return the annotation and the `<wildwood>` element, with the prefix of the paper's tag."""
    prefix = f"{prefix}:" if prefix else ""
    annotation = _annotation(prefix, addition.annotation) if addition.annotation else ""
    return annotation + (_wildwood(prefix, addition.similars) if addition.similars else "")


def _annotation(prefix: str, annotation: Annotation) -> str:
    attributes = "".join(
        f' {name}="{value.translate(_ESCAPES)}"' for name, value in annotation.attributes
    )
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
    """Return the namespace declarations that a paper loses by moving to its new place."""
    if old == new:
        return ""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 - slow and seldom needed

    own = {match[1] for match in _DECLARATION_OR_VALUE.finditer(start_tag) if match[1]}
    wanted = dict(old)
    if None in new and None not in old:
        wanted[None] = ""
    return "".join(
        f" {name}={quoteattr(uri)}"
        for prefix, uri in sorted(wanted.items(), key=str)
        for name in [f"xmlns:{prefix}" if prefix else "xmlns"]
        if name not in own and new.get(prefix, "") != uri
    )
