"""Know what stands above a title and looks like one: a journal, series or institution."""

import re

from wildwood.extraction.fields.first_page import front
from wildwood.lexicon.patterns import pattern, words
from wildwood.records.dates import YEAR

_BANNER = words("venues", "proceedings", "publishers", "publishing", "series")
_ISSUE = re.compile(
    rf"\b(?:vol(?:ume|\.)?\s?\d|no\.\s?\d|issue\s\d|issn|isbn)|^\W*{YEAR}\W*$|"
    rf"\b{YEAR}\s*[;,:]\s*\d+|"
    rf"\({YEAR}\)[.,]?\s*\d{{1,4}}\s?(?:\(\d{{1,3}}\))?\s?[:,]\s*\d", re.IGNORECASE
)  # fmt: skip
_INSTITUTION = re.compile(
    rf"^{pattern('university_names')}\s[^\W\d_a-zа-яё]|"
    rf"\b(?=[^\W\d_a-z]){pattern('universities')}"
    rf"\s{pattern('joining_words')}\b"
)
_ADDRESS = re.compile(r"https?:|www\.|@|\bdoi\b|\b10\.\d{4}", re.IGNORECASE)
_UNIVERSITY = re.compile(
    rf"(?:the\s)?(?:{pattern('university_names')}(?:\s[^\s:]+){{1,5}}|"
    rf"[^\s:]+\s{pattern('university_names')})",
    re.IGNORECASE,
)
"""The name of a university, and nothing else."""
_DOCUMENT_TYPE = re.compile(pattern("document_types", "series"), re.IGNORECASE)
_DEGREE = re.compile(
    rf"{pattern('degrees_sought')}(?!\w)|"
    rf"{pattern('document_types')}\b(?!$)|"
    rf"{pattern('author_labels', 'committees', 'supervisors')}\s*(?::|$)",
    re.IGNORECASE,
)
"""The beginning of what says for which degree a thesis is."""
TITLE_LABEL = re.compile(rf"{pattern('title_labels')}\s*:\s*(?=\S)", re.IGNORECASE)
"""What stands before the title on its line."""
_INTRODUCES_TITLE = re.compile(pattern("title_introductions", "title_labels"))
_ADDENDUM = re.compile(pattern("addenda"))
_SPACED = re.compile(r"(?:\w\s)+\w")
_MAX_SERIES_WORDS = 5
_SERIES = re.compile(rf"\b{pattern('series')}(?:\sseries)?$", re.IGNORECASE)


def is_document_type(text: str) -> bool:
    """Return whether a line says what kind of thesis or report it begins, or for which degree.

    Its letters can be spaced.
    """
    text = text.strip(" .:*–—-")
    whole = text.replace(" ", "") if _SPACED.fullmatch(text) else text
    return _DOCUMENT_TYPE.fullmatch(whole) is not None


def is_type(text: str) -> bool:
    """Return whether a text says what kind of article, thesis or report follows."""
    return front.is_article_type(text) or is_document_type(text)


def is_degree(text: str) -> bool:
    """Return whether a line begins to say for which degree a thesis is."""
    return _DEGREE.match(text.strip(" –—-")) is not None


def is_university(text: str) -> bool:
    """Return whether a text is the name of a university, and nothing else."""
    return _UNIVERSITY.fullmatch(text) is not None


def introduces_title(text: str) -> bool:
    """Return whether a line says that the title follows, such as `on the subject`."""
    return _INTRODUCES_TITLE.fullmatch(text.strip(' .:«“"')) is not None


def is_addendum(text: str) -> bool:
    """Return whether a line says that a document is an appendix, plan or draft of a paper."""
    return _ADDENDUM.fullmatch(text.strip(" .:*()[]–—-")) is not None


def likeness(text: str) -> float:
    """Return how much a text is like a journal, issue, address, institution or degree, from 0."""
    text = text.strip(" –—-")
    spelled = text.title() if text.isupper() else text
    return (
        1.5 * (_BANNER.search(text) is not None)
        + 2.5 * (_ISSUE.search(text) is not None)
        + 2.0 * (_ADDRESS.search(text) is not None)
        + 2.0 * (len(text.split()) <= _MAX_SERIES_WORDS and _SERIES.search(text) is not None)
        + 4.0 * (_INSTITUTION.search(spelled) is not None)
        + 2.0 * is_university(text)
        + 5.0 * (is_degree(text) or introduces_title(text))
    )
