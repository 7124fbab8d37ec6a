"""What part of a text is in another script than Latin."""

import re

_OTHER = (
    "\u0370-\u1dbf\u1f00-\u1fff\u2c00-\u2c5f\u2c80-\ua71f\ua800-\ufaff\ufb13-\uff20\uff5b-\uffff"
)
"""Letters that are not Latin, in any width, and some signs among them."""
_SYLLABLES = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_UNSPACED = _SYLLABLES + "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff"
"""Letters of scripts that join words: Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer."""
_OTHER_SCRIPT = re.compile(f"[{_OTHER}]+")
_SYLLABLE = re.compile(f"[{_SYLLABLES}]")
_LETTERS_OF_SYLLABLE = 3
"""An ideograph, or a syllable of kana or hangul, says as much as so many Latin letters."""

_SENTENCE = re.compile(
    rf"[\W\d_]*(?:[{_SYLLABLES}]|(?![\W\d_])[{_OTHER}] ?[{_OTHER}])"
    rf"|.*?(?:[A-Za-z][{_UNSPACED}]|[{_UNSPACED}][A-Za-z])",
    re.DOTALL,
)
"""A text that begins with a word in another script, or joins one to a Latin word: that is how a
sentence in the other script looks. A quotation in English has spaces or brackets around it."""
_MOST_QUOTED = 0.5
_MOST_IN_SENTENCE = 0.25
_MOST_IN_SENTENCE_OF_NOUNS = 0.1
"""The largest shares of another script in an English text: in general, if it looks like a sentence
in the other script, and if it also has no function word of English."""
_BEFORE_LATIN = re.compile("[^A-Za-z]*")
_LONGEST_QUOTED_FIRST = 15
"""Letters in another script before the first Latin one that can be a quotation. More are a title,
however long its translation is."""


def is_of_another_script(text: str, *, has_function_word: bool) -> bool:
    """Check that a text is in another script, whatever language its Latin words are in.

    `has_function_word` says whether these include a function word of English.
    """
    if text.isascii() or _OTHER_SCRIPT.search(text) is None:
        return False
    limit = _MOST_QUOTED
    if _SENTENCE.match(text):
        first = _BEFORE_LATIN.match(text)
        if first and _letters_of_another_script(first[0]) > _LONGEST_QUOTED_FIRST:
            return True
        limit = _MOST_IN_SENTENCE if has_function_word else _MOST_IN_SENTENCE_OF_NOUNS
    return share_of_another_script(text) > limit


def share_of_another_script(text: str) -> float:
    """Return the share of other letters than Latin, 0 to 1; one of a syllable counts as three."""
    others = _letters_of_another_script(text)
    return others / (_letters(latin_part(text)) + others) if others else 0.0


def latin_part(text: str) -> str:
    """Return a text with a space for its letters in other scripts."""
    return text if text.isascii() else _OTHER_SCRIPT.sub(" ", text)


def _letters_of_another_script(text: str) -> int:
    others = _letters(text) - _letters(latin_part(text))
    return others + (_LETTERS_OF_SYLLABLE - 1) * len(_SYLLABLE.findall(text))


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
