"""Cut what follows the title of a reference: its book, journal, publisher, place or edition."""

import re

from wildwood.lexicon.words import pattern
from wildwood.records.dates import YEAR

_WORD = r"[^\W\d_a-z][\w&’'.-]*"
NAME = rf"{_WORD}(?:\s(?:of|and|the|for|in|on|de|des|du|et|und|für|der|y|{_WORD}|&)){{0,9}}"
"""A name of several words, such as that of a journal."""
_IN = re.compile(
    r"[.,;?!]?\s+(?:(?:in|In|IN)\s?:|//)\s|[.,]\s+(?:in|dans|en)\s[«“]|[.,]\s+in\s(?:[A-Z]\.|[A-Z][\w’-]+,?\s[A-Z]\.)"
)
_BRACKETS = re.compile(
    r"(?<=\S)\s*(?:\((?:version|v|vol|pp|latest|\d+\w* (?:ed|sub))\b.*|\([^()]*\bEds?\b.*|"
    r"\(\d*\w* ?edition\b.*|\(with discussion\b.*|\[[^\]]*\.\].*|"
    r"\[[^\]]*\](?!\)|:\s|\s[a-z]+\s[a-z]).*|[.?] In [A-Z].*|"
    r"\((?:tesis|thèse|tese|dissertation|dissertação|(?:doctoral|master|ph\.?\s?d)\S*\s\w+)\b.*|"
    r"\((?:Reihe|Schriftenreihe|Series)\b.*)$",
    re.IGNORECASE,
)
"""What style guides add in brackets, and a book after it."""
_EDITION = re.compile(
    r"[,.]\s\d+(?:st|nd|rd|th|[aªº]?\.?)\s(?:edn?|edition|Aufl|éd)\b.*$", re.IGNORECASE
)
_PROCEEDINGS = re.compile(
    r"(?<=[\w)][\w)])(?:[.?!,]|\sin)\s(?:Proc(?:\.|$)|Proceedings\sof\s|Actes\s(?:de|des|du)\s).*$"
)
_REPORT = re.compile(
    r"[.,]\s(?:Tech(?:nical|n?\.)\s(?:[Rr]eport|[Rr]ept?\.?)\b|arXiv:\s?\d|vol\.\s\w+\sof\s).*$"
)
_UNPUBLISHED = re.compile(
    r",\s(?:[A-Z][\w-]*\s)*(?:thèse|mimeo|unpublished|unveröffentlicht\w*|forthcoming|Ph\.?\s?D|"
    r"Master|(?:Working|Discussion|Research)\sPapers?|Dissertation|Diss\.|Technical\sReport|NBER|"
    r"CEPR|IZA)\b.*$"
)
_JOURNAL = re.compile(
    rf",\s(?:The\s)?{NAME},?\s(?:[Vv]ol\.?\s*|[Nn]o\.?\s*|Bd\.?\s|Nr\.?\s|Heft\s)?"
    rf"(?!{YEAR}\b)\d{{1,4}}\s?(?:\(|[,:/]\s?\d|\.?$).*$"
)
_ABBREVIATED = re.compile(
    r"(?<=[a-z?!])\.\s(?:[A-Z]\w*\s){0,2}(?:Trans|Comput|Commun|Proc|Int|Lett|Rev|Ann|Bull|J)\."
    r"(?:\s\(?[A-Z]\w*\.?){0,4}$"
)
"""An abbreviated journal after a sentence."""
_NO_JOURNAL = re.compile(
    rf"[.?!]?\s,\s\d.*$|,?\spp\.\s?\d.*$|\.\s{YEAR}\.?$|,\s(?:volume|vol\.|pages?|chapter|Version)\s\d[\w.–-]*$"
)
"""A volume, pages or a year without a journal before them."""
_PUBLISHER = re.compile(
    rf",\s{NAME}(?:,\s[A-Z]{{2}})?\s?:\s[A-Z].*$|\s\([A-Z][\w .]+:\s[^)]*\)?\.?$"
)
_PLACE = re.compile(
    r",\s(?:[^\W\d_a-z][\w’-]+)(?:[\s/](?:[^\W\d_a-z][\w’-]*|a\.\s?M|am|a\.\s?d))*$"
)
_IMPRINT = re.compile(
    rf"{_WORD}(?:[\s/]+(?:{_WORD}|am|a\.|d\.|and|et|und|de)){{0,3}}(?:,\s[A-Z]{{2}})?"
    r"(?:\s?:\s[^\d]{2,60})?"
)
_CITY = pattern("cities")
"""The cities of many publishers; `Roma-Bari` and `Berlin/New York` are two."""
_CITIES = rf"{_CITY}(?:\s?[-/,–]\s?{_CITY})*"
_PUBLISHED = re.compile(
    rf",\s{_CITIES}\s?(?:[,:]\s(?=[^\W\d_a-z]|il\s)[^,:]{{2,50}}(?:,?\s{YEAR})?)?\.?$"
)
"""A city, and the publisher after it, at the end of a title."""
_PUBLISHER_FIRST = re.compile(
    rf",\s(?:(?:il|Il|la|La|éditions|Éditions)\s)?[^\W\d_a-z][^\s,]*(?:\s(?:e|et|&|[^\W\d_a-z][^\s,]*)){{0,3}},\s{_CITIES}"
    rf"(?:,?\s{YEAR})?\.?$"
)
_THESIS = re.compile(
    r"[.,]\s(?:tesis|tese|tesi|thèse|mémoire|dissertação|Diss\b|Diplomarbeit|Bachelorarbeit|"
    r"Bachelor-Thesis|Masterarbeit|Masterthesis|Magisterarbeit|Habilitation\w*|Inauguraldiss\w*|"
    r"trabajo\s(?:de\s)?fin\sde|trabalho\sde\sconclusão|monografía|monografia)\b.*$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\b(?:https?:|doi\b|10\.\d{4}).*$", re.IGNORECASE)
