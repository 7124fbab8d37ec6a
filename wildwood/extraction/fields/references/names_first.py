"""Find the title of a reference after its names, in styles without a year between them.

A style is applied only where the whole reference fits it; otherwise the sequence model decides.
"""

import re

from wildwood.extraction.fields.references import styles
from wildwood.extraction.fields.references.styles import (
    CAPITALISED,
    FULL_NAMES,
    PARTICLES,
    YEAR,
    Styled,
)

_JOURNAL_WORD = re.compile(r"\b(?:Journal|Transactions|Annals|Letters|Quarterly|Bulletin)\b")
_JOURNAL_AFTER_SENTENCE = re.compile(rf"[.?!]\s+(?={styles.JOURNAL_OF.pattern})")
_DATE = rf"(?:[A-Z][a-z]{{2,8}}\.?\s)?(?P<year>{YEAR})[a-z]?\b"
_WITH_JOURNAL = re.compile(
    rf"^(?P<authors>{FULL_NAMES})\.\s(?P<title>[^\W_].*?[.?!])\s(?P<venue>[^\W_][^.?!]{{2,120}}?)\.?,?\s"
    rf"(?P<volume>\d{{1,4}}\s?(?:\([^()]{{1,12}}\)\s?)?[,:]\s?\w?\d[^()]{{0,30}}?,?\s)?{_DATE}"
)
"""A reference such as `Anna B. Smith and Bo Lee. Title. Journal of X, 28(5):15–39, 2019.`"""
_ADDRESS = r"(?:URL|https?:|doi|DOI|ISBN|R\spackage)"
_WITH_BOOK = re.compile(
    rf"^(?P<authors>{FULL_NAMES})\.\s(?P<title>(?!https?:)[^\W_](?:(?!\.\s|,\shttp).)*?)(?:\.\s(?:In\s[A-Z].{{5,200}}?|"
    rf"[A-Z][^.?!,:\d]{{2,60}}(?:,\s[^.,:\d]{{2,40}}){{0,2}}))?,\s{_DATE}\.?(?:\s{_ADDRESS}.*)?$"
)
"""A reference such as `Anna B. Smith and Bo Lee. Title. Publisher, Place, 2019.`"""
_JOURNAL_BEGINS = re.compile(r"\b(?:Trans|Int|Proc|Comm|Commun|Ann|Arch|Bull|Rev|Lett|J)\.$")
_MAX_WORDS = 4
"""Words of an abbreviated journal."""
_WITH_INITIALS = rf"(?:[^\W\d_a-z]\.[\s‐-]?){{1,4}}{PARTICLES}{CAPITALISED}(?:\s{CAPITALISED})?"
INITIALS_FIRST = (
    rf"{_WITH_INITIALS}(?:,\s{_WITH_INITIALS})*(?:,?\s(?:and|&|et|und|y|e)\s{_WITH_INITIALS})?"
    r"(?:,?\set\sal\.?|\sand\scollaborators)?"
)
_WORD = rf"(?:{CAPITALISED}\.?|of|the|and|de|für)"
_VENUE = (
    rf"{_WORD}(?:\s{_WORD}){{0,6}}(?:,\sSer\.)?(?:\s[A-Z])?\s\d{{1,4}}(?:,|\s\()\s?|https?:|"
    r"\d+(?:st|nd|rd|th)\sed\b|vol\.\s\d+[.,]\s[A-Z]"
)
_PRESS = rf"[A-Z][^.:]{{2,40}}:\s[^.:“]{{2,50}},\s{YEAR}\b"
_BETWEEN_COMMAS = re.compile(
    rf"^(?P<authors>{INITIALS_FIRST}),\s(?P<title>(?:[IVXL]{{2,}}\.\s)?[^\W\d_a-z](?:"
    rf"(?:(?!\.\s).)+?(?=,\s(?:{_VENUE})|\.\s{_PRESS}|\s\([A-Z][\w\s]{{2,30}},[^()]*\b{YEAR}\)$)|"
    rf"[^,.]+(?=,\s{YEAR}\.?(?:\s(?:www|http)|$))))"
)
"""A reference such as `A. B. Smith, B. Lee, Title, Journ. Phys. 5, 75 (2008)`."""
_NO_TITLE = re.compile(
    r"\b(?:Collaboration|Proceedings|Journal|Report|thesis|arXiv|Press|[Cc]ommunications?|preprint)\b|"
    r",\sin\s[A-Z]"
)
_IN_CAPITALS = r"[^\W\d_a-z]{2,}(?:[\s‐-][^\W\d_a-z]{2,})*"
_GIVEN = rf"(?:(?:[^\W\d_a-z]\.\s?)*[^\W\d_a-z]|{CAPITALISED}(?:\s{PARTICLES}{CAPITALISED})*)"
_AFTER_GIVEN = r"(?:\.?\s(?:d[aeo]s?|del))?"
_CAPITALS_FIRST = re.compile(
    rf"^(?P<authors>(?:{_IN_CAPITALS},\s{_GIVEN}{_AFTER_GIVEN}"
    rf"(?:\.?;\s{_IN_CAPITALS},\s{_GIVEN}{_AFTER_GIVEN})*|{_IN_CAPITALS})(?:\.?\set\sal)?)\.\s+"
    rf"(?P<title>[^\W_][^.?!]*[.?!])\s(?=\d+\.?\sed|{YEAR}\.\s|In:\s|"
    rf"(?:Tese|Dissertação|Monografia|Trabalho)\b|\[[Ss]\.\s?[lnd]\.|[^.]{{3,90}},\sv\.\s?\d|[^.:]{{2,40}}:\s[^.]{{2,60}},\s{YEAR}\.)"
)
"""A reference such as `SMITH, Anna; LEE, B. Title. 2. ed. Lisbon: Water, 2008`."""


