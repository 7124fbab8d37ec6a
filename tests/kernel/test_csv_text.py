"""CSV as spreadsheet programs write it."""

from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import read_text, rows_in, write_rows


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_cells_are_separated_by_the_most_frequent_sign_of_the_first_line(delimiter: str) -> None:
    text = "a,b,c\n1,2,4\n".replace(",", delimiter)
    [row] = rows_in(text)
    assert row == {"a": "1", "b": "2", "c": "4"}


def test_a_cell_in_quotation_marks_can_have_line_breaks() -> None:
    assert list(rows_in('a,b\r\n"1\n2",3\r\n')) == [{"a": "1\n2", "b": "3"}]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "file.csv"
    file.write_bytes("\ufeffé\r\n".encode())
    assert read_text(file) == "é\r\n"


def test_a_file_that_is_not_in_utf_8_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "file.csv"
    file.write_bytes(b"\xe9")
    with pytest.raises(InputError, match=r"Cannot read .*file\.csv: it is not in UTF-8\."):
        read_text(file)


def test_a_row_is_written_with_the_columns_that_are_named_alone() -> None:
    rows: list[dict[str, object]] = [{"a": 1, "c": 2}, {"b": "x,y"}]
    assert write_rows(["a", "b"], rows) == 'a,b\r\n1,\r\n,"x,y"\r\n'
    assert write_rows(["a", "b"], rows, named=False) == '1,\r\n,"x,y"\r\n'
