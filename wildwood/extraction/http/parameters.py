"""The parameters that several operations take."""

from enum import Enum
from typing import Annotated

from fastapi import Path, Query
from starlette.convertors import StringConvertor, register_url_convertor

from wildwood.extraction.http.addresses import PARTS
from wildwood.extraction.service.simhash import MAX_DISTANCE


class Flag(Enum):
    """A yes or no in a query."""

    NO = "0"
    YES = "1"


class _PartConvertor(StringConvertor):
    """A part of a path that is one of `PARTS`; other paths do not exist."""

    regex = "|".join(PARTS)


register_url_convertor("part", _PartConvertor())
Token = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Part = Annotated[str, Path(json_schema_extra={"enum": list(PARTS)})]
"""What there is about a document; in the OpenAPI document, one of `PARTS`."""
Distance = Annotated[
    int | None,
    Query(ge=0, le=MAX_DISTANCE, description="Bits in which a near duplicate can differ."),
]
Fresh = Annotated[Flag, Query(description="1 extracts again.")]
Filter = Annotated[
    Flag, Query(alias="filter", description="0 accepts documents that do not look scholarly.")
]
