"""What the user's own papers and lists say about words, above the dictionary and its lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wildwood.language.judging.thresholds import ENTRIES, TERM_ENTRIES

ALLOWED, DENIED = 1, 2
"""What the user says of a word or a phrase."""

_Rules = Mapping[str, Sequence[tuple[tuple[str, ...], int]]]


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words and phrases that own papers or the user know better than the dictionary."""

    learned: Mapping[str, int] = field(default_factory=dict)
    """Words (folded), terms that look foreign (as written, such as `AI`) and phrases (folded), with
    the number of own papers in English that have each."""
    allowed: frozenset[str] = frozenset()
    """Words and phrases that are English, whatever any list says, folded."""
    denied: frozenset[str] = frozenset()
    """Words and phrases that are not, whatever any list says, folded."""

    def known(self) -> frozenset[str]:
        """Return the words that are known: allowed, or learned from enough own papers."""
        learned = {word for word, count in self.learned.items() if is_known(word, count)}
        return frozenset(filter(_is_word, learned | self.allowed)) - self.denied

    def weights(self) -> dict[str, float]:
        """Return how much an unknown word counts that fewer papers have: of n, 1 / (1 + n)."""
        return {
            word: 1 / (1 + count)
            for word, count in self.learned.items()
            if not (is_known(word, count) or _looks_foreign(word) or word in self.denied)
        }

    def written(self) -> frozenset[str]:
        """Return the terms that are no foreign words if they are written so."""
        return frozenset(filter(_is_word, self._terms()))

    def _terms(self) -> Iterator[str]:
        for term, count in self.learned.items():
            if _looks_foreign(term) and is_known(term, count):
                yield term

    def said_of(self, word: str) -> int:
        """Return what the user says of a word: ALLOWED, DENIED or 0."""
        return DENIED if word in self.denied else ALLOWED if word in self.allowed else 0

    def phrases(self) -> "Phrases":
        """Return the phrases; what the user says of one goes before what papers say."""
        said = dict.fromkeys(filter(_is_phrase, self._terms()), ALLOWED)
        said |= dict.fromkeys(filter(_is_phrase, self.allowed), ALLOWED)
        said |= dict.fromkeys(filter(_is_phrase, self.denied), DENIED)
        return Phrases(said)


NO_OWN_WORDS = OwnWords()


class Phrases:
    """Finds phrases in the words of a text."""

    def __init__(self, said: Mapping[str, int]) -> None:
        """Take the phrases, with what is said of each."""
        rules: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for phrase, one in said.items():
            words = tuple(phrase.split())
            rules.setdefault(words[0], []).append((words, one))
        # A longer phrase goes before those that it contains, and a denied one before an allowed.
        for some in rules.values():
            some.sort(key=lambda rule: (-len(rule[0]), -rule[1], rule[0]))
        self._rules: _Rules = rules

    def in_words(self, tokens: Sequence[str]) -> dict[int, int]:
        """Return what is said of the words at each position that a phrase covers."""
        if not self._rules or self._rules.keys().isdisjoint(tokens):
            return {}
        found: dict[int, int] = {}
        for position, token in enumerate(tokens):
            for phrase, said in self._rules.get(token, ()):
                end = position + len(phrase)
                if position not in found and tuple(tokens[position:end]) == phrase:
                    found |= dict.fromkeys(range(position, end), said)
        return found


def is_known(term: str, count: int) -> bool:
    """Check that enough own papers have a word or a term."""
    return count >= (TERM_ENTRIES if _looks_foreign(term) else ENTRIES)


def phrase_of(words: Iterable[str]) -> str:
    """Return the form in which a phrase of words is kept."""
    return " ".join(words)


def _is_phrase(term: str) -> bool:
    return " " in term


def _is_word(term: str) -> bool:
    return " " not in term


def _looks_foreign(term: str) -> bool:
    """Check that a learned term is no plain word, which is kept folded."""
    return _is_phrase(term) or not term.islower()
