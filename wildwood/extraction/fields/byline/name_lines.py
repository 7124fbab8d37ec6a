"""Make the names on the lines below a title whole, and lines of their own."""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline.affiliations import ROW
from wildwood.extraction.fields.first_page import front
from wildwood.extraction.fields.first_page.people import has_only_people, people
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import words
from wildwood.names.forms import cleaned, is_name
from wildwood.names.name_words import AND

_SEPARATOR = re.compile(rf",|\b{AND}\b|;|·|•|\d")
_JOINED = re.compile(rf"\s(?:{AND}|&)\s")
_BULLET = re.compile(r"\s[•·|]\s(?!.*\s[•·|]\s)")
"""The only sign between the names and the institution on a line."""
_BRACKETS = re.compile(rf"[\s,;&]*(?:(?:{AND}|[a-z])\s)?([^()]+?)\s?\(([^()]+)\)")
"""A name and the institution in brackets behind it; a letter can show who is first by lot."""
_ACRONYM = re.compile(r"\b[A-Z]{3}")
_COUNTRY = words("countries")
_MARKS = re.compile(r"\d{1,2}(?:,\s?\d{1,2})*|[*†‡§¶#∗⋆]+")
_APART = 2.0
"""The greatest distance of marks from the name before them, in font sizes."""


def separated(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name and the institution after it are lines of their own.

    Names can be so on the first lines; before an e-mail address, on each line.
    """
    separated: list[Line] = []
    at_top = True
    for line in region:
        end = _end_of_name(line.text) if at_top else 0
        parts = _divided(line, end) if end else _in_brackets(line) if at_top else []
        at_top = bool(parts) or (at_top and "@" in line.text)
        separated += parts or [line]
    return separated


def _in_brackets(line: Line) -> list[Line]:
    """Divide a line of names with an institution in brackets behind each; or return nothing."""
    found = list(_BRACKETS.finditer(line.text))
    if not found or any(map(str.isalnum, line.text[found[-1].end() :])):
        return []
    if not all(_are_names(one[1]) for one in found) or not any(_is_named(one[2]) for one in found):
        return []
    names = [_part(line, *one.span(1)) for one in found]
    places = [_part(line, one.start(1), one.end()) for one in found]
    return names + [
        _lowered(place._replace(text=one[2], raised=()))
        for place, one in zip(places, found, strict=True)
    ]


def _is_named(text: str) -> bool:
    """Return whether a text in brackets names an institution."""
    return (INSTITUTION.search(text) or _ACRONYM.search(text)) is not None and (
        _COUNTRY.fullmatch(text) is None
    )


def _end_of_name(text: str) -> int:
    """Return where the names end that a line begins with, if an institution follows; else 0."""
    if match := _BULLET.search(text):
        return match.start() * _are_names(text[: match.start()])
    parts = text.split(",")
    named = next((n for n, part in enumerate(parts) if not _are_names(part)), len(parts))
    if not named:
        return 0
    end = len(",".join(parts[:named]))
    return end * (INSTITUTION.search(text, end) is not None)


def _are_names(text: str) -> bool:
    return all(is_name(cleaned(part)) for part in _JOINED.split(text))


def _divided(line: Line, end: int) -> list[Line]:
    """Divide a line behind its names."""
    start = len(line.text) - len(line.text[end:].lstrip(" ,•·|"))
    names = _part(line, 0, len(line.text[:end].rstrip(" ,")))
    return [names, _lowered(line.text_from(start))]


def _part(line: Line, start: int, end: int) -> Line:
    """Return a part of a line in about its place."""
    width = (line.right - line.left) / len(line.text)
    return line.text_from(start)._replace(
        text=line.text[start:end], hyphenated=False,
        left=line.left + start * width, right=line.left + end * width,
        raised=tuple((a - start, b - start) for a, b in line.raised if start <= a and b <= end),
    )  # fmt: skip


def _lowered(line: Line) -> Line:
    """Return the institution behind a name as if it were below it."""
    return line._replace(bottom=line.bottom - 2 * ROW, top=line.top - 2 * ROW)


def rejoined(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name that goes on on the next line is whole."""
    joined: list[Line] = []
    for line in _with_marks(region):
        if joined and _breaks_name(joined[-1], line):
            joined[-1] = _joined(joined[-1], line)
        else:
            joined.append(line)
    return joined


def _joined(before: Line, line: Line) -> Line:
    space = " " * (not before.text.endswith("-"))
    offset = len(before.text) + len(space)
    raised = tuple((start + offset, end + offset) for start, end in line.raised)
    return before._replace(
        text=f"{before.text}{space}{line.text}", raised=(*before.raised, *raised),
        bottom=min(before.bottom, line.bottom), left=min(before.left, line.left),
        right=max(before.right, line.right),
    )  # fmt: skip


def _with_marks(region: Sequence[Line]) -> list[Line]:
    """Return the lines, with names and the marks that are apart behind them on one line."""
    lines = list(region)
    for line in region:
        is_mark = _MARKS.fullmatch(line.text) is not None
        if not is_mark and not (line.raised[:1] and line.raised[0][0] == 0 and people(line)[0]):
            continue
        marks = line._replace(raised=((0, len(line.text)),)) if is_mark else line
        if names := next((one for one in lines if _are_of(marks, one)), None):
            lines[lines.index(names)] = _joined(names, marks)
            lines.remove(line)
    return lines


def _are_of(marks: Line, names: Line) -> bool:
    """Return whether marks are directly behind names, in their row."""
    is_behind = 0 <= marks.left - names.right < _APART * names.size
    is_beside = abs(marks.bottom - names.bottom) < ROW * names.size
    return is_behind and is_beside and has_only_people(names)


def _breaks_name(before: Line, line: Line) -> bool:
    """Return whether the last name of a line of several is broken before its family name."""
    is_below = 0 < before.bottom - line.bottom < 2.2 * before.size
    if not (is_below and front.same_style(before, line) and front.overlap(before, line) > 0):
        return False
    last = before.text[before.raised[-1][1] :] if before.raised else before.text
    last = _SEPARATOR.split(last)[-1].strip(" &")
    start = line.text[: line.raised[0][0]] if line.raised else line.text
    first = cleaned(_SEPARATOR.split(start)[0])
    joint = "" if last.endswith("-") else " "
    if not last or not is_name(cleaned(f"{last}{joint}{first}")):
        return False
    if before.raised:
        return True
    if _SEPARATOR.search(before.text) is None or is_name(cleaned(last)):
        return False
    named, others = people(before)
    return not is_name(first) or len(named) > others
