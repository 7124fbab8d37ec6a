"""Where the words of a reference are: in which sentence, part of it, brackets and quotation."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wildwood.extraction.fields.labelling.sequence import Token

_JOINS_WORDS = "'’-‐–"
_ENDS_SENTENCE, _ENDS_PART, _OPENS, _CLOSES = ".?!", ",;:", "([", ")]"
_OPENS_QUOTE, _CLOSES_QUOTE = '"“„«»', '"”“»«'
_OPENS_SINGLE, _CLOSES_SINGLE = "‘‚`'", "’'‘"
_AFTER_MARK = "”\"»’'"
"""What closes a quotation after the mark that ends the sentence or part."""
_BEFORE_END = ')]”"»’'
"""What can be before the full stop of a sentence, apart from words and numbers."""
_MIN_WORD = 3
"""Letters of a word after which a full stop ends a sentence; shorter ones are abbreviated."""


class Place(NamedTuple):
    """Where a token is."""

    sentence: int
    part: int
    """The number of commas, semicolons and colons before it in its sentence."""
    depth: int
    """The number of brackets that it is in."""
    mark: str
    """The last punctuation mark before it."""


def places(tokens: Sequence[Token]) -> Iterator[Place]:
    """Yield the place of each token."""
    sentence = part = depth = 0
    mark = "^"
    for number, token in enumerate(tokens):
        yield Place(sentence, part, depth, mark)
        text = token.text
        if text in _OPENS:
            depth += 1
        elif text in _CLOSES:
            depth = max(0, depth - 1)
        ends = _end(tokens, number)
        if ends and ends in _ENDS_SENTENCE:
            sentence, part = sentence + 1, 0
        elif ends:
            part += 1
        if is_mark(text):
            mark = text


def is_mark(text: str) -> bool:
    """Return whether a token is punctuation and does not join words."""
    return not text[0].isalnum() and text not in _JOINS_WORDS


def _end(tokens: Sequence[Token], number: int) -> str:
    """Return the mark that ends a sentence or part with a token, or an empty string."""
    if number + 1 < len(tokens) and tokens[number + 1].start == tokens[number].end:
        return ""
    if tokens[number].text in _AFTER_MARK and number:
        number -= 1
    text = tokens[number].text
    if text in _ENDS_PART:
        return text
    return text if text in _ENDS_SENTENCE and _ends_word(tokens[number - 1 : number]) else ""


def _ends_word(before: Sequence[Token]) -> bool:
    """Return whether a full stop after a token ends a sentence and no abbreviation."""
    text = before[0].text if before else ""
    return len(text) >= _MIN_WORD or text.isdigit() or (bool(text) and text in _BEFORE_END)


def quotations(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the places of the marks that open and close each quotation."""
    found: list[tuple[int, int]] = []
    opening = -1
    for number, token in enumerate(tokens):
        if opening < 0:
            opening = number if _opens(tokens, number) else -1
        elif _closes(tokens, number, tokens[opening].text):
            if number > opening + 1:
                found.append((opening, number))
            opening = -1
        elif token.text in _OPENS_QUOTE and tokens[opening].text in _OPENS_SINGLE:
            opening = number
    return found


def _opens(tokens: Sequence[Token], number: int) -> bool:
    text = tokens[number].text
    if text in _OPENS_SINGLE:
        beside = [token.start for token in tokens[number + 1 : number + 2]]
        return beside == [tokens[number].end] and not _word_beside(tokens, number, -1)
    return text in _OPENS_QUOTE


def _closes(tokens: Sequence[Token], number: int, opening: str) -> bool:
    text = tokens[number].text
    if opening in _OPENS_SINGLE:
        return text in _CLOSES_SINGLE and not _word_beside(tokens, number, 1)
    return text in _CLOSES_QUOTE


def _word_beside(tokens: Sequence[Token], number: int, step: int) -> bool:
    """Return whether a word touches a token."""
    other = number + step
    if not 0 <= other < len(tokens) or not tokens[other].text[0].isalnum():
        return False
    first, second = sorted((number, other))
    return tokens[first].end == tokens[second].start
