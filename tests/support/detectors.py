"""Detectors whose answers are fixed."""

from wildwood.screening.evidence import Answer, Detector, Dictionary
from wildwood.screening.judge import Judge


class FixedDetector(Detector):
    """A detector with fixed scores, which records the texts that it receives."""

    def __init__(self, english: float, other: float, language: str = "xx") -> None:
        super().__init__("fixed", lambda _text: {})
        self._answer = Answer(language, english, other)
        self.texts: list[str] = []

    def answer(self, text: str) -> Answer:
        """Return the fixed scores."""
        self.texts.append(text)
        return self._answer


def judge_with(dictionary: Dictionary, *detectors: FixedDetector) -> Judge:
    """Return a judge that asks these detectors first; the others are those of every judge."""
    judge = Judge(dictionary)
    asked: list[Detector] = [*detectors, *judge.detectors[len(detectors) :]]
    judge.detectors = asked[0], asked[1]
    return judge
