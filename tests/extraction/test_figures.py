"""Figures: their place by drawings, labels, captions and text, and their picture."""

import base64
from pathlib import Path

import pytest

from wildwood.extraction import documents, figures_and_tables
from wildwood.extraction.data import Box, Figure
from wildwood.extraction.lines import remove_running_heads
from wildwood.extraction.page_content import Pages
from wildwood.extraction.pdf import read

from tests.support.made_floats import CHART, FIGURE_CAPTION
from tests.support.made_pdfs import Drawing, Page, Text, paragraph, rules, text, write


def extracted(tmp_path: Path, *page: Text | Drawing) -> list[Figure]:
    above, below = paragraph(72, 700, 8), paragraph(72, 430, 12, seed="b")
    path = write(tmp_path / "paper.pdf", [[*above, *page, *below]])
    return figures_and_tables.extract_figures(tuple(read(path)[0]), Pages(path))


def sides(box: Box | None) -> tuple[float, ...]:
    assert box is not None
    return box.left, box.bottom, box.right, box.top


def test_a_drawing_and_its_labels_above_a_caption_are_a_figure(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION)
    assert (figure.label, figure.caption, figure.page) == ("1", "Wells by year.", 1)
    assert sides(figure.box) == pytest.approx((99, 485, 301, 591), abs=3)


def test_a_caption_above_its_figure(tmp_path: Path) -> None:
    caption = text(72, 606, 9, "Figure 1: Wells by year.")
    (figure,) = extracted(tmp_path, *CHART, *caption)
    assert sides(figure.box) == pytest.approx((99, 485, 301, 591), abs=3)


def test_the_frame_of_a_figure_and_its_caption_is_none_of_it(tmp_path: Path) -> None:
    frame = rules(
        (66, 455, 500, 455), (66, 600, 500, 600), (66, 455, 66, 600), (500, 455, 500, 600)
    )
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION, *frame)
    assert figure.box is not None
    assert figure.box.left > 90
    assert figure.box.right < 310


def test_a_caption_without_a_drawing_has_no_place(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, *FIGURE_CAPTION)
    assert (figure.caption, figure.box) == ("Wells by year.", None)


def in_two_columns(tmp_path: Path, *page: Text | Drawing) -> list[Figure]:
    columns = [
        line
        for left, seed in ((72, "a"), (330, "b"))
        for top, lines in ((700, 8), (440, 12))
        for line in paragraph(left, top, lines, size=7, seed=f"{seed}{top}")
    ]
    path = write(tmp_path / "paper.pdf", [[*columns, *page]])
    return figures_and_tables.extract_figures(tuple(read(path)[0]), Pages(path))


def test_a_figure_can_be_wider_than_its_caption_and_the_column_of_it(tmp_path: Path) -> None:
    drawn = Drawing("1 0 0 RG 80 490 m 200 590 l S 203 590 m 330 490 l S 333 490 m 520 590 l S")
    (figure,) = in_two_columns(tmp_path, drawn, *FIGURE_CAPTION)
    assert sides(figure.box) == pytest.approx((80, 490, 520, 590), abs=3)


@pytest.mark.parametrize("second", [480, 462], ids=["at one height", "one below the other"])
def test_figures_beside_one_another_stay_apart(tmp_path: Path, second: float) -> None:
    drawn = Drawing("1 0 0 RG 80 500 m 310 590 l S 316 500 m 520 590 l S")
    captions = [*text(72, 480, 9, "Figure 1: Wells."), *text(330, second, 9, "Figure 2: Sand.")]
    left, right = in_two_columns(tmp_path, drawn, *captions)
    assert sides(left.box) == pytest.approx((80, 500, 310, 590), abs=3)
    assert sides(right.box) == pytest.approx((316, 500, 520, 590), abs=3)


def test_parts_of_a_figure_are_one(tmp_path: Path) -> None:
    parts: Page = [
        Drawing("1 0 0 RG 100 520 m 200 590 l S 220 520 m 320 590 l S"),
        *text(145, 508, 8, "(a)"), *text(265, 508, 8, "(b)"),
    ]  # fmt: skip
    (figure,) = extracted(tmp_path, *parts, *FIGURE_CAPTION)
    assert sides(figure.box) == pytest.approx((100, 506, 320, 590), abs=3)


def test_a_running_head_and_a_page_number_are_none_of_it(tmp_path: Path) -> None:
    pages = [
        [
            *text(72, 606, 9, f"Wells and sand {number}"), CHART[0], *FIGURE_CAPTION,
            *paragraph(72, 430, 20, seed=seed),
        ]
        for number, seed in enumerate("abc", 7)
    ]  # fmt: skip
    path = write(tmp_path / "paper.pdf", pages)
    lines = tuple(remove_running_heads(read(path)[0]))
    figures = figures_and_tables.extract_figures(lines, Pages(path))
    assert [figure.page for figure in figures] == [1, 2, 3]
    for figure in figures:
        assert sides(figure.box) == pytest.approx((99, 499, 301, 591), abs=3)


def test_words_like_prose_in_a_drawing_are_its_labels(tmp_path: Path) -> None:
    frame = Drawing("1 0 0 RG 80 480 440 110 re S")
    label = text(90, 540, 9, "all wells that are dry in the north of the country")
    (figure,) = extracted(tmp_path, frame, *label, *FIGURE_CAPTION)
    assert sides(figure.box) == pytest.approx((80, 480, 520, 590), abs=3)


def test_the_background_of_a_page_is_no_figure(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, Drawing("0.9 g 0 0 612 792 re f 0 g"), *FIGURE_CAPTION)
    assert figure.box is None


def test_excerpts_name_it(tmp_path: Path) -> None:
    calls = text(72, 130, 10, "Wells are rare, as Figure 1 shows.")
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION, *calls)
    assert "rare, as Figure 1 shows" in figure.contexts[0]


def test_its_picture_shows_what_is_drawn(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION)
    (drawn,) = documents.show_page(tmp_path / "paper.pdf", 0, [figure.box])
    picture = base64.b64decode(drawn)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[start : start + 4]) for start in (16, 20))
    assert width / height == pytest.approx(202 / 106, rel=0.05)


def test_a_page_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    path = write(tmp_path / "paper.pdf", [[*FIGURE_CAPTION]])
    (figure,) = figures_and_tables.extract_figures(tuple(read(path)[0]), Pages(b"no PDF"))
    assert figure.box is None
