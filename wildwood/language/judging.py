"""The language of one text: English or not, and how surely."""

import math
import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from wildwood.language.detector import Answer, Detector, Eldc, FastText, lead, log_ratio
from wildwood.language.evidence import MAX_CHARACTERS, Dictionary, Evidence, is_below
from wildwood.language.plain_text import plain_text
from wildwood.language.words import are_symbols, is_of_another_script, latin_part
from wildwood.settings import Thresholds

_DETECTOR_CHARACTERS = 200
"""Characters that the detectors read; more do not make them more accurate."""

_PRIOR = 1.2
_PER_UNKNOWN = -7.5
_PER_FOREIGN = -3.2
_PER_LEAD = 7.0
_PER_LOG_RATIO = 0.67
"""Weights of the evidence in log-odds; docs/screening.md says what they were chosen on."""
_SMOOTHING = 2
"""Words added to a text's, so that one unknown word in a short title does not weigh too much."""

_DOUBT = 1.5
"""Log-odds below which the second, slower detector is asked; it seldom changes larger ones."""
_SURE_OF_OTHER = -3.3
_SURE_SCORE = 0.5
"""Log-odds below which, and a detector's score from which, another language is established.

A single unknown word is no evidence for that alone."""
CERTAIN = 5.0
"""Log-odds of a verdict by the dictionary alone, of which some 0.5 % are wrong."""
_LEAST = 0.3
"""The log-odds of English if the dictionary decides for it and the first detector against it.

In general they are the sum of the evidence, which tells apart how sure such verdicts are."""
_FEW_WORDS = (2, 3)
_UNDECIDED_LEAD, _UNDECIDED_RATIO = 0.03, 0.5
_IF_UNDECIDED = -0.3
"""Log-odds of a title of two or three known words without a function word of English, if both
detectors are undecided. The same nouns occur in many languages."""
_FUNCTION_WORDS = 2
"""English function words that a text with names must have for the dictionary to decide.

One is enough without names, which can be nouns of German."""
_UNKNOWN_WORDS = 3
"""Unknown words that a text must have for the dictionary to decide against English."""

_PARALLEL = re.compile(r"\s+=\s+")
"""What separates parallel titles (ISBD, an equals sign between spaces)."""
_JOINED = re.compile(r"\s+/\s+|/(?=[A-ZÀ-Þ])")
"""What can separate titles, but also a title from the names of its authors."""
_TITLE_WORDS, _NEVER = 2, math.inf
"""Words that tell a title in English from a name, if it has no function word of English."""
_ONE_OF_TWO, _ONE_OF_MANY = 1.4, -0.2
"""Log-odds that a work with an English title is in English, if at least half of the parallel
titles are English, and if fewer are."""


class Language(Enum):
    """The language of a record; the values are those of the `code` attribute."""

    ENGLISH = "en"
    OTHER = "other"
    UNKNOWN = "unknown"


class Reason(Enum):
    """What decided on the language; the values are those of the `reason` attribute."""

    CORRECTED = "corrected"
    DECLARED = "declared"
    DICTIONARY = "dictionary"
    DETECTOR = "detector"
    PARALLEL = "parallel title"
    ABSTRACT = "abstract"
    ONE_WORD = "one unknown word"
    NO_WORDS = "no words"


class Judgement(NamedTuple):
    """The language of a text, and everything that led to it."""

    text: str
    language: Language
    reason: Reason
    evidence: Evidence
    log_odds: float = 0.0
    """Of English; 0 for a text whose language is unknown."""
    answers: tuple[tuple[str, Answer], ...] = ()
    """The name of each detector that was asked, and its answer."""
    parts: tuple["Judgement", ...] = ()
    """The judgements on the parallel titles, if they decided."""


