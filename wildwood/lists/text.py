"""Texts of fields, as every format's module cleans them."""

import re
from collections.abc import Iterable, Iterator

from wildwood.model import LocalizedText

_DOI = re.compile(r"\b10\.\d{4,9}(?:\.\d+)*/[^\s\"<>]+", re.IGNORECASE)
_DOI_END = ".,;:)]}"
_URL = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
_DATE = re.compile(r"(?<!\d)(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_LAST_MONTH, _LAST_DAY = 12, 31


def clean(value: object) -> str:
    """Return a value as one line of text.

    Lone surrogates, which escapes in JSON can make, become `?`: UTF-8 cannot encode them.
    """
    text = "" if value is None else str(value)
    if not text.isascii():
        text = text.encode(errors="replace").decode()
    return " ".join(text.split())


def cleaned(values: Iterable[object]) -> tuple[str, ...]:
    """Clean several values; those that are empty or repeated are left out."""
    return tuple(dict.fromkeys(filter(None, map(clean, values))))


def localized(values: Iterable[object], language: str = "") -> tuple[LocalizedText, ...]:
    """Clean several texts of a language."""
    return tuple(LocalizedText(text, language) for text in cleaned(values))


def dois_in(*texts: str) -> tuple[str, ...]:
    """Return the DOIs in texts, without a resolver; case does not count."""
    return tuple({doi.lower(): doi for doi in reversed(list(_dois(texts)))}.values())[::-1]


def _dois(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for found in _DOI.finditer(text):
            yield found[0].rstrip(_DOI_END)


def urls_in(*texts: str) -> tuple[str, ...]:
    """Return the addresses in texts, without those that only resolve a DOI."""
    addresses = (found[0] for text in texts for found in _URL.finditer(text))
    return tuple(dict.fromkeys(one for one in addresses if "//doi.org/" not in one.lower()))


def iso_date(text: str) -> str:
    """Return the first date in a text as year, year and month, or day; empty without a year."""
    found = _DATE.search(text)
    if found is None:
        return ""
    year, month, day = found[1], int(found[2] or 0), int(found[3] or 0)
    if not 1 <= month <= _LAST_MONTH:
        return year
    return f"{year}-{month:02}-{day:02}" if 1 <= day <= _LAST_DAY else f"{year}-{month:02}"
