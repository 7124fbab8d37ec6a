"""Learn words that the dictionary lacks from records in English."""

import datetime
import hashlib
from collections.abc import Iterable
from pathlib import Path

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.model import Issue
from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import ReadList, list_of_rif, read_list
from wildwood.nep.folders import UsFolder
from wildwood.nep.rif import digest_of
from wildwood.screening.declared import Declared
from wildwood.screening.evidence import Dictionary
from wildwood.screening.judge import Language
from wildwood.screening.own import normalised
from wildwood.screening.screening import Screen, declaration, last_of_each
from wildwood.screening.word_store import Lesson, Neologisms
from wildwood.screening.words import STRICT, passes_strict_test, word_lists, words

_SURE = 0.9  # probability of English from which a record teaches without a declaration
_NOT_DENIED = 0.1  # the same of one that is declared English, or whose texts pass the strict test


def taught_by(records: Iterable[CatalogueRecord], source: str = "", digest: str = "") -> Lesson:
    """Return what a source teaches; of records with one identifier or title, the last counts."""
    # They have learned nothing themselves, so the order of the records does not matter.
    screen, dictionary = Screen({}, Doubtful.AS_JUDGED), Dictionary()
    by_key = {key_of(record): record for record in last_of_each(records)}
    keys: dict[str, set[int]] = {}
    for key, record in by_key.items():
        for term in _terms(record, screen, dictionary):
            keys.setdefault(term, set()).add(key)
    return Lesson(source, digest, keys)


def key_of(record: CatalogueRecord) -> int:
    """Return 64 bits of the normalised title, or else of the identifier."""
    title = normalised(" ".join(title.text for title in record.titles))
    digest = hashlib.blake2b((title or f"id {record.id}").encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def _terms(record: CatalogueRecord, screen: Screen, dictionary: Dictionary) -> set[str]:
    """Return the unknown words of a record; none if it is not surely in English."""
    declares = declaration(record)
    if declares is Declared.OTHER:
        return set()
    verdict = screen.verdict(record)
    likely = verdict.confidence or 0.0  # 0 if nothing tells the language
    if verdict.language is Language.OTHER:
        likely = 1 - likely
    titles = [word for title in record.titles for word in words(title.text)]
    tokens = titles + [word for text in record.abstracts for word in words(text.text)]
    unknown = sum(token not in word_lists().standard for token in tokens)
    if likely >= _NOT_DENIED and passes_strict_test(unknown, len(tokens), len(tokens)):
        teaching = tokens
    elif likely >= (_NOT_DENIED if declares is Declared.ENGLISH else _SURE):
        teaching = titles
    else:
        teaching = []
    return {*filter(dictionary.is_unknown, teaching)} - word_lists().foreign_stop_words


_ISSUE, _FILE = "issue", "file"
_WAY = 6  # the version of how records teach; all sources are read again after it is raised


def _digest(digest: str) -> str:
    return hashlib.sha256(f"{digest} {_WAY} {STRICT:g} {word_lists().edition}".encode()).hexdigest()


class Learner:
    """Learns from issues and files that are new or have changed: `learned` of `seen` sources."""

    def __init__(self, neologisms: Neologisms, *, again: bool = False) -> None:
        self._neologisms = neologisms
        self._digests = neologisms.digests()
        self._again = again
        self.seen = self.learned = 0

    def unlearn_forgotten(self, issues: Iterable[Issue]) -> None:
        stored = {f"{_ISSUE} {issue.date}" for issue in issues}
        for name in self._digests.keys() - stored:
            if name.startswith(f"{_ISSUE} "):
                self._neologisms.forget(name)

    def learn_issue(self, us: UsFolder, date: datetime.date) -> None:
        name = f"{_ISSUE} {date}"
        if self._is_new(name, digest_of(us.listing().path(date))):
            self._learn(name, list_of_rif(us.read(date)))

    def learn_file(self, path: Path) -> None:
        name, read = f"{_FILE} {path.resolve()}", read_list(path, needs=ANY_RECORD)
        if self._is_new(name, read.digest):
            self._learn(name, read)

    def _is_new(self, name: str, digest: str) -> bool:
        self.seen += 1
        return self._again or self._digests.get(name) != _digest(digest)

    def _learn(self, name: str, read: ReadList) -> None:
        lesson = taught_by(read.catalogue_records, name, _digest(read.digest))
        self._neologisms.learn(lesson)
        self._digests[name] = lesson.digest
        self.learned += 1
