"""Extracted data as strings, sequences and dictionaries, which processes return, and back."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from wildwood.extraction.extracted import Kind
from wildwood.extraction.service.extractors import EXTRACTORS


def plain(form: Any, data: Any) -> Any:
    """Return data of a form, a kind or a type, as JSON can represent it."""
    return _adapter(form).dump_python(data, mode="json")


def typed(form: Any, data: Any) -> Any:
    """Return the objects of a form, such as a `Header` or those of a kind, from their plain data.

    Keys that are missing or unknown do no harm, so that data of earlier versions can be read.

    Raises:
        ValueError: the data does not have the form.
    """
    return _adapter(form).validate_python(data)


def prepare(*forms: Any) -> None:
    """Make what `plain` and `typed` need for forms, which takes longer than to use it."""
    for form in forms:
        _adapter(form)


@cache
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(EXTRACTORS[form].data if isinstance(form, Kind) else form)
