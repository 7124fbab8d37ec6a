"""Bibliographic entries, whatever their format, and types of publications."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, field, fields, replace
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from wildwood.biblio.field_texts import cleaned, letters, unescape
from wildwood.biblio.person import Person
from wildwood.biblio.words import read_kinds

_BETWEEN_NAMES, _BETWEEN_TITLES = "; ", " / "


class Record(NamedTuple):
    handle: str
    names: tuple[str, ...]
    titles: tuple[str, ...]

    @classmethod
    def parse(cls, handle: str, names: str, titles: str) -> "Record":
        return cls(handle, tuple(names.split(_BETWEEN_NAMES)), tuple(titles.split(_BETWEEN_TITLES)))

    @property
    def name_line(self) -> str:
        return _BETWEEN_NAMES.join(self.names)

    @property
    def title_line(self) -> str:
        return _BETWEEN_TITLES.join(self.titles)

    @property
    def is_described(self) -> bool:
        return any(text.strip() for text in self.names + self.titles)


def plain_handle(handle: str) -> str:
    """Return a handle in lower case and without `info:lib/`."""
    return handle.lower().removeprefix("info:lib/")


class LocalizedText(NamedTuple):
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueRecord:
    """What a catalogue has that can tell the language of a paper, as written there."""

    id: str
    titles: tuple[LocalizedText, ...]
    abstracts: tuple[LocalizedText, ...]
    languages: tuple[str, ...]


def localized(values: Iterable[object]) -> tuple[LocalizedText, ...]:
    return tuple(map(LocalizedText, map(unescape, cleaned(values))))


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
    editors: tuple[Person, ...] = ()  # can be read as authors, too
    notes: tuple[str, ...] = field(default=(), compare=False)  # notes of the list's owners
    extra: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Fields that only its format has, such as AN in RIS; each value of a list is a field."""
    spare: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Further values of fields that it has, such as the editors beside the authors."""
    digest: str = field(default="", compare=False)
    span: EntrySpan | None = field(default=None, compare=False)  # its text, if rewritten in place

    @property
    def handle(self) -> str:
        """The id, with a number if an earlier entry of the list has the same."""
        return self.id if self.number == 1 else f"{self.id} ({self.number})"

    @property
    def identified(self) -> "Entry":
        """The entry, with its place as the id if it has none."""
        return self if self.id else replace(self, id=self.place)

    @property
    def title(self) -> str:
        return self.titles[0].text if self.titles else ""

    @property
    def abstract(self) -> str:
        return " ".join(abstract.text for abstract in self.abstracts)

    @property
    def subjects(self) -> tuple[str, ...]:
        """What formats write as keywords."""
        return (*self.keywords, *self.classifications)

    @property
    def document_type(self) -> str:
        """The type in a database's words, such as `Review`, where the publication's is another."""
        written = dict((*self.extra, *self.spare)).get("M3", self.kind)
        return "" if written in RIS_TYPES or _plain(written) in _NO_DOCUMENT_TYPES else written

    @property
    def pmcid(self) -> str:
        pmcids = (number for number in self.identifiers if number.startswith("pmcid:"))
        return next(pmcids, "").upper().replace("PMCID:", "PMC")

    @property
    def editors_apart(self) -> tuple[Person, ...]:
        """The editors of a work that has other authors."""
        return tuple(editor for editor in self.editors if editor not in self.authors)

    @property
    def richness(self) -> int:
        """How many fields have a value, to choose between repeats."""
        own = (self.kind, self.date, self.languages, self.abstracts, self.keywords)
        links = (self.classifications, self.dois, self.urls)
        return sum(map(bool, (*own, *links, *astuple(self.series))))

    def joined(self, repeat: "Entry") -> "Entry":
        """Fill in missing fields from another entry, and concatenate lists."""
        names = {item.name for item in fields(self)} - {"id", "place", "number", "digest", "span"}
        own = {name: getattr(self, name) or getattr(repeat, name) for name in names}
        series = [a or b for a, b in zip(astuple(self.series), astuple(repeat.series), strict=True)]
        lists = {name: getattr(self, name) + getattr(repeat, name) for name in _JOINED}
        return replace(self, **{**own, **lists, "series": Series(*series)})

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(author.name for author in self.authors)

    @property
    def record(self) -> Record:
        return Record(self.handle, self.names, tuple(title.text for title in self.titles))

    @property
    def catalogue_record(self) -> CatalogueRecord:
        """What its language is judged by."""
        return CatalogueRecord(self.identified.id, self.titles, self.abstracts, self.languages)


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


_TABLES = read_kinds(Path(__file__).with_name("publication_types.txt"))
RIS_TYPES = frozenset(_TABLES["all_of_ris"])


def types_of(table: str) -> dict[PublicationType, str]:
    """Return, for each type, the words that lists have for it, or what a format writes."""
    entries = (line.split(": ", 1) for line in _TABLES[table])
    return {PublicationType[name]: words for name, words in entries}


_TYPES = {word: kind for kind, words in types_of("words").items() for word in words.split()}
_NO_DOCUMENT_TYPES = _TYPES.keys() | " ".join(_TABLES["says_nothing"]).split()


def publication_type(kind: str, series: Series) -> PublicationType:
    """Return the type by a list's word; without it, a volume or ISSN and no ISBN is an article."""
    if known_type := _TYPES.get(_plain(kind.partition(";")[0])):
        return known_type
    is_in_journal = series.title and (series.volume or series.issn) and not series.isbn
    return PublicationType.ARTICLE if is_in_journal else PublicationType.OTHER


def _plain(kind: str) -> str:
    """Return the letters of a type, without the path of info:eu-repo/semantics/article."""
    return "".join(filter(str.isalpha, letters(kind.rpartition("/")[2])))
