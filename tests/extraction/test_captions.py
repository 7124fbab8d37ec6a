"""Captions of tables and figures."""

from itertools import chain
from pathlib import Path

import pytest

from wildwood.extraction import floats, pdf
from wildwood.extraction.data import Line
from wildwood.extraction.documents import read_text_lines

from tests.support.made_pdfs import paragraph, text, write


def found(words: str) -> list[tuple[str, str, str]]:
    extracted = floats.extract_captions(read_text_lines(words.encode()))
    return [(one.type, one.label, one.text) for one in extracted]


@pytest.mark.parametrize(
    ("line", "caption"),
    [
        ("Figure 2: Wages by city.", ("figure", "2", "Wages by city.")),
        ("Fig. A.1. Wages by city.", ("figure", "A.1", "Wages by city.")),
        ("TABLE IV. WAGES", ("table", "IV", "WAGES")),
        ("Tableau 3 – Salaires", ("table", "3", "Salaires")),
        ("Abbildung 1: Löhne", ("figure", "1", "Löhne")),
        ("Tabla 2. Salarios", ("table", "2", "Salarios")),
        ("Рис. 3. Зарплаты", ("figure", "3", "Зарплаты")),
        ("Tabulka 2.1: Mzdy", ("table", "2.1", "Mzdy")),
        ("Kuva 4. Palkat", ("figure", "4", "Palkat")),
        ("图 3-1. 工资", ("figure", "3-1", "工资")),
        ("表2：賃金", ("table", "2", "賃金")),
        ("그림 5. 임금", ("figure", "5", "임금")),
        ("2.1. ábra. Bérek", ("figure", "2.1", "Bérek")),
        ("3 lentelė. Algos", ("table", "3", "Algos")),
        ("Table 3 (continued)", ("table", "3", "(continued)")),
        ("Tabelle 3 – Fortsetzung", ("table", "3", "Fortsetzung")),
        ("Figure 2-1: Wages by city.", ("figure", "2-1", "Wages by city.")),
        ("Table SI2. Wages by city.", ("table", "SI2", "Wages by city.")),
    ],
)
def test_they_are_known_in_several_languages(line: str, caption: tuple[str, str, str]) -> None:
    assert found(f"Text before.\n\n{line}\n\nText after.") == [caption]


def test_an_entry_in_a_list_of_figures_is_none() -> None:
    text = "Figure 1: Wages by city ............ 7\n\nText.\n\nFigure 1: Wages by city.\n\nText."
    assert found(text) == [("figure", "1", "Wages by city.")]


def test_a_label_can_occur_on_two_pages_but_not_twice_on_one(tmp_path: Path) -> None:
    """Captions in two languages are of one figure."""
    two = [
        *text(72, 520, 8, "Figure 1. Wages by city."), *text(72, 480, 8, "Figure 1. Les salaires."),
    ]  # fmt: skip
    page = [*paragraph(72, 700, 10), *two, *paragraph(72, 400, 10)]
    path = write(tmp_path / "paper.pdf", [page, page])
    captions = floats.extract_captions(pdf.read(path)[0])
    assert [(one.text, one.page) for one in captions] == [
        ("Wages by city.", 1),
        ("Wages by city.", 2),
    ]


@pytest.mark.parametrize("sentence", ["図 1 は賃金を示す。", "图 1 给出了工资。"])
def test_a_sentence_that_begins_with_a_figure_is_none(sentence: str) -> None:
    assert found(f"Text before.\n\n{sentence}\n\nText after.") == []


def test_a_sentence_about_a_figure_is_none() -> None:
    assert found("As one sees in\nFigure 2 shows that wages rise.\n") == []
    assert found("As one sees in\nFigure 2. Wages rise.\n") == []


def test_a_sentence_is_none_beside_a_figure_of_many_short_lines() -> None:
    """What is as large as the text is told by its characters: a figure has few."""
    figure = [
        Line(str(n), 0, 72, 80, 700 - 6 * n, 704 - 6 * n, 5, hyphenated=False) for n in range(7)
    ]
    said = (
        "Wages rise with the size of cities, which is shown in",
        "Figure 2a–c and Table 1. They fall.",
    )
    lines = [
        Line(one, 0, 72, 400, 300 - 12 * n, 308 - 12 * n, 10, hyphenated=False)
        for n, one in enumerate(said)
    ]
    assert floats.extract_captions([*figure, *lines]) == []


def test_they_have_their_places(tmp_path: Path) -> None:
    page = [
        paragraph(72, 700, 10),
        text(72, 520, 8, "Table 1. Wages by city and by year, in"),
        text(72, 510, 8, "thousands."),
        paragraph(72, 480, 10),
    ]
    path = write(tmp_path / "paper.pdf", [paragraph(72, 700, 10), list(chain.from_iterable(page))])
    (caption,) = floats.extract_captions(pdf.read(path)[0])
    assert (caption.type, caption.label, caption.page) == ("table", "1", 2)
    assert caption.text == "Wages by city and by year, in thousands."
    sides = (caption.left, caption.bottom, caption.right, caption.top)
    assert sides == pytest.approx((72, 510, 205, 526), abs=8)
