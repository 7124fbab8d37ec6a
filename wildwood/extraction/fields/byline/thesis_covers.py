"""Know the cover of a thesis, and the university that it names."""

import re
from collections.abc import Sequence
from itertools import pairwise

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline.affiliations import tidy
from wildwood.extraction.fields.first_page import banners, front, notes, roles, zones
from wildwood.extraction.fields.first_page.people import has_only_people
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import pattern, words

_THESIS = words("document_types")
_UNIVERSITY = words("university_names")
_MAX_PROSE = 4
"""The most lines of prose on a cover, which say for which degree it is."""
_JOINING = pattern("joining_words")
_NAME = re.compile(
    rf"[^\W\d_]\S*(?:\s(?:{_JOINING}\s)*(?:(?:la|[ld]['’])\s?)?(?-i:[^\W\d_a-zà-ÿ])\S*)*"
    rf"(?:\s{_JOINING}$)?"
)
"""Words with a capital, and those that join them."""
_JOINT = re.compile(rf"\s{_JOINING}$")
_CONTINUATION = re.compile(rf"{_JOINING}(?:\s{_NAME.pattern})?")
_STATE = re.compile(rf"\W*{pattern('states')}(?!\w)")
"""The state or ministry above a university."""
_LEADING = 1.75
"""The greatest distance of two lines of a sentence, in font sizes."""
_NEAR = 3.0
"""The greatest distance of two lines of the name of an institution, in font sizes."""


def is_one(page: Sequence[Line]) -> bool:
    """Return whether a page has little text beside a jury's names, and says for which degree."""
    return _is_short(page, 2) and any(
        _THESIS.search(line.text) or banners.is_degree(line.text) for line in page
    )


def is_bare(page: Sequence[Line]) -> bool:
    """Return whether a page has little text, and begins with a university."""
    top = front.from_top(page)[:1]
    return _is_short(page, 1) and any(_UNIVERSITY.search(line.text) for line in top)


def _is_short(page: Sequence[Line], pages: int) -> bool:
    is_prose = sum(front.is_prose(line.text) for line in page) > _MAX_PROSE
    return front.is_cover(page, pages) and not is_prose


def institution(page: Sequence[Line]) -> str:
    """Return the first university on a cover with its departments, or another institution."""
    ordered = front.from_top(page)
    others = roles.of_others(ordered, can_sign=True)
    paragraphs = _paragraphs([line for line in ordered if line not in others])
    runs = _runs([one[-1]._replace(text=notes.joined(one)) for one in paragraphs])
    found = next((text for text in runs if _UNIVERSITY.search(text)), next(iter(runs), ""))
    return tidy(found)


def degree_lines(lines: Sequence[Line]) -> set[Line]:
    """Return the lines on which what says for which degree a thesis is goes on.

    A name is one of them only below a joining word, such as `Graduado en`.
    """
    return {
        line
        for one in _paragraphs(lines)
        for before, line in pairwise(one)
        if _JOINT.search(before.text) or not has_only_people(line)
    }


def _paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Return each line alone, or with those after it that say for which degree a thesis is."""
    found: list[list[Line]] = []
    for line in lines:
        if found and banners.is_degree(found[-1][0].text) and _is_next(found[-1][-1], line):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _is_next(before: Line, line: Line) -> bool:
    """Return whether a line is the next one of a paragraph, and neither label nor university."""
    is_below = 0 < before.bottom - line.bottom < _LEADING * line.size
    is_whole = banners.is_university(line.text) and not _JOINT.search(before.text)
    begins_anew = ":" in line.text or _UNIVERSITY.match(line.text) or is_whole
    return is_below and front.same_size(before, line) and not begins_anew


def _runs(lines: Sequence[Line]) -> list[str]:
    """Return the institutions on successive lines."""
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
    """Return whether a line goes on with the name of an institution on the line before."""
    begins = _CONTINUATION.fullmatch(line.text) and not banners.is_degree(line.text)
    is_listed = before.text.endswith(",") and not any(map(str.isdigit, line.text))
    return bool(
        _JOINT.search(before.text)
        or _UNIVERSITY.fullmatch(before.text)
        or begins
        or is_listed
        or before.bottom == line.bottom
    )


def _name(text: str) -> str:
    """Return the name of an institution on a line, without the degree before it; or nothing."""
    found = INSTITUTION.search(text)
    if found is None or ":" in text or _STATE.match(text) or zones.is_date(text):
        return ""
    if banners.is_degree(text):
        named = _NAME.match(text, found.start())
        return named[0] if named else ""
    return "" if front.is_prose(text) else text
