"""The thresholds of the language test; chosen together with the weights of `weighing`."""

STRICT = 0.07
"""Words are learned from records with a smaller share of unknown words."""
ENTRIES = 10
"""The number of these records that must contain a word for it to be learned."""
ENGLISH_SHARE = 0.07
"""Texts with a smaller share of unknown words are English."""
OTHER_SHARE = 0.5
"""Texts with a larger share are not English; in between, detectors decide."""
LEAST_CONFIDENCE = 0.7
"""A language with a smaller confidence is doubtful."""
