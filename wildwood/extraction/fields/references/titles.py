"""Take the title of a reference from its fields, as the model labels them.

The model sometimes ends a title at a comma or bracket inside it. What a whole reference shows is
used to find its end: sentences, and the journal before a volume.
"""

import re
from collections.abc import Sequence

from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.records.dates import YEAR

_MAX_GAP = 3
"""Tokens that can be between two parts of a title."""
_SENTENCE_END = re.compile(
    r"(?:(?<=[^\W_]{4})|(?<=[a-z]\s[A-Z])|(?<=[)\]”\"»’]))\.(?:\s+(?=[^\W_a-z]|[“\"])|$)"
)
_STOP = re.compile(r"[.?!]\s+(?=[^\W_a-z])")
_QUOTE = re.compile(r"[“\"«„]")
_END_OF_QUOTATION = re.compile(r"\s?[”\"»“](?=\s?,)|,[”\"»“]")
_REST_OF_WORD = re.compile(r"[’']s\b")
_BEFORE_SENTENCES = re.compile(r"[.:)][”\"\s]*[“\"‘«]?$")
"""What is before a title that ends with a sentence."""
_BOOK = re.compile(rf"[\s.,;:?!]*[”\"»“«’']|.*\b[Ee]ds?\b|.*{YEAR}")
"""What begins with another title, or has editors."""
_AFTER = re.compile(
    r"(?<=\S)\s*(?:\((?:version|v|vol|pp|latest|\d+\w* (?:ed|sub))\b.*|\(with discussion\b.*|"
    r"[.?] In [A-Z].*|[.,] Tech(?:nical|n?\.) rep(?:ort|t?\.).*)$",
    re.IGNORECASE,
)
"""What can follow a title: its version or edition, what kind of report it is, and its book."""
_AROUND = " .,;:“”\"'«»"
_MIN_WORDS = 5
"""Words of a title that the model has taken for a journal."""
_MIN_LOWER_WORDS, _MIN_LETTERS = 2, 4
"""Words in lower case, and their letters, that a subtitle has and a journal seldom."""
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CHINESE_PARTS = re.compile(r"[,.;，。；“”‘’'\"]\s*")
_MIN_CHINESE = 6
"""The least characters of a title; names have fewer."""


def of(fields: Sequence[Field], text: str) -> str:
    """Return the title of a reference; empty if it has none."""
    if len(_CHINESE.findall(text)) >= _MIN_CHINESE:
        parts = _CHINESE_PARTS.split(text)
        return next((part for part in parts if len(_CHINESE.findall(part)) >= _MIN_CHINESE), "")
    return _AFTER.sub("", _labelled(fields, text)).strip(_AROUND)


def _labelled(fields: Sequence[Field], text: str) -> str:
    """Return a title as labelled, whole."""
    start, end = _longest(fields)
    if start == end:
        return _without_label(fields, text)
    if text[start - 1 : start] == "[":
        start -= 1
    closing = _END_OF_QUOTATION.search(text, start, end) if _QUOTE.match(text, start - 1) else None
    if closing:
        return text[start : closing.start()]
    return text[start : _whole_end(fields, text, start, end)]


def _without_label(fields: Sequence[Field], text: str) -> str:
    """Return a title that the model has taken for the journal or for nothing."""
    venues = [field for field in fields if field.label == "venue"]
    if not venues:
        return _unlabelled(fields, text)
    start, end = venues[0].tokens[0].start, venues[0].tokens[-1].end
    stop = _SENTENCE_END.search(text, start, venues[-1].tokens[-1].end)
    whole = text[start : stop.start() if stop else end]
    has_journal = stop or venues[1:] or not any(field.label == "volume" for field in fields)
    return whole if has_journal and len(whole.split()) >= _MIN_WORDS else ""


def _unlabelled(fields: Sequence[Field], text: str) -> str:
    """Return the words between the date and the next field."""
    for before, field, after in zip(fields, fields[1:], fields[2:], strict=False):
        if [before.label, field.label, after.label] == ["date", "other", "publisher"]:
            return text[field.tokens[0].start : field.tokens[-1].end].strip(" ).,:(")
    return ""


def _longest(fields: Sequence[Field]) -> tuple[int, int]:
    """Return the longest run of title fields, with the tokens between them."""
    runs: list[tuple[int, int]] = []
    place = last = -_MAX_GAP - 1
    for field in fields:
        place += len(field.tokens)
        if field.label == "title":
            start, end = field.tokens[0].start, field.tokens[-1].end
            if runs and place - len(field.tokens) - last <= _MAX_GAP:
                start = runs.pop()[0]
            runs.append((start, end))
            last = place
    return max(runs, key=lambda run: run[1] - run[0], default=(0, 0))


def _whole_end(fields: Sequence[Field], text: str, start: int, end: int) -> int:
    """Return the end of the sentence, if a title ends inside it and a journal follows it."""
    if rest := _REST_OF_WORD.match(text, end):
        end = rest.end()
    is_dated = any(one.label == "date" and one.tokens[0].start < start for one in fields)
    after = next(
        (one for one in fields if one.tokens[0].start > end and one.label != "other"), None
    )
    if is_dated and after and after.label == "date" and text[end : after.tokens[0].start] == ", ":
        return after.tokens[-1].end
    if not _BEFORE_SENTENCES.search(text[:start].rstrip()):
        return end
    if _STOP.match(text, end):
        return _with_subtitle(fields, text, end)
    later = [field for field in fields if field.tokens[0].start >= end]
    volume = next((one.tokens[0].start for one in later if one.label in ("volume", "pages")), 0)
    stops = _SENTENCE_END.finditer(text, end, volume)
    stop = next((one for one in stops if _is_balanced(text[start : one.start()])), None)
    if stop is None or _BOOK.match(text, end, stop.start()):
        return end
    return stop.start() if any(map(str.isalpha, text[stop.end() : volume])) else end


def _with_subtitle(fields: Sequence[Field], text: str, end: int) -> int:
    """Return the end of the next sentence, if it is like a title and a journal follows it."""
    later = [field for field in fields if field.tokens[0].start >= end and field.label != "other"]
    if [field.label for field in later[:2]] != ["venue", "venue"]:
        return end
    sentence, journal = later[0].tokens, later[1].tokens
    between = text[sentence[-1].end : journal[0].start]
    words = sum(token.text.islower() and len(token.text) >= _MIN_LETTERS for token in sentence)
    if (
        "." not in between
        or words < _MIN_LOWER_WORDS
        or _BOOK.match(text, end + 1, journal[0].start)
    ):
        return end
    return sentence[-1].end


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
