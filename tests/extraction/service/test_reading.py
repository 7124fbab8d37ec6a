"""What identifies the beginning of a document."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from wildwood.extraction.documents import pdf
from wildwood.extraction.documents.joined_lines import words_of
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields import covers, header
from wildwood.extraction.service.reading import front_digest

from tests.support.extraction_server import DUST, ROKEM


def digest(lines: Sequence[Line]) -> str:
    return front_digest(lines, words_of(lines))


def line(text: str, page: int, row: int, *, hyphenated: bool = False) -> Line:
    bottom = 700 - 12 * row
    return Line(text, page, 72, 500, bottom, bottom + 9, 10, hyphenated)


def document(pages: int, *, last: str = "The end.") -> list[Line]:
    """Return lines of a document whose first page breaks a word."""
    written = [
        line(f"Line {row} of page {page} says nothing", page, row)
        for page in range(1, pages + 1)
        for row in range(50)
    ]
    broken = [line("A study of fric-", 1, 50, hyphenated=True), line("tion in wells", 1, 51)]
    return [*written[:50], *broken, *written[50:], line(last, pages, 52)]


def test_a_page_less_at_the_end_changes_nothing() -> None:
    assert digest(document(9)) == digest(document(8))


@pytest.mark.parametrize("place", [0, 60, 150, 250])
def test_a_line_that_a_header_can_be_read_from_counts(place: int) -> None:
    lines = document(9)
    changed = [*lines[:place], line("Another line", lines[place].page, 1), *lines[place + 1 :]]
    assert digest(changed) != digest(lines)


def test_so_does_a_word_elsewhere_that_decides_how_a_line_is_joined() -> None:
    last = "We measure fric-tion."
    assert digest(document(9, last=last)) != digest(document(9))


@pytest.mark.parametrize("paper", [DUST, ROKEM], ids=["dust", "rokem"])
def test_a_header_is_not_read_from_other_lines(paper: Path) -> None:
    lines = pdf.read(paper)
    read = covers.beginning(lines)
    rest = [one._replace(text="Abstract", size=40) for one in lines[len(read) :]]
    assert header.extract([*read, *rest]) == header.extract(lines)
