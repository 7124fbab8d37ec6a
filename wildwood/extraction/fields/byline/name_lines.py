"""Make the names on the lines below a title whole, and lines of their own."""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.extraction.fields.first_page.people import people
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import pattern
from wildwood.names.forms import DEGREE, cleaned, is_name
from wildwood.names.name_words import AND

_SEPARATOR = re.compile(rf",|\b{AND}\b|;|·|•|\d")
_JOINED = re.compile(rf"\s(?:{AND}|&)\s")
_BULLET = re.compile(r"\s[•·|]\s(?!.*\s[•·|]\s)")
"""The only sign between the names and the institution on a line."""
_BRACKETS = re.compile(r"\(([^()]+)\)")
_LEAD = re.compile(rf"[\s,;&]*+(?:(?:{AND}|[a-z])\s)?")
"""What is before a name that an institution in brackets follows; a letter can show whose turn it is
to be first."""
_NAMED = re.compile(rf"{INSTITUTION.pattern}|(?!{pattern('countries')}$)(?<!\w)[A-Z]{{3}}")
"""What shows that text in brackets is an institution."""

_Pair = tuple[tuple[int, int], tuple[int, int]]


def separated(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name and the institution after it are lines of their own.

    Names can be so on the first lines; before an e-mail address, on each line.
    """
    separated: list[Line] = []
    at_top = True
    for line in region:
        pairs = _pairs(line.text) if at_top else []
        at_top = bool(pairs) or (at_top and "@" in line.text)
        separated += [_part(line, *name, name[0]) for name, _ in pairs] or [line]
        # Institutions are a little lower, as if they were below the names.
        lower = line._replace(bottom=line.bottom - 2 * front.ROW, top=line.top - 2 * front.ROW)
        separated += [_part(lower, *place, name[0]) for name, place in pairs]
    return separated


def _pairs(text: str) -> list[_Pair]:
    """Return the spans of names, each with that of the institution after it; or nothing."""
    if bracketed := _bracketed(text):
        return bracketed
    end = _end_of_name(text)
    start = len(text) - len(text[end:].lstrip(" ,•·|"))
    return [((0, len(text[:end].rstrip(" ,"))), (start, len(text)))] if end else []


def _bracketed(text: str) -> list[_Pair]:
    """Return the same where what is in brackets behind the names is institutions."""
    pairs: list[_Pair] = []
    end = 0
    is_named = False
    for brackets in _BRACKETS.finditer(text):
        lead = _LEAD.match(text, end, brackets.start())
        start = lead.end() if lead else end
        name, said = text[start : brackets.start()].rstrip(), brackets[1]
        if not _are_names(name) or DEGREE.fullmatch(said) or any(map(str.isdigit, said)):
            return []
        is_named |= _NAMED.search(said) is not None
        pairs.append(((start, start + len(name)), brackets.span(1)))
        end = brackets.end()
    is_whole = not any(map(str.isalnum, text[end:]))
    return pairs if is_named and is_whole else []


def _end_of_name(text: str) -> int:
    """Return where the names end that a line begins with, if an institution follows; else 0."""
    if match := _BULLET.search(text):
        return match.start() * _are_names(text[: match.start()])
    parts = text.split(",")
    named = next((n for n, part in enumerate(parts) if not _are_names(part)), len(parts))
    end = len(",".join(parts[:named]))
    return end * (INSTITUTION.search(text, end) is not None)


def _are_names(text: str) -> bool:
    return all(is_name(cleaned(part)) for part in _JOINED.split(text))


def _part(line: Line, start: int, end: int, left: int) -> Line:
    """Return a part of a line, in about the place between two of its characters."""
    width = (line.right - line.left) / len(line.text)
    raised = tuple((a - start, b - start) for a, b in line.raised if start <= a and b <= end)
    return line._replace(
        text=line.text[start:end], hyphenated=False, raised=raised,
        left=line.left + left * width, right=line.left + end * width,
    )  # fmt: skip


def rejoined(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name that goes on on the next line is whole."""
    joined: list[Line] = []
    for line in region:
        if joined and _breaks_name(joined[-1], line):
            before = joined[-1]
            space = " " * (not before.text.endswith("-"))
            offset = len(before.text) + len(space)
            raised = tuple((start + offset, end + offset) for start, end in line.raised)
            joined[-1] = before._replace(
                text=f"{before.text}{space}{line.text}", raised=(*before.raised, *raised),
                bottom=line.bottom, left=min(before.left, line.left),
                right=max(before.right, line.right),
            )  # fmt: skip
        else:
            joined.append(line)
    return joined


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
