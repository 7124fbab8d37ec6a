"""Know the cover of a thesis, and the university that it names."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline import roles
from wildwood.extraction.fields.first_page import banners, front
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import words

_THESIS = words("document_types")
_UNIVERSITY = re.compile(r"\b(?:\w+-)?uni\w+(?:tät|té|t[yà]|dade?|tat)\b|hochschule", re.IGNORECASE)
_JOINT_LETTERS = 3
"""The most letters of a word between the names of two institutions, such as `der`."""
_NEAR = 3.0
"""The greatest distance of two lines of the name of an institution, in font sizes."""


def is_one(page: Sequence[Line]) -> bool:
    """Return whether a page has little text, and says for which degree it is."""
    is_short = sum(len(line.text) for line in page) < front.COVER_CHARACTERS
    return is_short and any(
        _THESIS.search(line.text) or banners.is_degree(line.text) for line in page
    )


def institution(page: Sequence[Line]) -> str:
    """Return the first university on a cover with its departments, or another institution."""
    ordered = sorted((line for line in page if line.size), key=lambda line: -line.bottom)
    runs = list(_runs(ordered, roles.of_others(ordered)))
    found = next((text for text in runs if _UNIVERSITY.search(text)), next(iter(runs), ""))
    return found.strip(" .,;")


def _runs(lines: Sequence[Line], others: set[Line]) -> Iterator[str]:
    """Yield the institutions on successive lines."""
    run: list[Line] = []
    for line in lines:
        named = line.text_from(_start(line.text)) if line not in others else line._replace(text="")
        if run and run[-1].bottom - line.bottom >= _NEAR * line.size:
            yield _text(run)
            run = []
        if named.text or (run and len(line.text) <= _JOINT_LETTERS):
            run.append(named if named.text else line)
        elif run:
            yield _text(run)
            run = []
    if run:
        yield _text(run)


def _start(text: str) -> int:
    """Return where the name of an institution begins in a line: behind a degree; or its end."""
    found = INSTITUTION.search(text)
    if found is None or front.is_prose(text) or ":" in text:
        return len(text)
    return found.start() if banners.is_degree(text) else 0


def _text(run: Sequence[Line]) -> str:
    ends = [place for place, line in enumerate(run) if len(line.text) > _JOINT_LETTERS]
    return " ".join(line.text for line in run[: ends[-1] + 1])
