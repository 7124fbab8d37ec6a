"""Find the title of a reference by the punctuation of its citation style.

A style is applied only where the whole reference fits it; otherwise the sequence model decides.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

_YEAR = r"(?:1[5-9]|20)\d\d"
_AUTHOR_YEAR = re.compile(
    rf"^(?P<authors>[^\d(\[]{{3,}}?(?:\[[^\]]+\]\.?)?)\s?\((?P<year>{_YEAR}|n\.d\.)[^)]{{0,30}}\)[.:,]?\s+"
)
"""The beginning of a reference in an author-year style such as APA."""
_YEAR_AFTER_NAMES = re.compile(
    rf"^(?P<authors>[^\d(\[]{{3,}}?[A-Z.,l])[.,]?\s?(?P<year>{_YEAR})[a-z]?[.:,]?\s*(?=[^\W\d_a-z]|[“\"(])"
)
"""The same without brackets; it is taken only after initials."""
_INITIALS = re.compile(r"(?:\b[^\W\d_a-z]{1,3}|\b[^\W\d_a-z]\.|\bal\.?)[.,]?$")
_MAX_NAMES_SHARE = 0.7
_SURNAME = r"(?:[^\W\d_a-z][\w’'‐-]*|(?:van|von|de|der|den|du|da|di|la|le|el|al|dos|ter|ten)\b)"
_VANCOUVER_NAME = (
    rf"{_SURNAME}(?:\s{_SURNAME}){{0,3}}\s(?:[^\W\d_a-z]\s?-?){{1,4}}(?:\s(?:Jr|Sr|I+V?))?"
)
_VANCOUVER = re.compile(
    rf"^(?P<authors>{_VANCOUVER_NAME}(?:,?\s(?:and|&)\s|,\s)?"
    rf"(?:{_VANCOUVER_NAME}(?:,\s(?:and\s|&\s)?|\s(?:and|&)\s)?)*(?:,?\s?et\sal)?)[.:]+\s+"
)
"""The authors of a reference in the style of medicine: `Smith AB, Jones C.`."""
_CHEMICAL_NAME = (
    rf"{_SURNAME}(?:[\s-]{_SURNAME}){{0,3}},\s(?:[^\W\d_a-z]\.[‐-]?\s?){{1,5}}(?:Jr\.?)?"
)
_CHEMICAL = re.compile(
    rf"^(?P<authors>(?:{_CHEMICAL_NAME};\s)*{_CHEMICAL_NAME}(?:;?\set\sal\.)?)\s+(?!&|and\b|et\b)"
)
"""The authors of a reference in the style of chemistry: `Smith, A.B.; Jones, C.`"""
_SOURCE = re.compile(
    rf"[.,]?\s*\(?(?P<year>{_YEAR})\)?(?:\s\w{{3,4}}(?:\s\d{{1,2}})?)?\s?[;:,]\s*\w|"
    rf"\s*\(?(?P<last>{_YEAR})\)?\s*[;,.]?\s*\d*\.?$"
)
"""The year after the journal, and the volume or the end after it."""
_SENTENCE_END = re.compile(
    r"(?<![\s.(-][A-Z])(?<!\s[IVX]{2})(?<!\b[Vv]ol)(?<!\bpp)(?<!\bEds)(?<!\b[Nn]o)(?<!\bvs)(?<!\bed)(?<!\bEd)(?<!\bsp)"
    r"(?<!\bspp)(?<!\bsyn)(?<!\bcv)(?<!\bvar)(?<!\bcf)(?<!\bSt)(?<!\bDr)(?<!\bL)\.\s+(?=[^\W_a-z]|[(\[“\"]|[a-z]+[A-Z])|"
    r"(?<=[A-Z])\.\s+(?=[A-Z][^.]{1,80},\s\d)|(?<=[a-z]{3})\.(?=[A-Z][a-z]+[.\d\s])|[?!]\s+(?=[^\W_a-z]|[(\[“\"]|[a-z]+[A-Z])|\.(?=\s*https?:)|\.$"
)
"""The end of a sentence; a single capital ends one only before what looks like a journal."""
_VENUE = re.compile(
    rf"(?:In:?\s|(?:[^.]{{2,120}}?[,\s]\s?|(?:[^\W\d_][\w&’'()-]*[.,]{{0,2}}\s){{1,9}}?)"
    rf"(?:vol(?:ume|\.)?\s?)?\d{{1,4}}\s?(?:\(|[,:]\s?\S*\d|,\s?[Ll]?\d|$|\.$)|"
    rf"[^.]{{2,100}}?,\s(?:{_YEAR}|no\.|pp?\.|article|abs/|e?\d+)|\d+(?:,\s\w+)?[–-]\w?\d+|{_YEAR}\s|"
    r"(?-i:(?:[A-Z][\w-]*\s){0,2}[A-Z][a-z]{0,8}\.\s?[A-Z][a-z]*\b)|"
    r"arXiv|bioRxiv|CoRR|(?:Ph\.?D|Master|Doctoral|Technical|Working|Unpublished|Preprint))",
    re.IGNORECASE,
)
"""What comes after a title: a journal and its volume, a book or pages."""
_QUOTED = re.compile(
    r"(?:“|\"|«\s?|„|``)(?P<title>[^“”\"«»„]{8,400}?)(?P<dot>[,.?!]?)\s?(?:”|\"|»|“|'')"
)
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[^\W_a-z]|[(\[“\"])")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CHINESE_PARTS = re.compile(r"[,.;，。；“”‘’'\"]\s*")
_MIN_CHINESE = 6
"""The least characters of a title; names have fewer."""
_MIN_QUOTED_WORDS = 3
_MAX_BEFORE_QUOTE = 0.75
"""The share of a reference that can precede its quoted title."""
_MAX_ABBREVIATION_WORDS = 3
_ABBREVIATIONS = re.compile(r"^(?:[^\W\d_a-z][\w&’'-]*\.?\s?){1,4}$")


class Styled(NamedTuple):
    """The parts of a reference that its style shows."""

    authors: str
    title: str
    year: str


def parse(text: str) -> Styled | None:
    """Return the parts that the style of a reference shows, or nothing if it has no known style."""
    return _author_year(text) or _authors_first(text) or _chinese(text)


def quoted_title(text: str) -> str:
    """Return the quoted title, or nothing if no quotation is in the place of a title."""
    for match in _QUOTED.finditer(text):
        before = text[: match.start()].rstrip()
        title = match["title"]
        if len(before) > _MAX_BEFORE_QUOTE * len(text):
            return ""
        is_apart = not before or before[-1] in ".,:;)" or match["dot"]
        if is_apart and len(title.split()) >= _MIN_QUOTED_WORDS:
            return title + match["dot"] * (match["dot"] in "?!")
    return ""


def _author_year(text: str) -> Styled | None:
    """Parse a style such as `Author, A. (2008). Title. Journal, 5(1), 75.`."""
    start = _AUTHOR_YEAR.match(text) or _year_after_names(text)
    if start is None:
        return None
    rest = text[start.end() :]
    ends = [match.end() for match in _SENTENCE_END.finditer(rest)]
    if not ends:
        return None
    title = ends[0]
    for end in ends[:4]:
        if _VENUE.match(rest[end:]):
            title = end
            break
    return Styled(start["authors"], rest[:title], start["year"])


def _year_after_names(text: str) -> re.Match[str] | None:
    start = _YEAR_AFTER_NAMES.match(text)
    if start is None or not _INITIALS.search(start["authors"]):
        return None
    return start if start.end() < _MAX_NAMES_SHARE * len(text) else None


def _authors_first(text: str) -> Styled | None:
    """Parse a style such as `Smith AB, Jones C. Title. Journal. 2008;5(1):75.`."""
    start = _VANCOUVER.match(text) or _CHEMICAL.match(text)
    source = _SOURCE.search(text, start.end()) if start else None
    if start is None or source is None or (start.re is _CHEMICAL and source["last"]):
        return None
    sentences = _sentences(text[start.end() : source.start()])
    if len(sentences) < 2:  # noqa: PLR2004 - a title and a venue
        return None
    venue = len(sentences) - 1
    while venue > 1 and all(map(_is_abbreviation, sentences[venue - 1 : venue + 1])):
        venue -= 1
    title = " ".join(sentences[:venue])
    return Styled(start["authors"], title, source["year"] or source["last"])


def _chinese(text: str) -> Styled | None:
    """Parse a reference in Chinese characters, in which only titles and journals are long."""
    if len(_CHINESE.findall(text)) < _MIN_CHINESE:
        return None
    before: list[str] = []
    for part in _CHINESE_PARTS.split(text):
        if len(_CHINESE.findall(part)) >= _MIN_CHINESE:
            year = re.search(_YEAR, text)
            return Styled(", ".join(before), part, year[0] if year else "")
        before += filter(None, [re.sub(r"[\d()\s]+", " ", part).strip()])
    return None


def _sentences(text: str) -> Sequence[str]:
    return [
        part for part in re.split(r"(?<=[.?!])\s+(?=[^\W_a-z]|[(\[“\"])", text) if part.strip(" .")
    ]


def _is_abbreviation(text: str) -> bool:
    """Return whether a sentence is part of an abbreviated journal, such as `Biol`."""
    return len(text.split()) <= _MAX_ABBREVIATION_WORDS and _ABBREVIATIONS.match(text) is not None