_MAX_AFTER_PUBLISHER = 30
"""The most characters after a publisher, such as a year and pages, without addresses."""
_MIN_WORDS = 3
"""Words before a place at the end of a title."""
_AROUND = " .,;:“”\"'«»"
_PUNCTUATION = _AROUND + "()[]"


def before_book(text: str) -> int:
    """Return where the book begins that contains a title, by `in:`; the length without one."""
    match = _IN.search(text)
    return match.start() if match else len(text)


def ends_in_place(text: str) -> bool:
    """Return whether a place of publication is the end of a text."""
    return _PLACE.search(text.rstrip(" .")) is not None


def is_imprint(text: str) -> bool:
    """Return whether a text is a place, or a place and a publisher."""
    return _IMPRINT.fullmatch(text) is not None


def cut(title: str, reference: str) -> str:
    """Return a title without what follows it in a reference."""
    after = _ADDRESS.sub("", reference[reference.rfind(title) + len(title) :])
    title = title[: before_book(title)].rstrip()
    for after_title in (
        *(_BRACKETS, _EDITION, _PROCEEDINGS, _REPORT, _UNPUBLISHED, _THESIS, _NO_JOURNAL, _JOURNAL),
        *(_ABBREVIATED, _PUBLISHER_FIRST, _PUBLISHED),
    ):
        title = after_title.sub("", title)
    if len(after) <= _MAX_AFTER_PUBLISHER:
        title = _PUBLISHER.sub("", title)
    place = _PLACE.search(title.rstrip(" ."))
    is_last = reference.rstrip(" .").endswith(title.rstrip(" ."))
    if place and is_last and len(title[: place.start()].split()) >= _MIN_WORDS:
        title = title[: place.start()]
    return _without_punctuation(title, reference)


def _without_punctuation(title: str, reference: str) -> str:
    """Return a title without punctuation around it, except brackets that belong to it."""
    whole = title.strip(_AROUND)
    core = whole.strip(_PUNCTUATION)
    for one in (core, whole.lstrip(_PUNCTUATION), whole.rstrip(_PUNCTUATION), whole):
        if _is_balanced(one):
            return one
    closed = core + reference[reference.rfind(core) + len(core) :][:1]
    return closed if _is_balanced(closed) else core


def _is_balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]"))
