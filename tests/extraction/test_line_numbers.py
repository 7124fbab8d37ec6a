"""The numbers of lines in the margins of manuscripts."""

import pytest

from wildwood.extraction.data import Line
from wildwood.extraction.lines import remove_line_numbers

PROSE = "We show that workers and firms are matched by chance and not by skill"


def line(page: int, row: int, text: str, left: float = 60, right: float = 500) -> Line:
    return Line(text, page, left, right, 700 - 14 * row, 708 - 14 * row, 10, hyphenated=False)


def prose(row: int) -> str:
    return PROSE[: -3 * (row % 5) or None].strip()


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in remove_line_numbers(lines)]


PAGES, ROWS = 4, 20


def test_numbers_before_the_lines_and_alone_are_removed() -> None:
    rows = [(page, row, page * ROWS + row + 1) for page in range(PAGES) for row in range(ROWS)]
    lines = [line(page, row, f"{number} {prose(row)}") for page, row, number in rows[:-1]]
    lines.append(line(PAGES - 1, ROWS - 1, str(rows[-1][2]), right=66))
    assert texts(lines) == [prose(row) for _, row, _ in rows[:-1]]


@pytest.mark.parametrize("step", [2, 3, 5, 10])
def test_one_line_in_some_can_have_a_number(step: int) -> None:
    numbers = {row: f"{row + 1} " for row in range(step - 1, 4 * step, step)}
    rows = range(4 * step)
    lines = [
        line(page, row, numbers.get(row, "") + prose(row), 60 + row % 5)
        for page in range(PAGES)
        for row in rows
    ]
    assert texts(lines) == [prose(row) for _ in range(PAGES) for row in rows]


def test_a_page_can_have_a_head_further_left_than_the_numbers() -> None:
    lines = [
        line(page, row, f"{page * ROWS + row + 1} {prose(row)}")
        for page in range(PAGES)
        for row in range(ROWS)
    ]
    heads = [line(page, -1, "Sand and Water", left=30) for page in range(PAGES)]
    expected = [prose(row) for _ in range(PAGES) for row in range(ROWS)]
    assert texts([*lines, *heads]) == [*expected, *["Sand and Water"] * PAGES]


def test_two_columns_can_have_numbers() -> None:
    lines = [
        line(page, row, f"{2 * page * ROWS + column * ROWS + row + 1} {prose(row)}", left=left)
        for page in range(PAGES)
        for column, left in enumerate((40, 310))
        for row in range(ROWS)
    ]
    assert texts(lines) == [prose(row) for _ in range(2 * PAGES) for row in range(ROWS)]


def test_a_page_of_such_a_manuscript_can_have_few_lines() -> None:
    lines = [
        line(page, row, f"{row + 1} {prose(row)}" if row % 5 == 4 else prose(row), 60 - row % 5)
        for page, rows in enumerate((ROWS, 17, 17, 12))
        for row in range(rows)
    ]
    assert not any(text[0].isdigit() for text in texts(lines))


def test_the_text_begins_where_the_number_ends_and_its_marks_move_along() -> None:
    lines = [
        line(page, row, f"{row + 10} Anna Smith1 and others")._replace(raised=((13, 14),))
        for page in range(PAGES)
        for row in range(ROWS)
    ]
    first = remove_line_numbers(lines)[0]
    assert first.text == "Anna Smith1 and others"
    assert 60 < first.left < 120
    assert [first.text[start:end] for start, end in first.raised] == ["1"]


def test_the_text_begins_at_the_edge_of_other_lines_where_few_have_a_number() -> None:
    lines = [
        line(page, row, f"{row + 1} {prose(row)}", 40)
        if row % 5 == 4
        else line(page, row, prose(row), 60)
        for page in range(PAGES)
        for row in range(ROWS)
    ]
    assert {line.left for line in remove_line_numbers(lines)} == {60}


def test_a_numbered_list_of_references_keeps_its_numbers() -> None:
    lines = [line(page, row, prose(row)) for page in range(PAGES) for row in range(ROWS)]
    lines += [line(PAGES, row, f"{row + 1} Smith, A. {prose(row)}") for row in range(ROWS)]
    assert remove_line_numbers(lines) == lines


def test_tables_of_numbers_keep_them() -> None:
    lines = [
        line(page, row, f"{row * row} {prose(row)}") for page in range(PAGES) for row in range(ROWS)
    ]
    assert remove_line_numbers(lines) == lines


def test_the_parts_of_a_row_are_joined_where_a_number_was_between_them() -> None:
    lines = [
        part
        for page in range(PAGES)
        for row in range(ROWS)
        for part in (
            line(page, row, "By day", left=80, right=110),
            line(page, row, str(page * ROWS + row + 1), left=40, right=48),
            line(page, row, prose(row), left=114),
        )
    ]
    assert texts(lines) == [f"By day {prose(row)}" for _ in range(PAGES) for row in range(ROWS)]
