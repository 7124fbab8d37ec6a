"""Half-broken tables give what can be read, and say what cannot."""

import io

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list
from wildwood.lists.writing import list_as

from tests.support.read_text import handles_and_messages

CSV = 'id,title,authors\na,Trade,"Keen, M."\n'


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        (CSV + "b,Growth\n", ["a"], ["line 3: the record has 2 cells for 3 columns"]),
        (CSV + "b,Growth,M. K.,x\n", ["a"], ["line 3: the record has 4 cells for 3 columns"]),
        (CSV + 'b,"Growth,M. K.\n\n', ["a"], ["line 3: the record has a quotation that does not"]),
        (CSV + "\n,Growth,M. K.\n", ["a"], ["line 4: 'Growth' has no id"]),
        ("sep=,\n" + CSV, ["a"], []),
        ("About the data: exported today\n\n" + CSV, ["a"], []),
        (CSV.replace("id,", "nr,"), ["line 2"], []),
        (CSV + 'b,"Growth\nin two lines",M. K.,,\n', ["a", "b"], []),
        (CSV + 'b,5" pipes,M. K.', ["a", "b"], []),
        (f"{CSV}b,{'x' * 131_073},M. K.\n", ["a", "b"], []),
        (f"{CSV}{CSV.replace('a,', 'b,')}", ["a", "b"], []),
    ],
)
def test_a_broken_row_is_told(text: str, handles: list[str], messages: list[str]) -> None:
    found, said = handles_and_messages(text)
    assert found == handles
    assert [one[: len(two)] for one, two in zip(said, messages, strict=True)] == messages


def test_with_a_cell_that_is_divided_is_read_up_to_the_last_that_is_certain() -> None:
    header = "authors,title,year,references,EID\n"
    read = read_list(io.BytesIO(f"{header}M. K.,Trade,2010,a,b,c\nM.,K.,Trade,2010,a,b".encode()))
    (entry,) = read.entries
    assert (entry.id, entry.titles[0].text, entry.date) == ("line 2", "Trade", "2010")
    assert [fault.reason for fault in read.faults] == ["has 6 cells for 5 columns"]


@pytest.mark.parametrize(
    "text",
    [
        "Titel;Autor;Jahr\nTrade;Keen, Michael;2010\n",
        "Item Title,Publication Year,Authors\nTrade,2010,Michael Keen\n",
        "author1,author2,title,year\nMichael Keen,,Trade,2010\n",
        "title 1,author 1,year\nTrade,Michael Keen,2010\n",
    ],
)
def test_with_other_usual_columns(text: str) -> None:
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.titles[0].text, entry.names, entry.date) == ("Trade", ("Michael Keen",), "2010")


def test_with_huge_cells_goes_on_after_them() -> None:
    handles, messages = handles_and_messages(
        CSV + "b," + "x" * (1 << 24) + "y,M. K.\nc,Growth,M. K.\n"
    )
    assert handles == ["a", "c"]
    assert messages == ["line 3: the record has a cell of more than 16,777,216 characters"]


def test_without_the_columns_names_those_that_it_has() -> None:
    with pytest.raises(InputError) as caught:
        read_list(io.BytesIO(b"nr,name,who\n1,2,3\n"))
    assert str(caught.value) == (
        "the list has no column for the title by a usual name; its columns are nr, name, who;"
        " rename the right one to title, or name it with --columns title=…, in Python with"
        ' columns={"title": …}; without a line of names, give its number.'
    )


def test_with_columns_that_are_named() -> None:
    columns = {"id": "nr", "title": "name", "authors": "who"}
    (entry,) = read_list(io.BytesIO(b"nr,name,who,title\n1,Trade,M. K.,x\n"), columns).entries
    assert (entry.id, entry.titles[0].text, entry.names) == ("1", "Trade", ("M. K.",))


WITHOUT_NAMES = 'a,Trade,"Keen, M."\nb,Growth,M. K.\n'
NUMBERS = {"id": "1", "title": "2", "authors": "3"}


def test_without_a_line_of_names_its_columns_have_numbers() -> None:
    read = read_list(io.BytesIO(WITHOUT_NAMES.encode()), NUMBERS)
    assert [entry.title for entry in read.entries] == ["Trade", "Growth"]
    assert list_as(Format.CSV, read, read.entries[:1]) == b'a,Trade,"Keen, M."\n'


def test_without_a_line_of_names_says_how_to_number_the_columns() -> None:
    with pytest.raises(InputError, match=r"without a line of names, give its number\.$"):
        read_list(io.BytesIO(WITHOUT_NAMES.encode()))
    with pytest.raises(InputError, match=r"has no column '9'; its columns are 1, 2, 3\.$"):
        read_list(io.BytesIO(WITHOUT_NAMES.encode()), {**NUMBERS, "title": "9"})
