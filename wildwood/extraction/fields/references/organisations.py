"""Find the title of a reference whose authors are an organisation, or that ends in a publisher.

A style is applied only where the whole reference fits it; otherwise the sequence model decides.
"""

import re

from wildwood.extraction.fields.references import names_first, styles
from wildwood.extraction.fields.references.styles import ORGANISATION, YEAR, Styled

_NAME = re.compile(ORGANISATION)
_FIRST = re.compile(
    rf"^(?P<authors>(?:[^\W\d_a-z]\w{{3,}}\.\s)?{ORGANISATION}|[^\W\d_a-z]{{3,}}(?=\.\s[^\W\d_a-z][a-z]))\.\s+(?=[^\W_])(?!{YEAR}\b)"
)
_ORGANISATION_AND_COMMA = re.compile(rf"(?:{ORGANISATION}|([A-Z]{{2,}})(?=,\s.*,\s\1,)),\s")
_ADDRESS = re.compile(
    r"[.,;]?\s*(?:\b(?:[Aa]vailable|[Aa]ccess(?:ed|ible)|[Rr]etrieved|[Dd]isponível|[Dd]isponible|URL)\b|"
    r"https?:|www\.|\bdoi:).*$"
)
"""Where a reference can be found, which is its end."""
_NAMED = re.compile(
    rf"^(?P<authors>{names_first.INITIALS_FIRST}|{ORGANISATION}|[A-Z]{{2,}})"
    r"(?:,\s[Ee]ds?\.)?,\s"
)
_PUBLISHER = re.compile(
    rf"\b(?:{styles.ORGANISATION_WORDS}|Press|Publish\w+|Books|Verlag|Elsevier|Wiley|Springer|"
    r"Saunders|Mosby|Lippincott|Livingstone|Blackwell|Thieme|Karger|Routledge|McGraw-Hill|"
    r"Pearson|Sage|Project|Médica|Editorial|Éditions?)\b|^(?!USA|UK|UAE)[A-Z]{3,}$"
)
_EDITION = re.compile(r"\d+(?:st|nd|rd|th)\sedition|vol(?:ume|\.)\s\w+")
_PLACE = re.compile(r"(?:[^\W\d_a-z][\w’'.-]*(?:\s(?:of|the|de))?\s?){1,4}")
_MAX_PLACES = 4
_PERIODICAL = re.compile(r"\bpp?\.\s?\d|\bno\.\s?\d|,\sin\s|\barXiv\b")


def is_name(text: str) -> bool:
    """Return whether a text is the name of one organisation, which can contain `and`."""
    return _NAME.fullmatch(text) is not None


def book_of_organisation(text: str) -> Styled | None:
    """Parse a book in a style such as `WHO, Title, World Water Society, Oslo, 2008`.

    Other styles would take the beginning of the title for a given name.
    """
    return _between_commas(text) if _ORGANISATION_AND_COMMA.match(text) else None


def parse(text: str) -> Styled | None:
    """Return the parts that the style of a reference shows, or nothing if it has no such style."""
    return _between_sentences(text) or _between_commas(text)


def _between_sentences(text: str) -> Styled | None:
    """Parse a style such as `World Water Society. Title. Oslo: Water; 2008`."""
    start = _FIRST.match(text)
    if start is None:
        return None
    rest = styles.without_online(text[start.end() :])
    before = _ADDRESS.sub("", rest)
    source = styles.SOURCE.search(before)
    years = styles.YEARS.findall(rest)
    if source is None and before == rest:
        title = styles.title_of(rest) if years else ""
        return Styled(start["authors"], title, years[-1]) if title else None
    parts = styles.sentences(before[: source.start()] if source else before)
    if not parts:
        return None
    has_venue = source is not None and len(parts) > 1
    title = " ".join(parts[:-1] if has_venue else parts)
    year = (source and (source["year"] or source["last"])) or (years[-1] if years else "")
    return Styled(start["authors"], title, year)


def _between_commas(text: str) -> Styled | None:
    """Parse a book in a style such as `A. Smith, Title, Water Press, Oslo, Norway, 2008`."""
    start = _NAMED.match(text)
    whole = _ADDRESS.sub("", text).rstrip(" .,")
    if start is None or _PERIODICAL.search(whole):
        return None
    parts = whole[start.end() :].split(", ")
    year = parts.pop()
    if re.fullmatch(YEAR, year) is None:
        return None
    while parts and _EDITION.fullmatch(parts[-1]):
        parts.pop()
    for _ in range(_MAX_PLACES):
        if len(parts) < 2 or _PUBLISHER.search(parts[-1]) or not _PLACE.fullmatch(parts[-1]):  # noqa: PLR2004 - a title and a place
            break
        parts.pop()
    if len(parts) < 2 or not _PUBLISHER.search(parts[-1]):  # noqa: PLR2004 - a title and a publisher
        return None
    title = ", ".join(part for part in parts[:-1] if not _EDITION.fullmatch(part))
    return Styled(start["authors"], title, year)
