"""Know the cover of a thesis, and the university that it names."""

from collections.abc import Iterator, Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline import roles
from wildwood.extraction.fields.first_page import banners, front
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import words

_UNIVERSITY = words("universities")
_JOINT_LETTERS = 3
"""The most letters of a word between the names of two institutions, such as `der`."""
_NEAR = 3.0
"""The greatest distance of two lines of the name of an institution, in font sizes."""


def is_one(page: Sequence[Line]) -> bool:
    """Return whether a page has little text, and says for which degree it is."""
    is_short = sum(len(line.text) for line in page) < front.COVER_CHARACTERS
    return is_short and any(
        banners.is_document_type(line.text) or banners.is_degree(line.text) for line in page
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
        is_near = bool(run) and run[-1].bottom - line.bottom < _NEAR * line.size
        is_named = _names_institution(line) and line not in others
        if is_near and (is_named or len(line.text) <= _JOINT_LETTERS):
            run.append(line)
            continue
        if run:
            yield _text(run)
        run = [line] if is_named else []
    if run:
        yield _text(run)


def _names_institution(line: Line) -> bool:
    text = line.text
    return INSTITUTION.search(text) is not None and not (
        front.is_prose(text) or ":" in text or banners.is_degree(text)
    )


def _text(run: Sequence[Line]) -> str:
    ends = [place for place, line in enumerate(run) if len(line.text) > _JOINT_LETTERS]
    return " ".join(line.text for line in run[: ends[-1] + 1])
