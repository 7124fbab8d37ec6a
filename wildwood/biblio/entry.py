"""What is said of a paper, whatever the format."""

from dataclasses import astuple, dataclass, field, fields, replace
from enum import Enum, auto
from typing import NamedTuple

from wildwood.biblio.fields import letters
from wildwood.biblio.person import Person
from wildwood.biblio.record import CatalogueRecord, LocalizedText, Record


@dataclass(frozen=True, slots=True)
class Series:
    """The series, journal or book that a paper is part of, and its place there."""

    title: str = ""
    volume: str = ""
    issue: str = ""
    """The number within a volume, or that of a working paper within its series."""
    pages: str = ""
    """Such as 12-34."""
    issn: str = ""
    publisher: str = ""
    isbn: str = ""

    @property
    def first_page(self) -> str:
        """The first page, or all that is said of the pages."""
        return self.pages.partition("-")[0]

    @property
    def last_page(self) -> str:
        """The last page if it is said."""
        return self.pages.partition("-")[2]


NO_SERIES = Series()
_JOINED = ("urls", "keywords", "notes", "extra")


class EntrySpan(NamedTuple):
    """A part of a list's text, in characters from its start."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper as a list, a header or a citation has it. What is not said is empty."""

    id: str
    """As the list has it; two entries can have the same. See `handle`."""
    titles: tuple[LocalizedText, ...]
    authors: tuple[Person, ...]
    place: str = field(default="", compare=False)
    """Where it stands, for a message: "line 12" or "record 3"."""
    number: int = 1
    """Tells apart the entries of a list that have the same id."""
    kind: str = ""
    """The type of publication, in the words of the list: `article`, `JOUR`."""
    date: str = ""
    """A year, a month (2021-10) or a day (2021-10-05)."""
    languages: tuple[str, ...] = ()
    """Those declared for the paper, as written."""
    abstracts: tuple[LocalizedText, ...] = ()
    keywords: tuple[str, ...] = ()
    classifications: tuple[str, ...] = ()
    """Codes of a scheme, such as jel:E32."""
    dois: tuple[str, ...] = ()
    """Without a resolver: 10.3386/w29172."""
    pmid: str = ""
    """The number of the paper in PubMed."""
    identifiers: tuple[str, ...] = ()
    """Others, such as that in a database or registry, as `records.identifiers` makes them."""
    edition: str = ""
    urls: tuple[str, ...] = ()
    series: Series = NO_SERIES
    archive: str = ""
    """The source that the list names for it."""
    note: str = ""
    """The reference as printed, if nothing else is known."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What those who keep the list wrote beside it."""
    extra: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Fields that only its format has, by their names there: AN in RIS, groups in BibTeX. A value
    of a list is a field of its own."""
    digest: str = field(default="", compare=False)
    """Of its text in the list: two entries with one are the same to the letter."""
    span: EntrySpan | None = field(default=None, compare=False)
    """Its text in the list, for the formats that are written again in place."""

    @property
    def handle(self) -> str:
        """The id, with a number if an earlier entry of the list has the same."""
        return self.id if self.number == 1 else f"{self.id} ({self.number})"

    @property
    def title(self) -> str:
        """The first title, or an empty text."""
        return self.titles[0].text if self.titles else ""

    @property
    def richness(self) -> int:
        """How many fields have a value, to choose between repeats."""
        own = (self.kind, self.date, self.languages, self.abstracts, self.keywords)
        more = (self.classifications, self.dois, self.urls)
        return sum(map(bool, (*own, *more, *astuple(self.series))))

    def joined(self, more: "Entry") -> "Entry":
        """Return the entry with what it lacks from another, and the lists of both, as they are."""
        own = {
            one.name: getattr(self, one.name) or getattr(more, one.name)
            for one in fields(self)
            if one.name not in ("id", "place", "number", "digest", "span")
        }
        series = [a or b for a, b in zip(astuple(self.series), astuple(more.series), strict=True)]
        own.update(
            series=Series(*series),
            **{name: getattr(self, name) + getattr(more, name) for name in _JOINED},
        )
        return replace(self, **own)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the authors."""
        return tuple(author.name for author in self.authors)

    @property
    def record(self) -> Record:
        """Handle, names and titles, to be compared."""
        return Record(self.handle, self.names, tuple(title.text for title in self.titles))

    @property
    def catalogue_record(self) -> CatalogueRecord:
        """What tells its language; without an id, the place is its id."""
        return CatalogueRecord(self.id or self.place, self.titles, self.abstracts, self.languages)


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
