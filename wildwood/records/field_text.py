"""Texts of fields, as every format's module cleans them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from wildwood.model import LocalizedText

EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++\s?@\s?[\w-]+(?:\.[\w-]+)+")
"""An e-mail address; in print, a space can be beside its sign."""
_EMAILS = re.compile(r"[{(\[]\s*([\w.+\s,;|/-]+?)\s*[})\]]\s?@\s?([\w-]+(?:\.[\w-]+)+)")
"""Several addresses, as in `{a,b}@example.org`."""
_SHORTENED = re.compile(r"([A-Za-z]*)(\d+)-\1?(\d+)")
_NO_LETTERS = re.compile(r"[\W_]+")
_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F))
"""Control characters that are no white space."""


def clean(value: object) -> str:
    """Return a value as one line of text.

    Lone surrogates, which escapes in JSON can make, become `?`: UTF-8 cannot encode them.
    """
    text = "" if value is None else str(value)
    if not text.isascii():
        text = text.encode(errors="replace").decode()
    return " ".join(text.split())


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without diacritics, to compare it."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", text).lower())


def cleaned(values: Iterable[object]) -> tuple[str, ...]:
    """Clean several values; those that are empty or repeated are left out."""
    return tuple(dict.fromkeys(filter(None, map(clean, values))))


def localized(values: Iterable[object], language: str = "") -> tuple[LocalizedText, ...]:
    """Clean several texts of a language."""
    return tuple(LocalizedText(text, language) for text in cleaned(values))


def emails_in(*texts: str) -> tuple[str, ...]:
    """Return the e-mail addresses in texts; `{a,b}@example.org` is two."""
    return tuple(dict.fromkeys(address for text in texts for address in _emails(text)))


def _emails(text: str) -> Iterator[str]:
    for names, host in _EMAILS.findall(text):
        yield from (f"{name}@{host}" for name in re.split(r"[\s,;|/]+", names) if name)
    for address in EMAIL.findall(_EMAILS.sub(" ", text)):
        yield address.replace(" ", "")


def without_emails(text: str, instead: str = " ") -> str:
    """Return a text with something else in the place of e-mail addresses."""
    return EMAIL.sub(instead, _EMAILS.sub(instead, text))


def page_range(start: str, end: str = "") -> str:
    """Return the pages from a first and a last one, or from the first if that has both.

    A shortened last page is written in full: 1021-7 is 1021-1027, and S12-4 is S12-S14.
    """
    pages = f"{start}-{end}" if end and end != start and "-" not in start else start
    found = _SHORTENED.fullmatch(pages)
    if found is None:
        return pages
    prefix, first, last = found.groups()
    full = first[: -len(last)] + last
    return f"{prefix}{first}-{prefix}{full}" if first < full and len(last) < len(first) else pages


def without_controls(value: str) -> str:
    """Return a value in one line, without control characters."""
    return " ".join(value.translate(_CONTROLS).split())
