"""Check the fields of a header: a text that does not look like its field becomes empty."""

import re
from collections.abc import Callable

from wildwood.extraction.fields.first_page import front
from wildwood.lexicon.patterns import pattern, words
from wildwood.names.person import INSTITUTIONS
from wildwood.records.dates import MONTH, YEAR

Validator = Callable[[str], str]
"""Returns a text without what does not belong to the field; empty if it is not valid."""

_YEAR_DIGITS = 4
_MIN_VENUE_LETTERS = 4
_MAX_VENUE_CHARACTERS = 160
_DATE = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?)?{MONTH}"
    rf"(?:\s+\d{{1,2}}(?:st|nd|rd|th)?\s*,)?,?\s+(?:de\s+)?{YEAR}"
    rf"|{YEAR}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?|\d{{1,2}}[-/.]\d{{1,2}}[-/.]{YEAR}|\b{YEAR}\b",
    re.IGNORECASE,
)
_VENUE_WORDS = words("venues", "proceedings", "venue_words", "series")
_VOLUME = re.compile(r"\b\d{1,4}\s?\(\d{1,4}\)|\bvol(?:ume|\.)?\s?\d+", re.IGNORECASE)
_WEB = re.compile(r"\s*(?:https?:|www\.|doi\b).*$", re.IGNORECASE)
_FRAGMENTS = re.compile(r"\A(?:[^\W\d_A-ZÀ-Þ][^A-ZÀ-Þ\s]*(?:\s+|$))+")
"""Words at the beginning that are in lower case: the end of a sentence or an address."""
_MAX_AFFILIATION_CHARACTERS = 350
_NO_AFFILIATION = re.compile(
    r"\bvol(?:ume|\.)\s?\d|\bpp\.\s?\d|\bis[bs]n\b|\bed\.\)|:\s*//|\bpublished\b|"
    rf"^{pattern('publishers')}\b.*\b{YEAR}$",
    re.IGNORECASE,
)
_CODE = re.compile(r"[@{}=]|/\S+/")
INSTITUTION = words(*INSTITUTIONS, "organisations")
_PUNCTUATION = " .,;:*†‡—–-|"


def date(text: str) -> str:
    """Return the last date in a short text, which is that of publication if there are several."""
    found = [match[0] for match in _DATE.finditer(text)]
    if not found:
        return ""
    return max(found, key=lambda one: (len(one) > _YEAR_DIGITS, found.index(one))).strip(
        _PUNCTUATION
    )


def venue(text: str) -> str:
    """Return the name of a journal, conference or series, or nothing if it does not look so.

    It can have a volume, a year and pages; of several names in a line, one with a volume is taken.
    """
    text = _WEB.sub("", text).strip(_PUNCTUATION)
    name = _FRAGMENTS.sub("", text)
    return name if _is_name(name) and _is_venue(name) else ""


def _is_name(text: str) -> bool:
    """Return whether a text has the form of a name, and not of code, of prose or of a list."""
    if sum(map(str.isalpha, text)) < _MIN_VENUE_LETTERS or len(text) > _MAX_VENUE_CHARACTERS:
        return False
    if _CODE.search(text) or not text[0].isalnum():
        return False
    is_list = text.count(",") > 1 and not any(map(str.isdigit, text))
    return not is_list and not front.is_prose(text) and any(map(str.isupper, text))


def _is_venue(name: str) -> bool:
    return _VENUE_WORDS.search(name) is not None or _VOLUME.search(name) is not None


def is_affiliation(text: str) -> bool:
    """Return whether a text names an institution."""
    is_named = INSTITUTION.search(text) is not None and not front.is_prose(text)
    return is_named and not is_record(text)


def is_record(text: str) -> bool:
    """Return whether a text is what a cover prints beside names: a venue, a publisher, a note."""
    return len(text) > _MAX_AFFILIATION_CHARACTERS or _NO_AFFILIATION.search(text) is not None
