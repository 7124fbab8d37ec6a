"""The generated parts of the documentation are up to date, and its links lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.support import docs, page_picture
from tests.support.paths import CHECKOUT, DOCS, TESTS

PAGES = [
    CHECKOUT / "README.md",
    CHECKOUT / "CHANGELOG.md",
    TESTS / "benchmarks" / "README.md",
    *sorted(DOCS.rglob("*.md")),
]


@pytest.mark.parametrize("page", docs.PARTS, ids=lambda page: page.name)
def test_a_generated_part_is_up_to_date(page: Path) -> None:
    assert docs.filled(page) == page.read_text("utf-8"), "run: python -m tests.support.docs"


@pytest.mark.parametrize("drawing", docs.DRAWINGS, ids=lambda drawing: drawing.name)
def test_a_drawing_is_up_to_date(drawing: Path) -> None:
    text = drawing.read_text("utf-8")
    assert docs.DRAWINGS[drawing]() == text, "run: python -m tests.support.docs"


@pytest.mark.parametrize("drawing", docs.DRAWINGS, ids=lambda drawing: drawing.name)
def test_a_page_shows_a_drawing(drawing: Path) -> None:
    assert [page for page in PAGES if f"]({drawing.name})" in page.read_text("utf-8")] != []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    files = [link for link in links if not link.startswith("http")]
    assert [link for link in files if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("picture", page_picture.PICTURES, ids=lambda picture: picture.file.name)
def test_a_picture_loads_quickly(picture: page_picture.Picture) -> None:
    assert picture.file.stat().st_size < 150_000


def test_the_table_of_contents_lists_every_page() -> None:
    listed = re.findall(r"\]\(([\w/-]+\.md)\)", (DOCS / "README.md").read_text("utf-8"))
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert {*listed} == pages - {"README.md"}
