"""Extractors: for each kind, a function that makes data of the lines of a document."""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from wildwood.extraction import citations, figures, floats, full_text, header, lines, tables
from wildwood.extraction.data import (
    Acknowledgements,
    Caption,
    Citation,
    Figure,
    Header,
    Kind,
    Line,
    Table,
)
from wildwood.extraction.page_content import Pages


@dataclass(frozen=True, slots=True)
class Extractor:
    description: str
    data: Any
    extract: Callable[..., Any]  # of the lines and, if it reads them, the pages
    reads_pages: bool = False

    def data_of(self, lines: Sequence[Line], pages: Pages) -> Any:
        return self.extract(lines, pages) if self.reads_pages else self.extract(lines)


EXTRACTORS: Mapping[Kind, Extractor] = {
    Kind.HEADER: Extractor(
        "Title, authors, abstract, venue and the other fields of the header.",
        Header,
        header.extract_header,
    ),
    Kind.CITATIONS: Extractor(
        "The citations, each with its fields and its contexts in the text.",
        list[Citation],
        citations.extract_citations,
    ),
    Kind.ACKNOWLEDGEMENTS: Extractor(
        "The acknowledgements, and the funders that they name.",
        Acknowledgements,
        floats.extract_acknowledgements,
    ),
    Kind.CAPTIONS: Extractor(
        "The captions of tables and figures, each with its place.",
        list[Caption],
        floats.extract_captions,
    ),
    Kind.TABLES: Extractor(
        "The tables: cells, with caption, notes, place and what refers to them.",
        list[Table],
        tables.extract_tables,
        reads_pages=True,
    ),
    Kind.FIGURES: Extractor(
        "The figures: place, with caption and what refers to them.",
        list[Figure],
        figures.extract_figures,
        reads_pages=True,
    ),
    Kind.BODY: Extractor("The text without header and citations.", str, full_text.extract_body),
    Kind.TEXT: Extractor("The whole text.", str, lines.paragraphs),
}
STORED = frozenset({Kind.HEADER, Kind.CITATIONS})  # the others take little time to extract again

_ZLIB_LEVEL = 3  # Williams et al. 2014, section VI.C (docs/specification.md)


def pack(data: Any) -> bytes:
    return zlib.compress(json.dumps(data, ensure_ascii=False).encode(), _ZLIB_LEVEL)


def unpack(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))


def plain(form: Any, data: Any) -> Any:
    """Return data of a kind or a type as JSON can represent it."""
    return _adapter(form).dump_python(data, mode="json")


def typed(form: Any, data: Any) -> Any:
    """Return the objects of a form from plain data; keys can be missing or unknown."""
    return _adapter(form).validate_python(data)


def prepare_adapters(*forms: Any) -> None:
    """Make what `plain` and `typed` need, which takes longer than using it."""
    for form in forms:
        _adapter(form)


@cache
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(EXTRACTORS[form].data if isinstance(form, Kind) else form)
