"""How surely words and detectors speak for English, in log-odds.

`tests/benchmarks/language_weights.py` fits the weights; docs/screening.md says on what.
"""

import math

from wildwood.language.detector import Answer, lead, log_ratio
from wildwood.language.evidence import Evidence

_PRIOR = 0.8
_PER_UNKNOWN = -8.0
_PER_FOREIGN = -2.5
_PER_LEAD = 6.6
_PER_LOG_RATIO = 0.67
_SMOOTHING = 2
"""Words added to a text's, so that one unknown word in a short title does not weigh too much."""
_PER_NAME = -4.0
"""Names make English less sure, but speak for no other language."""

_DOUBT = 1.5
"""Log-odds below which the second, slower detector is asked; it seldom changes larger ones."""
_AGREEMENT = 1.0
"""What the second detector would add if it were asked, on average."""
_LEAST = 0.01
"""The log-odds of an English text with many names."""

_FEW_WORDS = (2, 3)
_UNDECIDED_LEAD, _UNDECIDED_RATIO = 0.03, 0.5
_IF_UNDECIDED = -0.3
"""Log-odds of a title of two or three known words without a function word of English, if both
detectors are undecided. The same nouns occur in many languages."""


def by_first(evidence: Evidence, answer: Answer) -> float:
    """Return the log-odds of English by the words of a text and the first detector."""
    return (
        _PRIOR
        + _PER_UNKNOWN * len(evidence.unknown) / (evidence.counted + _SMOOTHING)
        + _PER_FOREIGN * len(evidence.foreign) / len(evidence.words)
        + _PER_LEAD * lead(answer)
    )


def needs_second(log_odds: float, evidence: Evidence) -> bool:
    """Check that the second detector can change the language, or must confirm a single sign."""
    return abs(log_odds) < _DOUBT or (log_odds < 0 and len(evidence.unknown) == 1)


def without_second(log_odds: float, evidence: Evidence) -> float:
    """Return the log-odds of English if the second detector is not asked."""
    if log_odds < 0:
        return log_odds - _AGREEMENT
    return _less_names(log_odds + _AGREEMENT, evidence)


def by_both(log_odds: float, evidence: Evidence, first: Answer, second: Answer) -> float:
    """Return the log-odds of English by both detectors, from those by the first."""
    log_odds += _PER_LOG_RATIO * log_ratio(second)
    if _are_undecided(evidence, first, second):
        log_odds = min(log_odds, _IF_UNDECIDED)
    return _less_names(log_odds, evidence)


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds (the logistic function)."""
    return 1 / (1 + math.exp(-log_odds))


def _less_names(log_odds: float, evidence: Evidence) -> float:
    if log_odds <= 0 or not evidence.names:
        return log_odds
    share = len(evidence.names) / (len(evidence.words) + _SMOOTHING)
    return max(log_odds + _PER_NAME * share, _LEAST)


def _are_undecided(evidence: Evidence, first: Answer, second: Answer) -> bool:
    """Check that neither the words nor the detectors tell the language of a few nouns."""
    return (
        not evidence.english
        and not evidence.unknown
        and len(evidence.words) in _FEW_WORDS
        and lead(first) < _UNDECIDED_LEAD
        and log_ratio(second) < _UNDECIDED_RATIO
    )
