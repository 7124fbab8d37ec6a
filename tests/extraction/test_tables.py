"""Tables: their cells by rules or by columns of text, captions, notes, and who names them."""

from pathlib import Path

import pytest

from wildwood.extraction import data, figures_and_tables
from wildwood.extraction.data import Box, Cell, Table
from wildwood.extraction.page_content import Pages
from wildwood.extraction.pdf import read

from tests.support.made_floats import BOOKTABS, ROWS, TABLE_CAPTION, placed
from tests.support.made_pdfs import Drawing, Page, Text, paragraph, rules, text, write


def extracted(tmp_path: Path, *page: Text | Drawing) -> list[Table]:
    prose = paragraph(72, 400, 12)
    path = write(tmp_path / "paper.pdf", [[*page, *prose]])
    return figures_and_tables.extract_tables(read(path)[0], Pages(path))


GRID = rules(
    *((72, 692 - 16 * row, 372, 692 - 16 * row) for row in range(5)),
    *((72 + 100 * column, 692, 72 + 100 * column, 628) for column in range(4)),
)


@pytest.mark.parametrize("drawn", [[], BOOKTABS, GRID], ids=["text", "rules", "grid"])
def test_cells_are_found_by_rules_and_by_columns_of_text(
    tmp_path: Path, drawn: list[Drawing]
) -> None:
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(ROWS), *drawn)
    assert (table.label, table.caption, table.page) == ("1", "Wells by city.", 1)
    assert table.rows == [list(row) for row in ROWS]
    assert table.box is not None
    assert 620 < table.box.bottom < table.box.top < 700


def test_a_table_is_written_as_csv(tmp_path: Path) -> None:
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed((("a, b", "1", "2"), *ROWS[1:])), *GRID)
    assert data.as_csv(table).splitlines()[:2] == ['"a, b",1,2', "Oslo,17,18"]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        *((cell, cell) for cell in ("-0.5", "-0.5***", "+12 %", "-2e-5", "-(0.1)", "-", "a=b")),
        *((cell, f"'{cell}") for cell in ("=1+2", "@SUM(A1)", "+A1", "-1+cmd|'/C calc'!A0")),
    ],
)  # fmt: skip
def test_no_cell_runs_as_a_formula(cell: str, written: str) -> None:
    table = Table("", "", 1, cells=(Cell(0, 0, 1, cell, is_head=False, box=Box(0, 0, 9, 9)),))
    assert data.as_csv(table) == f"{written}\n"


def test_the_row_above_the_numbers_is_its_head(tmp_path: Path) -> None:
    rows = (("City", "Deep", "Shallow"), *ROWS[1:])
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *BOOKTABS)
    assert {cell.text for cell in table.cells if cell.is_head} == {"City", "Deep", "Shallow"}


def test_a_text_over_several_columns_spans_them(tmp_path: Path) -> None:
    head = rules(
        (72, 708, 372, 708), (72, 708, 72, 692), (372, 708, 372, 692), (172, 708, 172, 692)
    )
    caption = text(72, 720, 10, "Table 1: Wells by city.")
    (table,) = extracted(
        tmp_path,
        *caption,
        *text(190, 696, 10, "Year of the last count of all wells"),
        *placed(ROWS),
        *GRID,
        *head,
    )
    (year,) = (cell for cell in table.cells if cell.text.startswith("Year"))
    assert (year.row, year.column, year.columns) == (0, 1, 2)


def test_heads_over_several_columns_have_a_row_of_their_own(tmp_path: Path) -> None:
    """A text that is centred between both lines is in the first row."""
    heads = [
        *text(185, 680, 10, "Wells by their year of count"), *text(80, 674, 10, "City"),
        *placed((("", "2001 a", "2002 b"),), 668),
    ]  # fmt: skip
    drawn = rules((72, 692, 372, 692), (72, 662, 372, 662), (72, 607, 372, 607))
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *heads, *placed(ROWS[1:], 648), *drawn)
    assert table.rows[:3] == [
        ["City", "Wells by their year of count", ""], ["", "2001 a", "2002 b"], list(ROWS[1]),
    ]  # fmt: skip


