"""The user's own lists: corrected languages, and allowed or denied words and phrases."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import write_lines
from wildwood.kernel.settings import OwnListPaths
from wildwood.kernel.text import one_line, read_text
from wildwood.screening.evidence import Dictionary
from wildwood.screening.judge import Language
from wildwood.screening.words import ALLOWED, DENIED, fold, plain_text, words

LIST_HEADINGS = ("id", "language", "reason", "unknown", "confidence", "doubtful", "title")
"""The headings of lists of records and archives; the id of an archive is its address."""
_ID, _LANGUAGE, _TITLE = (LIST_HEADINGS.index(name) for name in ("id", "language", "title"))
LANGUAGES = {language.value: language for language in (Language.ENGLISH, Language.OTHER)}
_PLACE = re.compile(r"(?:line|row|record|entry|page) [\d,]+")  # the id of a record without one

Key = tuple[str, str]  # id of the record, empty for none, and its normalised title
Row = Sequence[str]  # of a list; a correction is one with the right language


class Corrections:
    """Corrections by key; of several on one record, the last."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.by_key = {key_of_row(row): row for row in rows}
        self._by_title = {title: row for (_, title), row in self.by_key.items()}
        self._ids = {own for own, _ in self.by_key if own}

    def language(self, identifier: str, title: str) -> Language | None:
        """Return the corrected language, found by id and title, or by title if an id is missing."""
        own, content = key_of(identifier, title)
        without_id = self.by_key.get(("", content)) if own else self._by_title.get(content)
        row = self.by_key.get((own, content), without_id)
        return LANGUAGES[row[_LANGUAGE]] if row else None

    def has_lapsed(self, identifier: str, title: str) -> bool:
        own, _ = key_of(identifier, title)
        return own in self._ids and self.language(identifier, title) is None


def key_of(identifier: str, title: str) -> Key:
    identifier = one_line(identifier)
    content = normalised(title) or one_line(title)
    return "" if _PLACE.fullmatch(identifier) else identifier, content


def key_of_row(row: Row) -> Key:
    return key_of(row[_ID], row[_TITLE])


def corrected(row: Row, language: str) -> Row:
    return [*row[:_LANGUAGE], language, *row[_LANGUAGE + 1 :]]


def normalised(title: str) -> str:
    return "".join(filter(str.isalnum, fold(plain_text(title))))


def read_corrections(path: Path | None) -> Corrections:
    """Read the corrections of a file; none if there is no file."""
    return Corrections(_corrections(path) if path and path.exists() else ())


def store_corrections(path: Path, rows: Iterable[Row], *, instead_of: Container[Key] = ()) -> None:
    """Add corrections to a file, after removing those on the records `instead_of`."""
    stored = read_corrections(path).by_key
    together = {key: stored[key] for key in stored if key not in instead_of}
    together |= {key_of_row(row): row for row in rows}
    write_lines(path, LIST_HEADINGS, together.values())


def _corrections(path: Path) -> Iterator[Row]:
    for number, row in _lines_of_list(path):
        if len(row) <= _TITLE or row[_LANGUAGE] not in LANGUAGES:
            fault = f"{path}: line {number} is not a line of a list with the language en or other."
            raise InputError(fault)
        yield row


def rows_of_list(path: Path) -> list[list[str]]:
    return [cells for _, cells in _lines_of_list(path) if len(cells) == len(LIST_HEADINGS)]


def _lines_of_list(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(read_text(path).splitlines(), 1):
        cells = line.split("\t")
        if line.strip() and cells[0] != LIST_HEADINGS[_ID]:
            yield number, cells


@dataclass(frozen=True, slots=True)
class OwnLists:
    terms: Mapping[str, int] = field(default_factory=dict)
    """ALLOWED or DENIED for each folded word and phrase."""
    corrections: Corrections = field(default_factory=Corrections)

    def correction(self, record: CatalogueRecord) -> Language | None:
        if not self.corrections.by_key:
            return None
        return self.corrections.language(record.id, titles_in_list(record))


NO_OWN_LISTS = OwnLists()


def titles_in_list(record: CatalogueRecord) -> str:
    return one_line(" / ".join(title.text for title in record.titles))


def read_own_lists(paths: OwnListPaths) -> OwnLists:
    """Read the lists; corrected titles make unknown words known, or learned ones unknown."""
    corrections = read_corrections(paths.corrections)
    terms = dict.fromkeys(_taught(corrections, Language.OTHER), DENIED)
    terms |= dict.fromkeys(_taught(corrections, Language.ENGLISH), ALLOWED)
    terms |= dict.fromkeys(_terms("allow", paths.allow), ALLOWED)
    terms |= dict.fromkeys(_terms("deny", paths.deny), DENIED)
    return OwnLists(terms, corrections)


def _taught(corrections: Corrections, language: Language) -> Iterator[str]:
    """Yield the words of corrected titles that are not in the dictionary."""
    dictionary = Dictionary()
    for row in corrections.by_key.values():
        if row[_LANGUAGE] == language.value:
            yield from dictionary.evidence(plain_text(row[_TITLE])).unknown


def _terms(key: str, path: Path | None) -> Iterator[str]:
    if path is None:
        return
    if not path.exists():
        cure = f"create it, or remove {key} from [language] in the configuration."
        raise InputError(f"There is no {path}; {cure}")
    terms = (" ".join(words(line.partition("#")[0])) for line in read_text(path).splitlines())
    yield from filter(None, terms)
