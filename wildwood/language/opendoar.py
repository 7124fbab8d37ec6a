"""Selection of archives by declared language, from OpenDOAR's JSON.

This is the first step in docs/specification.md, "English selection".
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.csv_text import lines_of, read_text
from wildwood.errors import InputError
from wildwood.language.declared_language import Declared, declared

LIST_HEADINGS = ("id", "language", "reason", "unknown", "confidence", "doubtful", "title")
"""The headings of the lists of records and of archives; the id of an archive is its address."""

_REASONS = {
    Declared.ENGLISH: "declared",
    Declared.OTHER: "English not declared",
    Declared.NOTHING: "no language declared",
}


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive and the languages that it declares."""

    name: str
    address: str
    """URL of its OAI-PMH interface or, if missing, of the archive."""
    languages: tuple[str, ...]

    @property
    def kept(self) -> bool:
        """Whether the archive declares English content."""
        return declared(self.languages) is Declared.ENGLISH

    @property
    def reason(self) -> str:
        """Why the archive is kept or left out."""
        return _REASONS[declared(self.languages)]


def read_archives(path: Path) -> list[Archive]:
    """Read the `items` of a response from OpenDOAR's API (version 2, item type `repository`).

    Raises:
        InputError: the file cannot be read or has another format.
    """
    try:
        content = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}.") from error
    items = content.get("items") if isinstance(content, dict) else content
    if not isinstance(items, list):
        raise InputError(f'{path} is not in OpenDOAR\'s format: it has no list of "items".')
    return [_archive(item) for item in items]


def addresses_to_harvest(path: Path) -> list[str]:
    """Return the addresses of the archives that a file selects, each once, in its order.

    Args:
        path: OpenDOAR's JSON; a list that `wildwood screen archives --out` wrote, of which those
            are taken that declare English; or any text with an address in the first column.

    Raises:
        InputError: the file cannot be read or has another format.
    """
    lines = lines_of(path)
    if lines and lines[0].lstrip()[:1] in ("{", "["):
        found = [archive.address for archive in read_archives(path) if archive.kept]
    else:
        table = [line.split("\t") for line in lines if line.strip()]
        if table and table[0][0] == LIST_HEADINGS[0]:
            reason_at = LIST_HEADINGS.index("reason")
            declares = _REASONS[Declared.ENGLISH]
            table = [row for row in table[1:] if row[reason_at : reason_at + 1] == [declares]]
        found = [row[0].strip() for row in table]
    return list(dict.fromkeys(filter(None, found)))


def _archive(item: Any) -> Archive:
    """Make an archive from an item, of which any part may be missing or malformed."""
    metadata = _table(_table(item).get("repository_metadata"))
    names = [_text(_table(name).get("name")) for name in _list(metadata.get("name"))]
    addresses = [_text(metadata.get(key)) for key in ("oai_url", "url")]
    return Archive(
        next(filter(None, names), "(no name)"),
        next(filter(None, addresses), ""),
        tuple(filter(None, map(_text, _languages(metadata.get("content_languages"))))),
    )


def _languages(value: Any) -> list[Any]:
    """Return a list of languages, given as a list or as one text."""
    return [value] if isinstance(value, str) else _list(value)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
