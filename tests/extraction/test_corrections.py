"""Corrections of what was read."""

from typing import Any

import pytest

from wildwood.extraction.corrections import (
    Correction,
    as_read,
    changes_of,
    correct,
    kind_of,
    name_as_stored,
)
from wildwood.extraction.data import (
    Author,
    Box,
    Caption,
    Cell,
    Citation,
    Figure,
    Header,
    Kind,
    Table,
)
from wildwood.extraction.service.kinds import plain
from wildwood.kernel.errors import InputError

HEADER = Header(
    title="Sand adn Water",
    authors=(Author("Ana Díaz", "Ana", "Díaz", ("Oslo Univ",), "ana@example.org"), Author("Bo")),
    affiliations=("Oslo Univ", "Bergen"),
    emails=("ana@example.org",),
    confidence={"title": 0.5, "authors": 0.9},
)
CITED = (
    Citation("A. Smith. Sand and dust. 2001.", title="Sand"),
    Citation("B. Jones. Water. 2002."),
)


def header(*corrections: Correction) -> dict[str, Any]:
    corrected: dict[str, Any] = correct(Kind.HEADER, plain(Kind.HEADER, HEADER), corrections)
    return corrected


def test_a_field_has_the_value_of_a_person_and_says_what_was_read() -> None:
    corrected = header(Correction("title", "Sand and Water", "Sand adn Water"))
    assert corrected["title"] == "Sand and Water"
    assert corrected["corrected"] == {"title": "Sand adn Water"}
    assert corrected["confidence"] == {"authors": 0.9}


def test_other_fields_stay() -> None:
    corrected = header(Correction("title", "Sand and Water", "Sand adn Water"))
    before = plain(Kind.HEADER, HEADER)
    changed = {name for name, value in before.items() if corrected[name] != value}
    assert changed == {"title", "confidence", "corrected"}


def test_authors_keep_what_is_known_of_them() -> None:
    authors = header(Correction("authors", ["Ana Díaz", "Bo Li"], ["Ana Díaz", "Bo"]))["authors"]
    assert authors[0]["affiliations"] == ["Oslo Univ"]
    assert (authors[1]["given"], authors[1]["family"]) == ("Bo", "Li")


@pytest.mark.parametrize(
    ("value", "of_first"),
    [
        (["Oslo University", "Bergen"], ["Oslo University"]),
        (["Oslo Univ"], ["Oslo Univ"]),
        ([], []),
    ],
)
def test_authors_have_the_corrected_affiliations(value: list[str], of_first: list[str]) -> None:
    corrected = header(Correction("affiliations", value, ["Oslo Univ", "Bergen"]))
    assert corrected["authors"][0]["affiliations"] == of_first


def test_a_citation_is_found_again_if_another_version_reads_it_a_little_differently() -> None:
    correction = Correction("year", "2003", "2002", "B. Jones. Watr. 2002.")
    first, second = correct(Kind.CITATIONS, plain(Kind.CITATIONS, CITED), [correction])
    assert first["year"] == ""
    assert (second["year"], second["corrected"]) == ("2003", {"year": ""})


def test_a_citation_that_is_not_read_any_more_has_no_correction() -> None:
    data = plain(Kind.CITATIONS, CITED)
    assert correct(Kind.CITATIONS, data, [Correction("year", "1", "", "C. White. Ice.")]) == data


