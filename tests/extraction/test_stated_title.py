"""The title in the properties of a PDF, and the lines of a page that have it."""

from pathlib import Path

import pytest

from wildwood.extraction import documents
from wildwood.extraction.data import DocumentType

from tests.support.made_pdfs import Page, centred, paragraph, text, write

TITLE = (*centred(700, 12, "Models of Floods"), *centred(684, 12, "in Mountain Rivers"))


def marked(folder: Path, title: bytes, *pages: Page) -> list[str]:
    path = write(folder / "made.pdf", pages, title=title)
    lines = documents.read_document(path, DocumentType.PDF)
    return [line.text for line in lines if line.stated]


def test_marks_the_lines_that_have_it(tmp_path: Path) -> None:
    page = [*TITLE, *paragraph(72, 600, 10)]
    found = marked(tmp_path, b"Models of floods in (mountain) rivers", page)
    assert found == ["Models of Floods", "in Mountain Rivers"]


def test_ignores_the_mark_of_a_footnote(tmp_path: Path) -> None:
    page = centred(700, 12, "Models of Floods^1^")
    assert marked(tmp_path, b"Models of Floods", page) == ["Models of Floods 1"]


def test_ignores_the_line_numbers_of_a_manuscript(tmp_path: Path) -> None:
    page = [*TITLE, *paragraph(72, 668, 12)]
    numbered = [*page, *(text(40, part.bottom, 6, str(n))[0] for n, part in enumerate(page, 1))]
    assert marked(tmp_path, b"Models of Floods in Mountain Rivers", numbered) == [
        "Models of Floods", "in Mountain Rivers",
    ]  # fmt: skip


def test_ignores_diacritics_and_the_encoding(tmp_path: Path) -> None:
    page = centred(700, 12, "Modèles des crues")
    title = b"\xfe\xff" + "Modeles des Crues".encode("utf-16-be")
    assert marked(tmp_path, title, page) == ["Modèles des crues"]


def test_marks_the_largest_of_those_on_a_page(tmp_path: Path) -> None:
    page = [*centred(740, 8, "Models of Floods"), *centred(700, 12, "MODELS OF FLOODS")]
    assert marked(tmp_path, b"Models of Floods", page) == ["MODELS OF FLOODS"]


def test_marks_it_on_a_cover_and_on_the_page_after_it(tmp_path: Path) -> None:
    after = [*centred(640, 18, "Models of Floods in"), *centred(616, 18, "Mountain Rivers")]
    pages = ([*TITLE, *paragraph(72, 600, 5)], [*after, *paragraph(72, 500, 9, seed="so")])
    assert marked(tmp_path, b"Models of Floods in Mountain Rivers", *pages) == [
        "Models of Floods", "in Mountain Rivers", "Models of Floods in", "Mountain Rivers",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(b"", id="missing"),
        pytest.param(b"Models of Lakes", id="of another document"),
        pytest.param(b"Models of", id="only the beginning of a line"),
        pytest.param(b"Models of Floods in Mountain", id="a part of the last line"),
        pytest.param(b"\xfe\xff\xd8\x00", id="half a character"),
    ],
)
def test_marks_nothing_otherwise(tmp_path: Path, title: bytes) -> None:
    assert marked(tmp_path, title, TITLE) == []
