"""A spreadsheet is read as the table is that names a title."""

import io

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.reading import ReadList, read_list

from tests.support.binary_lists import ROWS, spreadsheet


def read(data: bytes) -> ReadList:
    return read_list(io.BytesIO(data))


def test_the_sheet_that_names_a_title_is_read() -> None:
    found = read(spreadsheet((("Note",), ("x",)), ROWS))
    assert [entry.place for entry in found.entries] == ["row 3", "row 4"]


def test_a_whole_number_is_read_without_a_point() -> None:
    rows = (("Id", "Title", "Authors", "Year", "Volume"), (7, "Trade", "M. Keen", 2010, 3))
    (entry,) = read(spreadsheet(rows)).entries
    assert (entry.id, entry.date, entry.series.volume) == ("7", "2010", "3")


def test_without_a_title_the_columns_of_the_first_are_named() -> None:
    with pytest.raises(InputError, match="its columns are Note, Year"):
        read(spreadsheet((("Note", "Year"), ("x", "2010"))))


@pytest.mark.parametrize("end", [200, 600])
def test_one_that_is_cut_off_is_refused(end: int) -> None:
    with pytest.raises(InputError, match="a zip file, or a spreadsheet that is not whole"):
        read(spreadsheet(ROWS)[:end])


def test_one_without_cells_is_refused() -> None:
    with pytest.raises(InputError, match="is a spreadsheet without cells"):
        read(spreadsheet(()))
