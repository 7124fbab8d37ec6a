"""Find the year, month and day in a date as printed."""

import re

_ISO = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d(?=[a-z]?\b)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\b", re.IGNORECASE)
_DAY = re.compile(r"\b([12]?\d|3[01])(?:st|nd|rd|th)?\b(?!\d)")


def iso_date(printed: str) -> str:
    """Return a date as in ISO 8601, as exactly as it is printed; empty if it has no year.

    >>> iso_date("10 October 2024")
    '2024-10-10'
    """
    if iso := _ISO.search(printed):
        return "-".join(part for part in iso.groups() if part)
    year = _YEAR.search(printed)
    if year is None:
        return ""
    months = {match[1].lower() for match in _NAMED.finditer(printed)}
    if len(months) != 1:
        return year[0]
    month = _MONTHS.index(months.pop()) + 1
    days = _DAY.findall(printed.replace(year[0], " "))
    day = f"-{int(days[0]):02}" if len(days) == 1 and int(days[0]) else ""
    return f"{year[0]}-{month:02}{day}"


def year(printed: str) -> str:
    """Return the year of a date as printed; empty if it has none."""
    return iso_date(printed)[:4]
