"""The full text as plain data, which a process returns, and back."""

from typing import Any

from pydantic import TypeAdapter

from wildwood.extraction.full_text import FullText

_ADAPTER = TypeAdapter(FullText)


def plain(full: FullText) -> Any:
    """Return a full text as strings, sequences and dictionaries."""
    return _ADAPTER.dump_python(full, mode="json")


def typed(data: Any) -> FullText:
    """Return the full text of plain data.

    Raises:
        ValueError: the data does not have the form of a full text.
    """
    return _ADAPTER.validate_python(data)