class Judge:
    """Judges texts by the dictionary and, where that cannot decide, with two detectors."""

    def __init__(
        self,
        dictionary: Dictionary,
        thresholds: Thresholds,
        first: Detector | None = None,
        second: Detector | None = None,
    ) -> None:
        self._dictionary = dictionary
        self._thresholds = thresholds
        self._first = first or Eldc()
        self._second = second or FastText()

    def title(self, text: str) -> Judgement:
        """Return the judgement on a title; parallel titles are judged apart.

        A work is taken to be in English if at least half of its parallel titles are.
        """
        whole = self.passage(text)
        if whole.reason is Reason.DICTIONARY and whole.language is Language.ENGLISH:
            return whole
        if len(text) > MAX_CHARACTERS or ("=" not in text and "/" not in text):
            return whole
        if _PARALLEL.search(text):
            return self._parallel(whole, _PARALLEL.split(text), _TITLE_WORDS)
        if whole.language is Language.OTHER and _JOINED.search(text):
            joined = self._parallel(whole, _JOINED.split(text), _NEVER)
            return joined if joined.language is Language.ENGLISH else whole
        return whole

    def _parallel(self, whole: Judgement, titles: Sequence[str], words: float) -> Judgement:
        """Judge parallel titles; `words` tell one in English without function words from a name."""
        parts = tuple(map(self.passage, titles))
        english = sum(_is_english_title(part, words) for part in parts)
        others = sum(part.language is Language.OTHER for part in parts)
        if not english or not others:
            return whole
        log_odds = _ONE_OF_TWO if english >= others else _ONE_OF_MANY
        return whole._replace(
            language=Language.ENGLISH if log_odds > 0 else Language.OTHER,
            reason=Reason.PARALLEL,
            log_odds=log_odds,
            parts=parts,
        )

    def passage(self, text: str) -> Judgement:
        """Return the judgement on an abstract, or on one title."""
        evidence = self._dictionary.evidence(text)
        if are_symbols(evidence.words):
            return Judgement(text, Language.UNKNOWN, Reason.NO_WORDS, evidence)
        language = self._dictionary_language(evidence)
        if language is Language.OTHER:
            return Judgement(text, language, Reason.DICTIONARY, evidence, -CERTAIN)
        beginning = latin_part(plain_text(text)[:_DETECTOR_CHARACTERS])
        answer = self._first.answer(beginning)
        log_odds = _log_odds(evidence, answer)
        if language is Language.ENGLISH:
            answers, log_odds = ((self._first.name, answer),), max(log_odds, _LEAST)
            return Judgement(text, language, Reason.DICTIONARY, evidence, log_odds, answers)
        return self._with_detectors(text, evidence, beginning, answer, log_odds)

    def _dictionary_language(self, evidence: Evidence) -> Language | None:
        """Return the language, or None if the dictionary alone cannot decide."""
        if is_of_another_script(evidence.words):
            return Language.OTHER
        unknown, counted = len(evidence.unknown), evidence.counted
        if unknown >= _UNKNOWN_WORDS and unknown > self._thresholds.other * counted:
            return Language.OTHER
        not_english = unknown + len(evidence.foreign)
        needed = _FUNCTION_WORDS if evidence.names else 1
        if evidence.english >= needed and is_below(not_english, counted, self._thresholds.english):
            return Language.ENGLISH
        return None

    def _with_detectors(
        self, text: str, evidence: Evidence, beginning: str, answer: Answer, log_odds: float
    ) -> Judgement:
        answers = [(self._first.name, answer)]
        if abs(log_odds) < _DOUBT:
            second = self._second.answer(beginning)
            answers.append((self._second.name, second))
            log_odds += _PER_LOG_RATIO * log_ratio(second)
            if _are_undecided(evidence, answer, second):
                log_odds = min(log_odds, _IF_UNDECIDED)
        judgement = Judgement(
            text,
            Language.ENGLISH if log_odds > 0 else Language.OTHER,
            Reason.DETECTOR,
            evidence,
            log_odds,
            tuple(answers),
        )
        if _rests_on_one_word(judgement):
            return judgement._replace(
                language=Language.UNKNOWN, reason=Reason.ONE_WORD, log_odds=0.0
            )
        return judgement


def _log_odds(evidence: Evidence, answer: Answer) -> float:
    """Return the log-odds of English by the words of a text and the first detector."""
    return (
        _PRIOR
        + _PER_UNKNOWN * len(evidence.unknown) / (evidence.counted + _SMOOTHING)
        + _PER_FOREIGN * len(evidence.foreign) / len(evidence.words)
        + _PER_LEAD * lead(answer)
    )


def _are_undecided(evidence: Evidence, first: Answer, second: Answer) -> bool:
    """Check that neither the words nor the detectors tell the language of a few nouns."""
    return (
        not evidence.english
        and not evidence.unknown
        and len(evidence.words) in _FEW_WORDS
        and lead(first) < _UNDECIDED_LEAD
        and log_ratio(second) < _UNDECIDED_RATIO
    )


def _rests_on_one_word(judgement: Judgement) -> bool:
    """Check that one unknown word speaks against English, and no detector for a language."""
    return (
        _SURE_OF_OTHER < judgement.log_odds <= 0
        and len(judgement.evidence.unknown) == 1
        and len(judgement.evidence.names) <= 1
        and not judgement.evidence.foreign
        and judgement.text.isascii()
        and all(answer.other < _SURE_SCORE for _, answer in judgement.answers)
    )


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds (the logistic function)."""
    return 1 / (1 + math.exp(-log_odds))


def _is_english_title(part: Judgement, words: float) -> bool:
    """Check that a part is in English and not just a name."""
    if part.language is not Language.ENGLISH:
        return False
    return part.evidence.english > 0 or part.evidence.counted >= words
