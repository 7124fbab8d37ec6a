"""Classify the lines of the first page, and validate fields found on it."""

import re
from collections.abc import Iterable, Sequence

from wildwood.biblio.field_texts import MONTH, UNSPACED, YEAR
from wildwood.biblio.person import AND, INSTITUTIONS
from wildwood.biblio.words import entries, pattern, words
from wildwood.extraction.data import Line

NUMBER = r"(?:\d{1,2}[.)]?|[IVX]{1,4}[.)]?|[■□▪●◆►])?\s*"  # of a heading, or a bullet
_ABSTRACT = pattern("abstract_headings", spaced=True)
ABSTRACT = re.compile(
    rf"\A(?:(?:[*_【［]|[■▪●•&j]\s|(?:[01I][.)]?|[01]\.[01]\.?)\s)?"
    rf"{_ABSTRACT}(?:\s*[–—/-]\s*{_ABSTRACT})?\b"
    r"(?:\s\([^()A-Z]{1,30}\)(?=$|\s[^\W\d_a-z]))?\s*[.:：—–】］-]*"
    rf"|(?:.{{0,80}}\d,\s{YEAR}|doi:\s?10\.[^\s—]+)\.—)\s*"
)
"""The heading of an abstract, with a remark such as `(250 words)`; small capitals can leave a space
after the first letter. In its place can be the end of the paper's own citation: its pages and year,
or its DOI, before a dash."""
_KEYWORDS = pattern("keyword_headings", spaced=True)
KEYWORDS = re.compile(
    rf"(?:[■▪●•&j]\s|[【［])?{_KEYWORDS}\b(?:\s*[/—–-]\s*{_KEYWORDS}\b)*\s*[.:：—–】］-]*\s*"
)
_INTRODUCTION = pattern("introduction_headings", spaced=True)
INTRODUCTION = re.compile(rf"{NUMBER}{_INTRODUCTION}(?:\s{AND}\s.{{3,40}})?[.:]?", re.IGNORECASE)
_END_OF_AUTHORS = re.compile(rf"{pattern('front_matter')}(?!\w)|©|\(c\)|https?:", re.IGNORECASE)
_ARTICLE_TYPES = frozenset(name.replace(" ", "") for name in entries("article_types")) | {""}
LEADER = re.compile(r"(?:\.\s?){5}|…{3}")  # the dots of a table of contents or list of figures
_JOINTS = re.compile(r"[\s:–—•|]+")
_PUNCTUATION = "(,.;:)"
_SIZE_TOLERANCE = 0.06  # how much the sizes of lines in one style can differ, relative to the first
ROW = 0.5  # how much the baselines of one row can differ, in font sizes
DOUBLE_SPACING = 2.4  # the greatest distance of double-spaced lines, in font sizes
_MIN_PROSE_WORDS = 8
_UNSPACED = re.compile(f"[{UNSPACED}]{{2}}")
_PROSE_SHARE = 0.55  # least share of words in lower case in a line of prose


def first_page(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.page == lines[0].page] if lines else []


PLAIN_SIZE = 1.0  # the font size of a text, which no page of a PDF has
_LEADING, _WIDTH = 1.2, 0.5  # of its lines and characters, in font sizes
_PAGE = 100  # the height of a page, in lines
_MARK = r"(?:\d{1,2}|[*†‡§¶∗]|[a-h]\))"
_RAISED = re.compile(
    rf"(?:(?<=[a-zß-ÿ])|(?<=[a-zß-ÿ][.,]))\s?{_MARK}(?:,?\s?{_MARK})*(?!\.?\w)|"
    rf"^{_MARK}(?=\s?[^\W\d_])"
)  # the marks behind names and before affiliations


