"""Where extracted fields were read."""

from wildwood.extraction.data import (
    Author,
    Box,
    Called,
    Callout,
    Caption,
    Citation,
    Figure,
    FullText,
    Header,
    Line,
    PageSize,
    Paragraph,
    Passage,
    Section,
    Table,
)
from wildwood.extraction.places import boxes_of, find_places, header_texts

HEADER = Header(title="Sand and Water", authors=(Author("Ana Díaz"), Author("Bo Li")))


def line(text: str, number: int, page: int = 0, *, hyphenated: bool = False) -> Line:
    """Make a line whose characters are a point wide."""
    bottom = 700 - 10 * number
    return Line(text, page, 0, len(text), bottom, bottom + 8, 8, hyphenated)


LINES = [
    line("Sand and Water", 0), line("Ana Díaz 1, Bo Li 2", 1), line("We measure sand in mea-", 2),
    line("sured cities, often.", 3), line("[1] Ana Díaz. Dunes. 2001.", 4, page=1),
    line("[2] Bo Li and Ana Díaz. Rivers of", 5, page=1), line("sand. 2002.", 6, page=1),
]  # fmt: skip
CITED = [
    Citation("Ana Díaz. Dunes. 2001.", ("Ana Díaz",), "Dunes"),
    Citation("Bo Li and Ana Díaz. Rivers of sand. 2002.", ("Bo Li", "Ana Díaz"), "Rivers of sand"),
]


def spans(texts: dict[str, str], *citations: Citation) -> dict[str, list[tuple[int, str]]]:
    """Return the page and the characters that each place covers."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path, rows in find_places(LINES, texts, citations).items():
        of_path = found.setdefault(path, [])
        for row in rows:
            (text,) = (
                one.text
                for one in LINES
                if (one.page + 1, one.bottom) == (row.page, row.box.bottom)
            )
            of_path.append((row.page, text[round(row.box.left) : round(row.box.right)]))
    return found


def test_a_field_is_found_where_it_is_printed() -> None:
    assert spans(header_texts(HEADER)) == {
        "title": [(1, "Sand and Water")],
        "authors/0": [(1, "Ana Díaz")],
        "authors/1": [(1, "Bo Li")],
    }


def test_a_text_can_be_hyphenated_and_go_on_in_the_next_line() -> None:
    assert spans({"abstract": "We measure sand in measured cities"}) == {
        "abstract": [(1, "We measure sand in mea"), (1, "sured cities")]
    }


def test_a_text_that_is_interrupted_has_its_whole_lines() -> None:
    assert spans({"abstract": "We measure sand in mea 7 sured cities, often."}) == {
        "abstract": [(1, "We measure sand in mea-"), (1, "sured cities, often.")]
    }


def test_a_citation_has_a_place_with_its_title_and_authors() -> None:
    found = spans({}, *CITED)
    assert found["citations/0"] == [(2, "Ana Díaz. Dunes. 2001")]
    assert found["citations/1/authors/1"] == [(2, "Ana Díaz")]
    assert found["citations/1/title"] == [(2, "Rivers of"), (2, "sand")]


def test_what_is_not_printed_or_too_short_has_no_place() -> None:
    assert spans({"title": "Snow and Ice", "date": "1"}, Citation("Nothing like it, 1999.")) == {}


def test_a_corrected_field_has_the_place_of_what_was_read() -> None:
    header = Header(title="Sand & Water Again", corrected={"title": "Sand and Water"})
    assert header_texts(header)["title"] == "Sand and Water"


def test_a_table_or_figure_that_is_found_stands_there_else_at_its_caption() -> None:
    captions = tuple(
        Caption(kind, label, "Dunes", 1, 10, 40, 90, 50)
        for kind, label in (("table", "1"), ("figure", "1"), ("figure", "2"))
    )
    full = FullText(
        captions=captions,
        tables=(Table("1", "Dunes", 1, Box(10, 60, 90, 80)),),
        figures=(Figure("1", "Dunes", 1, Box(20, 10, 80, 30)), Figure("2", "Dunes", 1)),
        pages=(PageSize(100, 100),),
    )
    places = boxes_of(full, with_citations=True)
    assert places["fields"] == {
        "captions/0": [(1, 10, 20, 80, 20)],
        "captions/1": [(1, 20, 70, 60, 20)],
        "captions/2": [(1, 10, 50, 80, 13)],
    }
    assert places["files"] == {"captions/0": "tables/1.csv", "captions/1": "figures/1.png"}


def test_a_callout_of_a_figure_that_is_not_there_has_no_place() -> None:
    called = (Callout(0, 8, Called.FIGURE, ()),)
    paragraph = Paragraph(Passage("Figure 9 shows sand."), called)
    full = FullText(sections=(Section(0, "", Passage(""), (paragraph,)),))
    assert boxes_of(full, with_citations=True)["callouts"] == {}
