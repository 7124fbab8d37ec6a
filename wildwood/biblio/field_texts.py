"""The texts of fields: dates, pages, keywords, and what exports put around them."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wildwood.biblio.words import entries_by_language

YEAR = r"(?:1[5-9]|20)\d\d"
_NUMBERS = re.compile(
    r"(?<!\d)(\d{4})(?:(?:[-/.]|\s?[年년]\s?)(\d{1,2})(?:(?:[-/.]|\s?[月월]\s?)(\d{1,2}))?)?(?!\d)"
)
LONE_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")
UNSPACED = "぀-ヿ㐀-鿿"  # ranges of Chinese and Japanese, written without spaces between words
_COMPACT = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|er)?\b(?!\d)")
_LAST_MONTH, _LAST_DAY = 12, 31
_MIN_LETTERS = 3


def months() -> dict[str, int]:
    """Map names of months and their beginnings to numbers; ambiguous ones count in English only."""
    languages = entries_by_language("months")
    numbered = {each for names in languages.values() for each in _beginnings(names)}
    counts = Counter(name for name, _ in numbered)
    unambiguous = {name: number for name, number in numbered if counts[name] == 1}
    return unambiguous | dict(_beginnings(languages["en"]))


def _beginnings(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for number, name in enumerate(names, 1):
        yield from ((name[:end], number) for end in range(_MIN_LETTERS, len(name) + 1))


def months_in_full() -> dict[str, int]:
    """Map names of months that count only as a whole to numbers, or to 0 if they are ambiguous."""
    numbered: dict[str, int] = {}
    for names in entries_by_language("months_in_full").values():
        for place, name in enumerate(names):  # in the order of the year, twice if they are declined
            number = place % _LAST_MONTH + 1
            numbered[name] = number if numbered.get(name, number) == number else 0
    return numbered


_MONTHS = months()
MONTH = rf"(?:{'|'.join(sorted(_MONTHS, reverse=True))})\.?"
_NAMED_MONTHS = months_in_full() | _MONTHS
MACROS = tuple(name[:_MIN_LETTERS] for name in entries_by_language("months")["en"])  # as in BibTeX


def iso_date(written: str) -> str:
    """Return a date as in ISO 8601, as exactly as it is written; empty if it has no year.

    >>> iso_date("10 October 2024")
    '2024-10-10'
    """
    if compact := _COMPACT.fullmatch(written):
        written = "-".join(filter(None, compact.groups()))
    likely = LONE_YEAR.search(written)
    match = _NUMBERS.search(written, likely.start() if likely else 0)
    if match is None:
        return ""
    year, month, day = match[1], int(match[2] or 0), int(match[3] or 0)
    if not month and match[0] != written:
        month, day = _named(written, year)
    if not 1 <= month <= _LAST_MONTH:
        return year
    return f"{year}-{month:02}-{day:02}" if 1 <= day <= _LAST_DAY else f"{year}-{month:02}"


def best_date(written: Iterable[str]) -> str:
    """Return the most exact date in the year of the first: `MAY 3` and `2010` are 2010-05-03."""
    texts = list(map(clean, written))
    dates = list(map(iso_date, texts))
    year = next(filter(None, dates), "")[:4]
    dates = [date or iso_date(f"{text} {year}") for date, text in zip(dates, texts, strict=True)]
    return max((date for date in dates if date[:4] == year), key=len, default="")


def _named(written: str, year: str) -> tuple[int, int]:
    """Return the named month, and the day beside it; 0 for no month or several."""
    words = _WORD.findall(written.lower())
    months = {_NAMED_MONTHS[word] for word in words if word in _NAMED_MONTHS}
    if len(months) != 1 or len(set(LONE_YEAR.findall(written))) > 1:
        return 0, 0
    days = _DAY.findall(written.replace(year, " "))
    return months.pop(), int(days[0]) if len(days) == 1 else 0


_SHORTENED = re.compile(r"([A-Za-z]*)(\d+)-\1?(\d+)")
_NO_LETTERS = re.compile(r"[\W_]+")
_ENTITY = re.compile(
    r"&(?:(?:amp|#38|#x26);)?(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.IGNORECASE
)
_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F))


def clean(value: object) -> str:
    """Collapse white space, and replace lone surrogates, which JSON can contain, with `?`."""
    text = "" if value is None else str(value)
    if not text.isascii():
        text = text.encode(errors="replace").decode()
    return " ".join(text.split())


def unescape(text: str) -> str:
    """Replace `&beta;` and, as it is escaped twice in some exports, `&amp;beta;` by the letter."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: html.unescape(html.unescape(match[0])), text)


def plain(value: object) -> str:
    return unescape(clean(value))


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without diacritics."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", text).lower())


def cleaned(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(clean, values))))


def page_range(start: str, end: str = "") -> str:
    """Return a range in full, as 1021-1027 for 1021-7; `start` alone can have both pages."""
    start = start.replace("\N{EN DASH}", "-").replace("--", "-")
    pages = f"{start}-{end}" if end and end != start and "-" not in start else start
    match = _SHORTENED.fullmatch(pages)
    if match is None:
        return pages
    prefix, first, last = match.groups()
    full = first[: -len(last)] + last
    return f"{prefix}{first}-{prefix}{full}" if first < full and len(last) < len(first) else pages


def keywords_in(text: str) -> tuple[str, ...]:
    """Divide at semicolons, as in `Diabetes Mellitus, Type 2; Humans`; without any, at commas."""
    return cleaned(text.split(";" if ";" in text else ","))


def join_keywords(keywords: Iterable[str], present: str = "") -> str:
    """Return what to write behind the keywords `present`, for `keywords_in` to divide again."""
    parts, is_new = list(keywords), "," not in present and ";" not in present
    has_signs = any(sign in part for part in parts for sign in ",;")
    separator = "; " if ";" in present or (is_new and has_signs) else ", "
    end = ";" if is_new and has_signs and len(parts) == 1 else ""
    return separator * bool(present) + separator.join(parts) + end


def remove_controls(value: str) -> str:
    return " ".join(value.translate(_CONTROLS).split())
