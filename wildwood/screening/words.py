"""The words of a text, the English dictionary, and words that own papers or the user know."""

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from importlib import metadata

import stopwordsiso
from spellchecker import SpellChecker, WordFrequency

from wildwood.kernel.text import LETTERS, compose_tex

_MAX_CHARACTERS = 8000  # characters that are read of a text; markup can be much longer than it

_SIGNS = ("&", "<", "\\", "$", "{", "@", "://", "www.", "WWW.", "10.")
"""Signs of what is removed; a search for each is faster than one for all."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_FORMULA = re.compile(
    r"<(?P<tag>(?:\w+:)?(?:math|tex-math|inline-formula|disp-formula))\b[^>]*>"
    r".*?(?:</(?P=tag)\s*>|$)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(
    r"</?(?:[abipqsu]|bold|br|div|em|font|h[1-6]|inf|italic|li|ol|roman|sc|scp|small|span|strong"
    r"|su[bp]|ul|underline|(?:jats|mml|xhtml):[\w-]+)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)  # tags that occur in titles; other words in angle brackets are words
_ADDRESS = re.compile(
    r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\bdoi:\s*10\.\S+|\b10\.\d{4,9}/\S+"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+",
    re.IGNORECASE,
)
_TEX_LETTER = re.compile(
    rf"\\({'|'.join(sorted(LETTERS, key=len, reverse=True))})(?![a-zA-Z])(?:\{{\}}|\s)?"
)
_TEX_ACCENT = re.compile(
    r"""\\(?:([`'^~"=.])\s*|([uvHckrdb])(?=\s*\{|\s+[a-zA-Z])\s*)(?:\{\s*(\w)\s*\}|(\w))"""
)
_TEX_FORMULA = re.compile(r"\$\$?([^$]{1,400})\$\$?|\\\(.{1,400}?\\\)|\\\[.{1,400}?\\\]", re.DOTALL)
_TEX_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|.)")
_SIGN_OF_FORMULA = re.compile(r"[\\^_=<>+{}]")
_WITHOUT_BRACES = str.maketrans("", "", "{}")


def plain_text(text: str) -> str:
    """Return the start of a text without HTML (also escaped), formulas, addresses and TeX."""
    text = text[:_MAX_CHARACTERS]
    return _remove_markup(text) if any(map(text.__contains__, _SIGNS)) else text


def _remove_markup(text: str) -> str:
    if "&" in text:
        text = _unescaped(text)
    if "<" in text:
        text = _TAG.sub(" ", _FORMULA.sub(" ", text))
    if "\\" in text or "$" in text:
        text = _remove_tex(text)
    if "{" in text:  # braces protect capitals in BibTeX
        text = text.translate(_WITHOUT_BRACES)
    return _ADDRESS.sub(" ", text)


def _unescaped(text: str) -> str:
    for _ in range(2):  # of a text that is escaped twice, "&amp;lt;" becomes "&lt;" first
        if not _ENTITY.search(text):
            break
        text = unescape(text)
    return text


def _remove_tex(text: str) -> str:
    text = _TEX_LETTER.sub(lambda match: LETTERS[match[1]], text)
    text = _TEX_ACCENT.sub(
        lambda match: compose_tex(match[3] or match[4], match[1] or match[2]), text
    )
    return _TEX_COMMAND.sub(" ", _TEX_FORMULA.sub(_gap, text))


def _gap(match: re.Match[str]) -> str:
    """Return a space for a formula, but keep plain words between two amounts of money."""
    content = match[1]
    is_formula = content is None or " " not in content.strip() or _SIGN_OF_FORMULA.search(content)
    return " " if is_formula else match[0]


_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORD = re.compile("[A-Za-z]{2,}")
_DIACRITICS = re.compile("[\u0300-\u036f]+")
_LATIN = re.compile("[A-Za-z]")
_MAX_SYMBOL_LENGTH = 2
_LETTERS = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
        "\u0131": "i", "ħ": "h", "Ħ": "H", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss",
        "ẞ": "Ss", "þ": "th", "Þ": "Th", "ŋ": "ng", "Ŋ": "Ng",
    }
)  # fmt: skip  # Latin letters that Unicode does not decompose


def fold(text: str) -> str:
    """Return a text in lower case, without ligatures (NFKD) and Latin diacritics."""
    return _remove_diacritics(text).lower()


def written_words(text: str) -> list[str]:
    folded = _remove_diacritics(text)
    if folded.isascii():
        return _ASCII_WORD.findall(folded)
    return [
        word
        for word in _WORD.findall(folded)
        if len(word) > 1 or unicodedata.category(word) == "Lo"
    ]


def words(text: str) -> list[str]:
    """Return the folded words of a text, without markup and single letters but for ideographs."""
    return [word.lower() for word in written_words(plain_text(text))]


def are_symbols(tokens: Sequence[str]) -> bool:
    """Check that all words are as short as names in formulas; true for no words."""
    return all(len(token) <= _MAX_SYMBOL_LENGTH and token.isascii() for token in tokens)


def is_latin(token: str) -> bool:
    return token.isascii() or _LATIN.search(token) is not None


def _remove_diacritics(text: str) -> str:
    if text.isascii():
        return text
    return _DIACRITICS.sub("", unicodedata.normalize("NFKD", text.translate(_LETTERS)))


_ENGLISH = "en"
_MAX_FUNCTION_WORD_LENGTH = 4  # letters of a short function word, such as "und", "para" and "dans"
_MIN_SHARED = 3  # other languages that must share a stop word of English for it to be foreign
_RARE_BELOW = {1: 0.3, 2: 10.0}  # in a million English words, by the number of other languages
_RARE_BELOW_IF_SHARED = 100.0  # the same for a word of three or more languages


_OUR = (
    "arb|arm|behavi|cand|col|demean|endeav|fav|ferv|flav|harb|hon|hum|lab|misdemean|neighb|od"
    "|parl|ranc|rig|rum|sav|splend|succ|tum|val|vap|vig"
)
_RE = "cent|fib|lit|lust|mag|meag|mit|sab|scept|somb|spect|theat"
_PATTERNS = {
    r"iz(e|ed|er|ers|es|ing|ation|ations|ational)$": r"is\1",
    r"yz(e|ed|er|ers|es|ing)$": r"ys\1",
    rf"^({_OUR})or(?!ous|at|if|ar)": r"\1our",
    rf"^({_RE})er(s?)$": r"\1re\2",
    r"(^|centi|kilo|milli|nano)meter(s?)$": r"\1metre\2",
    r"([aeiou])l(ed|ing|er|ers)$": r"\1ll\2",
    r"^(def|off|pret)ense(s?)$": r"\1ence\2",
    r"^program(s?)$": r"programme\1",
    r"^skept": "scept",
}
_RULES = [(re.compile(american), british) for american, british in _PATTERNS.items()]
_ANY_RULE = re.compile("|".join(_PATTERNS))


@cache
def standard() -> frozenset[str]:
    """Return the words of pyspellchecker's English list and their British forms, folded."""
    american = _words_of(_frequencies().keys())
    return american.union(_british_forms(american))


@cache
def foreign_function_words() -> frozenset[str]:
    """Return short stop words of other languages; those of many may be commoner in English."""
    languages = {
        word: count
        for word, count in _languages_by_stop_word().items()
        if len(word) <= _MAX_FUNCTION_WORD_LENGTH
    }
    shared = {word for word, count in languages.items() if count >= _MIN_SHARED}
    candidates = foreign_stop_words() | shared
    return frozenset(
        word
        for word, count in languages.items()
        if word in candidates
        and frequency_per_million(word) < _RARE_BELOW.get(count, _RARE_BELOW_IF_SHARED)
    )


@cache
def english_function_words() -> frozenset[str]:
    """Return the stop words of English that at most one other language has."""
    languages = _languages_by_stop_word()
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    return frozenset(word for word in english if languages[word] <= 1)


@cache
def _languages_by_stop_word() -> Counter[str]:
    return Counter(word for stop_words in _stop_words_by_language() for word in stop_words)


def frequency_per_million(word: str) -> float:
    return 1e6 * _frequencies()[word] / _frequencies().total_words


def edits(word: str) -> set[str]:
    return _checker().edit_distance_1(word)


def _frequencies() -> WordFrequency:
    return _checker().word_frequency


@cache
def _checker() -> SpellChecker:
    return SpellChecker(language=_ENGLISH)


@cache
def foreign_stop_words() -> frozenset[str]:
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    return frozenset[str]().union(*_stop_words_by_language()) - english


def _stop_words_by_language() -> list[frozenset[str]]:
    languages = sorted(stopwordsiso.langs() - {_ENGLISH})
    return [_words_of(stopwordsiso.stopwords(language)) for language in languages]


@cache
def edition() -> str:
    packages = ("pyspellchecker", "stopwordsiso")
    return " ".join(f"{name}-{metadata.version(name)}" for name in packages)


def _words_of(lines: Iterable[str]) -> frozenset[str]:
    """Split a word list as a text is ("don't" becomes "don")."""
    return frozenset(written_words(fold(" ".join(lines))))


def _british_forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if _ANY_RULE.search(word):
            for american, british in _RULES:
                form, changes = american.subn(british, word)
                if changes:
                    yield form


_MIN_REST_LENGTH = 5  # letters after the form; shorter words end too many words by chance

_FORMS = re.compile(
    "aero|agro|anti|astro|auto|bio|chemo|counter|cryo|cyber|electro|endo|epi|ethno|exo|extra"
    "|ferro|fluoro|geo|glyco|hydro|hyper|hypo|immuno|infra|inter|intra|iso|macro|magneto|mega"
    "|meta|micro|mini|mis|mono|multi|nano|neo|neuro|non|opto|over|para|patho|pharmaco|philo"
    "|photo|physico|phyto|poly|post|pre|proto|pseudo|psycho|quasi|radio|retro|re|self|semi"
    "|socio|spectro|stereo|sub|super|supra|techno|tele|thermo|trans|ultra|under|uni|uro|xeno"
)

_MIN_LENGTH = len("re") + _MIN_REST_LENGTH


def is_compound(word: str, vocabulary: Container[str]) -> bool:
    """Check that a word is a combining form or prefix and a known word."""
    if len(word) < _MIN_LENGTH:  # most words are shorter, and the pattern is slow
        return False
    form = _FORMS.match(word)
    if form is None:
        return False
    rest = word[form.end() :]
    return len(rest) >= _MIN_REST_LENGTH and rest in vocabulary


_DERIVATION = re.compile(
    "(.{4,})(?:ness|less|ly|ship|hood|wise|ed|isms?|ability|i[sz](?:ed|ing|ations?)|izes?)"
    "|(.{3,})[ei]an"
)  # a stem and a suffix that few languages but English have
_MIN_STEM_LENGTH = 4


def is_derivation(word: str, vocabulary: Container[str]) -> bool:
    """Check that a word is a known word with a suffix of English, as in "Humean"."""
    match = _DERIVATION.fullmatch(word)
    if match is None:
        return False
    stem: str = match[1] or match[2]
    return (len(stem) >= _MIN_STEM_LENGTH and stem in vocabulary) or f"{stem}e" in vocabulary


_MIN_PART, _MIN_LONGER_PART = 3, 4
_COMMON_PART = 2.0  # in a million English words; rarer ones end other words by chance


def is_closed_compound(word: str) -> bool:
    """Check that a word is two common words of English in one, as in "stablecoins"."""
    return any(
        max(end, len(word) - end) >= _MIN_LONGER_PART
        and frequency_per_million(word[:end]) >= _COMMON_PART
        and frequency_per_million(word[end:]) >= _COMMON_PART
        for end in range(_MIN_PART, len(word) - _MIN_PART + 1)
    )


STRICT = 0.07  # words are learned from records with a smaller share of unknown words
ENTRIES = 10  # own records that must have a word for it to be as known as the dictionary's
ENGLISH_SHARE = 0.07  # below this share of unknown words, a text is English; else detectors decide
LEAST_CONFIDENCE = 0.97  # smaller ones are doubtful: 5 % of the verdicts, most of the wrong ones
ENOUGH = 0.405  # probability 0.6 in log-odds; wrong texts cost more than lost ones

ALLOWED, DENIED = 1, 2  # what the user says of a word or a phrase

_Rules = Mapping[str, Sequence[tuple[tuple[str, ...], int]]]


@dataclass(frozen=True, slots=True)
class OwnWords:
    learned: Mapping[str, int] = field(default_factory=dict)  # own papers with each folded word
    allowed: frozenset[str] = frozenset()  # folded words and phrases that are always English
    denied: frozenset[str] = frozenset()  # folded words and phrases that are never English

    def known(self) -> frozenset[str]:
        """Return the words that are allowed, or learned from enough own papers."""
        learned = {word for word, count in self.learned.items() if count >= ENTRIES}
        return frozenset(word for word in learned | self.allowed if " " not in word) - self.denied

    def weights(self) -> dict[str, float]:
        """Return 1 / (1 + n) for each unknown word that n own papers have."""
        return {
            word: 1 / (1 + count)
            for word, count in self.learned.items()
            if count < ENTRIES and word not in self.denied
        }

    def said_of(self, word: str) -> int:
        return DENIED if word in self.denied else ALLOWED if word in self.allowed else 0

    def phrases(self) -> "Phrases":
        verdicts = dict.fromkeys(self.allowed, ALLOWED) | dict.fromkeys(self.denied, DENIED)
        return Phrases({term: verdict for term, verdict in verdicts.items() if " " in term})


NO_OWN_WORDS = OwnWords()


class Phrases:
    def __init__(self, verdicts: Mapping[str, int]) -> None:
        rules: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for phrase, verdict in verdicts.items():
            words = tuple(phrase.split())
            rules.setdefault(words[0], []).append((words, verdict))
        # A longer phrase goes before those that it contains, and denied before allowed.
        for some in rules.values():
            some.sort(key=lambda rule: (-len(rule[0]), -rule[1], rule[0]))
        self._rules: _Rules = rules

    def find(self, tokens: Sequence[str]) -> dict[int, int]:
        """Return ALLOWED or DENIED for each position that a phrase covers."""
        if not self._rules or self._rules.keys().isdisjoint(tokens):
            return {}
        verdicts: dict[int, int] = {}
        for position, token in enumerate(tokens):
            for phrase, verdict in self._rules.get(token, ()):
                end = position + len(phrase)
                if position not in verdicts and tuple(tokens[position:end]) == phrase:
                    verdicts |= dict.fromkeys(range(position, end), verdict)
        return verdicts


def phrase_of(words: Iterable[str]) -> str:
    return " ".join(words)
