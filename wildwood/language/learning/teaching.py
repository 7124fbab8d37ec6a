"""What a record in English teaches: words and terms that the dictionary does not have."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from wildwood.language.corrections import normalised
from wildwood.language.declared_language import Declared
from wildwood.language.judging.counted_words import words, written_words
from wildwood.language.judging.dictionary import foreign_stop_words, standard
from wildwood.language.judging.evidence import Dictionary, is_below
from wildwood.language.judging.judge import Language
from wildwood.language.judging.own_words import phrase_of
from wildwood.language.judging.thresholds import STRICT
from wildwood.language.judging.without_markup import plain_text
from wildwood.language.learning.word_store import Lesson
from wildwood.language.screening import Screen, declaration
from wildwood.model import CatalogueRecord
from wildwood.settings import Doubtful

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
    """Return what the records of a source teach; one that is there several times teaches once.

    Records are the same if their identifiers or their normalised titles are; the last one counts.
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
    """Return the key of a record, 64 bits of its normalised title, or else of its identifier."""
    title = normalised(" ".join(title.text for title in record.titles))
    digest = hashlib.blake2b((title or f"id {record.id}").encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def _last_of_each(records: Iterable[CatalogueRecord]) -> Iterable[CatalogueRecord]:
    by_id: dict[str | int, CatalogueRecord] = {}
    for number, record in enumerate(records):
        by_id[record.id or number] = record
    return by_id.values()


class _Teacher:
    """Finds what records teach; knows nothing learned, so that their order does not matter."""

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
        """Check that a title is surely in English by all but its strange words."""
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
        """Divide a text into runs of strange words, as written, and runs of the others."""
        is_strange = self._dictionary.is_strange
        return [
            (strange, list(run))
            for part in _PUNCTUATION.split(plain_text(text))
            for strange, run in groupby(written_words(part), lambda word: is_strange(word.lower()))
        ]

    def _terms(self, text: str) -> Iterator[str]:
        """Yield unknown words, and what looks foreign among English words.

        That is a word with a capital that is not the first one, as written, or a phrase.
        """
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
    """Check that texts are long enough for the strict test, and pass it."""
    known = standard()
    tokens = [token for text in texts for token in words(text)]
    unknown = sum(token not in known for token in tokens)
    return len(tokens) >= _STRICT_WORDS and is_below(unknown, len(tokens), STRICT)