def give_sizes(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a plain text as if printed in one size; other lines are unchanged."""
    return lines if any(line.size for line in lines) else list(map(_give_size, lines))


def _give_size(line: Line) -> Line:
    bottom = (line.bottom + _PAGE) * _LEADING
    bracket = f"{line.text}(".index("(")  # behind it, `a)` is no mark
    marks = (
        mark for mark in _RAISED.finditer(line.text) if mark[0][-1] != ")" or mark.start() < bracket
    )
    raised = tuple(mark.span() for mark in marks)
    line = line._replace(left=line.left * _WIDTH, right=line.right * _WIDTH, raised=raised)
    return line._replace(bottom=bottom, top=bottom + PLAIN_SIZE, size=PLAIN_SIZE)


_HAN = "[一-鿿]"
_SPACED_HAN = re.compile(rf"(?<!\w){_HAN}(?:(?:\s{_HAN})+(?=\s?[:：])|(?:\s{_HAN}){{3,}}(?!\w))")


def join_letters(lines: Sequence[Line]) -> list[Line]:
    """Return lines with spaced letters, as of Chinese labels, in words; names stay spaced."""
    texts = (_SPACED_HAN.sub(lambda match: "".join(match[0].split()), line.text) for line in lines)
    return [
        line if text == line.text else line._replace(text=text, raised=())
        for line, text in zip(lines, texts, strict=True)
    ]


def height_from_top(lines: Iterable[Line]) -> list[Line]:
    """Return the lines with a size, from top to bottom and left to right."""
    sized = (line for line in lines if line.size)
    return sorted(sized, key=lambda line: (-line.bottom, line.left))


def usual_size(lines: Sequence[Line]) -> float:
    """Return the median size over characters, in points (figures have short lines), or 0."""
    sized = sorted((line for line in lines if line.size), key=lambda line: line.size)
    half = sum(len(line.text) for line in sized) / 2
    for line in sized:
        half -= len(line.text)
        if half <= 0:
            return line.size
    return 0.0


def is_article_type(text: str) -> bool:
    """Return whether a line is a type of article, perhaps spaced."""
    parts = [part for part in re.split(r"\s*[/•|]\s*", text.lower().strip(" .:*")) if part]
    return _JOINTS.sub("", "".join(parts)) in _ARTICLE_TYPES


def heading(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the heading at the beginning of a line, unless it is part of a sentence."""
    match = pattern.match(text)
    if match is None or LEADER.search(text) or text[match.end() :].isdigit():
        return None
    end = match[0].rstrip()[-1]
    if end in ":：—–】］" or match[0].endswith("- "):
        return match
    following = text[match.end() :][:1]
    is_apart = not (following.islower() or following in {",", ";"})
    return match if is_apart and (end != "." or text[0].isupper()) else None


def is_introduction(text: str) -> bool:
    return INTRODUCTION.fullmatch(text) is not None


def is_heading(text: str) -> bool:
    return bool(heading(ABSTRACT, text) or heading(KEYWORDS, text)) or is_introduction(text)


def ends_authors(text: str) -> bool:
    """Return whether no author can be on this line or below."""
    return is_heading(text) or _END_OF_AUTHORS.match(text) is not None


def add_spaces(text: str) -> str:
    """Divide what is written without spaces into parts of about a word."""
    return _UNSPACED.sub(r"\g<0> ", text)


def is_prose(text: str) -> bool:
    """Return whether most words are in lower case or in a script without capitals."""
    words = [word.strip(_PUNCTUATION) for word in text.split()]
    if len(words) < _MIN_PROSE_WORDS:
        return False
    lower = sum(word.isalpha() and not word[0].isupper() for word in words)
    return lower >= _PROSE_SHARE * len(words)


def is_uniform(page: Sequence[Line]) -> bool:
    """Return whether all lines have one size, and none is bold, apart from bold types."""
    sizes = {line.size for line in page if not line.bold}
    return len(sizes) == 1 and all(is_type(line.text) for line in page if line.bold)


def same_size(line: Line, second: Line, tolerance: float = _SIZE_TOLERANCE) -> bool:
    """Return whether two lines are equally large, up to a share of the first size."""
    return abs(line.size - second.size) <= tolerance * line.size


def same_style(line: Line, second: Line, tolerance: float = _SIZE_TOLERANCE) -> bool:
    return same_size(line, second, tolerance) and line.bold == second.bold


def is_beside(line: Line, right: Line) -> bool:
    """Return whether the second line is to the right in the row of the first."""
    return abs(line.bottom - right.bottom) < ROW * line.size and right.left > line.right


def overlap(line: Line, second: Line) -> float:
    """Return the share of the narrower line that is above or below the other."""
    narrower = min(line.right - line.left, second.right - second.left)
    shared = min(line.right, second.right) - max(line.left, second.left)
    return shared / narrower if narrower > 0 else float(shared >= 0)


_BANNER = words("venues", "proceedings", "publishers", "publishing", "series")
_ISSUE = re.compile(
    rf"\b(?:vol(?:ume|\.)?\s?\d|no\.\s?\d|issue\s\d|issn|isbn)|^\W*{YEAR}\W*$|"
    rf"\b{YEAR}\s*[;,:]\s*\d+|"
    rf"\({YEAR}\)[.,]?\s*\d{{1,4}}\s?(?:\(\d{{1,3}}\))?\s?[:,–-]\s*\d|"
    r"^(?:presented at|to appear in|published (?:as|in|by)|date of publication)\b", re.IGNORECASE
)  # fmt: skip
_INSTITUTION = re.compile(
    rf"^{pattern('university_names')}\s[^\W\d_a-zа-яё]|"
    rf"\b(?=[^\W\d_a-z]){pattern('universities')}"
    rf"\s(?!(?:and|in|on)\b){pattern('joining_words')}\b"
)
_ADDRESS = re.compile(r"https?:|\barxiv:\d|www\.|@|\bdoi\b|\b10\.\d{4}", re.IGNORECASE)
_SPACED = re.compile(r"(?:\w\s)+\w")
_DOCUMENT_TYPE = re.compile(pattern("document_types", "series"), re.IGNORECASE)
_DEGREE = re.compile(
    rf"{pattern('degrees_sought')}(?!\w)|"
    rf"{pattern('document_types')}\b(?!$)|"
    rf"{pattern('author_labels', 'committees', 'supervisors')}\s*(?:[:：]|$)",
    re.IGNORECASE,
)  # the beginning of a statement of the degree


def unmarked(line: Line) -> str:
    """Return the text of a line behind the raised mark that it begins with."""
    return line.text[next((end for start, end in line.raised[:1] if start == 0), 0) :]


def is_type(text: str) -> bool:
    """Return whether a line is a type of article, thesis or report, perhaps spaced, or a degree."""
    stripped = text.strip(" .:*–—-")
    whole = stripped.replace(" ", "") if _SPACED.fullmatch(stripped) else stripped
    return is_article_type(text) or _DOCUMENT_TYPE.fullmatch(whole) is not None


def is_degree(text: str) -> bool:
    return _DEGREE.match(text.strip(" –—-")) is not None


def likeness(text: str) -> float:
    """Return how much a text is like a journal, issue, address, institution or degree, from 0."""
    text = text.strip(" –—-")
    spelled = text.title() if text.isupper() else text
    return (
        1.5 * (_BANNER.search(text) is not None)
        + 2.5 * (_ISSUE.search(text) is not None)
        + 2.0 * (_ADDRESS.search(text) is not None)
        + 4.0 * (_INSTITUTION.search(spelled) is not None)
        + 5.0 * is_degree(text)
    )


_YEAR_DIGITS = 4
_DATE = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?)?(?:{MONTH}|{pattern('months_in_full')})"
    rf"(?:\s+\d{{1,2}}(?:st|nd|rd|th)?\s*,)?,?\s+(?:de\s+)?{YEAR}"
    rf"|{YEAR}\s?[年년]\s?\d{{1,2}}\s?[月월](?:\s?\d{{1,2}}\s?[日일])?"
    rf"|{YEAR}[-/.](?:0?\d|1[0-2])(?!\d)(?:[-/.]\d{{1,2}})?|\d{{1,2}}[-/.]\d{{1,2}}[-/.]{YEAR}|\b{YEAR}\b",
    re.IGNORECASE,
)
ON_DATE = re.compile(rf"(?:,|\s(?-i:[a-z]{{2}}))?\s(?:{_DATE.pattern})$", re.IGNORECASE)
"""A date at the end, with a short word before it: `Anna Smith on May 14, 2018`."""
_VENUE_WORDS = words("venues", "proceedings")
_VOLUME = re.compile(
    rf"\b\d{{1,4}}\s?\(\d{{1,4}}\)|\bvol(?:ume|\.)?\s?\d+|\bno\.\s?\d|\({YEAR}\)[.,]?\s\d|"
    r"\b\d{1,4}:\s?\d+[–-]\d",
    re.IGNORECASE,
)
_NO_VENUE = re.compile(
    r"©|copyright|licen[cs]e|rights|available|homepage|support|thank|[@{}=]|/\S+/", re.IGNORECASE
)
_WEB = re.compile(r"\s*(?:https?:|www\.|doi\b).*$", re.IGNORECASE)
_FRAGMENTS = re.compile(r"\A(?:[^\W\d_A-ZÀ-Þ][^A-ZÀ-Þ\s]*(?:\s+|$))+")  # end of sentence or address
_MAX_AFFILIATION_CHARACTERS = 350
_NO_AFFILIATION = re.compile(
    r"\bvol(?:ume|\.)\s?\d|\bpp\.\s?\d|\d\sp\b|«\s(?:[\w’'-]+\s){3}|\bis[bs]n\b|\bed\.\)|:\s*//|\(\d{4}\)\s\d+:|\[\w+\d\d\]|"
    rf"\bpublished\b|\bjstor\b|^(?:\w+\s){{0,3}}journal\sof\b|^(?:{pattern('publishers')}\b|#\s).*\b{YEAR}$",
    re.IGNORECASE,
)
SERIES = words("series")
INSTITUTION = words(*INSTITUTIONS, "organisations")
_FIELD_PUNCTUATION = " .,;:*†‡—–-|"


def date(text: str) -> str:
    """Return the last full date of a short text, usually of publication, or the last year."""
    dates = list(dict.fromkeys(match[0] for match in _DATE.finditer(text)))
    if not dates:
        return ""
    full = [text for text in dates if len(text) > _YEAR_DIGITS]
    return (full or dates)[-1].strip(_FIELD_PUNCTUATION)


def venue(text: str) -> str:
    """Return a journal, conference or series with volume and pages, or nothing."""
    name = _FRAGMENTS.sub("", _WEB.sub("", text).strip(_FIELD_PUNCTUATION))
    is_named = has_volume(name) or (_VENUE_WORDS.search(name) and not INSTITUTION.search(name))
    is_other = _NO_VENUE.search(name) or is_prose(name)
    return name if is_named and name[:1].isalnum() and not is_other else ""


def has_volume(venue: str) -> bool:
    return _VOLUME.search(venue) is not None


def is_institution(text: str) -> bool:
    return INSTITUTION.search(text) is not None and not is_prose(text)


def is_record(text: str) -> bool:
    """Return whether covers print a text beside names: a venue, a publisher or a note."""
    return len(text) > _MAX_AFFILIATION_CHARACTERS or _NO_AFFILIATION.search(text) is not None
