"""Find the year, month and day in a date as written."""

import re
from collections.abc import Iterator, Sequence

from wildwood.lexicon.patterns import by_language

YEAR = r"(?:1[5-9]|20)\d\d"
"""The years of publications, as a pattern."""
_NUMBERS = re.compile(r"(?<!\d)(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_YEARS = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|er)?\b(?!\d)")
_LAST_MONTH, _LAST_DAY = 12, 31
_MIN_LETTERS = 3
"""The least letters of the abbreviated name of a month."""


def months() -> dict[str, int]:
    """Return the number of each month by its names and their beginnings.

    A beginning that months of several languages share is that of the English one, or of none.
    """
    languages = by_language("months")
    found: dict[str, set[int]] = {}
    for names in languages.values():
        for beginning, number in _beginnings(names):
            found.setdefault(beginning, set()).add(number)
    of_one = {name: min(numbers) for name, numbers in found.items() if len(numbers) == 1}
    return of_one | dict(_beginnings(languages["en"]))


def _beginnings(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for number, name in enumerate(names, 1):
        for end in range(_MIN_LETTERS, len(name) + 1):
            yield name[:end], number


_MONTHS = months()
MONTH = rf"(?:{'|'.join(sorted(_MONTHS, reverse=True))})\.?"
"""The name of a month, as a pattern."""
MACROS = tuple(name[:_MIN_LETTERS] for name in by_language("months")["en"])
"""The months, as BibTeX abbreviates them."""


def iso_date(written: str) -> str:
    """Return a date as in ISO 8601, as exactly as it is written; empty if it has no year.

    >>> iso_date("10 October 2024")
    '2024-10-10'
    """
    likely = _YEARS.search(written)
    found = _NUMBERS.search(written, likely.start() if likely else 0)
    if found is None:
        return ""
    year, month, day = found[1], int(found[2] or 0), int(found[3] or 0)
    if not month and found[0] != written:
        month, day = _named(written, year)
    if not 1 <= month <= _LAST_MONTH:
        return year
    return f"{year}-{month:02}-{day:02}" if 1 <= day <= _LAST_DAY else f"{year}-{month:02}"


def _named(written: str, year: str) -> tuple[int, int]:
    """Return the month that a date names, and the day beside it; 0 if it has none or several."""
    words = _WORD.findall(written.lower())
    months = {_MONTHS[word] for word in words if word in _MONTHS}
    if len(months) != 1 or len(set(_YEARS.findall(written))) > 1:
        return 0, 0
    days = _DAY.findall(written.replace(year, " "))
    return months.pop(), int(days[0]) if len(days) == 1 else 0
