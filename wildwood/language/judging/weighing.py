"""How surely words and detectors speak for English, in log-odds.

`tests/benchmarks/language_weights.py` fits the weights; its README says on what.
"""

import math

from wildwood.language.judging.detector import Answer, lead, log_ratio
from wildwood.language.judging.evidence import Evidence

_PRIOR = 2.28
_FUNCTION_WORD = 0.18
"""What a function word of English adds; more of them tell little more."""
_PER_UNKNOWN = -8.23
MOST_UNKNOWN = 0.35
"""The largest share of unknown words that counts: a language that the detectors recognise is not
less likely the more names of substances a title has."""
_PER_FOREIGN = -5.57
_PER_NAME = -4.2
_PER_LEAD = 3.06
"""Of the root of the lead, because the leads are small for short texts, even the right ones."""
_PER_LOG_RATIO = 0.56
_SMOOTHING = 2
"""Words added to a text's, so that one unknown word in a short title does not weigh too much."""

_LEAST_DOUBT, _MOST_DOUBT = -2.0, 2.0
"""Log-odds between which the second, slower detector is asked: it almost never turns the scales
elsewhere."""
_DISAGREEMENT = -1.85
_AGREEMENT = -1.6
_PER_LEAD_UNASKED = 1.84
_PER_LENGTH = 0.64
"""What the second detector would add if it were asked, on average: below, and above, where it adds
more the further the first one has English ahead, and the longer a text is (the logarithm of its
characters)."""


_CALIBRATION = (
    *[(0.35, 0.81)] * 3,
    *[(0.6, 1.14)] * 2,
    *[(0.04, 1.16)] * 4,
    (-0.3, 1.01),
)
"""For titles of so many words (the last: or more), an offset and a factor that make log-odds of a
sum that is fitted on titles of all lengths."""


def by_first(evidence: Evidence, answer: Answer) -> float:
    """Return the log-odds of English by the words of a text and the first detector."""
    log_odds = _PRIOR
    ahead = lead(answer)
    log_odds += math.copysign(_PER_LEAD * math.sqrt(abs(ahead)), ahead)
    if evidence.english:
        log_odds += _FUNCTION_WORD
    if evidence.unknown:
        unknown = len(evidence.unknown) - evidence.seen
        share = unknown / (evidence.counted + _SMOOTHING)
        log_odds += _PER_UNKNOWN * min(share, MOST_UNKNOWN)
    if evidence.foreign:
        log_odds += _PER_FOREIGN * len(evidence.foreign) / len(evidence.words)
    if evidence.names:
        names = len(evidence.names) - evidence.seen_names
        log_odds += _PER_NAME * names / (len(evidence.words) + _SMOOTHING)
    return log_odds


def needs_second(log_odds: float) -> bool:
    """Check that the second detector can change the language, or how sure it is."""
    return _LEAST_DOUBT < log_odds < _MOST_DOUBT


def without_second(log_odds: float, first: Answer, characters: int) -> float:
    """Return the log-odds of English if the second detector is not asked."""
    if log_odds < 0:
        return log_odds + _DISAGREEMENT
    agreement = _AGREEMENT + _PER_LEAD_UNASKED * lead(first) + _PER_LENGTH * math.log(characters)
    return log_odds + max(agreement, 0.0)


def by_both(log_odds: float, second: Answer) -> float:
    """Return the log-odds of English by both detectors, from those by the first."""
    return log_odds + _PER_LOG_RATIO * log_ratio(second)


def calibrated(log_odds: float, words: int) -> float:
    """Return the log-odds of English of a text of so many words, if half of all texts are English.

    A short title that says little is English more often than the sum of the evidence says.
    """
    offset, factor = _CALIBRATION[min(words, len(_CALIBRATION) - 1)]
    return offset + factor * log_odds


def log_odds_of(probability: float) -> float:
    """Return the log-odds of a probability."""
    return math.log(probability / (1 - probability))


def probability(log_odds: float) -> float:
    """Return the probability that has these log-odds (the logistic function)."""
    return 1 / (1 + math.exp(-log_odds))
