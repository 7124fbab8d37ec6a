"""The language of one text: English or not, and how surely."""

import re
from enum import Enum
from typing import NamedTuple

from wildwood.screening.evidence import (
    HAS_ELDC,
    LANGID,
    NO_EVIDENCE,
    Answer,
    Detector,
    Dictionary,
    Evidence,
    make_eldc,
    needs_second,
    weigh_both,
    weigh_first,
)
from wildwood.screening.words import ALLOWED, ENOUGH, MAX_CHARACTERS, are_symbols, tested_text

_OTHER_SCRIPT = re.compile(
    "[\u0370-\u1dbf\u1f00-\u1fff\u2c00-\u2c5f\u2c80-\ua71f\ua800-\ufaff\ufb13-\uff20\uff5b-\uffff]+"
)  # letters that are not Latin, in any width, and some signs among them
_SYLLABLE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LETTERS_OF_SYLLABLE = 3  # an ideograph, or a syllable of kana or hangul, counts as so many

_MOST_QUOTED, _MOST_IN_SENTENCE = 0.5, 0.25
"""The largest shares of another script in English: in general, and if the text begins in it."""


def is_of_another_script(text: str) -> bool:
    if text.isascii() or _OTHER_SCRIPT.search(text) is None:
        return False
    most = _MOST_IN_SENTENCE if share_of_another_script(text[:1]) else _MOST_QUOTED
    return share_of_another_script(text) > most


def share_of_another_script(text: str) -> float:
    """Return the share of letters in other scripts; a syllable counts as three."""
    foreign = _letters("".join(_OTHER_SCRIPT.findall(text)))
    foreign += (_LETTERS_OF_SYLLABLE - 1) * len(_SYLLABLE.findall(text))
    return foreign / (_letters(latin_part(text)) + foreign) if foreign else 0.0


def latin_part(text: str) -> str:
    return text if text.isascii() else _OTHER_SCRIPT.sub(" ", text)


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


SHORT = 4  # words of a text that can be a name or a term, which many languages share
_SURE_SCORE = 0.75  # score of the first detector from which they are of another language
_HALF_A_WORD = 0.5  # unknown words that own papers make count less than this are shared, too
_ACRONYM = re.compile(r"\s*[A-Z]{2,5}(?:-?\d{1,4})?[\s.]*")  # such as `COVID-19`
CERTAIN = 5.0  # log-odds of a verdict without a detector; some 0.5 % of these are wrong
_LEAST = 0.5  # log-odds of English if the dictionary decides for it against the detectors
_LESS_SURE = 0.5  # words: the fewer a text has, the less sure is English; of one word, by a third

_PARALLEL = re.compile(r"\s+=\s+")  # between parallel titles (ISBD: an equals sign between spaces)
_PARALLEL_ODDS = 0.9  # log-odds of English if parallel titles are


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
    language: Language
    reason: Reason
    evidence: Evidence
    log_odds: float = 0.0  # of English; 0 for a text whose language is unknown
    answers: tuple[tuple[str, Answer], ...] = ()  # name and answer of each detector that was asked


WITHOUT_WORDS = Judgement(_UNKNOWN, Reason.NO_WORDS, NO_EVIDENCE)


class Judge:
    def __init__(self, dictionary: Dictionary, expected: float = 0.0) -> None:
        """Take the log-odds of English that are expected in the archive of the texts."""
        self._dictionary = dictionary
        self.expected = self.expected_if_short = expected
        self.detectors: tuple[Detector, Detector] = (make_eldc() if HAS_ELDC else LANGID, LANGID)

    def title(self, text: str) -> Judgement:
        """Judge a title; of parallel titles, the first or at least half must be in English."""
        whole = self.passage(text)
        if whole.language is _ENGLISH or "=" not in text or not _PARALLEL.search(text):
            return whole
        parts = map(self.passage, _PARALLEL.split(text[:MAX_CHARACTERS]))
        # Nouns in English can be a name, so a function word is needed.
        english = [part.language is _ENGLISH and part.evidence.has_english for part in parts]
        if not english[0] and sum(english) < len(english) / 2:
            return whole
        return Judgement(_ENGLISH, Reason.PARALLEL, whole.evidence, _PARALLEL_ODDS, whole.answers)

    def passage(self, text: str) -> Judgement:
        plain = tested_text(text)
        evidence = self._dictionary.evidence(plain)
        if evidence.said == ALLOWED:
            return Judgement(_ENGLISH, Reason.OWN_WORDS, evidence, CERTAIN)
        if evidence.said:
            return Judgement(_OTHER, Reason.OWN_WORDS, evidence, -CERTAIN)
        if are_symbols(evidence.words):
            return Judgement(_UNKNOWN, Reason.NO_WORDS, evidence)
        if is_of_another_script(plain):
            return Judgement(_OTHER, _BY_DICTIONARY, evidence, -CERTAIN)
        return self._judge_with_detectors(plain, evidence)

    def _judge_with_detectors(self, plain: str, evidence: Evidence) -> Judgement:
        latin = latin_part(plain)
        detector, another = self.detectors
        first = detector.answer(latin)
        answers: tuple[tuple[str, Answer], ...] = ((detector.name, first),)
        log_odds = weigh_first(evidence, first, len(latin))
        if needs_second(log_odds):
            second = another.answer(latin)
            answers += ((another.name, second),)
            log_odds = weigh_both(log_odds, second)
        is_short = len(evidence.words) <= SHORT and first.other < _SURE_SCORE
        log_odds += self.expected_if_short if is_short else self.expected
        if evidence.has_english and evidence.passes_strict_test:
            log_odds = max(log_odds, _LEAST)
            return Judgement(_ENGLISH, _BY_DICTIONARY, evidence, log_odds, answers)
        if log_odds > ENOUGH:
            log_odds *= 1 - _LESS_SURE / (len(evidence.words) + _LESS_SURE)
            return Judgement(_ENGLISH, _BY_DETECTOR, evidence, log_odds, answers)
        if _ACRONYM.fullmatch(plain) or (is_short and _are_shared(evidence, plain)):
            return Judgement(_UNKNOWN, Reason.FEW_WORDS, evidence, 0.0, answers)
        return Judgement(_OTHER, _BY_DETECTOR, evidence, log_odds, answers)


def _are_shared(evidence: Evidence, plain: str) -> bool:
    """Check that all words are known, so that many languages can share them."""
    strange = len(evidence.unknown) + len(evidence.names) - evidence.seen - evidence.seen_names
    return strange < _HALF_A_WORD and not evidence.foreign and plain.isascii()
