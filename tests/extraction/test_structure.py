"""The structured full text of made documents."""

from pathlib import Path

import pytest

from wildwood.extraction import full_text, pdf
from wildwood.extraction.data import FullText, Line, Part, nested
from wildwood.extraction.documents import read_text_lines
from wildwood.extraction.page_content import Pages
from wildwood.extraction.pdf import page_sizes

from tests.support.made_pdfs import paragraph, text, write
from tests.support.paths import PAPERS

DUST = PAPERS / "10.21105.jose.00200.pdf"


@pytest.fixture(name="made")
def _made(tmp_path: Path) -> FullText:
    first = [
        *text(72, 740, 18, "Sand in the Wind"),
        *text(72, 715, 11, "Ann Smith"),
        *text(72, 680, 12, "1. Introduction", bold=True),
        *paragraph(72, 660, 3, seed="One"),
        *text(87, 624, 10, "Two words are said of sand, which the wind moves over the dunes."),
        *paragraph(72, 612, 3),
        *text(72, 560, 12, "2. Methods", bold=True),
        *text(72, 540, 10, "2.1. Grains", bold=True),
        *paragraph(72, 525, 4),
        *text(72, 477, 10, "Weight.", bold=True),
        *text(115, 477, 10, "We weigh each grain, so"),
        *paragraph(72, 465, 3),
        *text(72, 400, 8, "Grain A"),
        *text(172, 400, 8, "12.5"),
    ]
    second = [
        *text(72, 720, 12, "3. Results", bold=True),
        *text(72, 700, 10, "The wind moves sand^2^ over the dunes and it settles where they end"),
        *paragraph(72, 688, 3),
        *text(72, 600, 12, "References", bold=True),
        *text(72, 580, 10, "1. Graff M. Dunes. Journal of Sand. 2001;6:1-3."),
        *text(72, 566, 10, "2. Smith A. Wind. Journal of Sand. 2002;7:4-9."),
        *text(72, 552, 10, "3. Jones B. Grains. Journal of Sand. 2003;8:1-5."),
    ]
    return full_text.extract_full_text(
        pdf.read(write(tmp_path / "made.pdf", [first, second]))[0], Pages()
    )


def outline(full: FullText) -> list[tuple[int, str, str]]:
    return [(one.level, one.number, one.head.text) for one in full.sections if one.level]


def test_a_paper_has_its_heads_and_their_levels() -> None:
    full = full_text.extract_full_text(pdf.read(DUST)[0], Pages())
    assert outline(full)[:3] == [
        (1, "", "Statement of Need"),
        (1, "", "Learning Objectives and How to Access"),
        (1, "", "Course Content"),
    ]
    assert full.sections[-1].part is Part.ACKNOWLEDGEMENTS


def test_numbers_and_styles_tell_the_levels(made: FullText) -> None:
    assert outline(made) == [
        (1, "1", "Introduction"),
        (1, "2", "Methods"),
        (2, "2.1", "Grains"),
        (3, "", "Weight."),
        (1, "3", "Results"),
    ]


def test_the_text_goes_on_after_a_head_in_its_line(made: FullText) -> None:
    (weight,) = (one for one in made.sections if one.head.text == "Weight.")
    assert weight.paragraphs[0].passage.text.startswith("We weigh each grain, so we show that")


def test_an_indented_line_begins_a_paragraph(made: FullText) -> None:
    introduction = next(one for one in made.sections if one.number == "1")
    starts = [one.passage.text.split()[0] for one in introduction.paragraphs]
    assert starts == ["One", "Two"]


def test_raised_numbers_call_entries_on_any_page(made: FullText) -> None:
    results = made.sections[-1].paragraphs[0]
    assert [one.targets for one in results.callouts] == [(1,)]


def test_a_line_that_stands_alone_among_numbers_is_no_head(made: FullText) -> None:
    assert "Grain A" not in [head for *_, head in outline(made)]


def printed(*rows: tuple[str, int, str, int]) -> list[Line]:
    """Make lines below one another of a text, a font size, a font, and what is in another font."""
    return [
        Line(words, 0, 72, 400, 700 - 15 * place, 700 - 15 * place + size, size,
             hyphenated=False, font=font, lead=lead)
        for place, (words, size, font, lead) in enumerate(rows)
    ]  # fmt: skip


def test_text_without_spaces_has_heads() -> None:
    prose = ("風が砂を動かすので、砂丘の形は毎年のように変わることが知られている", 10, "M", 0)
    lines = printed(
        ("砂丘の形", 16, "G", 0), *[prose] * 3,
        ("1 はじめに", 12, "G", 0), *[prose] * 3,
        ("結論", 12, "G", 0), *[prose] * 3,
        ("3 年の間に測った砂の量は少なく、風の強さにはよらないことがわかった", 10, "R", 2),
        *[prose] * 3,
    )  # fmt: skip
    assert outline(full_text.extract_full_text(lines, Pages())) == [
        (1, "1", "はじめに"),
        (1, "", "結論"),
    ]


def test_no_word_of_a_head_is_in_a_paragraph() -> None:
    full = full_text.extract_full_text(pdf.read(DUST)[0], Pages())
    texts = [one.passage.text for section in full.sections for one in section.paragraphs]
    assert texts
    assert not any(text.startswith("Statement of Need") for text in texts)


def test_each_line_of_a_text_is_where_it_begins() -> None:
    lines = pdf.read(DUST)[0]
    places = {(line.page + 1, line.left, line.bottom): line for line in lines}
    full = full_text.extract_full_text(lines, Pages())
    for section in full.sections:
        for one in section.paragraphs:
            for row in one.passage.rows:
                line = places.get((row.page, row.box.left, row.box.bottom))
                begins = one.passage.text[row.start :]
                assert line is None or begins.startswith(line.text.rstrip("-"))


@pytest.mark.parametrize("head", ["Methods", "Zusammenfassung"])
def test_known_heads_divide_a_plain_text(head: str) -> None:
    words = "the sand moves with the wind over the dunes and it settles where they end."
    lines = read_text_lines(
        f"Sand in the wind\nAnn Smith\n\n1. Introduction\n\nHere {words}\n\n2 {head}\n\n"
        f"Then {words}\n\nReferences\n\n[1] Graff, M. (2001). Dunes. Wind, 6, 1-3.\n".encode()
    )
    assert outline(full_text.extract_full_text(lines, Pages())) == [
        (1, "1", "Introduction"),
        (1, "2", head),
    ]


def test_a_document_without_lines_has_no_text() -> None:
    assert full_text.extract_full_text([], Pages()) == FullText()


def test_the_sizes_of_pages_are_those_of_the_pdf(tmp_path: Path) -> None:
    sizes = {(round(one.width), round(one.height)) for one in page_sizes(DUST)}
    assert sizes == {(595, 842)}
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4")
    assert page_sizes(broken) == ()


def test_sections_are_nested_by_their_levels() -> None:
    full = full_text.extract_full_text(pdf.read(DUST)[0], Pages())
    assert sum(1 + len(below) for _, below in nested(full.sections)) == len(full.sections)
