"""The user's own lists: corrected languages, and allowed or denied words and phrases."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import write_lines
from wildwood.kernel.settings import OwnListPaths
from wildwood.kernel.text import lines_of, one_line
from wildwood.screening.evidence import Dictionary
from wildwood.screening.judge import Language
from wildwood.screening.words import ALLOWED, DENIED, fold, plain_text, word_lists, words

LIST_HEADINGS = ("id", "language", "reason", "unknown", "confidence", "doubtful", "title")
"""The headings of lists of records and archives; the id of an archive is its address."""
_ID, _LANGUAGE, _TITLE = (LIST_HEADINGS.index(name) for name in ("id", "language", "title"))
LANGUAGES = {language.value: language for language in (Language.ENGLISH, Language.OTHER)}
_PLACE = re.compile(r"(?:line|row|record|entry|page) [\d,]+")  # the id of a record without one

Key = tuple[str, str]  # id of the record, empty for none, and its normalised title


@dataclass(frozen=True, slots=True)
class Correction:
    id: str
    title: str
    language: Language
    cells: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, cells: Sequence[str], language: Language) -> Self:
        now = [*cells[:_LANGUAGE], language.value, *cells[_LANGUAGE + 1 :]]
        return cls(cells[_ID], cells[_TITLE], language, tuple(now))

    @property
    def key(self) -> Key:
        return key_of(self.id, self.title)


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrections by key; of several on one record, the last."""

    by_key: Mapping[Key, Correction] = field(default_factory=dict)
    _by_content: Mapping[str, Correction] = field(default_factory=dict)
    _ids: frozenset[str] = frozenset()

    @classmethod
    def make(cls, corrections: Iterable[Correction]) -> Self:
        by_key = {correction.key: correction for correction in corrections}
        by_content = {content: correction for (_, content), correction in by_key.items()}
        return cls(by_key, by_content, frozenset(own for own, _ in by_key if own))

    def language(self, identifier: str, title: str) -> Language | None:
        """Return the corrected language, found by id and title, or by title if an id is missing."""
        own, content = key_of(identifier, title)
        correction = self.by_key.get((own, content)) or self.by_key.get(("", content))
        if correction is None and not own:
            correction = self._by_content.get(content)
        return correction.language if correction else None

    def has_lapsed(self, identifier: str, title: str) -> bool:
        own, _ = key_of(identifier, title)
        return own in self._ids and self.language(identifier, title) is None

    def __iter__(self) -> Iterator[Correction]:
        return iter(self.by_key.values())


def key_of(identifier: str, title: str) -> Key:
    identifier = one_line(identifier)
    content = normalised(title) or one_line(title)
    return "" if _PLACE.fullmatch(identifier) else identifier, content


def normalised(title: str) -> str:
    return "".join(filter(str.isalnum, fold(plain_text(title))))


def read_corrections(path: Path | None) -> Corrections:
    """Read the corrections of a file; none if there is no file."""
    return Corrections.make(_corrections(path)) if path and path.exists() else Corrections()


def store_corrections(
    path: Path, corrections: Iterable[Correction], *, instead_of: Container[Key] = ()
) -> None:
    """Add corrections to a file, after removing those on the records `instead_of`."""
    stay = [kept for kept in read_corrections(path) if kept.key not in instead_of]
    together = Corrections.make((*stay, *corrections))
    write_lines(path, LIST_HEADINGS, (correction.cells for correction in together))


def _corrections(path: Path) -> Iterator[Correction]:
    for number, cells in _lines_of_list(path):
        language = LANGUAGES.get(cells[_LANGUAGE]) if len(cells) > _TITLE else None
        if language is None:
            raise InputError(
                f"{path}: line {number} is not a line of a list with the language en or other."
            )
        yield Correction.read(cells, language)


def rows_of_list(path: Path) -> list[list[str]]:
    return [cells for _, cells in _lines_of_list(path) if len(cells) == len(LIST_HEADINGS)]


def _lines_of_list(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines_of(path), 1):
        cells = line.split("\t")
        if line.strip() and cells[0] != LIST_HEADINGS[_ID]:
            yield number, cells


@dataclass(frozen=True, slots=True)
class OwnLists:
    terms: Mapping[str, int] = field(default_factory=dict)
    """ALLOWED or DENIED for each folded word and phrase."""
    corrections: Corrections = Corrections()

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


def _taught(corrections: Iterable[Correction], language: Language) -> Iterator[str]:
    """Yield the words of corrected titles that are not in the standard dictionary."""
    dictionary = Dictionary()
    for correction in corrections:
        if correction.language is language:
            yield from set(dictionary.evidence(correction.title).unknown) - word_lists().standard


def _terms(key: str, path: Path | None) -> Iterator[str]:
    if path is None:
        return
    if not path.exists():
        raise InputError(
            f"There is no {path}; create it, or remove {key} from [language] in the configuration."
        )
    terms = (" ".join(words(line.partition("#")[0])) for line in lines_of(path))
    yield from filter(None, terms)
