"""How surely words and detectors speak for English, in log-odds.

`tests/benchmarks/language_weights.py` fits the weights; docs/screening.md says on what.
"""

import math

from wildwood.language.detector import Answer, lead, log_ratio
from wildwood.language.evidence import Evidence

_PRIOR = 0.3
_FUNCTION_WORD = 0.8
"""What a function word of English adds; more of them tell little more."""
_PER_UNKNOWN = -6.4
_PER_FOREIGN = -2.7
_PER_NAME = -3.0
_PER_LEAD = 3.2
"""Of the root of the lead, because the leads are small for short texts, even the right ones."""
_PER_LOG_RATIO = 0.55
_SMOOTHING = 2
"""Words added to a text's, so that one unknown word in a short title does not weigh too much."""

_LEAST_DOUBT, _MOST_DOUBT = -1.2, 1.7
"""Log-odds between which the second, slower detector is asked.

Below, it almost never turns the scales. Above, it would still tell how sure English is."""
_AGREEMENT = 0.85
"""What the second detector would add if it were asked, on average."""

_FEW_WORDS = (2, 3)
_UNDECIDED_LEAD, _UNDECIDED_RATIO = 0.01, 0.3
_IF_UNDECIDED = -0.3
"""Log-odds of a title of two or three known words without a function word of English, if neither
detector tells its language. The same nouns occur in many languages."""


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


def needs_second(log_odds: float) -> bool:
    """Check that the second detector can change the language, or how sure it is."""
    return _LEAST_DOUBT < log_odds < _MOST_DOUBT


def without_second(log_odds: float) -> float:
    """Return the log-odds of English if the second detector is not asked."""
    return log_odds + math.copysign(_AGREEMENT, log_odds)


def by_both(log_odds: float, evidence: Evidence, first: Answer, second: Answer) -> float:
    """Return the log-odds of English by both detectors, from those by the first."""
    log_odds += _PER_LOG_RATIO * log_ratio(second)
    return min(log_odds, _IF_UNDECIDED) if _are_undecided(evidence, first, second) else log_odds


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds (the logistic function)."""
    return 1 / (1 + math.exp(-log_odds))


def _are_undecided(evidence: Evidence, first: Answer, second: Answer) -> bool:
    """Check that neither the words nor the detectors tell the language of a few nouns."""
    return (
        not evidence.english
        and not evidence.unknown
        and len(evidence.words) in _FEW_WORDS
        and lead(first) < _UNDECIDED_LEAD
        and log_ratio(second) < _UNDECIDED_RATIO
    )
