"""Turn plain data back into the objects that an extractor made."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from wildwood.extraction.extracted import Kind
from wildwood.extraction.service.extractors import EXTRACTORS


def typed(kind: Kind, data: Any) -> Any:
    """Return the objects of a kind, such as a `Header`, from their plain data.

    Keys that are missing or unknown do no harm, so that data of earlier versions can be read.

    Raises:
        ValueError: the data does not have the form of the kind.
    """
    return _adapter(kind).validate_python(data)


@cache
def _adapter(kind: Kind) -> TypeAdapter[Any]:
    return TypeAdapter(EXTRACTORS[kind].data)
