"""The language of one text: English or not, and how surely."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from wildwood.screening.evidence import (
    MAX_CHARACTERS,
    Answer,
    Detector,
    Dictionary,
    Evidence,
    Langid,
    calibrated,
    first_detector,
    is_below,
    log_odds_of,
    needs_second,
    weigh_both,
    weigh_first,
    weigh_without_second,
)
from wildwood.screening.words import (
    ALLOWED,
    ENGLISH_SHARE,
    ENOUGH,
    are_symbols,
    is_closed_compound,
    plain_text,
)

_NOT_LATIN = (
    "\u0370-\u1dbf\u1f00-\u1fff\u2c00-\u2c5f\u2c80-\ua71f\ua800-\ufaff\ufb13-\uff20\uff5b-\uffff"
)
"""Letters that are not Latin, in any width, and some signs among them."""
_SYLLABLES = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_OTHER_SCRIPT = re.compile(f"[{_NOT_LATIN}]+")
_SYLLABLE = re.compile(f"[{_SYLLABLES}]")
_LETTERS_OF_SYLLABLE = 3  # an ideograph, or a syllable of kana or hangul, counts as so many

_MOST_QUOTED, _MOST_IN_SENTENCE = 0.5, 0.25
"""The largest shares of another script in English: in general, and if the text begins in it."""


def is_of_another_script(text: str) -> bool:
    if text.isascii() or _OTHER_SCRIPT.search(text) is None:
        return False
    is_sentence = _letters_of_another_script(text[:1]) > 0
    return share_of_another_script(text) > (_MOST_IN_SENTENCE if is_sentence else _MOST_QUOTED)


def share_of_another_script(text: str) -> float:
    """Return the share of letters in other scripts; a syllable counts as three."""
    foreign = _letters_of_another_script(text)
    return foreign / (_letters(latin_part(text)) + foreign) if foreign else 0.0


def latin_part(text: str) -> str:
    return text if text.isascii() else _OTHER_SCRIPT.sub(" ", text)


def _letters_of_another_script(text: str) -> int:
    foreign = _letters(text) - _letters(latin_part(text))
    return foreign + (_LETTERS_OF_SYLLABLE - 1) * len(_SYLLABLE.findall(text))


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


EVEN_SHARE = 0.5  # share of texts in English if nothing is known of their archive
_DETECTOR_CHARACTERS = 200  # read by the detectors; more do not make them more accurate

_FEW_WORDS = 2  # words of a title that can be a name or a term, which many languages share
_SURE_SCORE = 0.8  # score of the first detector from which such words are of another language
_HALF_A_WORD = 0.5  # unknown words that own papers make count less than this are shared, too
_ACRONYM = re.compile(r"\s*[A-Z]{2,5}(?:-?\d{1,4})?[\s.]*")  # such as `COVID-19`
CERTAIN = 5.0  # log-odds of a verdict without a detector; some 0.5 % of these are wrong
_LEAST = 0.5  # log-odds of English if the dictionary decides for it against the first detector
_FUNCTION_WORDS = 2  # required in a text with names, which can be German nouns; else one

_PARALLEL = re.compile(r"\s+=\s+")  # between parallel titles (ISBD: an equals sign between spaces)
_FIRST, _HALF, _FEWER = 1.5, 0.9, -0.2
"""Log-odds of English if the first parallel title is in English, if at least half are, and if
fewer are. The language of the work comes first or is one of two; catalogues add translations."""


class Language(Enum):
    ENGLISH = "en"
    OTHER = "other"
    UNKNOWN = "unknown"


class Reason(Enum):
    CORRECTED = "corrected"
    DECLARED = "declared"
    DICTIONARY = "dictionary"
    DETECTOR = "detector"
    PARALLEL = "parallel title"
    ABSTRACT = "abstract"
    OWN_WORDS = "own words"
    FEW_WORDS = "few words"
    NO_WORDS = "no words"


_ENGLISH, _OTHER, _UNKNOWN = Language
_BY_DICTIONARY, _BY_DETECTOR = Reason.DICTIONARY, Reason.DETECTOR  # looked up faster as globals


class Judgement(NamedTuple):
    text: str
    language: Language
    reason: Reason
    evidence: Evidence
    log_odds: float = 0.0  # of English; 0 for a text whose language is unknown
    answers: tuple[tuple[str, Answer], ...] = ()  # name and answer of each detector that was asked
    parts: tuple["Judgement", ...] = ()  # the judgements on the parallel titles, if they decided


class Judge:
    def __init__(
        self,
        dictionary: Dictionary,
        first: Detector | None = None,
        second: Detector | None = None,
        *,
        english_share: float = EVEN_SHARE,
    ) -> None:
        self._dictionary = dictionary
        self._expected = log_odds_of(english_share)
        self._first = first or first_detector()
        self._second = second or Langid()

    def title(self, text: str) -> Judgement:
        """Judge a title; of parallel titles, the first or at least half must be in English."""
        whole = self.passage(text)
        if whole.reason is _BY_DICTIONARY and whole.language is _ENGLISH:
            return whole
        if "=" not in text or len(text) > MAX_CHARACTERS or not _PARALLEL.search(text):
            return whole
        return self._parallel(whole, _PARALLEL.split(text))

    def _parallel(self, whole: Judgement, titles: Sequence[str]) -> Judgement:
        """Judge parallel titles; an English one needs a function word, as nouns can be a name."""
        parts = tuple(map(self.passage, titles))
        is_english = [part.language is _ENGLISH and part.evidence.english > 0 for part in parts]
        foreign_titles = sum(part.language is _OTHER for part in parts)
        if not any(is_english) or not foreign_titles:
            return whole
        log_odds = (
            _FIRST if is_english[0] else _HALF if sum(is_english) >= foreign_titles else _FEWER
        )
        return whole._replace(
            language=_ENGLISH if log_odds > 0 else _OTHER,
            reason=Reason.PARALLEL,
            log_odds=log_odds,
            parts=parts,
        )

    def passage(self, text: str) -> Judgement:
        plain = plain_text(text)
        evidence = self._dictionary.evidence_of_plain(plain)
        if evidence.said:
            is_allowed = evidence.said == ALLOWED
            language, log_odds = (_ENGLISH, CERTAIN) if is_allowed else (_OTHER, -CERTAIN)
            return Judgement(text, language, Reason.OWN_WORDS, evidence, log_odds)
        if are_symbols(evidence.words):
            return Judgement(text, _UNKNOWN, Reason.NO_WORDS, evidence)
        if is_of_another_script(plain[:MAX_CHARACTERS]):
            return Judgement(text, _OTHER, _BY_DICTIONARY, evidence, -CERTAIN)
        return self._judge_with_detectors(text, plain, evidence)

    def _judge_with_detectors(self, text: str, plain: str, evidence: Evidence) -> Judgement:
        beginning = latin_part(plain[:_DETECTOR_CHARACTERS])
        sum_of_evidence, answers = self._log_odds(evidence, beginning)
        log_odds = self._expected + calibrated(sum_of_evidence, len(evidence.words))
        if _is_surely_english(evidence):
            log_odds = max(log_odds, _LEAST)
            return Judgement(text, _ENGLISH, _BY_DICTIONARY, evidence, log_odds, answers)
        language = _ENGLISH if log_odds > ENOUGH else _OTHER
        if language is _OTHER and _are_shared(evidence, plain, answers[0][1]):
            return Judgement(text, _UNKNOWN, Reason.FEW_WORDS, evidence, 0.0, answers)
        return Judgement(text, language, _BY_DETECTOR, evidence, log_odds, answers)

    def _log_odds(
        self, evidence: Evidence, beginning: str
    ) -> tuple[float, tuple[tuple[str, Answer], ...]]:
        first = self._first.answer(beginning)
        answers = ((self._first.name, first),)
        log_odds = weigh_first(evidence, first)
        if not needs_second(log_odds):
            return weigh_without_second(log_odds, first, len(beginning)), answers
        second = self._second.answer(beginning)
        return weigh_both(log_odds, second), (*answers, (self._second.name, second))


def _is_surely_english(evidence: Evidence) -> bool:
    needed = _FUNCTION_WORDS if evidence.names else 1
    strange = len(evidence.unknown) + len(evidence.foreign)
    return evidence.english >= needed and is_below(strange, evidence.counted, ENGLISH_SHARE)


def _are_shared(evidence: Evidence, plain: str, first: Answer) -> bool:
    """Check that a text is an acronym, or a few words, which detectors take for any language."""
    if _ACRONYM.fullmatch(plain):
        return True
    if evidence.foreign:
        return False
    words = len(evidence.words) - evidence.in_phrases
    if words > _FEW_WORDS or first.other >= _SURE_SCORE or _has_accents(plain):
        return False
    strange = len(evidence.unknown) + len(evidence.names) - evidence.seen - evidence.seen_names
    return strange < _HALF_A_WORD or all(
        map(is_closed_compound, (*evidence.unknown, *evidence.names))
    )


def _has_accents(text: str) -> bool:
    return not text.isascii() and any(letter.isalpha() and not letter.isascii() for letter in text)
