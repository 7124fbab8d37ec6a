"""The verdict on a record: what it declares, then the dictionary test, then the detector."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from wildwood.language.compounds import is_compound
from wildwood.language.declared import Declared, declared
from wildwood.language.detector import Detector
from wildwood.language.dictionary import function_words_of_others, standard
from wildwood.language.words import are_symbols, is_of_another_script, words
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Thresholds


class Language(Enum):
    """What a record was found to be; the values are those of the `code` attribute."""

    ENGLISH = "en"
    OTHER = "other"
    UNKNOWN = "unknown"


class Reason(Enum):
    """What decided; the values are those of the `reason` attribute."""

    DECLARED = "declared"
    DICTIONARY = "dictionary"
    DETECTOR = "detector"
    NO_WORDS = "no words"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A language, what decided, and the share of words unknown to the enriched dictionary."""

    language: Language
    reason: Reason
    unknown: float | None
    """None where there are no words."""

    @property
    def kept(self) -> bool:
        """Whether the record is taken: all are but those in another language."""
        return self.language is not Language.OTHER

    @property
    def share(self) -> str:
        """The share of unknown words as lists and rifs show it."""
        return "" if self.unknown is None else f"{self.unknown:.2f}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the dictionary test sees in a text."""

    words: list[str]
    unknown: list[str]
    foreign: list[str]
    """Function words of other languages, of which the dictionary knows many."""

    @property
    def share(self) -> float | None:
        """The share of unknown words (spec: percentage of words not in the dictionary)."""
        return len(self.unknown) / len(self.words) if self.words else None


MAX_CHARACTERS = 400
"""Characters of a text that are looked at: an abstract in a second language comes later."""

_DETECTED = 200
"""Characters that the detector is given; more do not make it surer."""


class EnglishDetector(Protocol):
    """Says how sure it is of English."""

    def confidence(self, text: str) -> float:
        """A confidence within 0 and 1."""
        ...


class Screen:
    """The three-part test with the words learnt so far."""

    def __init__(
        self,
        neologisms: Iterable[str],
        thresholds: Thresholds,
        detector: EnglishDetector | None = None,
    ) -> None:
        self._known = standard().union(neologisms)
        self._foreign = function_words_of_others()
        self._thresholds = thresholds
        self._detector = detector or Detector()

    def verdict(self, entry: CatalogueRecord) -> Verdict:
        """The verdict on a record; a declaration counts only where it says "not English"."""
        if declaration(entry) is Declared.OTHER:
            share = self.evidence(_text(entry.titles + entry.abstracts)).share
            return Verdict(Language.OTHER, Reason.DECLARED, share)
        return self.of_text(screened_text(entry))

    def of_text(self, text: str) -> Verdict:
        """The verdict on a text of which nothing is declared."""
        evidence = self.evidence(text)
        share = evidence.share
        if share is None or are_symbols(evidence.words):
            return Verdict(Language.UNKNOWN, Reason.NO_WORDS, None)
        language = self._clear(evidence, share)
        if language:
            return Verdict(language, Reason.DICTIONARY, share)
        # The more words are unknown, the surer the detector must be.
        english = self._detector.confidence(text[:_DETECTED]) > share
        return Verdict(Language.ENGLISH if english else Language.OTHER, Reason.DETECTOR, share)

    def evidence(self, text: str) -> Evidence:
        """What the dictionary test sees in a text."""
        found = words(text[:MAX_CHARACTERS])
        known, foreign = self._known, self._foreign
        unknown = [word for word in found if word not in known]
        return Evidence(
            found,
            [word for word in unknown if not is_compound(word, known)],
            [] if foreign.isdisjoint(found) else [word for word in found if word in foreign],
        )

    def _clear(self, evidence: Evidence, share: float) -> Language | None:
        """The language where the dictionary alone decides."""
        if share > self._thresholds.other or is_of_another_script(evidence.words):
            return Language.OTHER
        suspect = len(evidence.unknown) + len(evidence.foreign)
        if suspect < self._thresholds.english * len(evidence.words):
            return Language.ENGLISH
        return None


def declaration(entry: CatalogueRecord) -> Declared:
    """What is declared for the paper, else for the wordings that describe it."""
    own = declared(entry.languages)
    if own is not Declared.NOTHING:
        return own
    return declared(wording.language for wording in entry.titles + entry.abstracts)


def screened_text(entry: CatalogueRecord) -> str:
    """Titles and abstracts: the English ones of an entry in several languages, else all."""
    wordings = entry.titles + entry.abstracts
    english = [found for found in wordings if declared([found.language]) is Declared.ENGLISH]
    return _text(english or wordings)


def _text(wordings: Iterable[LocalizedText]) -> str:
    return "\n".join(wording.text for wording in wordings)
