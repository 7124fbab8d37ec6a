"""What is found in the lines of a document is found once."""

from collections.abc import Callable, Sequence

import pytest

from wildwood.extraction.data import Line
from wildwood.extraction.lines import remembered

LINE = Line("Sand", 0, 72, 100, 700, 710, 10, hyphenated=False)
Counted = tuple[Callable[[Sequence[Line]], int], list[Sequence[Line]]]


@pytest.fixture
def counted() -> Counted:
    """Return a function that remembers the number of lines, and what it was called with."""
    calls: list[Sequence[Line]] = []

    def count(lines: Sequence[Line]) -> int:
        calls.append(lines)
        return len(lines)

    return remembered(count), calls


def test_the_lines_of_a_document_are_read_once(counted: Counted) -> None:
    count, calls = counted
    lines = (LINE,)
    assert [count(lines), count(lines)] == [1, 1]
    assert calls == [lines]


def test_equal_lines_of_another_document_are_read(counted: Counted) -> None:
    count, calls = counted
    count(tuple(LINE for _ in range(1)))
    count(tuple(LINE for _ in range(1)))
    assert len(calls) == 2


def test_a_list_is_read_again_since_it_can_change(counted: Counted) -> None:
    count, _ = counted
    lines = [LINE]
    count(lines)
    lines.append(LINE)
    assert count(lines) == 2
