"""Papers of a program: records, and data frames by what they can do."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
import pytest

from wildwood.api.given import check_columns, entries_of, entry_of_one
from wildwood.biblio.entry import Entry, LocalizedText, Record
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError

KEEN = {"id": "a", "title": "Taxes", "authors": "Keen, M.; Slemrod, J.", "year": 2015}


@dataclass
class Author:
    """An author as a program can have it; its text would be that of the constructor."""

    name: str


class NAType:
    """What pandas has for a value that is missing."""

    def __str__(self) -> str:
        return "<NA>"


def one(paper: Any, **columns: str) -> Entry:
    (entry,) = entries_of([paper], columns)
    return entry


class TestRecords:
    def test_a_dictionary_has_fields_by_usual_names(self) -> None:
        entry = one(KEEN)
        assert entry.record == Record("a", ("M. Keen", "J. Slemrod"), ("Taxes",))
        assert entry.date == "2015"

    @pytest.mark.parametrize(
        "authors",
        [
            "Michael Keen; Joel Slemrod",
            ["Michael Keen", "Joel Slemrod"],
            ("Michael Keen", "Slemrod, Joel"),
            [{"given": "Michael", "family": "Keen"}, {"name": "Joel Slemrod"}],
        ],
        ids=["a text", "texts", "a tuple", "objects"],
    )
    def test_authors_come_in_any_usual_form(self, authors: Any) -> None:
        assert one({"title": "Taxes", "authors": authors}).names == ("Michael Keen", "Joel Slemrod")

    def test_without_an_id_its_place_serves(self) -> None:
        entries = entries_of([{"title": "A"}, {"title": "B"}])
        assert [entry.id for entry in entries] == ["record 1", "record 2"]

    def test_papers_with_one_id_are_told_apart(self) -> None:
        entries = entries_of([KEEN, KEEN])
        assert [entry.handle for entry in entries] == ["a", "a (2)"]

    def test_whole_numbers_stay_whole_and_nan_is_nothing(self) -> None:
        entry = one({"title": "Taxes", "year": 2015.0, "volume": 3.0, "doi": float("nan")})
        assert (entry.date, entry.series.volume, entry.dois) == ("2015", "3", ())

    def test_a_column_of_another_name_is_that_of_a_field(self) -> None:
        entry = one(
            {"Name": "Taxes", "title": "Professor", "Who": "Michael Keen"},
            title="Name",
            authors="Who",
        )
        assert entry.record[1:] == (("Michael Keen",), ("Taxes",))

    def test_records_and_entries_are_papers_too(self) -> None:
        record = Record("a", ("Michael Keen",), ("Taxes",))
        entry = Entry("a", (LocalizedText("Taxes"),), (Person("Keen", "Michael"),))
        assert one(record).record == one(entry).record == record

    def test_if_none_has_a_title_the_fields_are_named(self) -> None:
        with pytest.raises(InputError, match=r"No paper has a title; the fields are nr, name\. Na"):
            entries_of([{"nr": 1, "name": "Taxes"}])

    def test_none_at_all_is_an_empty_list(self) -> None:
        assert entries_of([]) == []

    @pytest.mark.parametrize(
        ("papers", "message"),
        [
            (KEEN, "An object of the type dict is not a list of papers; give a path, a data fr"),
            (7, "An object of the type int is not a list of papers"),
            (b"@article{}", "An object of the type bytes is not a list of papers"),
            (["list.ris"], "Record 1 is of the type str; give a dictionary with title and auth"),
        ],
    )
    def test_what_is_no_list_of_papers_is_refused(self, papers: Any, message: str) -> None:
        with pytest.raises(InputError, match=message):
            entries_of(papers)

    def test_one_paper_has_a_place_for_a_message(self) -> None:
        with pytest.raises(InputError, match="The paper is of the type NoneType"):
            entry_of_one(None, "the paper")  # type: ignore[arg-type]

    def test_a_field_that_is_none_is_refused(self) -> None:
        with pytest.raises(InputError, match="columns has 'titel', which is not a field; the fiel"):
            check_columns({"titel": "Name"})

    def test_a_field_has_one_name(self) -> None:
        with pytest.raises(InputError, match="columns has a list; give one name"):
            check_columns({"title": ["Name", "Title"]})

    @pytest.mark.parametrize("value", [len, object(), dict, Author("Keen")])
    def test_an_object_without_a_text_is_no_value(self, value: object) -> None:
        for authors in (value, ["Keen, M.", value]):
            with pytest.raises(InputError, match=r"^The field 'authors' has a '\w+' object;"):
                one({"title": "Taxes", "authors": authors})

    def test_an_object_with_a_text_is_one(self) -> None:
        number = UUID(int=3)
        entry = one({"id": number, "title": "Taxes", "date": datetime.date(2015, 3, 5)})
        assert (entry.id, entry.date) == (str(number), "2015-03-05")

    def test_what_no_field_names_is_not_read(self) -> None:
        lines = iter(["Trade"])
        one({"title": "Taxes", "file": lines, "parsed": object()})
        assert list(lines) == ["Trade"]

    def test_titles_and_authors_of_an_entry_are_values(self) -> None:
        entry = Entry("a", (LocalizedText("Taxes", "en"),), (Person("Keen", "Michael"),))
        again = one({"id": "a", "title": entry.titles, "authors": entry.authors})
        assert (again.titles, again.authors) == (entry.titles, entry.authors)


class Polars:
    """What polars' frames have."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows
        self.columns = list(rows[0])

    def to_dicts(self) -> list[dict[str, Any]]:
        return self._rows


