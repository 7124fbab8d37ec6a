"""The verdict on a record, from its declaration, the dictionary and the detector."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from wildwood.language.compounds import is_compound
from wildwood.language.declared import Declared, declared
from wildwood.language.detector import Detector
from wildwood.language.dictionary import foreign_function_words, standard
from wildwood.language.words import are_symbols, is_of_another_script, words
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Thresholds

MAX_CHARACTERS = 400
"""Characters of a text that are tested; an abstract in a second language usually follows later."""

_DETECTOR_CHARACTERS = 200
"""Characters that the detector reads; more do not make it more accurate."""


class Language(Enum):
    """The language of a record; the values are those of the `code` attribute."""

    ENGLISH = "en"
    OTHER = "other"
    UNKNOWN = "unknown"


class Reason(Enum):
    """What decided on the language; the values are those of the `reason` attribute."""

    DECLARED = "declared"
    DICTIONARY = "dictionary"
    DETECTOR = "detector"
    NO_WORDS = "no words"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A language, what decided on it, and the share of unknown words."""

    language: Language
    reason: Reason
    unknown: float | None
    """Share of words unknown to the enriched dictionary, 0 to 1; None without words."""

    @property
    def kept(self) -> bool:
        """Whether the record is kept; only those in another language are left out."""
        return self.language is not Language.OTHER

    @property
    def share(self) -> str:
        """The share of unknown words with two decimals, as in lists and ps rifs."""
        return "" if self.unknown is None else f"{self.unknown:.2f}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words of a text, as the dictionary test classifies them."""

    words: list[str]
    unknown: list[str]
    """Words unknown to the enriched dictionary."""
    foreign: list[str]
    """Function words of other languages; the dictionary contains many of them."""

    @property
    def share(self) -> float | None:
        """The share of unknown words, 0 to 1; None without words."""
        return len(self.unknown) / len(self.words) if self.words else None


class EnglishDetector(Protocol):
    """A detector that returns its confidence in English."""

    def confidence(self, text: str) -> float:
        """Return the confidence that a text is in English, from 0 to 1."""
        ...


class Screen:
    """The tests of docs/specification.md, "English selection", with the learned words."""

    def __init__(
        self,
        neologisms: Iterable[str],
        thresholds: Thresholds,
        detector: EnglishDetector | None = None,
    ) -> None:
        self._known = standard().union(neologisms)
        self._foreign = foreign_function_words()
        self._thresholds = thresholds
        self._detector = detector or Detector()

    def verdict(self, record: CatalogueRecord) -> Verdict:
        """Return the verdict on a record; a declaration of English is not relied on."""
        if declaration(record) is Declared.OTHER:
            share = self.evidence(_text(record.titles + record.abstracts)).share
            return Verdict(Language.OTHER, Reason.DECLARED, share)
        return self.of_text(screened_text(record))

    def of_text(self, text: str) -> Verdict:
        """Return the verdict on a text without a declaration."""
        evidence = self.evidence(text)
        share = evidence.share
        if share is None or are_symbols(evidence.words):
            return Verdict(Language.UNKNOWN, Reason.NO_WORDS, None)
        language = self._dictionary_language(evidence, share)
        if language:
            return Verdict(language, Reason.DICTIONARY, share)
        # The more words are unknown, the more confident the detector must be.
        english = self._detector.confidence(text[:_DETECTOR_CHARACTERS]) > share
        return Verdict(Language.ENGLISH if english else Language.OTHER, Reason.DETECTOR, share)

    def evidence(self, text: str) -> Evidence:
        """Classify the words in the first 400 characters of a text."""
        tokens = words(text[:MAX_CHARACTERS])
        known, foreign = self._known, self._foreign
        unknown = [token for token in tokens if token not in known]
        return Evidence(
            tokens,
            [token for token in unknown if not is_compound(token, known)],
            [] if foreign.isdisjoint(tokens) else [token for token in tokens if token in foreign],
        )

    def _dictionary_language(self, evidence: Evidence, share: float) -> Language | None:
        """Return the language, or None if the dictionary alone cannot decide."""
        if share > self._thresholds.other or is_of_another_script(evidence.words):
            return Language.OTHER
        doubtful = len(evidence.unknown) + len(evidence.foreign)
        if doubtful < self._thresholds.english * len(evidence.words):
            return Language.ENGLISH
        return None


def declaration(record: CatalogueRecord) -> Declared:
    """Return what is declared for the paper or, if nothing, for its titles and abstracts."""
    own = declared(record.languages)
    if own is not Declared.NOTHING:
        return own
    return declared(wording.language for wording in record.titles + record.abstracts)


def screened_text(record: CatalogueRecord) -> str:
    """Return the titles and abstracts that are declared English or, if none is, all of them."""
    wordings = record.titles + record.abstracts
    english = [wording for wording in wordings if declared([wording.language]) is Declared.ENGLISH]
    return _text(english or wordings)


def _text(wordings: Iterable[LocalizedText]) -> str:
    return "\n".join(wording.text for wording in wordings)