def test_no_text_is_lost_where_columns_overlap(tmp_path: Path) -> None:
    heads = [
        *text(180, 680, 10, "Number"), *text(180, 668, 10, "of all the wells that are deep"),
        *text(80, 668, 10, "City"),
    ]  # fmt: skip
    drawn = rules((72, 692, 372, 692), (72, 662, 372, 662), (72, 607, 372, 607))
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *heads, *placed(ROWS[1:], 648), *drawn)
    assert " ".join(table.rows[0]).split() == [
        "City", *["Number", "of", "all", "the", "wells", "that", "are", "deep"],
    ]  # fmt: skip


def test_a_rule_beside_a_label_does_not_divide_it(tmp_path: Path) -> None:
    frame = rules(
        *((72, top, 372, top) for top in (692, 676, 644, 612)),
        (172, 660, 372, 660), (172, 628, 372, 628),
        *((side, 692, side, 612) for side in (72, 172, 272, 372)),
    )  # fmt: skip
    cells = [
        *placed((("Place", "Depth", "Wells"), ("", "deep", "17"), ("", "shallow", "18"),
                 ("", "deep", "9"), ("", "shallow", "10"))),
        *text(80, 662, 10, "Oslo and"), *text(80, 650, 10, "its fjord"), *text(80, 624, 10, "Voss"),
    ]  # fmt: skip
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *cells, *frame)
    labels = [(cell.text, cell.row, cell.rows) for cell in table.cells if cell.column == 0]
    assert labels == [("Place", 0, 1), ("Oslo and its fjord", 1, 2), ("Voss", 3, 2)]


def test_a_rule_above_a_sum_divides_no_labels(tmp_path: Path) -> None:
    rows = (*ROWS, ("Total", "30", "31"))
    drawn = [*BOOKTABS, *rules((172, 627, 372, 627), (72, 611, 372, 611))]
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *drawn)
    assert table.rows == [list(row) for row in rows]


def test_lines_of_a_ruled_cell_are_one_text(tmp_path: Path) -> None:
    grid = rules(
        (72, 692, 372, 692), (72, 660, 372, 660), (72, 640, 372, 640), (72, 620, 372, 620),
        (72, 692, 72, 620), (172, 692, 172, 620), (372, 692, 372, 620),
    )  # fmt: skip
    cells = [
        *text(80, 680, 10, "Wells in"), *text(180, 680, 10, "many"),
        *text(80, 668, 10, "the north"),
        *text(80, 646, 10, "Sand"), *text(180, 646, 10, "little"),
        *text(80, 626, 10, "Water"), *text(180, 626, 10, "none"),
    ]  # fmt: skip
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *cells, *grid)
    assert table.rows[0] == ["Wells in the north", "many"]


def test_a_row_in_lower_case_is_one_of_its_own(tmp_path: Path) -> None:
    rows = (*ROWS, ("model", "linear", "logit"))
    drawn = rules((72, 692, 372, 692), (72, 675, 372, 675), (72, 611, 372, 611))
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *drawn)
    assert table.rows == [list(row) for row in rows]


def test_a_line_that_goes_on_in_one_column_is_part_of_its_row(tmp_path: Path) -> None:
    rows = (*ROWS, ("Hammer", "a few, and", "4"), ("", "only shallow", ""), ("Voss", "5", "6"))
    drawn = rules((72, 692, 372, 692), (72, 675, 372, 675), (72, 579, 372, 579))
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *drawn)
    assert table.rows[4] == ["Hammer", "a few, and only shallow", "4"]


def test_a_bullet_is_in_the_cell_of_its_text(tmp_path: Path) -> None:
    rows = [[city, "", number] for city, number, _ in ROWS]
    bullets = [
        part
        for row in range(1, len(rows))
        for left, words in ((180, "•"), (198, "On land"))
        for part in text(left, 680 - 16 * row, 10, words)
    ]
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *bullets, *BOOKTABS)
    assert table.rows[1] == ["Oslo", "• On land", "17"]


def test_notes_are_below_it(tmp_path: Path) -> None:
    notes = [*text(72, 612, 8, "Note: Dry wells are"), *text(72, 602, 8, "left out.")]
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(ROWS), *BOOKTABS, *notes)
    assert table.notes == ("Note: Dry wells are left out.",)


