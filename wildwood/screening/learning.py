"""What a record in English teaches: words and terms that the dictionary does not have."""

import datetime
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from wildwood.biblio.record import CatalogueRecord
from wildwood.kernel.model import Issue
from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import ReadList, list_of_rif, read_list
from wildwood.nep.rif import digest_of
from wildwood.nep.us_folder import UsFolder
from wildwood.screening.declared import Declared
from wildwood.screening.evidence import Dictionary, is_below
from wildwood.screening.judge import Language
from wildwood.screening.own import normalised
from wildwood.screening.screening import Screen, declaration
from wildwood.screening.word_store import Lesson, Neologisms
from wildwood.screening.words import (
    STRICT,
    edition,
    edits,
    foreign_stop_words,
    frequency_per_million,
    phrase_of,
    plain_text,
    standard,
    words,
    written_words,
)

_STRICT_WORDS = 15
"""Words from which a text can pass the strict test with an unknown one."""
_SURE = 0.9
"""Probability of English from which a record teaches without a declaration."""
_NOT_DENIED = 0.1
"""The same of one that is declared English, or whose texts pass the strict test."""
_LONGEST_PHRASE = 3
_PUNCTUATION = re.compile(r"[^\w\s'\u2019-]+")
"""What a phrase does not go beyond."""

Key = int


def taught_by(records: Iterable[CatalogueRecord], source: str = "", digest: str = "") -> Lesson:
    """Return what the records of a source teach.

    Records with the same identifier or normalised title are one; the last counts.
    """
    teacher = _Teacher()
    by_key = {key_of(record): record for record in _last_of_each(records)}
    keys: dict[str, set[Key]] = {}
    passed = 0
    for key, record in by_key.items():
        terms = teacher.terms(record)
        passed += terms is not None
        for term in terms or ():
            keys.setdefault(term, set()).add(key)
    return Lesson(source, digest, len(by_key), passed, keys)


