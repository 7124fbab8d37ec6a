"""Evidence of the language of a text: its words, two small offline detectors, and their weights."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from wildwood.kernel.files import cache_folder, make_folder, write_atomically
from wildwood.screening.words import DENIED, ENTRIES, passes_strict_test, word_lists, written_words

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

with suppress(ModuleNotFoundError):  # it has no wheel for some systems
    import eldc

if find_spec("py3langid") is None:  # it is imported late, since it takes long
    raise ModuleNotFoundError(name="py3langid")
HAS_ELDC = find_spec("eldc") is not None

_CODE = "en"
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


@dataclass
class Detector:
    name: str
    scores: Callable[[str], dict[str, float]]  # of the languages of a text, highest first

    def answer(self, text: str) -> Answer:
        """Return the likeliest language of a text, with the scores."""
        scores = self.scores(text)
        likeliest = next(iter(scores), "")
        english = scores.pop(_CODE, 0.0)
        return Answer(likeliest, english, next(iter(scores.values()), 0.0))


def make_eldc() -> Detector:
    """Make a detector from ELD's n-grams of 60 languages; half a million titles a second."""
    eldc.init()
    instance = eldc.instance()
    instance.set_scores(_LANGUAGES)
    return Detector("eldc", lambda text: instance.detect_details(text).scores)


_PARTS = ("nb_ptc", "nb_pc", "tk_nextmove", "nb_classes", "tk_output", "tk_row")  # of the model


@cache
def latin_identifier() -> "LanguageIdentifier":
    """Load the model for Latin script from the cache: to unpack py3langid's takes 0.4 s."""
    from importlib.metadata import version  # noqa: PLC0415 - they take long

    import numpy as np  # noqa: PLC0415
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415

    languages = crc32(" ".join(_LATIN_SCRIPT).encode())
    name = f"py3langid-{version('py3langid')}-{languages:08x}.npz"
    # A damaged file can raise any error, such as `tokenize.TokenError`.
    with suppress(Exception), (cache_folder() / name).open("rb") as file, np.load(file) as model:
        table, prior, moves, *lists = (model[part] for part in _PARTS)
        classes, output, rows = (part.tolist() for part in lists)
        return LanguageIdentifier(
            table, prior, classes, memoryview(moves), output, norm_probs=True, tk_row=rows
        )
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LATIN_SCRIPT)
    content = BytesIO()
    # Without space, a home directory or, in another version, these parts.
    with suppress(OSError, RuntimeError, AttributeError):
        np.savez(content, **{part: getattr(identifier, part) for part in _PARTS})
        make_folder(cache_folder())
        write_atomically(cache_folder() / name, content.getvalue())
    return identifier


LANGID = Detector("py3langid", lambda text: dict(latin_identifier().rank(text)))
"""py3langid's byte sequences for Latin script; ten times as slow, with other errors."""


def lead(answer: Answer, characters: int) -> float:
    """Return the root of the lead of English, which is small for short texts even if right."""
    ahead = answer.english - answer.other
    return math.copysign(math.sqrt(abs(ahead) * math.log(max(characters, 1))), ahead)


def log_ratio(answer: Answer) -> float:
    return math.log((answer.english + _LEAST) / (answer.other + _LEAST))


_CACHED_WORDS = 65536  # words whose kind is remembered; most words have occurred before

_ENGLISH, _FOREIGN, _UNKNOWN, _OF_NO_LANGUAGE = 1, 2, 4, 8
"""Of a word: function word of English; or bits: of other languages; unknown; in another script."""
_DENIED = 16 | _UNKNOWN  # unknown whatever the word looks like, as the user says so
_LATIN = re.compile("[A-Za-z]")


class Evidence(NamedTuple):
    words: Sequence[str]  # as written, without diacritics
    unknown: Sequence[str]  # words unknown to the enriched dictionary, without those of no language
    names: Sequence[str]  # unknown words of no language: names, and words in another script
    foreign: Sequence[str]  # function words of other languages; the dictionary has many of them
    has_english: bool  # whether it has a function word that only English has
    counted: int  # the number of words that tell the language: all but those of no language
    seen: float  # how much of the unknown words own papers account for
    seen_names: float  # the same for names
    said: int  # what the user says of all the words: ALLOWED, DENIED, or 0 if not of all the same

    @property
    def share(self) -> float:
        """The share of unknown words, 0 to 1."""
        return len(self.unknown) / self.counted if self.counted else 0.0

    @property
    def passes_strict_test(self) -> bool:
        strange = len(self.unknown) + len(self.foreign)
        return passes_strict_test(strange, self.counted, len(self.words))


NO_EVIDENCE = Evidence((), (), (), (), False, 0, 0.0, 0.0, 0)  # noqa: FBT003 - a field
NONE: Mapping[str, int] = MappingProxyType({})


