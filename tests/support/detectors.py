"""A detector whose answer is fixed."""

from wildwood.screening.evidence import Answer


class FixedDetector:
    """A detector with fixed scores, which records the texts that it receives."""

    name = "fixed"

    def __init__(self, english: float, other: float, language: str = "xx") -> None:
        self._answer = Answer(language, english, other)
        self.texts: list[str] = []

    def answer(self, text: str) -> Answer:
        """Return the fixed scores."""
        self.texts.append(text)
        return self._answer
