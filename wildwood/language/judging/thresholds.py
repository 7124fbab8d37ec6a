"""The thresholds of the language test; chosen together with the weights of `weighing`."""

STRICT = 0.07
"""Words are learned from records with a smaller share of unknown words."""
ENTRIES = 10
"""The number of own records that must contain a word for it to be as known as the dictionary's."""
TERM_ENTRIES = 3
"""The same for terms that look foreign, such as *Kant* and *de re*."""
ENGLISH_SHARE = 0.07
"""Texts with a smaller share of unknown words are English; for others, detectors decide."""
LEAST_CONFIDENCE = 0.97
"""A language with a smaller confidence is doubtful: 5 % of the verdicts, most of the wrong ones."""
ENOUGH = 0.405
"""Log-odds of English (a probability of 0.6) from which a text is English: letting in others costs
more than losing a few."""
