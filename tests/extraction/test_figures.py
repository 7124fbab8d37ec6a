"""Figures: their place by drawings, labels, captions and text, and their picture."""

import base64
from pathlib import Path

import pytest

from wildwood.extraction import documents, figures_and_tables
from wildwood.extraction.data import Box, Figure
from wildwood.extraction.page_content import Pages
from wildwood.extraction.pdf import read

from tests.support.made_floats import CHART, FIGURE_CAPTION
from tests.support.made_pdfs import Drawing, Text, paragraph, rules, text, write


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


def test_the_background_of_a_page_is_no_figure(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, Drawing("0.9 g 0 0 612 792 re f 0 g"), *FIGURE_CAPTION)
    assert figure.box is None


def test_excerpts_name_it(tmp_path: Path) -> None:
    calls = text(72, 130, 10, "Wells are rare, as Figure 1 shows.")
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION, *calls)
    assert "rare, as Figure 1 shows" in figure.contexts[0]


def test_its_picture_shows_what_is_drawn(tmp_path: Path) -> None:
    (figure,) = extracted(tmp_path, *CHART, *FIGURE_CAPTION)
    picture = base64.b64decode(documents.show_page(tmp_path / "paper.pdf", 0, figure.box))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[start : start + 4]) for start in (16, 20))
    assert width / height == pytest.approx(202 / 106, rel=0.05)


def test_a_page_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    path = write(tmp_path / "paper.pdf", [[*FIGURE_CAPTION]])
    (figure,) = figures_and_tables.extract_figures(tuple(read(path)[0]), Pages(b"no PDF"))
    assert figure.box is None
