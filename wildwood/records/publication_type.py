"""The type of a publication, told by the words that formats and databases have for it."""

from enum import Enum, auto

from wildwood.records.entry import Series
from wildwood.records.field_text import letters


class PublicationType(Enum):
    """The types that formats tell apart."""

    ARTICLE = auto()
    BOOK = auto()
    CHAPTER = auto()
    CONFERENCE_PAPER = auto()
    REPORT = auto()
    THESIS = auto()
    MASTERS_THESIS = auto()
    DATASET = auto()
    SOFTWARE = auto()
    UNPUBLISHED = auto()
    OTHER = auto()


_WORDS = {
    PublicationType.ARTICLE: "article jour ejour articlejournal journalarticle j",
    PublicationType.BOOK: "book",
    PublicationType.CHAPTER: "chapter chap bookchapter booksection bookpart bookitem inbook"
    " incollection",
    PublicationType.CONFERENCE_PAPER: "inproceedings cpaper conf conference paperconference"
    " conferencepaper proceedingspaper conferenceobject",
    PublicationType.REPORT: "report rprt techreport paper preprint workingpaper",
    PublicationType.THESIS: "thesis thes phdthesis doctoralthesis dissertation",
    PublicationType.MASTERS_THESIS: "mastersthesis masterthesis",
    PublicationType.DATASET: "dataset data",
    PublicationType.SOFTWARE: "software comp",
    PublicationType.UNPUBLISHED: "unpublished unpb",
}
"""Words of formats and databases, as `_plain` makes them."""
_TYPES = {word: one for one, words in _WORDS.items() for word in words.split()}


def publication_type(kind: str, series: Series) -> PublicationType:
    """Return the type of a publication, by the word that a list has for it and its series.

    Databases also put the method of a study there, such as "Randomized Controlled Trial". If the
    word is unknown, what has a volume or the ISSN of a journal, and no ISBN, is an article.
    """
    if found := _TYPES.get(_plain(kind)):
        return found
    is_in_journal = series.title and (series.volume or series.issn) and not series.isbn
    return PublicationType.ARTICLE if is_in_journal else PublicationType.OTHER


def _plain(kind: str) -> str:
    """Return the letters of a type, without the path of info:eu-repo/semantics/article."""
    return "".join(filter(str.isalpha, letters(kind.rpartition("/")[2])))
