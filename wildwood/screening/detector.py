"""Two small offline detectors, for texts that the dictionary cannot decide."""

import math
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple, Protocol

from py3langid.langid import MODEL_FILE, LanguageIdentifier

with suppress(ModuleNotFoundError):  # it has no wheel for some systems
    import eldc

HAS_ELDC = find_spec("eldc") is not None

_ENGLISH = "en"
_NOTHING = ("", 0.0)
_LANGUAGES = 20  # languages for which eldc returns a score; it cannot return more
_LATIN_SCRIPT = (
    "az", "ca", "cs", "da", "de", "en", "es", "et", "eu", "fi", "fr", "hr", "hu", "is", "it", "lt",
    "lv", "ms", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "tl", "tr", "vi",
)  # fmt: skip  # in Latin script, known to eldc too; others would take probability from these
_LEAST = 0.03  # added to py3langid's probabilities; differences between smaller ones mean nothing


class Answer(NamedTuple):
    language: str  # code of the likeliest language; empty if the detector knows none
    english: float  # the score of English, 0 to 1
    other: float  # the highest score of another language, 0 to 1


class Detector(Protocol):
    name: str

    def answer(self, text: str) -> Answer:
        """Return the likeliest language of a text, with the scores."""
        ...


class Eldc:
    """ELD's n-grams of 60 languages; half a million titles a second."""

    name = "eldc"

    def __init__(self) -> None:
        eldc.init()
        instance = eldc.instance()
        instance.set_scores(_LANGUAGES)
        self._details = instance.detect_details

    def answer(self, text: str) -> Answer:
        return _answer(self._details(text).scores)


class Langid:
    """py3langid's byte sequences for Latin script; ten times as slow, with other errors."""

    name = "py3langid"

    def answer(self, text: str) -> Answer:
        return _answer(dict(_identifier().rank(text)))


@cache
def _identifier() -> LanguageIdentifier:
    """Load the model, which takes half a second."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LATIN_SCRIPT)
    return identifier


def first_detector() -> Detector:
    """Return eldc, or where it is missing py3langid, which is slower and less accurate."""
    return Eldc() if HAS_ELDC else Langid()


def lead(answer: Answer) -> float:
    return answer.english - answer.other


def log_ratio(answer: Answer) -> float:
    return math.log((answer.english + _LEAST) / (answer.other + _LEAST))


def _answer(scores: dict[str, float]) -> Answer:
    ranked = iter(scores.items())
    language, highest = next(ranked, _NOTHING)
    if language != _ENGLISH:
        return Answer(language, scores.get(_ENGLISH, 0.0), highest)
    return Answer(language, highest, next(ranked, _NOTHING)[1])
