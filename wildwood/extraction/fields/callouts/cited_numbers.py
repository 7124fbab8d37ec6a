"""Read the groups of numbers that cite, such as `[2, 5-7]`."""

import re
from collections.abc import Iterator, Mapping

from wildwood.extraction.full_text import Called, Callout, Span
from wildwood.names.name_words import AND

_GROUP = rf"\d{{1,3}}(?:\s*(?:[,;–—−-]|\b{AND}\b|&)\s*\d{{1,3}})*"
BRACKETS = re.compile(rf"\[\s*{_GROUP}\s*[,;]?\s*\]")
PARENTHESES = re.compile(rf"(?<!\w)\(\s*{_GROUP}\s*\)")
_LABELS = re.compile(r"\[([^\[\]]{2,80})\]")
_LABEL = re.compile(r"[^\s,;](?:[^,;]*[^\s,;])?")
_NUMBER = re.compile(r"\d{1,3}")
_RANGE = re.compile(r"\s*[–—−-]\s*")
_MAX_RANGE = 30


def in_group(text: str, group: Span, entries: Mapping[str, int]) -> Iterator[Callout]:
    """Yield a callout for each number of a group, with what encloses it, and for each range.

    None if a number is that of no entry.

    Args:
        text: the text.
        group: the span of the group.
        entries: the places of entries by their numbers.
    """
    numbers = list(_NUMBER.finditer(text, *group))
    if not numbers or not all(number[0] in entries for number in numbers):
        return
    starts = [group[0], *(number.start() for number in numbers[1:])]
    ends = [*(number.end() for number in numbers[:-1]), group[1]]
    for place, number in enumerate(numbers):
        skipped = _between(text, numbers[place - 1], number, entries) if place else ()
        if skipped:
            yield Callout(ends[place - 1], starts[place], Called.CITATION, skipped)
        yield Callout(starts[place], ends[place], Called.CITATION, (entries[number[0]],))


def _between(
    text: str, first: re.Match[str], last: re.Match[str], entries: Mapping[str, int]
) -> tuple[int, ...]:
    """Return the entries between the two ends of a range; none if they are no range."""
    numbers = range(int(first[0]) + 1, int(last[0]))
    if len(numbers) > _MAX_RANGE or not _RANGE.fullmatch(text, first.end(), last.start()):
        return ()
    return tuple(entries[str(number)] for number in numbers if str(number) in entries)


def labels(text: str, entries: Mapping[str, int]) -> Iterator[Callout]:
    """Yield a callout for each label in brackets, such as `[ABC99, Kn84]`."""
    for group in _LABELS.finditer(text):
        for label in _LABEL.finditer(text, *group.span(1)):
            if label[0] in entries:
                yield Callout(*label.span(), Called.CITATION, (entries[label[0]],))