class Dictionary:
    def __init__(self, learned: Mapping[str, int] = NONE, own: Mapping[str, int] = NONE) -> None:
        """Take how many own papers have each word, and ALLOWED or DENIED for the user's terms."""
        _, standard, self._english, self._foreign, _ = word_lists()
        often = {word for word, count in learned.items() if count >= ENTRIES}
        # To copy the standard words takes longer than to judge a thousand titles.
        self._known = standard | often if often else standard
        rare = {word: count for word, count in learned.items() if count < ENTRIES}
        self._weights = {word: 1 / (1 + rare[word]) for word in rare if own.get(word) != DENIED}
        self._terms: dict[str, list[tuple[list[str], int]]] = {}  # the user's, by the first word
        for term, verdict in own.items():
            self._terms.setdefault(term.split()[0], []).append((term.split(), verdict))
        self._kind = lru_cache(_CACHED_WORDS)(self._work_out_kind)

    def evidence(self, text: str) -> Evidence:
        """Classify the words of a text without markup."""
        words = written_words(text)
        kinds = list(map(self._kind, words))
        verdicts = self._verdicts(list(map(str.lower, words))) if self._terms else {}
        for position, verdict in verdicts.items():
            kinds[position] = _DENIED if verdict == DENIED else kinds[position] & _ENGLISH
        distinct = set(verdicts.values()) if len(verdicts) == len(words) else {0}
        unknown, names, foreign = list[str](), list[str](), list[str]()
        # Capitals tell names from words, but not in a text that is all in capitals.
        is_shouted = all(map(str.isupper, words))
        for position in [place for place, kind in enumerate(kinds) if kind > _ENGLISH]:
            kind, word = kinds[position], words[position]
            token = word.lower()
            if kind & _FOREIGN and (position == 0 or is_shouted or word.islower()):
                foreign.append(token)
            if kind & _UNKNOWN:
                can_be_name = position > 0 and word[0].isupper() and not is_shouted
                is_name = kind != _DENIED and word != token and can_be_name
                (names if is_name or kind & _OF_NO_LANGUAGE else unknown).append(token)
        has_english, counted = _ENGLISH in kinds, len(words) - len(names)
        seen = (self._seen(unknown), self._seen(names)) if self._weights else (0.0, 0.0)
        sole = distinct.pop() if len(distinct) == 1 else 0
        return Evidence(words, unknown, names, foreign, has_english, counted, *seen, sole)

    def _seen(self, unknown: Sequence[str]) -> float:
        return sum(1 - self._weights.get(token, 1.0) for token in unknown)

    def is_unknown(self, word: str) -> bool:
        return bool(self._kind(word) & _UNKNOWN)

    def _verdicts(self, tokens: Sequence[str]) -> dict[int, int]:
        """Return what the user says of words; the longest term counts, denied before allowed."""
        longest: dict[int, tuple[int, int]] = {}
        for start, token in enumerate(tokens):
            for term, verdict in self._terms.get(token, ()):
                end = start + len(term)
                if tokens[start:end] == term:
                    for position in range(start, end):
                        longest[position] = max(longest.get(position, (0, 0)), (len(term), verdict))
        return {position: verdict for position, (_, verdict) in longest.items()}

    def _work_out_kind(self, word: str) -> int:
        token = word.lower()
        if token in self._english:
            return _ENGLISH
        kind = _FOREIGN * (token in self._foreign)
        if token in self._known:
            return kind
        is_latin = token.isascii() or _LATIN.search(token)
        return kind | (_UNKNOWN if is_latin else _UNKNOWN | _OF_NO_LANGUAGE)


_PRIOR = 2.44
_FUNCTION_WORD = 0.32  # what a function word of English adds; more of them tell little more
_PER_UNKNOWN = -8.44
MOST_UNKNOWN = 0.35  # the largest share that counts, as titles can have many names of substances
_PER_FOREIGN = -6.24
_PER_NAME = -3.07
_PER_LEAD = 2.9
_SMOOTHING = 2  # words added to a text's, so that one unknown word in a short title weighs less

_UNSURE = 3.0  # log-odds up to which the second, slower detector is asked
_PRIOR_IF_UNSURE, _PER_FIRST, _PER_LOG_RATIO = 1.02, 0.59, 0.97


def weigh_first(evidence: Evidence, answer: Answer, characters: int) -> float:
    """Return log-odds of English; a logistic regression gave the weights, as the next ones."""
    words = len(evidence.words)
    unknown = (len(evidence.unknown) - evidence.seen) / (evidence.counted + _SMOOTHING)
    names = (len(evidence.names) - evidence.seen_names) / (words + _SMOOTHING)
    return (
        _PRIOR
        + _FUNCTION_WORD * evidence.has_english
        + _PER_UNKNOWN * min(unknown, MOST_UNKNOWN)
        + _PER_FOREIGN * len(evidence.foreign) / words
        + _PER_NAME * names
        + _PER_LEAD * lead(answer, characters)
    )


def needs_second(log_odds: float) -> bool:
    return abs(log_odds) < _UNSURE


def weigh_both(log_odds: float, second: Answer) -> float:
    return _PRIOR_IF_UNSURE + _PER_FIRST * log_odds + _PER_LOG_RATIO * log_ratio(second)


def probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
