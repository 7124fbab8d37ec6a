"""Make a new paper of a real one, by exchanging its words for other real words.

Each word that less than 90 % of the papers contain is exchanged for one of about the same
frequency, the same one wherever it stands in the paper; words that are always capitalised are
exchanged among themselves. Common words, headings, numbers, punctuation and lines stay. So the new
paper has the form of a real one, frequencies like a real one, and a subject of its own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

_WORD = re.compile(r"[^\W\d_]+")
_BROKEN = re.compile(r"(?<=[^\W\d_])[-\ufffe]\s*\n(?=[^\W\d_])")
_COMMON = 0.9
"""Words in this share of the papers stay."""
_BAND = 128
"""A word is exchanged for one of so many that are about as frequent."""


def rejoined(text: str) -> str:
    """Join the words that are broken at the ends of lines, so that they are exchanged as one."""
    return _BROKEN.sub("", text)


class Vocabulary:
    """The words of all papers that are exchanged for each other."""

    def __init__(self, texts: Iterable[str]) -> None:
        papers, occurrences, lower = Counter[str](), Counter[str](), set[str]()
        texts = list(texts)
        for text in texts:
            words = _WORD.findall(text)
            occurrences.update(word.lower() for word in words)
            papers.update({word.lower() for word in words})
            lower.update(word for word in words if word.islower())
        rare = [word for word, count in papers.items() if count < _COMMON * len(texts)]
        rare.sort(key=lambda word: (word in lower, occurrences[word], word))
        self._words = rare
        self._ranks = {word: rank for rank, word in enumerate(rare)}
        names = sum(word not in lower for word in rare)
        ranks = np.arange(len(rare))
        # Bands of names and bands of other words have different numbers.
        self._bands = np.where(ranks < names, ranks // _BAND, len(rare) + (ranks - names) // _BAND)

    def exchange(self, text: str, key: tuple[int, ...]) -> str:
        """Return the text with other words; the same key always exchanges the same words."""
        chance = np.random.default_rng(key)
        order = np.argsort(self._bands + chance.random(len(self._words))).tolist()
        return _WORD.sub(lambda match: self._other(match[0], order), text)

    def _other(self, word: str, order: Sequence[int]) -> str:
        rank = self._ranks.get(word.lower())
        if rank is None:
            return word
        other = self._words[order[rank]]
        if word.isupper():
            return other.upper()
        return other.capitalize() if word[0].isupper() else other
