"""Bibliographic entries, whatever their format: fields, dates and types of publications."""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from wildwood.biblio.person import Person
from wildwood.biblio.words import entries_by_language, read_kinds

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
    """Return what handles have in common that differ in case or by `info:lib/` only."""
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


YEAR = r"(?:1[5-9]|20)\d\d"
_NUMBERS = re.compile(r"(?<!\d)(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
LONE_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_COMPACT = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|er)?\b(?!\d)")
_LAST_MONTH, _LAST_DAY = 12, 31
_MIN_LETTERS = 3


def months() -> dict[str, int]:
    """Map names of months and their beginnings to numbers; ambiguous ones are English, or none."""
    languages = entries_by_language("months")
    numbers_by_name: dict[str, set[int]] = {}
    for names in languages.values():
        for beginning, number in _beginnings(names):
            numbers_by_name.setdefault(beginning, set()).add(number)
    unambiguous = {
        name: min(numbers) for name, numbers in numbers_by_name.items() if len(numbers) == 1
    }
    return unambiguous | dict(_beginnings(languages["en"]))


def _beginnings(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for number, name in enumerate(names, 1):
        for end in range(_MIN_LETTERS, len(name) + 1):
            yield name[:end], number


_MONTHS = months()
MONTH = rf"(?:{'|'.join(sorted(_MONTHS, reverse=True))})\.?"
MACROS = tuple(name[:_MIN_LETTERS] for name in entries_by_language("months")["en"])  # as in BibTeX


def iso_date(written: str) -> str:
    """Return a date as in ISO 8601, as exactly as it is written; empty if it has no year.

    >>> iso_date("10 October 2024")
    '2024-10-10'
    """
    if compact := _COMPACT.fullmatch(written):
        written = "-".join(filter(None, compact.groups()))
    likely = LONE_YEAR.search(written)
    match = _NUMBERS.search(written, likely.start() if likely else 0)
    if match is None:
        return ""
    year, month, day = match[1], int(match[2] or 0), int(match[3] or 0)
    if not month and match[0] != written:
        month, day = _named(written, year)
    if not 1 <= month <= _LAST_MONTH:
        return year
    return f"{year}-{month:02}-{day:02}" if 1 <= day <= _LAST_DAY else f"{year}-{month:02}"


def best_date(written: Iterable[str]) -> str:
    """Return the most exact date of the first one's year, as of `MAY 3` and `2010`."""
    texts = list(map(clean, written))
    dates = list(map(iso_date, texts))
    year = next(filter(None, dates), "")[:4]
    dates = [date or iso_date(f"{text} {year}") for date, text in zip(dates, texts, strict=True)]
    return max((date for date in dates if date[:4] == year), key=len, default="")


def _named(written: str, year: str) -> tuple[int, int]:
    """Return the named month, and the day beside it; 0 for no month or several."""
    words = _WORD.findall(written.lower())
    months = {_MONTHS[word] for word in words if word in _MONTHS}
    if len(months) != 1 or len(set(LONE_YEAR.findall(written))) > 1:
        return 0, 0
    days = _DAY.findall(written.replace(year, " "))
    return months.pop(), int(days[0]) if len(days) == 1 else 0


_SHORTENED = re.compile(r"([A-Za-z]*)(\d+)-\1?(\d+)")
_NO_LETTERS = re.compile(r"[\W_]+")
_ENTITY = re.compile(
    r"&(?:(?:amp|#38|#x26);)?(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.IGNORECASE
)
_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F))


def clean(value: object) -> str:
    """Collapse white space, and replace lone surrogates, which JSON can contain, with `?`."""
    text = "" if value is None else str(value)
    if not text.isascii():
        text = text.encode(errors="replace").decode()
    return " ".join(text.split())


def unescape(text: str) -> str:
    """Replace `&beta;` and, as it is escaped twice in some exports, `&amp;beta;` by the letter."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: html.unescape(html.unescape(match[0])), text)


def plain(value: object) -> str:
    return unescape(clean(value))


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without diacritics."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", text).lower())


def cleaned(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(clean, values))))


def localized(values: Iterable[object]) -> tuple[LocalizedText, ...]:
    return tuple(map(LocalizedText, map(unescape, cleaned(values))))


def page_range(start: str, end: str = "") -> str:
    """Return a range in full, as 1021-1027 for 1021-7; `start` alone can have both pages."""
    start = start.replace("\N{EN DASH}", "-").replace("--", "-")
    pages = f"{start}-{end}" if end and end != start and "-" not in start else start
    match = _SHORTENED.fullmatch(pages)
    if match is None:
        return pages
    prefix, first, last = match.groups()
    full = first[: -len(last)] + last
    return f"{prefix}{first}-{prefix}{full}" if first < full and len(last) < len(first) else pages


def keywords_in(text: str) -> tuple[str, ...]:
    """Divide at semicolons if there are some, as of `Diabetes Mellitus, Type 2; Humans`."""
    return cleaned(text.split(";" if ";" in text else ","))


def join_keywords(keywords: Iterable[str], present: str = "") -> str:
    """Join keywords, behind those that are present, so that `keywords_in` divides them."""
    parts, is_new = list(keywords), "," not in present and ";" not in present
    has_signs = any(sign in part for part in parts for sign in ",;")
    separator = "; " if ";" in present or (is_new and has_signs) else ", "
    end = ";" if is_new and has_signs and len(parts) == 1 else ""
    return separator * bool(present) + separator.join(parts) + end


def remove_controls(value: str) -> str:
    return " ".join(value.translate(_CONTROLS).split())


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
    spare: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Further values of fields that it has, such as the editors beside the authors."""
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
    def abstract(self) -> str:
        return " ".join(abstract.text for abstract in self.abstracts)

    @property
    def document_type(self) -> str:
        """The type in a database's words, such as `Review`, where the publication's is another."""
        written = dict((*self.extra, *self.spare)).get("M3", self.kind)
        return "" if written in RIS_TYPES or _plain(written) in _TYPES else written

    @property
    def pmcid(self) -> str:
        pmcids = (number for number in self.identifiers if number.startswith("pmcid:"))
        return next(pmcids, "").upper().replace("PMCID:", "PMC")

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


_TABLES = read_kinds(Path(__file__).with_name("publication_types.txt"))
RIS_TYPES = frozenset(_TABLES["all_of_ris"])


def types_of(table: str) -> dict[PublicationType, str]:
    """Return the words for types: those of formats and databases, or what a format writes."""
    entries = (line.split(": ", 1) for line in _TABLES[table])
    return {PublicationType[name]: words for name, words in entries}


_TYPES = {word: kind for kind, words in types_of("words").items() for word in words.split()}


def publication_type(kind: str, series: Series) -> PublicationType:
    """Return the type by a list's word, else an article with a volume or ISSN, and no ISBN."""
    if known_type := _TYPES.get(_plain(kind.partition(";")[0])):
        return known_type
    is_in_journal = series.title and (series.volume or series.issn) and not series.isbn
    return PublicationType.ARTICLE if is_in_journal else PublicationType.OTHER


def _plain(kind: str) -> str:
    """Return the letters of a type, without the path of info:eu-repo/semantics/article."""
    return "".join(filter(str.isalpha, letters(kind.rpartition("/")[2])))