def test_excerpts_name_it(tmp_path: Path) -> None:
    calls = text(72, 420, 10, "We count the wells in Table 1 by hand.")
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(ROWS), *BOOKTABS, *calls)
    assert "wells in Table 1 by hand" in table.contexts[0]


def test_a_caption_without_cells_stays(tmp_path: Path) -> None:
    (table,) = extracted(tmp_path, *TABLE_CAPTION)
    assert (table.caption, table.box, table.cells) == ("Wells by city.", None, ())
    assert data.as_csv(table) == ""


def test_a_ruled_table_needs_no_caption(tmp_path: Path) -> None:
    (table,) = extracted(tmp_path, *placed(ROWS), *GRID)
    assert (table.label, table.caption) == ("", "")
    assert table.rows[1] == ["Oslo", "17", "18"]


def test_a_list_of_numbers_below_a_head_needs_neither(tmp_path: Path) -> None:
    rows = [
        ("City", "Wells"),
        *((f"Place {name}", str(number)) for number, name in enumerate("ABCDE")),
    ]
    (table,) = extracted(tmp_path, *placed(rows))
    assert table.rows == [list(row) for row in rows]


def test_sentences_beside_labels_are_cells(tmp_path: Path) -> None:
    sentence = "The wells of this place are counted in each year"
    rows = [("Place", "What is counted"), *((f"Place {name}", sentence) for name in "ABC")]
    drawn = rules((72, 692, 472, 692), (72, 675, 472, 675), (72, 627, 472, 627))
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(rows), *drawn)
    assert table.rows == [list(row) for row in rows]


def test_a_caption_ends_above_the_rows(tmp_path: Path) -> None:
    """Text in one font at one distance is read as its lines."""
    caption = text(72, 696, 10, "Table 1: Wells by city.")
    (table,) = extracted(tmp_path, *caption, *placed(ROWS), *BOOKTABS)
    assert (table.caption, table.rows[0]) == ("Wells by city.", list(ROWS[0]))


def test_a_caption_below_a_rule_is_no_row(tmp_path: Path) -> None:
    drawn = [*BOOKTABS, *rules((72, 712, 372, 712))]
    (table,) = extracted(tmp_path, *TABLE_CAPTION, *placed(ROWS), *drawn)
    assert table.rows == [list(row) for row in ROWS]


def test_columns_of_prose_are_no_table(tmp_path: Path) -> None:
    columns = [*paragraph(72, 700, 20, size=9), *paragraph(330, 700, 20, size=9, seed="b")]
    frame = rules((72, 712, 540, 712), (72, 500, 540, 500))
    assert extracted(tmp_path, *columns, *frame) == []


def test_rows_without_rules_or_a_caption_are_no_table(tmp_path: Path) -> None:
    """Formulas and the results of listings look the same."""
    assert extracted(tmp_path, *placed(ROWS)) == []


def test_the_frame_of_a_figure_is_no_table(tmp_path: Path) -> None:
    caption = text(72, 612, 9, "Figure 1: Wells by year.")
    assert extracted(tmp_path, *placed(ROWS), *GRID, *caption) == []


def test_a_chart_is_no_table(tmp_path: Path) -> None:
    chart: Page = [Drawing("80 630 m 200 690 l 300 640 l S"), *placed(ROWS)]
    assert extracted(tmp_path, *chart) == []


def test_a_page_of_100_000_paths_is_read_in_part(tmp_path: Path) -> None:
    many = Drawing(
        "\n".join(
            f"{n % 500} {n // 500} m {n % 500 + 9} {n // 500 + 7} l S" for n in range(100_000)
        )
    )
    page: Page = [many, *TABLE_CAPTION, *placed(ROWS)]
    (table,) = extracted(tmp_path, *page)
    assert table.label == "1"


def test_a_caption_divides_tables_of_one_width(tmp_path: Path) -> None:
    second = [*text(72, 606, 10, "Table 2: Boats by city."), *placed(ROWS, 580)]
    drawn = [*BOOKTABS, *rules((72, 592, 372, 592), (72, 575, 372, 575), (72, 527, 372, 527))]
    tables = extracted(tmp_path, *TABLE_CAPTION, *placed(ROWS), *second, *drawn)
    assert [table.rows for table in tables] == [[list(row) for row in ROWS]] * 2
