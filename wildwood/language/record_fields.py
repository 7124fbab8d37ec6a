"""Records from named fields, as in JSON lines and CSV."""

from collections.abc import Iterator, Mapping
from typing import Any

from wildwood.model import CatalogueRecord, LocalizedText

_ID = ("id", "handle", "identifier", "dc:identifier")
_TITLES = ("title", "titles", "dc:title")
_ABSTRACTS = ("abstract", "abstracts", "description", "dc:description")
_LANGUAGES = ("lang", "language", "languages", "dc:language")
_SOURCE = ("source",)


def record_of(fields: Mapping[str, Any], otherwise: str) -> CatalogueRecord:
    """Make a record from fields, whose names are compared in lower case.

    A value is a text or a list of texts. A text can also be an object with `text` or `value`, and
    `lang` or `language`.

    Args:
        fields: names and values.
        otherwise: the record's identifier if no field has one.
    """
    lower = {name.strip().lower(): value for name, value in fields.items() if name}
    return CatalogueRecord(
        next((text.text for text in _texts(lower, _ID)), otherwise),
        tuple(_texts(lower, _TITLES)),
        tuple(_texts(lower, _ABSTRACTS)),
        tuple(text.text for text in _texts(lower, _LANGUAGES)),
    )


def source_of(fields: Mapping[str, Any]) -> str:
    """Return the field `source`, or an empty text."""
    return next((text.text for text in _texts(fields, _SOURCE)), "")


def _texts(fields: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[LocalizedText]:
    for name in names:
        value = fields.get(name)
        for one in value if isinstance(value, list) else [value]:
            text = _text(one)
            if text.text:
                yield text


def _text(value: Any) -> LocalizedText:
    if isinstance(value, Mapping):
        text, language = (
            next((value[key] for key in keys if value.get(key)), "")
            for keys in (("text", "value"), ("lang", "language"))
        )
        return LocalizedText(_clean(text), _clean(language))
    return LocalizedText(_clean(value))


def _clean(value: Any) -> str:
    """Return a value as text; JSON escapes can make lone surrogates, which UTF-8 cannot encode."""
    text = "" if value is None else str(value)
    return text.encode(errors="replace").decode().strip()