@pytest.mark.parametrize(
    ("rows", "placed"),
    [
        ([["City", "1", "2"], ["Oslo", "3", "9"], ["Bonn", "5", "6"]], "012012012"),
        ([["City", "1", "2"], ["Bonn", "5", "6"], ["Voss", "3", "4"]], ""),
        ([["City", "1", "2"], ["Voss", "7", "8"], ["Bonn", "5", "6"]], "012   012"),
        ([["1", "2", "City"], ["3", "4", "Oslo"], ["5", "6", "Bonn"]], ""),
        ([["City", "0", "2"], ["Oslo", "0", "4"], ["Bonn", "0", "6"]], "0 20 20 2"),
    ],
)
def test_cells_have_a_place_where_their_row_and_column_are_certain(
    rows: list[list[str]], placed: str
) -> None:
    read = [["City", "1", "2"], ["Oslo", "3", "4"], ["Bonn", "5", "6"]]
    table = Table("1", "Wells", 1, cells=tuple(
        Cell(row, column, 1, text, is_head=not row, box=Box(column, row, column, row))
        for row, texts in enumerate(read) for column, text in enumerate(texts)
    ))  # fmt: skip
    reference = "Page 1, table 1: Wells City 1 2 Oslo 3 4 Bonn 5 6"
    data = plain(Kind.TABLES, (table,))
    (corrected,) = correct(Kind.TABLES, data, [Correction("rows", rows, read, reference)])
    boxes = [cell["box"] for cell in corrected["cells"]]
    lefts = "".join(f"{box['left']:.0f}" if box else " " for box in boxes)
    assert lefts.rstrip() == placed
    assert all(
        box is None or (box["left"], box["top"]) == (cell["column"], cell["row"])
        for box, cell in zip(boxes, corrected["cells"], strict=True)
    )


@pytest.mark.parametrize(
    "reference",
    ["B. Jones. Water. 2002.", "B. Jones. Watr. 2002.", "C. White. Ice."],
)
def test_a_stored_correction_is_changed_whatever_was_read_then(reference: str) -> None:
    stored = Correction("year", "2003", "2002", reference)
    data = plain(Kind.CITATIONS, CITED)
    of_kinds, lost = {Kind.CITATIONS: data}, reference.startswith("C.")
    (change,) = changes_of(Kind.CITATIONS, data[1], {"year": None})
    (named,) = name_as_stored(of_kinds, [change], [stored])
    assert named.reference == (change.reference if lost else reference)
    (loaded,) = name_as_stored(of_kinds, [stored], [change])
    assert loaded.reference == (reference if lost else change.reference)


def test_captions_have_what_is_corrected_in_tables_and_figures() -> None:
    read = (("figure", "Dvnes"), ("table", "Sand 1 2"))
    captions = tuple(Caption(form, "l", text, 1, 0, 0, 9, 9) for form, text in read)
    figures, tables = (Figure("l", "Dvnes", 1),), (Table("l", "Sand", 1),)
    given = [
        *changes_of(Kind.FIGURES, plain(Kind.FIGURES, figures)[0], {"caption": "Dunes"}),
        *changes_of(Kind.TABLES, plain(Kind.TABLES, tables)[0], {"label": "1"}),
    ]
    assert [kind_of(each) for each in given] == [Kind.FIGURES, Kind.TABLES]
    figure, table = correct(Kind.CAPTIONS, plain(Kind.CAPTIONS, captions), given)
    assert (figure["text"], figure["corrected"]) == ("Dunes", {"text": "Dvnes"})
    assert (table["label"], table["text"], table["corrected"]) == ("1", "Sand 1 2", {"label": "l"})
    (figure,) = correct(Kind.FIGURES, plain(Kind.FIGURES, figures), given)
    assert (figure["caption"], figure["corrected"]) == ("Dunes", {"caption": "Dvnes"})


def test_what_was_read_is_known_of_corrected_data() -> None:
    corrected = header(Correction("authors", ["Ana"], ["Ana Díaz", "Bo"]))
    assert as_read(corrected)["authors"] == ["Ana Díaz", "Bo"]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("confidence", "1", "The fields that can be corrected are title, authors"),
        ("title", ["Sand"], "The field title is a text."),
        ("authors", "Ana", "The field authors is a list of texts."),
        ("title", 5, "The field title is a text."),
        ("title", "a" * 20_001, "A field can have at most 20000 characters."),
    ],
)
def test_a_value_that_a_field_cannot_have_is_refused(
    field: str, value: object, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        changes_of(Kind.HEADER, plain(Kind.HEADER, HEADER), {field: value})
