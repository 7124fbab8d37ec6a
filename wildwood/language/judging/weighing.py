"""How surely words and detectors speak for English, in log-odds.

`tests/benchmarks/language_weights.py` fits the weights; its README says on what.
"""

import math

from wildwood.language.judging.detector import Answer, lead, log_ratio
from wildwood.language.judging.evidence import Evidence

_PRIOR = 1.2
_FUNCTION_WORD = 0.84
"""What a function word of English adds; more of them tell little more."""
_PER_UNKNOWN = -5.3
_PER_FOREIGN = -4.15
_PER_NAME = -3.35
_PER_LEAD = 2.4
"""Of the root of the lead, because the leads are small for short texts, even the right ones."""
_PER_LOG_RATIO = 0.83
_SMOOTHING = 2
"""Words added to a text's, so that one unknown word in a short title does not weigh too much."""

_LEAST_DOUBT, _MOST_DOUBT, _MOST_DOUBT_IF_SHORT = -0.5, 0.7, 1.5
_SHORT = 5
"""Log-odds between which the second, slower detector is asked, and the words of a short title.

Below, it almost never turns the scales. Above, it would still tell how sure English is, in short
titles most of all."""
_DISAGREEMENT = -2.0
_AGREEMENT = -4.1
_PER_LEAD_UNASKED = 12.0
_PER_LENGTH = 0.8
"""What the second detector would add if it were asked, on average: below, and above, where it adds
more the further the first one has English ahead, and the longer a text is (the logarithm of its
characters)."""

_FEW_WORDS = (2, 3)
_ADJECTIVES = ("ial", "ical", "ional", "ral", "ular")
"""Endings of adjectives, which English has before a noun, and Romance languages after it."""
_UNDECIDED_LEAD, _UNDECIDED_RATIO, _UNLIKELY_RATIO = 0.01, -1.0, -0.1
_IF_UNDECIDED = -0.3
"""Log-odds of a title of two or three known words without a function word of English, if the first
detector tells no language and the second one another: the same nouns occur in many. The second
need only lean to it if there is a name or the last word is an adjective, as in *Control social*."""


def by_first(evidence: Evidence, answer: Answer) -> float:
    """Return the log-odds of English by the words of a text and the first detector."""
    log_odds = _PRIOR
    ahead = lead(answer)
    log_odds += math.copysign(_PER_LEAD * math.sqrt(abs(ahead)), ahead)
    if evidence.english:
        log_odds += _FUNCTION_WORD
    if evidence.unknown:
        log_odds += _PER_UNKNOWN * len(evidence.unknown) / (evidence.counted + _SMOOTHING)
    if evidence.foreign:
        log_odds += _PER_FOREIGN * len(evidence.foreign) / len(evidence.words)
    if evidence.names:
        log_odds += _PER_NAME * len(evidence.names) / (len(evidence.words) + _SMOOTHING)
    return log_odds


def needs_second(log_odds: float, evidence: Evidence) -> bool:
    """Check that the second detector can change the language, or how sure it is."""
    most = _MOST_DOUBT_IF_SHORT if len(evidence.words) <= _SHORT else _MOST_DOUBT
    return _LEAST_DOUBT < log_odds < most


def without_second(log_odds: float, first: Answer, characters: int) -> float:
    """Return the log-odds of English if the second detector is not asked."""
    if log_odds < 0:
        return log_odds + _DISAGREEMENT
    agreement = _AGREEMENT + _PER_LEAD_UNASKED * lead(first) + _PER_LENGTH * math.log(characters)
    return log_odds + max(agreement, 0.0)


def by_both(log_odds: float, evidence: Evidence, first: Answer, second: Answer) -> float:
    """Return the log-odds of English by both detectors, from those by the first."""
    log_odds += _PER_LOG_RATIO * log_ratio(second)
    return min(log_odds, _IF_UNDECIDED) if _are_undecided(evidence, first, second) else log_odds


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds (the logistic function)."""
    return 1 / (1 + math.exp(-log_odds))


def _are_undecided(evidence: Evidence, first: Answer, second: Answer) -> bool:
    """Check that nothing tells that a few nouns are English."""
    if evidence.english or evidence.unknown or len(evidence.words) not in _FEW_WORDS:
        return False
    is_unlikely = bool(evidence.names) or evidence.words[-1].endswith(_ADJECTIVES)
    most = _UNLIKELY_RATIO if is_unlikely else _UNDECIDED_RATIO
    return lead(first) < _UNDECIDED_LEAD and log_ratio(second) < most
