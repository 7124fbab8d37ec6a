"""The language of one text: English or not, and how surely."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from wildwood.screening.detector import Answer, Detector, Langid, first_detector
from wildwood.screening.evidence import (
    MAX_CHARACTERS,
    Dictionary,
    Evidence,
    calibrated,
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
_LETTERS_OF_SYLLABLE = 3
"""An ideograph, or a syllable of kana or hangul, says as much as so many Latin letters."""

_MOST_QUOTED, _MOST_IN_SENTENCE = 0.5, 0.25
"""The largest shares of another script in an English text, in general and if the text begins in the
other script, as a sentence does."""


def is_of_another_script(text: str) -> bool:
    """Check that a text is in another script, whatever language its Latin words are in."""
    if text.isascii() or _OTHER_SCRIPT.search(text) is None:
        return False
    is_sentence = _letters_of_another_script(text[:1]) > 0
    return share_of_another_script(text) > (_MOST_IN_SENTENCE if is_sentence else _MOST_QUOTED)


def share_of_another_script(text: str) -> float:
    """Return the share of letters in other scripts; a syllable counts as three."""
    foreign = _letters_of_another_script(text)
    return foreign / (_letters(latin_part(text)) + foreign) if foreign else 0.0


def latin_part(text: str) -> str:
    """Replace letters in other scripts by spaces."""
    return text if text.isascii() else _OTHER_SCRIPT.sub(" ", text)


def _letters_of_another_script(text: str) -> int:
    foreign = _letters(text) - _letters(latin_part(text))
    return foreign + (_LETTERS_OF_SYLLABLE - 1) * len(_SYLLABLE.findall(text))


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


EVEN_SHARE = 0.5
"""The share of texts in English if nothing is known of their archive."""
_DETECTOR_CHARACTERS = 200
"""Characters that the detectors read; more do not make them more accurate."""

_FEW_WORDS = 2  # words of a title that can be a name or a term, which many languages share
_SURE_SCORE = 0.8
"""A score of the first detector from which such words are of another language nevertheless."""
_HALF_A_WORD = 0.5
"""An unknown word counts less if own papers have it: one with less than this is shared, too."""
_ACRONYM = re.compile(r"\s*[A-Z]{2,5}(?:-?\d{1,4})?[\s.]*")
"""A text that is an acronym alone, such as `COVID-19`."""
CERTAIN = 5.0
"""Log-odds of a verdict for which no detector is asked, of which some 0.5 % are wrong."""
_LEAST = 0.5
"""The log-odds of English if the dictionary decides for it and the first detector against it.

In general they are the sum of the evidence, which tells apart how sure such verdicts are."""
_FUNCTION_WORDS = 2
"""English function words that a text with names must have for the dictionary to decide.

One is enough without names, which can be nouns of German."""

_PARALLEL = re.compile(r"\s+=\s+")
"""What separates parallel titles (ISBD, an equals sign between spaces)."""
_FIRST, _HALF, _FEWER = 1.5, 0.9, -0.2
"""Log-odds that a work is in English if the first of its parallel titles is, if at least half are,
and if fewer are. The language of the work comes first, or is one of two; a catalogue that adds
further translations adds English too."""


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
_BY_DICTIONARY, _BY_DETECTOR = Reason.DICTIONARY, Reason.DETECTOR
"""Members as globals: to look them up in their class would take a tenth of the time of a title."""


class Judgement(NamedTuple):
    text: str
    language: Language
    reason: Reason
    evidence: Evidence
    log_odds: float = 0.0  # of English; 0 for a text whose language is unknown
    answers: tuple[tuple[str, Answer], ...] = ()
    """The name of each detector that was asked, and its answer."""
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
        """Judge a title; parallel titles are judged apart.

        A work is in English if the first of its parallel titles is, or at least half are.
        """
        whole = self.passage(text)
        if whole.reason is _BY_DICTIONARY and whole.language is _ENGLISH:
            return whole
        if "=" not in text or len(text) > MAX_CHARACTERS or not _PARALLEL.search(text):
            return whole
        return self._parallel(whole, _PARALLEL.split(text))

    def _parallel(self, whole: Judgement, titles: Sequence[str]) -> Judgement:
        """Judge parallel titles; an English one must have a function word of English.

        A few English nouns are a name, or a label that cataloguers add to works in any language.
        """
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
        """Judge an abstract, or a single title."""
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
    """Check that a text is an acronym, or one or two words that other languages share.

    Detectors take names and terms, such as *Ludwig Wittgenstein* and *Moral hazard*, for any
    language. Accents, or a sure first detector, mean another language.
    """
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
