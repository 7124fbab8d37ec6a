"""The lines of PDFs: rows, gaps, marks, and files that are broken or cut short."""

from array import array
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from pypdfium2 import raw

from wildwood.extraction import pdf
from wildwood.extraction.characters import Characters
from wildwood.extraction.data import Line, NothingToExtractError

from tests.support.made_pdfs import (
    Drawing,
    Page,
    Text,
    assembled,
    locked_pdf,
    paragraph,
    text,
    write,
)


def lines(folder: Path, *parts: Page) -> list[Line]:
    return pdf.read(write(folder / "made.pdf", [list(chain.from_iterable(parts))]))[0]


def leave_out_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the ends of lines, as PDFium does behind small, oddly wide or turned letters."""
    whole = Characters.units
    ends = {ord("\r"): 0, ord("\n"): ord(" ")}

    def without_ends(characters: Characters) -> "array[int]":
        return array("i", (ends.get(unit, unit) for unit in whole(characters)))

    monkeypatch.setattr(Characters, "units", without_ends)


class TestALine:
    def test_ends_at_a_wide_gap(self, tmp_path: Path) -> None:
        read = lines(tmp_path, text(72, 700, 10, "Anna Smith"), text(300, 700, 10, "Robert Jones"))
        assert [line.text for line in read] == ["Anna Smith", "Robert Jones"]

    def test_goes_on_after_a_raised_mark(self, tmp_path: Path) -> None:
        (line,) = lines(tmp_path, text(72, 700, 10, "Anna Smith^1^, Robert Jones^2^"))
        assert line.text.startswith("Anna Smith1, Robert Jones")
        assert [line.text[start:end] for start, end in line.raised] == ["1", "2"]

    def test_goes_on_at_a_distance_from_the_small_mark_that_begins_it(self, tmp_path: Path) -> None:
        mark = Text(60, 703, 5.6, "2", raised=True)
        (line,) = lines(tmp_path, [mark, *text(76, 700, 8.5, "University of Oslo, Norway")])
        assert (line.text, line.raised) == ("2 University of Oslo, Norway", ((0, 1),))

    def test_has_the_size_of_its_words_before_a_large_asterisk(self, tmp_path: Path) -> None:
        row = text(72, 700, 12, "Diana Brown^1^ and Herre Smith^1^")
        asterisk = Text(row[-1].left + 7, 696, 14.4, "*")
        (line,) = lines(tmp_path, [*row, asterisk])
        assert (line.size, line.bottom) == (12, 700)
        assert [line.text[start:end] for start, end in line.raised][:2] == ["1", "1"]

    def test_in_small_capitals_has_marks_as_large_as_most_letters(self, tmp_path: Path) -> None:
        name = [Text(72, 700, 9, "A"), Text(79, 700, 6.5, "NNA"), Text(96, 700, 9, "S")]
        mark = Text(126, 704, 6, "2,3", raised=True)
        (line,) = lines(tmp_path, [*name, Text(103, 700, 6.5, "MITH,"), mark])
        assert [line.text[start:end] for start, end in line.raised] == ["2,3"]

    def test_has_the_size_of_most_of_its_letters_on_the_front(self, tmp_path: Path) -> None:
        """Samples of small capitals can be the large first letters of names."""
        first = [Text(72 + 16 * n, 700, 9, "A") for n in range(9)]
        others = [Text(78.3 + 16 * n, 700, 6.5, "NN") for n in range(9)]
        pairs = zip(first, others, strict=True)
        row = [*chain.from_iterable(pairs), Text(215.9, 700, 6.5, "E")]
        (line,) = lines(tmp_path, row)
        assert (line.text, line.size) == (9 * "ANN" + "E", 6.5)

    def test_has_the_weight_of_what_is_behind_its_number(self, tmp_path: Path) -> None:
        row = [Text(60, 700, 8, "1"), Text(72, 700, 12, "Towns and Rivers", bold=True)]
        (line,) = lines(tmp_path, row)
        assert line.bold

    def test_has_no_letters_for_the_icons_behind_a_name(self, tmp_path: Path) -> None:
        icons = [Text(120, 700, 10, "#", bold=True), Text(132, 700, 10, "Ñ", bold=True)]
        path = write(tmp_path / "made.pdf", [[*text(66, 700, 10, "Anna Smith"), *icons]])
        path.write_bytes(path.read_bytes().replace(b"Helvetica-Bold", b"FontAwesome5F."))
        assert [line.text for line in pdf.read(path)[0]] == ["Anna Smith"]

    def test_ends_before_a_high_raised_number_on_the_next_row(self, tmp_path: Path) -> None:
        rows = [
            "1 Anna Smith, Towns and their work",
            "of many, Bonn 1990.",
            "Robert Jones, States.",
        ]
        mark = Text(79, 285.4, 7, "12", raised=True)
        first, second, third = (text(79, 300 - 10 * n, 9, row) for n, row in enumerate(rows))
        notes = [*first, *second, mark, *(replace(part, left=95) for part in third)]
        path = write(tmp_path / "made.pdf", [paragraph(72, 700, 3), notes])
        read = [line.text for line in pdf.read(path)[0] if line.page == 1]
        assert read == [*rows[:2], f"12 {rows[2]}"]

    def test_ends_where_the_text_goes_on_below_and_at_the_left(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        leave_out_ends(monkeypatch)
        first, second = text(72, 700, 10, "The towns of many"), text(72, 688, 10, "were old")
        assert [line.text for line in lines(tmp_path, first, second)] == [
            "The towns of many", "were old",
        ]  # fmt: skip

    def test_of_turned_text_ends_where_the_next_one_is_far(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        leave_out_ends(monkeypatch)
        rows = {100: "Table 1: Towns of rivers", 130: "Town and its size", 160: "Oslo 12"}
        turned = [
            Drawing(f"BT /F0 9 Tf 0 1 -1 0 {left} 90 Tm ({words}) Tj ET")
            for left, words in rows.items()
        ]
        path = write(tmp_path / "made.pdf", [paragraph(72, 700, 3), turned])
        read = [line.text for line in pdf.read(path)[0] if line.page == 1]
        assert read == list(rows.values())

    def test_has_the_size_of_its_text_if_many_marks_are_raised(self, tmp_path: Path) -> None:
        names = text(72, 700, 12, "Anna Lee^117^, Bob^118^")
        path = write(tmp_path / "made.pdf", [paragraph(72, 700, 3), names])
        assert {line.size for line in pdf.read(path)[0] if line.page == 1} == {12}

    def test_has_the_size_of_its_text_beside_a_large_initial(self, tmp_path: Path) -> None:
        row = [*text(72, 697, 16, "S"), *text(83, 700, 10, "ince the first papers of many")]
        read = pdf.read(write(tmp_path / "made.pdf", [row, row]))[0]
        assert [(line.text, line.size) for line in read] == [
            ("Since the first papers of many", 10)
        ] * 2

    def test_has_its_baseline_size_and_weight(self, tmp_path: Path) -> None:
        plain, bold = lines(
            tmp_path, text(72, 700, 10, "go, so"), text(72, 680, 12, "ABC", bold=True)
        )
        assert (plain.bottom, plain.size, plain.bold) == (700, 10, False)
        assert (bold.bottom, bold.size, bold.bold) == (680, 12, True)

    def test_has_composed_letters(self, tmp_path: Path) -> None:
        (line,) = lines(tmp_path, text(72, 700, 10, "Gr´egory Mouni´e"))
        assert line.text == "Grégory Mounié"


def with_font(
    folder: Path, shown: bytes, code: bytes, encoding: bytes = b"/ToUnicode 7 0 R"
) -> Path:
    """Write a PDF with a usual font /F, and one /M whose letter `t` has another code in UTF-16."""
    unicode = (
        b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        b"1 beginbfchar <74> <%s> endbfchar endcmap" % code
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources 8 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica %s >>" % encoding,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(unicode), unicode),
        b"<< /Font << /F 5 0 R /M 6 0 R >> >>",
    ]
    path = folder / "made.pdf"
    path.write_bytes(assembled(objects))
    return path


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(b"/Encoding << /Differences [116 /u1D461] >>", id="by the name of its glyph"),
        pytest.param(b"/ToUnicode 7 0 R", id="by its code"),
    ],
)
def test_a_letter_of_mathematics_is_a_plain_letter(tmp_path: Path, encoding: bytes) -> None:
    shown = b"BT /F 12 Tf 72 700 Td (General) Tj /M 12 Tf ( t ) Tj /F 12 Tf (Models) Tj ET"
    shown += b" BT /F 12 Tf 72 600 Td (Anna Smith) Tj ET"
    path = with_font(tmp_path, shown, b"D835DC61", encoding)
    title, name = pdf.read(path)[0]
    assert title.text == "General t Models"
    assert (name.text, round(name.left), name.bottom) == ("Anna Smith", 72, 600)


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_page_that_is_turned_is_read_as_it_is_shown(tmp_path: Path, turned: int) -> None:
    page = [
        *text(72, 700, 18, "Trade and Growth"),
        *text(72, 670, 12, "Anna Smith^1^"),
        *text(300, 670, 12, "Robert Jones^2^"),
        *paragraph(72, 640, 3),
    ]
    upright = pdf.read(write(tmp_path / "upright.pdf", [page]))[0]
    assert pdf.read(write(tmp_path / "turned.pdf", [page], turned=turned))[0] == upright


@pytest.mark.parametrize(("left", "bottom"), [(-200, 700), (700, 700), (72, -50), (72, 900)])
def test_what_is_beside_the_page_is_not_read(tmp_path: Path, left: float, bottom: float) -> None:
    shown, beside = text(72, 650, 10, "Anna Smith"), text(left, bottom, 10, "Contents")
    assert [line.text for line in lines(tmp_path, shown, beside)] == ["Anna Smith"]


def test_all_is_read_if_the_page_shows_nothing(tmp_path: Path) -> None:
    assert [line.text for line in lines(tmp_path, text(-200, 700, 10, "Towns"))] == ["Towns"]


def test_a_line_of_no_break_spaces_is_none(tmp_path: Path) -> None:
    shown = b"BT /F 12 Tf 72 700 Td (Anna Smith) Tj ET BT /M 12 Tf 72 650 Td (tttttttt) Tj ET"
    shown += b" BT /F 12 Tf 72 600 Td (1 Oslo) Tj ET"
    path = with_font(tmp_path, shown, b"00A0")
    assert [line.text for line in pdf.read(path)[0]] == ["Anna Smith", "1 Oslo"]


def test_a_drawn_return_is_the_letter_c_on_a_page_without_it(tmp_path: Path) -> None:
    """As old versions of Ghostscript return it for the bitmap fonts of TeX."""
    rows = "(We see seven new tities here) Tj 0 -20 Td (thased) Tj"
    path = with_font(tmp_path, f"BT /M 12 Tf 72 700 Td {rows} ET".encode(), b"000D")
    assert [line.text for line in pdf.read(path)[0]] == ["We see seven new cicies here", "chased"]


def test_a_carriage_return_within_a_line_is_a_space(tmp_path: Path) -> None:
    shown = b"BT /F 12 Tf 72 700 Td (Anna) Tj /M 12 Tf (t) Tj /F 12 Tf (Smith) Tj ET"
    shown += b" BT /F 12 Tf 72 600 Td (1 Oslo) Tj ET"
    path = with_font(tmp_path, shown, b"0009000D002000A0")
    assert [line.text for line in pdf.read(path)[0]] == ["Anna Smith", "1 Oslo"]


def test_the_error_of_an_earlier_document_is_forgotten(tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    locked.write_bytes(locked_pdf())
    with pytest.raises(NothingToExtractError, match="it is locked with a password; send it unl"):
        pdf.read(locked)
    assert raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD
    pdf.read(write(tmp_path / "whole.pdf", [text(72, 700, 10, "Whole")]))
    assert raw.FPDF_GetLastError() != raw.FPDF_ERR_PASSWORD


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", b"%PDF-1.7\n" + b"x" * 3_000])
def test_a_file_without_objects_cannot_be_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(content)
    with pytest.raises(NothingToExtractError, match="cannot be read"):
        pdf.read(path)


def test_a_pdf_that_is_none_is_refused_in_one_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\n")
    with pytest.raises(
        NothingToExtractError, match=r"^The PDF cannot be read: it is broken, or not a PDF\.$"
    ):
        pdf.read(broken)


def test_raised_digits_of_their_own_are_marks(tmp_path: Path) -> None:
    (row,) = pdf.read(write(tmp_path / "made.pdf", [text(72, 700, 10, "Anna Smith¹, Bo Lee²")]))[0]
    assert [row.text[start:end] for start, end in row.raised] == ["1", "2"]


def test_a_line_tells_where_its_first_font_ends(tmp_path: Path) -> None:
    page = [*text(72, 700, 10, "Weight.", bold=True), *text(115, 700, 10, "We weigh each grain")]
    (line,) = pdf.read(write(tmp_path / "lead.pdf", [page]))[0]
    assert line.font == "Helvetica-Bold"
    assert line.text[: line.lead] == "Weight. "


def test_a_line_in_one_font_has_no_other(tmp_path: Path) -> None:
    (line,) = pdf.read(write(tmp_path / "one.pdf", [text(72, 700, 10, "2 grains of sand")]))[0]
    assert (line.font, line.lead) == ("Helvetica", 0)


def test_a_line_far_down_the_first_page_can_begin_with_a_raised_number(tmp_path: Path) -> None:
    page = [*paragraph(72, 740, 50), *text(72, 60, 8, "^1^Rivers Ltd, Oslo, Norway")]
    *_, line = pdf.read(write(tmp_path / "notes.pdf", [page]))[0]
    assert line.raised == ((0, 1),)


def test_raised_numbers_are_known_on_every_page(tmp_path: Path) -> None:
    first = text(72, 700, 10, "The first page")
    second = text(72, 700, 10, "The wind^2,3^ moves 40 grains of sand")
    *_, line = pdf.read(write(tmp_path / "raised.pdf", [first, second]))[0]
    assert [line.text[start:end] for start, end in line.raised] == ["2,3"]


@pytest.mark.parametrize(
    "row", ["Downloaded from https://example.org/towns", "To cite this article: A. Smith 2017"]
)
def test_raised_letters_are_marks_on_the_page_behind_the_cover_of_an_archive(
    tmp_path: Path, row: str
) -> None:
    cover = text(72, 700, 10, row)
    names = text(72, 700, 10, "Anna Smith^A^, Robert Jones^B^")
    *_, line = pdf.read(write(tmp_path / "made.pdf", [cover, names]))[0]
    assert [line.text[start:end] for start, end in line.raised] == ["A", "B"]


def test_spaces_without_width_do_not_divide_words(tmp_path: Path) -> None:
    row = "[(Die Na ) 278 (tio ) 278 (nen und Staa ) 278 (ten der er ) 278 (sten Zeit)] TJ"
    drawn = [Drawing(f"BT /F1 10 Tf 72 {700 - 14 * n} Td {row} ET") for n in range(9)]
    lines = pdf.read(write(tmp_path / "paper.pdf", [drawn]))[0]
    assert {line.text for line in lines} == {"Die Nationen und Staaten der ersten Zeit"}


@pytest.mark.parametrize("gap", [100, 150, 240])
def test_the_gaps_between_spaced_letters_are_no_spaces(tmp_path: Path, gap: int) -> None:
    name = " -500 ".join(
        " ".join(f"({letter}) -{gap}" for letter in word) for word in ("Niklas", "Smith")
    )
    (line,) = lines(tmp_path, [Drawing(f"BT /F0 12 Tf 72 700 Td [{name}] TJ ET")])
    assert line.text == "Niklas Smith"


def test_marks_that_are_drawn_far_apart_are_not_spaced_letters(tmp_path: Path) -> None:
    drawn = Drawing("BT /F0 12 Tf 72 700 Td [(1) -1300 (2) -1300 (3)] TJ ET")
    assert [line.text for line in lines(tmp_path, [drawn])] == ["1 2 3"]


def test_a_line_behind_a_large_initial_has_its_own_size(tmp_path: Path) -> None:
    row = "mpirical research shows that rivers move"
    (line, below) = lines(
        tmp_path, [Text(72, 680, 40, "E"), *text(103, 700, 10, row), *text(103, 688, 10, "them.")]
    )
    assert (line.text, line.size, line.raised) == (f"E{row}", 10, ())
    assert below.text == "them."


def test_a_narrow_space_between_words_is_one(tmp_path: Path) -> None:
    drawn = Drawing("BT /F0 12 Tf 72 700 Td [(the town of) -150 (Anna Smith)] TJ ET")
    (line,) = lines(tmp_path, [drawn])
    assert line.text == "the town of Anna Smith"


def test_spaces_stay_if_a_reader_lacks_the_condensed_font(tmp_path: Path) -> None:
    """The letters of the font in its place are wider, and drawn over the spaces."""
    words = "it is as if we go to it or so he is in an old hut by the sea"
    rows = (f"BT /M 10 Tf 72 {700 - 14 * n} Td ({words}) Tj ET" for n in range(9))
    widths = b"/FirstChar 32 /LastChar 122 /Widths [170%s]" % (b" 300" * 90)
    path = with_font(tmp_path, " ".join(rows).encode(), b"0074", widths)
    assert {line.text for line in pdf.read(path)[0]} == {words}


@pytest.mark.parametrize(
    ("page", "before", "after", "count"),
    [
        (0, "Anna Smith", "University of Oslo", 2),
        (0, "Anna Smith", ", Eva Lund", 1),
        (0, "1. Introduction.", "The rivers of the towns", 1),
        (1, "Anna Smith", "University of Oslo", 1),
    ],
)
def test_a_name_and_an_institution_a_wide_space_apart_are_two_lines(
    page: int, before: str, after: str, count: int
) -> None:
    row = [
        Line(words, page, left, left + 100, 700, 710, 10, hyphenated=False)
        for words, left in ((before, 60), (after, 169.5))
    ]
    assert len(pdf.join_rows(row)) == count


@pytest.mark.parametrize(("before", "count"), [("F. Smith,", 1), ("F. Smith", 2)])
def test_a_raised_letter_can_be_behind_the_comma_of_a_name(before: str, count: int) -> None:
    """As the Royal Society of Chemistry prints marks."""
    name = Line(before, 0, 172, 284, 596, 606, 10, hyphenated=False)
    rest = Line("a J. M. Berg bc", 0, 297.3, 400, 596, 606, 10, hyphenated=False)
    assert len(pdf.join_rows([name, rest._replace(raised=((0, 1),))])) == count


@pytest.mark.parametrize("marks", ["1,2", "*a,b"])
def test_raised_marks_can_be_behind_an_icon(marks: str) -> None:
    name = Line("Anna Smith", 0, 72, 130, 700, 710, 10, hyphenated=False)
    apart = Line(marks, 0, 144, 156, 705, 711, 6.7, hyphenated=False)
    (row,) = pdf.join_rows([name, apart])
    assert row.text == f"Anna Smith {marks}"
    assert row.raised == ((11, len(row.text)),)


@pytest.mark.parametrize(
    ("words", "raised"),
    [
        ("*a Eva Lund,b", (1, 2)),
        (", Eva Lund1,", (10, 11)),
        ("· Eva Lund1", (10, 11)),
        ("a, Eva Lund", (0, 1)),
        ("a,b and Eva Lund", (0, 3)),
    ],
)
def test_names_can_go_on_behind_an_icon(words: str, raised: tuple[int, int]) -> None:
    name = Line("Anna Smith,", 0, 72, 130, 700, 710, 10, hyphenated=False)
    after = Line(words, 0, 145.2, 210, 700, 710, 10, hyphenated=False, raised=(raised,))
    assert len(pdf.join_rows([name, after])) == 1


def test_marks_that_are_drawn_after_all_rows_are_inserted_into_these() -> None:
    rows = [
        Line(words, 0, left, right, bottom, bottom + 6, size, hyphenated=False)
        for words, left, right, bottom, size in (
            ("Anna Smith , Eva Lund", 72, 172, 700, 10),
            ("University of Oslo, Bank of Norway", 72, 232, 680, 10),
            *(("1", 121, 124, 703, 6), ("1,2", 173, 180, 703, 6)),
            *(("1", 69, 72, 683, 6), ("2", 160, 163, 683, 6)),
            ("3", 300, 303, 683, 6),
        )
    ]
    names, places, apart = pdf.insert_marks(rows)
    assert (names.text, names.raised) == ("Anna Smith1 , Eva Lund1,2", ((10, 11), (22, 25)))
    assert places.text == "1University of Oslo2, Bank of Norway"
    assert apart.text == "3"
