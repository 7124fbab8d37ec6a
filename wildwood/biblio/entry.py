"""Bibliographic entries, whatever their format, and types of publications."""

from dataclasses import astuple, dataclass, field, fields, replace
from enum import Enum, auto
from typing import NamedTuple

from wildwood.biblio.fields import letters
from wildwood.biblio.person import Person
from wildwood.biblio.record import CatalogueRecord, LocalizedText, Record


@dataclass(frozen=True, slots=True)
class Series:
    title: str = ""
    volume: str = ""
    issue: str = ""  # the number within a volume, or that of a working paper within its series
    pages: str = ""
    issn: str = ""
    publisher: str = ""
    isbn: str = ""

    @property
    def first_page(self) -> str:
        """The first page, or the whole text on pages if it is no range."""
        return self.pages.partition("-")[0]

    @property
    def last_page(self) -> str:
        return self.pages.partition("-")[2]


NO_SERIES = Series()
KEYS = frozenset({"ids", "ID"})  # the extra fields of BibTeX and RIS by which they know a record
_JOINED = ("urls", "keywords", "notes", "extra")


class EntrySpan(NamedTuple):
    """A part of a list's text, in characters from its start."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper as a list, a header or a citation has it. Missing fields are empty."""

    id: str  # as the list has it, where it need not be unique; see `handle`
    titles: tuple[LocalizedText, ...]
    authors: tuple[Person, ...]
    place: str = field(default="", compare=False)  # in the list, for messages: "line 12"
    number: int = 1  # tells entries of a list with the same id apart
    kind: str = ""  # the type of publication, in the words of the list: `article`, `JOUR`
    date: str = ""
    languages: tuple[str, ...] = ()  # those declared for the paper, as written
    abstracts: tuple[LocalizedText, ...] = ()
    keywords: tuple[str, ...] = ()
    classifications: tuple[str, ...] = ()
    dois: tuple[str, ...] = ()  # without a resolver: 10.3386/w29172
    pmid: str = ""
    identifiers: tuple[str, ...] = ()
    edition: str = ""
    urls: tuple[str, ...] = ()
    series: Series = NO_SERIES
    archive: str = ""  # the source that the list names for it
    note: str = ""  # the reference as printed, if no field was recognised
    notes: tuple[str, ...] = field(default=(), compare=False)  # notes of the list's owners
    extra: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Fields that only its format has, such as AN in RIS; each value of a list is a field."""
    digest: str = field(default="", compare=False)
    span: EntrySpan | None = field(default=None, compare=False)  # its text, if rewritten in place

    @property
    def handle(self) -> str:
        """The id, with a number if an earlier entry of the list has the same."""
        return self.id if self.number == 1 else f"{self.id} ({self.number})"

    @property
    def title(self) -> str:
        return self.titles[0].text if self.titles else ""

    @property
    def richness(self) -> int:
        """How many fields have a value, to choose between repeats."""
        own = (self.kind, self.date, self.languages, self.abstracts, self.keywords)
        links = (self.classifications, self.dois, self.urls)
        return sum(map(bool, (*own, *links, *astuple(self.series))))

    def joined(self, repeat: "Entry") -> "Entry":
        """Fill in missing fields from another entry, and concatenate lists."""
        own = {
            item.name: getattr(self, item.name) or getattr(repeat, item.name)
            for item in fields(self)
            if item.name not in ("id", "place", "number", "digest", "span")
        }
        series = [a or b for a, b in zip(astuple(self.series), astuple(repeat.series), strict=True)]
        own.update(
            series=Series(*series),
            **{name: getattr(self, name) + getattr(repeat, name) for name in _JOINED},
        )
        return replace(self, **own)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(author.name for author in self.authors)

    @property
    def record(self) -> Record:
        return Record(self.handle, self.names, tuple(title.text for title in self.titles))

    @property
    def catalogue_record(self) -> CatalogueRecord:
        """What its language is judged by; without an id, the place is its id."""
        return CatalogueRecord(self.id or self.place, self.titles, self.abstracts, self.languages)


class PublicationType(Enum):
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
}  # words of formats and databases, as `_plain` makes them
_TYPES = {word: kind for kind, words in _WORDS.items() for word in words.split()}


def publication_type(kind: str, series: Series) -> PublicationType:
    """Return the type by a list's word, else an article with a volume or ISSN, and no ISBN."""
    if known_type := _TYPES.get(_plain(kind)):
        return known_type
    is_in_journal = series.title and (series.volume or series.issn) and not series.isbn
    return PublicationType.ARTICLE if is_in_journal else PublicationType.OTHER


def _plain(kind: str) -> str:
    """Return the letters of a type, without the path of info:eu-repo/semantics/article."""
    return "".join(filter(str.isalpha, letters(kind.rpartition("/")[2])))
