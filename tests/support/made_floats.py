"""A paper with a table and a figure, made for tests of what a person gets of them."""

from collections.abc import Sequence

from tests.support.made_pdfs import Drawing, Text, paragraph, pdf, rules, text

ROWS = (("City", "2001", "2002"), ("Oslo", "17", "18"), ("Bergen", "9", "10"), ("Tromso", "4", "3"))
ROWS_CSV = "City,2001,2002\nOslo,17,18\nBergen,9,10\nTromso,4,3\n"
TABLE_CAPTION = text(72, 700, 10, "Table 1: Wells by city.")
FIGURE_CAPTION = text(72, 462, 9, "Figure 1: Wells by year.")
CHART: list[Text | Drawing] = [
    Drawing("1 0 0 RG 2 w 100 500 m 200 590 l 300 520 l S"),
    *text(180, 486, 8, "Year"),
]


def placed(rows: Sequence[Sequence[str]], top: float = 680) -> list[Text]:
    """Return the texts of cells below one another."""
    return [
        part
        for number, row in enumerate(rows)
        for column, cell in enumerate(row)
        for part in text(80 + 100 * column, top - 16 * number, 10, cell)
    ]


BOOKTABS = rules((72, 692, 372, 692), (72, 675, 372, 675), (72, 627, 372, 627))


def paper(label: str = "1", parts: int = 1) -> bytes:
    """Make a PDF with a table and a figure in each part, both named in its text."""
    caption = text(72, 700, 10, f"Table {label}: Wells by city.")
    calls = text(72, 430, 10, f"The wells of Table {label} are those that Figure 1 shows.")
    page = [
        *paragraph(72, 750, 3), *caption, *placed(ROWS), *BOOKTABS, *CHART, *FIGURE_CAPTION, *calls,
        *paragraph(72, 410, 20),
    ]  # fmt: skip
    return pdf([page] * parts)


def paper_without_captions() -> bytes:
    """Make a PDF with a table that has no caption."""
    return pdf([[*paragraph(72, 750, 3), *placed(ROWS), *BOOKTABS, *paragraph(72, 410, 20)]])


def labelled_paper() -> bytes:
    """Make a PDF with figures and a table of several forms of labels, which its text calls."""
    captions = [
        *(f"Figure {label}: Wells by year." for label in ("2", "3", "4", "3.1", "A5")),
        "Table IV. Wells by city.",
    ]
    calls = (
        "The wells of Figure 3.1 are those that Table IV has, as Fig. A5",
        "shows. They fall in Figures 2 and 3, and in Figs. 2–4 they rise.",
    )
    page = [
        *paragraph(72, 750, 8),
        *(part for n, words in enumerate(captions) for part in text(72, 600 - 40 * n, 9, words)),
        *paragraph(72, 360, 8, seed="b"),
        *(part for n, words in enumerate(calls) for part in text(72, 264 - 12 * n, 10, words)),
        *paragraph(72, 240, 8, seed="c"),
    ]
    return pdf([page])


def continued_table() -> bytes:
    """Make a PDF with a table that goes on at the top of two further pages."""
    captions = ("Table 3: Wells by city.", *["Table 3 (continued)"] * 2)
    return pdf([
        [
            *text(72, 700, 10, caption), *placed(ROWS), *BOOKTABS,
            *paragraph(72, 590, 20, seed=f"{n}"),
        ]
        for n, caption in enumerate(captions)
    ])  # fmt: skip
