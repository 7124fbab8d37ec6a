"""Half-broken tables give what can be read, and say what cannot."""

import io

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.content import Need
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


AS_EXPORTED = {
    "Citavi": (
        (
            "Titel",
            "Autor",
            "Jahr",
            "Zeitschrift/Zeitung",
            "Jahrgang",
            "Heftnummer",
            "Seiten von-bis",
        ),
        ("Trade", "Lee, A.", "2010", "Journal of Trees", "12", "3", "45-67"),
        "2010",
    ),
    "EndNote": (
        ("Title", "Author", "Year", "Secondary Title", "Volume", "Number", "Pages"),
        ("Trade", "Lee, A.", "2010", "Journal of Trees", "12", "3", "45-67"),
        "2010",
    ),
    "OpenAlex": (
        (
            "title",
            "authors",
            "publication_date",
            "primary_location.source.display_name",
            "biblio.volume",
            "biblio.issue",
            "biblio.first_page",
            "biblio.last_page",
        ),
        ("Trade", "A. Lee", "2010-05-01", "Journal of Trees", "12", "3", "45", "67"),
        "2010-05-01",
    ),
    "Dimensions": (
        ("Title", "Authors", "Source title", "PubYear", "Volume", "Issue", "Pagination"),
        ("Trade", "A. Lee", "Journal of Trees", "2010", "12", "3", "45-67"),
        "2010",
    ),
    "Lens": (
        (
            "Title",
            "Author/s",
            "Publication Year",
            "Source Title",
            "Volume",
            "Issue Number",
            "Start Page",
            "End Page",
        ),
        ("Trade", "A. Lee", "2010", "Journal of Trees", "12", "3", "45", "67"),
        "2010",
    ),
    "ProQuest": (
        ("Title", "Authors", "issue", "pages", "pubdate", "pubtitle", "year", "volume"),
        ("Trade", "A. Lee", "3", "45-67", "May 2010", "Journal of Trees", "2010", "12"),
        "2010-05",
    ),
    "EBSCO": (
        (
            "Article Title",
            "Author",
            "Journal Title",
            "Publication Date",
            "Volume",
            "Issue",
            "First Page",
            "Last Page",
        ),
        ("Trade", "A. Lee", "Journal of Trees", "20100501", "12", "3", "45", "67"),
        "2010-05-01",
    ),
    "Web of Science": (
        (
            "Article Title",
            "Authors",
            "Source Title",
            "Publication Date",
            "Publication Year",
            "Volume",
            "Issue",
            "Start Page",
            "End Page",
        ),
        ("Trade", "A. Lee", "Journal of Trees", "MAY 1", "2010", "12", "3", "45", "67"),
        "2010-05-01",
    ),
    "Embase": (
        ("Title", "Author Names", "Source"),
        ("Trade", "Lee A.", "Journal of Trees (2010) 12:3 (45-67). Date of Publication: 2010"),
        "2010",
    ),
    "Ovid": (
        ("TI", "AU", "SO", "YR", "VO", "IP", "PG"),
        ("Trade", "Lee A", "Journal of Trees", "2010", "12", "3", "45-67"),
        "2010",
    ),
    "CNKI": (
        (
            "Title-题名",
            "Author-作者",
            "Source-文献来源",
            "PubTime-发表时间",
            "Volume-卷",
            "Period-期",
            "PageCount-页码",
        ),
        ("Trade", "李明;王芳", "Journal of Trees", "2010-05-01", "12", "3", "45-67"),
        "2010-05-01",
    ),
    "CiNii": (
        ("論文名", "著者名", "刊行物名", "出版日付", "巻", "号", "ページ"),
        ("Trade", "李 明", "Journal of Trees", "2010-05", "12", "3", "45-67"),
        "2010-05",
    ),
}


@pytest.mark.parametrize("database", AS_EXPORTED)
def test_of_a_database_has_where_a_paper_is(database: str) -> None:
    names, row, date = AS_EXPORTED[database]
    table = io.BytesIO("".join(f"{chr(9).join(cells)}\n" for cells in (names, row)).encode())
    (entry,) = read_list(table).entries
    series = entry.series
    assert (entry.date, series.title) == (date, "Journal of Trees")
    assert (series.volume, series.issue, series.pages) == ("12", "3", "45-67")


def test_with_huge_cells_goes_on_after_them() -> None:
    handles, messages = handles_and_messages(
        CSV + "b," + "x" * (1 << 24) + "y,M. K.\nc,Growth,M. K.\n"
    )
    assert handles == ["a", "c"]
    assert messages == ["line 3: the record has a cell of more than 16,777,216 characters"]


@pytest.mark.parametrize("rest", ["NA,NA,NA,NA,NA", ",,,,"])
def test_has_no_value_where_r_writes_that_it_is_missing(rest: str) -> None:
    names = "id,title,journal,volume,doi,abstract,authors"
    text = f"{names}\n1,Trade,{rest}\n2,NA,Kyklos,3,NA,NA,NA\n"
    read = read_list(io.BytesIO(text.encode()), needs=frozenset({Need.TITLE}))
    [entry] = read.entries
    assert (entry.authors, entry.series.title, entry.series.volume) == ((), "", "")
    assert (entry.dois, entry.abstracts) == ((), ())
    assert [fault.reason for fault in read.faults] == ["has no title"]


def test_of_pairs_is_no_list_of_papers() -> None:
    pairs = b"id,title,authors,similar_id,decision\na,Trade,Ann Lee,b,same\n"
    with pytest.raises(InputError, match="has pairs, not papers; they are for compare --decisions"):
        read_list(io.BytesIO(pairs))


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


def test_a_first_cell_that_is_a_number_is_no_name_of_a_column() -> None:
    data = b'1,Trade,"Keen, M."\n2,Growth,M. K.\n'
    entries = read_list(io.BytesIO(data), NUMBERS).entries
    assert [(entry.id, entry.title) for entry in entries] == [("1", "Trade"), ("2", "Growth")]


def test_columns_can_be_named_by_numbers() -> None:
    data = b'0,1,2\na,Trade,"Keen, M."\n'
    (entry,) = read_list(io.BytesIO(data), {"id": "0", "title": "1", "authors": "2"}).entries
    assert (entry.id, entry.title, entry.names) == ("a", "Trade", ("M. Keen",))


def test_without_a_line_of_names_says_how_to_number_the_columns() -> None:
    with pytest.raises(InputError, match=r"without a line of names, give its number\.$"):
        read_list(io.BytesIO(WITHOUT_NAMES.encode()))
    with pytest.raises(InputError, match=r"has no column '9'; its columns are 1, 2, 3\.$"):
        read_list(io.BytesIO(WITHOUT_NAMES.encode()), {**NUMBERS, "title": "9"})
