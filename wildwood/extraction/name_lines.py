"""Separate the names below a title from institutions, and find the university of a cover."""

import re
from collections.abc import Sequence

from wildwood.biblio.names import DEGREE, cleaned, is_name
from wildwood.biblio.person import AND
from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page, people, zones
from wildwood.extraction.affiliations import tidy
from wildwood.extraction.data import Line
from wildwood.extraction.front_page import INSTITUTION

_SEPARATOR = re.compile(rf",|\b{AND}\b|;|·|•|\d")
_JOINED = re.compile(rf"\s(?:{AND}|&)\s")
_BULLET = re.compile(r"\s[•·|]\s(?!.*\s[•·|]\s)")  # the only one on its line
_BRACKETS = re.compile(r"\(([^()]+)\)")
_LEAD = re.compile(rf"[\s,;&]*+(?:(?:{AND}|[a-z])\s)?")  # a letter can show who is first in turn
_NAMED = re.compile(rf"{INSTITUTION.pattern}|(?!{pattern('countries')}$)(?<!\w)[A-Z]{{3}}")
"""What shows that text in brackets is an institution."""

_Pair = tuple[tuple[int, int], tuple[int, int]]


def separate_names(region: Sequence[Line]) -> list[Line]:
    """Divide lines with a name and its institution, at the top or before an e-mail address."""
    separated: list[Line] = []
    at_top = True
    for line in region:
        pairs = _pairs(line.text) if at_top else []
        at_top = bool(pairs) or (at_top and "@" in line.text)
        separated += [_part(line, *name, name[0]) for name, _ in pairs] or [line]
        # Institutions are a little lower, as if they were below the names.
        shift = 2 * front_page.ROW
        lower = line._replace(bottom=line.bottom - shift, top=line.top - shift)
        separated += [_part(lower, *place, name[0]) for name, place in pairs]
    return separated


def _pairs(text: str) -> list[_Pair]:
    """Return the spans of names and of the institutions after them."""
    if bracketed := _bracketed(text):
        return bracketed
    end = _end_of_name(text)
    start = len(text) - len(text[end:].lstrip(" ,•·|"))
    return [((0, len(text[:end].rstrip(" ,"))), (start, len(text)))] if end else []


def _bracketed(text: str) -> list[_Pair]:
    """Return the spans of names and of institutions in brackets after them."""
    pairs: list[_Pair] = []
    end = 0
    is_named = False
    for brackets in _BRACKETS.finditer(text):
        lead = _LEAD.match(text, end, brackets.start())
        start = lead.end() if lead else end
        name, inside = text[start : brackets.start()].rstrip(), brackets[1]
        if not _are_names(name) or DEGREE.fullmatch(inside) or any(map(str.isdigit, inside)):
            return []
        is_named |= _NAMED.search(inside) is not None
        pairs.append(((start, start + len(name)), brackets.span(1)))
        end = brackets.end()
    is_whole = not any(map(str.isalnum, text[end:]))
    return pairs if is_named and is_whole else []


def _end_of_name(text: str) -> int:
    """Return where the names before an institution end, or 0."""
    if match := _BULLET.search(text):
        return match.start() * _are_names(text[: match.start()])
    parts = text.split(",")
    named = next((n for n, part in enumerate(parts) if not _are_names(part)), len(parts))
    end = len(",".join(parts[:named]))
    return end * (INSTITUTION.search(text, end) is not None)


def _are_names(text: str) -> bool:
    return all(is_name(cleaned(part)) for part in _JOINED.split(text))


def _part(line: Line, start: int, end: int, left: int) -> Line:
    width = (line.right - line.left) / len(line.text)
    raised = tuple((a - start, b - start) for a, b in line.raised if start <= a and b <= end)
    return line._replace(
        text=line.text[start:end], hyphenated=False, raised=raised,
        left=line.left + left * width, right=line.left + end * width,
    )  # fmt: skip


def rejoin_names(region: Sequence[Line]) -> list[Line]:
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
    """Return whether the last of several names is broken before its family name."""
    is_below = 0 < before.bottom - line.bottom < 2.2 * before.size
    is_next = is_below and front_page.overlap(before, line) > 0
    if not (is_next and front_page.same_style(before, line)):
        return False
    last = before.text[before.raised[-1][1] if before.raised else 0 :]
    last = _SEPARATOR.split(last)[-1].strip(" &")
    start = line.text[: line.raised[0][0]] if line.raised else line.text
    first = cleaned(_SEPARATOR.split(start)[0])
    return bool(before.raised and last and is_name(cleaned(f"{last} {first}")))


_THESIS = words("document_types")
_UNIVERSITY = words("university_names")
_MAX_PROSE = 4  # most lines of prose on a cover, which say for which degree it is
_JOINING = pattern("joining_words")
_NAME = re.compile(
    rf"[^\W\d_]\S*(?:\s(?:{_JOINING}\s)*(?:(?:la|[ld]['’])\s?)?(?-i:[^\W\d_a-zà-ÿ])\S*)*"
    rf"(?:\s{_JOINING}$)?"
)  # words with a capital, and those that join them
_JOINT = re.compile(rf"\s{_JOINING}$")
_CONTINUATION = re.compile(rf"{_JOINING}(?:\s{_NAME.pattern})?")
_STATE = re.compile(rf"\W*{pattern('states')}(?!\w)")  # the state or ministry above a university
_NEAR = 3.0  # greatest distance of two lines of the name of an institution, in font sizes


def is_thesis_cover(page: Sequence[Line]) -> bool:
    """Return whether a page names a type of thesis and has little text beside the jury."""
    is_prose = sum(front_page.is_prose(line.text) for line in page) > _MAX_PROSE
    is_short = front_page.is_cover(page, 2) and not is_prose
    return is_short and any(
        _THESIS.search(line.text) or front_page.is_degree(line.text) for line in page
    )


def find_university(page: Sequence[Line]) -> str:
    """Return the first university with its departments, or another institution."""
    ordered = front_page.height_from_top(page)
    excluded = people.belongs_to_others(ordered)
    runs = _runs([line for line in ordered if line not in excluded])
    name = next((text for text in runs if _UNIVERSITY.search(text)), next(iter(runs), ""))
    return tidy(name)


def _runs(lines: Sequence[Line]) -> list[str]:
    runs: list[list[Line]] = [[]]
    for line in lines:
        run, name = runs[-1], _name(line.text)
        goes_on = bool(run) and run[-1].bottom - line.bottom < _NEAR * line.size
        is_joint = goes_on and _is_joint(run[-1], line)
        if run and not (goes_on and (name or is_joint)):
            runs.append([])
        if name or is_joint:
            runs[-1].append(line._replace(text=name or line.text))
    return [_JOINT.sub("", " ".join(line.text for line in run)) for run in runs if run]


def _is_joint(before: Line, line: Line) -> bool:
    begins = _CONTINUATION.fullmatch(line.text) and not front_page.is_degree(line.text)
    is_listed = before.text.endswith(",") and not any(map(str.isdigit, line.text))
    return bool(
        _JOINT.search(before.text)
        or _UNIVERSITY.fullmatch(before.text)
        or begins
        or is_listed
        or before.bottom == line.bottom
    )


def _name(text: str) -> str:
    """Return the institution on a line without the degree before it, or nothing."""
    institution = INSTITUTION.search(text)
    if institution is None or ":" in text or _STATE.match(text) or zones.is_date(text):
        return ""
    if front_page.is_degree(text):
        named = _NAME.match(text, institution.start())
        return named[0] if named else ""
    return "" if front_page.is_prose(text) else text
