"""The title that the properties of a PDF state, beside what looks like a title on the page."""

from itertools import chain
from pathlib import Path

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType

from tests.support.made_pdfs import Text, centred, paragraph, text, write

BODY = paragraph(72, 460, 20)


def title(folder: Path, stated: bytes, *parts: list[Text]) -> str:
    path = write(folder / "made.pdf", [list(chain(*parts, BODY))], title=stated)
    return header.extract_header(documents.read_document(path, DocumentType.PDF)).title


def test_is_taken_though_another_text_is_larger(tmp_path: Path) -> None:
    riverdale = centred(740, 24, "The Riverdale Circle of Friends", bold=True)
    small = centred(640, 11, "Models of Floods in Rivers")
    assert title(tmp_path, b"Models of floods in rivers", riverdale, small) == (
        "Models of Floods in Rivers"
    )


def test_is_taken_though_it_is_printed_like_the_text(tmp_path: Path) -> None:
    plain = text(72, 700, 10, "Models of Floods in Rivers")
    assert title(tmp_path, b"Models of floods in rivers", plain) == "Models of Floods in Rivers"


def test_has_the_lines_that_only_the_page_has(tmp_path: Path) -> None:
    lines = [
        *centred(700, 18, "Models of Floods in Rivers", bold=True),
        *centred(678, 18, "and of the Villages beside them", bold=True),
    ]
    assert title(tmp_path, b"Models of Floods in Rivers", lines) == (
        "Models of Floods in Rivers and of the Villages beside them"
    )


def test_has_the_lines_that_only_the_properties_join(tmp_path: Path) -> None:
    lines = [
        *centred(700, 18, "Living by the River", bold=True),
        *centred(640, 14, "Models of Floods and of Villages"),
    ]
    stated = b"Living by the River - Models of Floods and of Villages"
    assert title(tmp_path, stated, lines) == "Living by the River Models of Floods and of Villages"


def test_is_not_taken_if_it_is_a_journal(tmp_path: Path) -> None:
    lines = [
        *centred(740, 11, "The Journal of Rivers"),
        *centred(700, 18, "Models of Floods in Rivers", bold=True),
    ]
    assert title(tmp_path, b"The Journal of Rivers", lines) == "Models of Floods in Rivers"


def test_is_without_the_type_of_the_work(tmp_path: Path) -> None:
    label = centred(740, 10, "CHAPTER")
    large = centred(700, 18, "Models of Floods in Rivers")
    assert title(tmp_path, b"Chapter 11 - Models of Floods in Rivers", label, large) == (
        "Models of Floods in Rivers"
    )