class Pandas:
    """What pandas' frames have; a missing value is `Missing` until it is replaced."""

    def __init__(self, rows: list[dict[str, Any]], dtype: Any = None) -> None:
        self._rows, self._dtype = rows, dtype
        self.columns = list(rows[0])
        self.index = [f"row {number}" for number in range(len(rows))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def astype(self, dtype: Any, /) -> "Pandas":
        return Pandas(self._rows, dtype)

    def notna(self) -> list[list[bool]]:
        return [[value is not NotImplemented for value in row.values()] for row in self._rows]

    def where(self, there: list[list[bool]], other: None) -> "Pandas":
        assert self._dtype is object  # a column of numbers would make None a NaN again
        return Pandas(
            [
                {
                    name: value if known else other
                    for (name, value), known in zip(row.items(), row_there, strict=True)
                }
                for row, row_there in zip(self._rows, there, strict=True)
            ]
        )

    def to_dict(self, form: str) -> list[dict[str, Any]]:
        assert form == "records"
        return self._rows


class Lazy:
    """What polars' lazy frames have."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._frame = Polars(rows)
        self.columns = self._frame.columns

    def collect(self) -> Polars:
        return self._frame


class Arrow:
    """What pyarrow's tables have; `columns` are the values."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows, self.column_names = rows, list(rows[0])
        self.columns = [[row[name] for row in rows] for name in rows[0]]

    def to_pylist(self) -> list[dict[str, Any]]:
        return self._rows


class Reader:
    """What pyarrow's readers of batches have, which DuckDB returns as `relation.arrow()`."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def read_all(self) -> Arrow:
        return Arrow(self._rows)


@pytest.mark.parametrize("frame", [Polars, Pandas, Lazy, Arrow, Reader])
class TestFrames:
    def test_each_row_is_a_paper(
        self, frame: type[Polars | Pandas | Lazy | Arrow | Reader]
    ) -> None:
        entries = entries_of(frame([KEEN, {**KEEN, "id": "b"}]))
        assert [entry.id for entry in entries] == ["a", "b"]

    def test_a_missing_column_is_named_with_those_that_are_there(
        self, frame: type[Polars | Pandas | Lazy | Arrow | Reader]
    ) -> None:
        message = "The frame has no column 'Title'; its columns are id, title, authors, year"
        with pytest.raises(InputError, match=message):
            entries_of(frame([KEEN]), {"title": "Title"})


def test_of_two_columns_with_one_name_none_is_chosen() -> None:
    frame = Pandas([KEEN])
    frame.columns.append("title")
    with pytest.raises(InputError, match="The frame has several columns 'title'; rename them"):
        entries_of(frame)


def test_a_column_of_pandas_can_have_a_number_for_a_name() -> None:
    rows: list[dict[Any, Any]] = [{0: "a", 1: "Taxes"}]
    (entry,) = entries_of(Pandas(rows), {"id": 0, "title": 1})  # type: ignore[dict-item]
    assert (entry.id, entry.titles[0].text) == ("a", "Taxes")


def test_a_column_of_pandas_is_no_list_of_papers() -> None:
    class Series(list[str]):
        notna = to_dict = None

    with pytest.raises(InputError, match="Record 1 is of the type str"):
        entries_of(Series(["Taxes"]))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_authors_can_be_any_iterable_and_texts_bytes(kind: type) -> None:
    for authors in (("Keen, M.",), {"Keen, M."}, iter(["Keen, M."])):
        (entry,) = entries_of([{"title": kind(b"Trade"), "authors": authors}])
        assert (entry.titles[0].text, entry.names) == ("Trade", ("M. Keen",))


@pytest.mark.parametrize("missing", [None, float("nan"), np.float64("nan"), NAType()])
def test_a_missing_value_is_none_wherever_it_stands(missing: object) -> None:
    names = ["Keen, M.", missing, {"family": "Ng", "given": missing}]
    (entry,) = entries_of([{"id": missing, "title": "Trade", "authors": names}])
    assert (entry.id, entry.names) == ("record 1", ("M. Keen", "Ng"))


def test_arrays_and_numbers_of_numpy_are_values() -> None:
    (entry,) = entries_of(
        [{"title": "Trade", "authors": np.array(["Keen, M.", "Ng, A."]), "year": np.int64(2015)}]
    )
    assert (entry.names, entry.date) == (("M. Keen", "A. Ng"), "2015")


def test_what_a_frame_of_pandas_lacks_is_not_said() -> None:
    (entry,) = entries_of(Pandas([{**KEEN, "abstract": NotImplemented}]))
    assert entry.abstracts == ()


class TestIndexes:
    PAPERS = ({"title": "Taxes"}, {"title": "Trade"})

    def test_the_index_of_a_frame_of_pandas_is_the_id(self) -> None:
        entries = entries_of(Pandas(list(self.PAPERS)))
        assert [entry.id for entry in entries] == ["row 0", "row 1"]

    @pytest.mark.parametrize("name", ["doi", "PMID"])
    def test_a_number_that_rows_can_lack_is_no_column_of_ids(self, name: str) -> None:
        entries = entries_of(Pandas([{**paper, name: "10.1000/7"} for paper in self.PAPERS]))
        assert [entry.id for entry in entries] == ["row 0", "row 1"]

    def test_a_column_with_ids_precedes_it(self) -> None:
        for name, columns in (("Key", {}), ("Nr", {"id": "Nr"})):
            rows = [{**paper, name: f"p{n}"} for n, paper in enumerate(self.PAPERS)]
            entries = entries_of(Pandas(rows), columns)
            assert [entry.id for entry in entries] == ["p0", "p1"]
