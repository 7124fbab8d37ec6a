"""Which archives declare English content (spec, first component), in OpenDOAR's JSON form."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.errors import ScreenError
from wildwood.language.declared import Declared, declared

_REASONS = {
    Declared.ENGLISH: "declared",
    Declared.OTHER: "English not declared",
    Declared.NOTHING: "no language declared",
}


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive and what it declares."""

    name: str
    address: str
    """Of its OAI-PMH interface, else of the archive."""
    languages: tuple[str, ...]

    @property
    def kept(self) -> bool:
        """Whether it declares English content; nothing declared is not declared."""
        return declared(self.languages) is Declared.ENGLISH

    @property
    def reason(self) -> str:
        """Why it is in or out."""
        return _REASONS[declared(self.languages)]


def read_archives(path: Path) -> list[Archive]:
    """Read the `items` that OpenDOAR's service answers (API 2, item type repository).

    Raises:
        ScreenError: the file cannot be read or has another form.
    """
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise ScreenError(f"Cannot read {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise ScreenError(f"{path} is no JSON: {error}.") from error
    items = content.get("items") if isinstance(content, dict) else content
    if not isinstance(items, list):
        raise ScreenError(f'{path} is not of OpenDOAR\'s form: it has no list of "items".')
    return [_archive(item) for item in items]


def _archive(item: Any) -> Archive:
    """An archive of which anything may be missing."""
    described = _table(_table(item).get("repository_metadata"))
    names = [_text(_table(name).get("name")) for name in _list(described.get("name"))]
    addresses = [_text(described.get(key)) for key in ("oai_url", "url")]
    return Archive(
        next(filter(None, names), "(no name)"),
        next(filter(None, addresses), ""),
        tuple(filter(None, map(_text, _languages(described.get("content_languages"))))),
    )


def _languages(value: Any) -> list[Any]:
    """A list of languages; a text by itself is a list of one."""
    return [value] if isinstance(value, str) else _list(value)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
