"""The kinds of data of a document: how each is extracted, and its form as JSON."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from wildwood.extraction import citations, data, figures_and_tables, floats, full_text, header
from wildwood.extraction.lines import paragraphs
from wildwood.extraction.page_content import Pages


@dataclass(frozen=True)
class Document:
    """A document, whose parts are extracted when first used.

    Each kind is a property of its name, which states its type and its description to clients.
    """

    lines: tuple[data.Line, ...] = field(repr=False)  # without line numbers and running heads
    pages: Pages = field(repr=False, compare=False, default_factory=Pages)

    @cached_property
    def header(self) -> data.Header:
        """Title, authors, abstract, venue and the other fields of the header."""
        return header.extract_header(self.lines)

    @cached_property
    def citations(self) -> tuple[data.Citation, ...]:
        """The citations, each with its fields and its contexts in the text."""
        return tuple(citations.extract_citations(self.lines))

    @cached_property
    def acknowledgements(self) -> data.Acknowledgements:
        """The acknowledgements, and the funders that they name."""
        return floats.extract_acknowledgements(self.lines)

    @cached_property
    def captions(self) -> tuple[data.Caption, ...]:
        """The captions of tables and figures, each with its place."""
        return tuple(floats.extract_captions(self.lines))

    @cached_property
    def tables(self) -> tuple[data.Table, ...]:
        """The tables: cells, with caption, notes, place and what refers to them."""
        return tuple(figures_and_tables.extract_tables(self.lines, self.pages))

    @cached_property
    def figures(self) -> tuple[data.Figure, ...]:
        """The figures: place, with caption and what refers to them."""
        return tuple(figures_and_tables.extract_figures(self.lines, self.pages))

    @cached_property
    def body(self) -> str:
        """The text without header and citations."""
        return full_text.extract_body(self.lines)

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return paragraphs(self.lines)


TYPES: Mapping[data.Kind, Any] = {
    kind: get_type_hints(getattr(Document, kind.value).func)["return"] for kind in data.Kind
}
STORED = frozenset({data.Kind.HEADER, data.Kind.CITATIONS})
"""What is stored; the other kinds take little time to extract again."""

_ZLIB_LEVEL = 3  # Williams et al. 2014, section VI.C (docs/specification.md)


def pack(data: Any) -> bytes:
    return zlib.compress(json.dumps(data, ensure_ascii=False).encode(), _ZLIB_LEVEL)


def unpack(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))


def plain(form: Any, data: Any) -> Any:
    """Return data of a kind or a type as JSON can represent it."""
    return adapter(form).dump_python(data, mode="json")


def typed(form: Any, data: Any) -> Any:
    """Return the objects of a form from plain data; keys can be missing or unknown."""
    return adapter(form).validate_python(data)


@cache
def adapter(form: Any) -> TypeAdapter[Any]:
    """Return what `plain` and `typed` need; to make it takes longer than to use it."""
    return TypeAdapter(TYPES[form] if isinstance(form, data.Kind) else form)
