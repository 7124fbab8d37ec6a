"""A user's own word lists, and the verdicts that the user has corrected."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.judging.counted_words import words
from wildwood.language.judging.dictionary import standard
from wildwood.language.judging.evidence import Dictionary
from wildwood.language.judging.judge import Language
from wildwood.language.judging.own_words import phrase_of
from wildwood.language.opendoar import LIST_HEADINGS
from wildwood.model import CatalogueRecord
from wildwood.settings import OwnListPaths

_ID, _LANGUAGE, _TITLE = (LIST_HEADINGS.index(name) for name in ("id", "language", "title"))
_LANGUAGES = {language.value: language for language in (Language.ENGLISH, Language.OTHER)}


@dataclass(frozen=True, slots=True)
class OwnLists:
    """What a user knows better."""

    allowed: frozenset[str] = frozenset()
    """Words and phrases that are English, whatever any list says, folded."""
    denied: frozenset[str] = frozenset()
    """Words and phrases that are not, whatever any list says, folded."""
    corrections: Mapping[tuple[str, str], Language] = field(default_factory=dict)
    """The language of records, by id and title."""

    def correction(self, record: CatalogueRecord) -> Language | None:
        """Return the corrected language of a record, or None."""
        if not self.corrections:
            return None
        return self.corrections.get((one_line(record.id), titles_in_list(record)))


NO_OWN_LISTS = OwnLists()


def titles_in_list(record: CatalogueRecord) -> str:
    """Return the titles of a record as the lists have them."""
    return one_line(" / ".join(title.text for title in record.titles))


def read_own_lists(paths: OwnListPaths) -> OwnLists:
    """Read the lists that are configured.

    The unknown words of titles that were corrected to English become known. Those of titles that
    were corrected to another language are no longer known if they were learned.

    Raises:
        ScreenError: a list cannot be read, or has a line in another form.
    """
    corrections = dict(_corrections(paths.corrections)) if paths.corrections else {}
    allowed, denied = (
        frozenset(_terms(path)) if path else frozenset[str]() for path in (paths.allow, paths.deny)
    )
    taught = frozenset(_taught(corrections, Language.ENGLISH)) - denied
    untaught = frozenset(_taught(corrections, Language.OTHER)) - allowed - taught
    return OwnLists(allowed | taught, denied | untaught, corrections)


def _taught(corrections: Mapping[tuple[str, str], Language], language: Language) -> Iterator[str]:
    """Yield the words of corrected titles that the standard dictionary does not have."""
    dictionary = Dictionary()
    for (_, title), corrected in corrections.items():
        if corrected is language:
            yield from set(dictionary.evidence(title).unknown) - standard()


def _terms(path: Path) -> Iterator[str]:
    """Yield the word or the phrase of each line."""
    terms = (phrase_of(words(line.partition("#")[0])) for line in _lines(path))
    return filter(None, terms)


def _corrections(path: Path) -> Iterator[tuple[tuple[str, str], Language]]:
    for number, line in enumerate(_lines(path), 1):
        fields = line.split("\t")
        if not line.strip() or fields[0] == LIST_HEADINGS[_ID]:
            continue
        language = _LANGUAGES.get(fields[_LANGUAGE]) if len(fields) > _TITLE else None
        if language is None:
            raise ScreenError(
                f"{path} has no line of a list with the language en or other in line {number}."
            )
        yield (fields[_ID], fields[_TITLE]), language


def _lines(path: Path) -> Iterable[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not in UTF-8"
        raise ScreenError(f"Cannot read {path}: {reason}.") from error
