"""A user's own word lists, and the verdicts that the user has corrected."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wildwood.csv_text import lines_of
from wildwood.display import one_line
from wildwood.errors import InputError
from wildwood.language.corrections import (
    NO_CORRECTIONS,
    Correction,
    Corrections,
    read_corrections,
)
from wildwood.language.judging.counted_words import words
from wildwood.language.judging.dictionary import standard
from wildwood.language.judging.evidence import Dictionary
from wildwood.language.judging.judge import Language
from wildwood.language.judging.own_words import phrase_of
from wildwood.model import CatalogueRecord
from wildwood.settings import OwnListPaths


@dataclass(frozen=True, slots=True)
class OwnLists:
    """What a user knows better."""

    allowed: frozenset[str] = frozenset()
    """Words and phrases that are English, whatever any list says, folded."""
    denied: frozenset[str] = frozenset()
    """Words and phrases that are not, whatever any list says, folded."""
    corrections: Corrections = NO_CORRECTIONS

    def correction(self, record: CatalogueRecord) -> Language | None:
        """Return the corrected language of a record, or None."""
        if not self.corrections.by_key:
            return None
        return self.corrections.language(record.id, titles_in_list(record))

    def has_lapsed_correction(self, record: CatalogueRecord) -> bool:
        """Return whether a record was corrected, but has another title now."""
        return self.corrections.has_lapsed(record.id, titles_in_list(record))


NO_OWN_LISTS = OwnLists()


def titles_in_list(record: CatalogueRecord) -> str:
    """Return the titles of a record as the lists have them."""
    return one_line(" / ".join(title.text for title in record.titles))


def read_own_lists(paths: OwnListPaths) -> OwnLists:
    """Read the lists that are configured.

    The unknown words of titles that were corrected to English become known. Those of titles that
    were corrected to another language are no longer known if they were learned.

    Raises:
        InputError: a list cannot be read, or has a line in another form.
    """
    found = paths.corrections
    corrections = read_corrections(found) if found and found.exists() else NO_CORRECTIONS
    allowed, denied = (
        frozenset(_terms(key, path)) if path else frozenset[str]()
        for key, path in (("allow", paths.allow), ("deny", paths.deny))
    )
    taught = frozenset(_taught(corrections, Language.ENGLISH)) - denied
    untaught = frozenset(_taught(corrections, Language.OTHER)) - allowed - taught
    return OwnLists(allowed | taught, denied | untaught, corrections)


def _taught(corrections: Iterable[Correction], language: Language) -> Iterator[str]:
    """Yield the words of corrected titles that the standard dictionary does not have."""
    dictionary = Dictionary()
    for one in corrections:
        if one.language is language:
            yield from set(dictionary.evidence(one.title).unknown) - standard()


def _terms(key: str, path: Path) -> Iterator[str]:
    """Yield the word or the phrase of each line of the file that a key sets."""
    if not path.exists():
        raise InputError(
            f"There is no {path}; create it, or remove {key} from [language] in the configuration."
        )
    terms = (phrase_of(words(line.partition("#")[0])) for line in lines_of(path))
    return filter(None, terms)