def parse(text: str) -> Styled | None:
    """Return the parts that the style of a reference shows, or nothing if it has no such style."""
    return _with_journal(text) or _with_book(text) or _between_commas(text) or _capitals_first(text)


def _with_journal(text: str) -> Styled | None:
    """Parse a style such as `Anna B. Smith and Bo Lee. Title. Journal of X, 28(5), 2019`."""
    whole = _WITH_JOURNAL.match(text)
    if whole is None or not (whole["volume"] or _JOURNAL_WORD.search(whole["venue"])):
        return None
    journal = _JOURNAL_AFTER_SENTENCE.search(whole["title"])
    title = whole["title"][: journal.start() if journal else None]
    return Styled(whole["authors"], _before_abbreviations(title, whole["venue"]), whole["year"])


def _before_abbreviations(title: str, venue: str) -> str:
    """Return a title without the first words of an abbreviated journal, such as `Commun. ACM`."""
    sentences = styles.sentences(title)
    while len(sentences) > 1 and styles.is_abbreviation(sentences[-1], _MAX_WORDS):
        if not (styles.is_abbreviation(venue, _MAX_WORDS) or _JOURNAL_BEGINS.search(sentences[-1])):
            break
        venue = sentences.pop()
    return " ".join(sentences)


def _with_book(text: str) -> Styled | None:
    """Parse a style such as `Anna B. Smith and Bo Lee. Title. Publisher, Place, 2019`."""
    whole = _WITH_BOOK.match(text)
    return Styled(whole["authors"], whole["title"], whole["year"]) if whole else None


def _between_commas(text: str) -> Styled | None:
    """Parse a style such as `A. B. Smith, B. Lee, Title, Journ. Phys. 5, 75 (2008)`."""
    start = _BETWEEN_COMMAS.match(text)
    years = styles.YEARS.findall(text, start.end()) if start else []
    if start is None or not years or _NO_TITLE.search(start["title"]):
        return None
    if len(start["title"].split()) == 1:
        return None
    return Styled(start["authors"], start["title"], years[-1])


def _capitals_first(text: str) -> Styled | None:
    """Parse a book in a style such as `SMITH, Anna; LEE, B. Title. 2. ed. Lisbon: Water, 2008`."""
    start = _CAPITALS_FIRST.match(text)
    years = styles.YEARS.findall(text, start.end()) if start else []
    return Styled(start["authors"], start["title"], years[-1]) if start and years else None
