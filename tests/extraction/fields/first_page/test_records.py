"""Titles and authors in the records that archives print on covers, each made on a page."""

from pathlib import Path

from wildwood.extraction.documents import any_document
from wildwood.extraction.extracted import DocumentType, Header
from wildwood.extraction.fields import header

from tests.support.made_pdfs import Page, paragraph, text, write

PAPER = paragraph(72, 700, 40)


def rows(*lines: str, top: float = 720, size: float = 12, leading: float = 20) -> Page:
    return [part for n, row in enumerate(lines) for part in text(50, top - n * leading, size, row)]


def read(path: Path, page: Page) -> Header:
    return header.extract(any_document.read_document(write(path, [page, PAPER]), DocumentType.PDF))


def names(found: Header) -> list[str]:
    return [author.name for author in found.authors]


NOTICE = rows(
    "This archive helps scholars and students to discover and to use a wide range of texts, and",
    "it is a trusted place of papers for all who would like to know of floods and of the rivers.",
    top=560, size=9, leading=10,
)  # fmt: skip


def test_the_title_above_the_authors_of_a_record_ends_there(tmp_path: Path) -> None:
    page = [
        *rows(
            "The Rise of Mountain Floods: A Theory of Rivers and Towns",
            "Author(s): Anna Smith and Robert Jones",
            "Source: Journal of Rain Studies , Jul., 2006, Vol. 12, No. 3 (Jul., 2006), pp. 45-67",
            "Published by: Riverdale Economic Society",
            "Stable URL: https://archive.example/stable/12345",
        ),
        *NOTICE,
    ]
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == "The Rise of Mountain Floods: A Theory of Rivers and Towns"
    assert names(found) == ["Anna Smith", "Robert Jones"]


def test_a_society_in_bold_above_a_record_is_no_title(tmp_path: Path) -> None:
    page = [
        *text(50, 734, 12, "Riverdale Economic Society", bold=True),
        *rows(
            "The Rise of Mountain Floods and of the Towns that Stand by Them in Many Valleys, a",
            "First Theory",
            "Author(s): Anna Smith, Robert Jones",
            "Source: The Rain Review, Vol. 12, No. 3 (Jul., 2006), pp. 45-67",
            "Published by: Riverdale Economic Society",
            "Accessed: 21/05/2009 16:59",
            top=684, size=11, leading=12,
        ),
        *NOTICE,
    ]  # fmt: skip
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == (
        "The Rise of Mountain Floods and of the Towns that Stand by Them in Many Valleys, a "
        "First Theory"
    )
    assert names(found) == ["Anna Smith", "Robert Jones"]


def test_the_title_of_a_chapter_is_not_that_of_its_volume(tmp_path: Path) -> None:
    page = [
        *rows("Volume Title: The Rivers of the World", "Volume Author/Editor: Mary White"),
        *rows("Volume Publisher: Riverdale University Press", "Publication Date: 1962", top=660),
        *rows(
            "Chapter Title: Floods and the Growth of Towns in the Valleys",
            "of Our Time",
            "Chapter Author: Anna Smith",
            top=580, leading=14,
        ),
    ]  # fmt: skip
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == "Floods and the Growth of Towns in the Valleys of Our Time"
    assert names(found) == ["Anna Smith"]


def test_the_name_of_a_repository_above_a_record_is_no_title(tmp_path: Path) -> None:
    page = [
        *text(50, 760, 20, "Riverdale Research Repository", bold=True),
        *rows(
            "Titre : Les crues des rivières et la croissance des villes",
            "Auteurs : Anne Dupont, Jean Martin",
            "Date : 2006",
            "DOI: 10.1234/5678",
        ),
    ]
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == "Les crues des rivières et la croissance des villes"
    assert names(found) == ["Anne Dupont", "Jean Martin"]


def test_labels_below_the_title_of_an_article_are_no_record(tmp_path: Path) -> None:
    page = [
        *text(72, 720, 18, "The Rise of Mountain Floods", bold=True),
        *text(72, 690, 11, "A theory of rivers"),
        *text(72, 670, 11, "Author: Anna Smith"),
        *text(72, 655, 11, "Date: July 2006"),
        *paragraph(72, 600, 30),
    ]
    assert read(tmp_path / "paper.pdf", page).title == "The Rise of Mountain Floods"