def key_of(record: CatalogueRecord) -> Key:
    """Return 64 bits of the normalised title, or else of the identifier."""
    title = normalised(" ".join(title.text for title in record.titles))
    digest = hashlib.blake2b((title or f"id {record.id}").encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def _last_of_each(records: Iterable[CatalogueRecord]) -> Iterable[CatalogueRecord]:
    by_id: dict[str | int, CatalogueRecord] = {}
    for number, record in enumerate(records):
        by_id[record.id or number] = record
    return by_id.values()


class _Teacher:
    """Finds what records teach; has learned nothing itself, so their order does not matter."""

    def __init__(self) -> None:
        self._screen = Screen({}, Doubtful.AS_JUDGED)
        self._dictionary = Dictionary()

    def terms(self, record: CatalogueRecord) -> set[str] | None:
        """Return what a record teaches, or None if it is not surely in English."""
        if declaration(record) is Declared.OTHER:
            return None
        texts = [one.text for one in record.titles + record.abstracts]
        titles = [one.text for one in record.titles]
        likely = self._likely(record)
        is_declared = declaration(record) is Declared.ENGLISH
        if likely >= _NOT_DENIED and _passes_strict_test(texts):
            teaching = texts
        elif likely >= (_NOT_DENIED if is_declared else _SURE):
            teaching = titles
        else:
            teaching = list(filter(self._rest_is_english, titles))
            if not teaching:
                return None
        return {term for text in teaching for term in self._terms(text)}

    def _rest_is_english(self, title: str) -> bool:
        """Check that a title is surely English without its strange words."""
        parts = self._parts(title)
        rest = [word for is_strange, part in parts if not is_strange for word in part]
        strange = sum(len(part) for is_strange, part in parts if is_strange)
        if len(rest) <= strange:
            return False
        verdict = self._screen.of_text(" ".join(rest))
        return verdict.language is Language.ENGLISH and (verdict.confidence or 0.0) >= _SURE

    def _likely(self, record: CatalogueRecord) -> float:
        """Return the probability of English; 0 if nothing tells the language."""
        verdict = self._screen.verdict(record)
        if verdict.confidence is None:
            return 0.0
        english = verdict.language is Language.ENGLISH
        return verdict.confidence if english else 1 - verdict.confidence

    def _parts(self, text: str) -> list[tuple[bool, list[str]]]:
        """Divide a text into runs of strange words, as written, and runs of others."""
        is_strange = self._dictionary.is_strange
        return [
            (strange, list(run))
            for part in _PUNCTUATION.split(plain_text(text))
            for strange, run in groupby(written_words(part), lambda word: is_strange(word.lower()))
        ]

    def _terms(self, text: str) -> Iterator[str]:
        """Yield unknown words, and what looks foreign: inner capitalised words and phrases."""
        is_first = True
        for strange, run in self._parts(text):
            if strange:
                yield from self._strange_terms(run, is_first=is_first)
            is_first = False

    def _strange_terms(self, run: Sequence[str], *, is_first: bool) -> Iterator[str]:
        folded = [word.lower() for word in run]
        for word in folded:
            if word not in foreign_stop_words() and self._dictionary.is_unknown(word):
                yield word
        if not any(map(self._dictionary.is_foreign, folded)):
            return
        if len(run) == 1:
            if not (is_first or run[0].islower()):
                yield run[0]
        elif len(run) <= _LONGEST_PHRASE:
            yield phrase_of(folded)


def _passes_strict_test(texts: Sequence[str]) -> bool:
    known = standard()
    tokens = [token for text in texts for token in words(text)]
    unknown = sum(token not in known for token in tokens)
    return len(tokens) >= _STRICT_WORDS and is_below(unknown, len(tokens), STRICT)


_ISSUE, _FILE = "issue", "file"
"""The first word of a source's name."""
_WAY = 3
"""The version of how records teach; all sources are read again after it is raised."""


def _digest(digest: str) -> str:
    return hashlib.sha256(f"{digest} {_WAY} {STRICT:g} {edition()}".encode()).hexdigest()


class Learner:
    """Learns words from issues and files that are new or have changed.

    `seen` counts the sources, `learned` those that were not skipped.
    """

    def __init__(self, neologisms: Neologisms, *, again: bool = False) -> None:
        self._neologisms = neologisms
        self._digests = neologisms.digests()
        self._again = again
        self.seen = self.learned = 0

    def unlearn_forgotten(self, issues: Iterable[Issue]) -> None:
        stored = {f"{_ISSUE} {issue.date}" for issue in issues}
        for name in self._neologisms.known_sources():
            if name.startswith(f"{_ISSUE} ") and name not in stored:
                self._neologisms.forget(name)

    def learn_issue(self, us: UsFolder, date: datetime.date) -> None:
        name = f"{_ISSUE} {date}"
        if self._is_new(name, digest_of(us.listing().path(date))):
            rif = us.read(date)
            self._learn(name, list_of_rif(rif))

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


_MIN_LENGTH = 6
"""Letters of a word that can be suspicious; shorter ones resemble too many others."""
_TIMES_AS_COMMON = 20
"""How many times as many records must have a learned word for another to be its misspelling."""
_COMMON = 0.5
"""Occurrences in a million words of a dictionary word that is misspelled as often as learned."""
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "al", "ic", "e", "y", "er", "or", "n", "a", "i")
"""Endings that make another word of a known one; British and other variants have own rules."""
_VARIANTS = (("z", "s"), ("or", "our"), ("l", "ll"), ("e", "ae"), ("e", "oe"), ("f", "ph"))
"""Letters by which two right spellings differ."""


class Suspicious(NamedTuple):
    word: str
    records: int
    """The number of records that have it."""
    suggestion: str


def suspicious_words(learned: Mapping[str, int]) -> Iterator[Suspicious]:
    """Yield learned words that are one edit away from a much commoner word.

    Words that differ by an ending (*biofilm*, *biofilms*), by the first letter, or as British and
    American do, are no misspellings.
    """
    for word, count in learned.items():
        if len(word) >= _MIN_LENGTH and (suggestion := _suggestion(word, count, learned)):
            yield Suspicious(word, count, suggestion)


def _suggestion(word: str, count: int, learned: Mapping[str, int]) -> str | None:
    found: dict[str, float] = {}
    for other in edits(word):
        if other[:1] != word[:1] or _are_related(word, other):
            continue
        if learned.get(other, 0) >= _TIMES_AS_COMMON * count:
            found[other] = learned[other]
        elif other in standard() and frequency_per_million(other) >= _COMMON:
            found[other] = frequency_per_million(other)
    return max(found, key=lambda other: found[other], default=None)


def _are_related(word: str, other: str) -> bool:
    """Check that two words differ by an ending or a variant, not by a mistake."""
    shorter, longer = sorted((word, other), key=len)
    if any(longer == shorter + ending for ending in _ENDINGS):
        return True
    if word[:-1] == other[:-1]:  # data and date, bacterium and bacteriun
        return True
    return any(
        word == other.replace(one, two) or other == word.replace(one, two) for one, two in _VARIANTS
    )
