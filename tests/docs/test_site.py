"""The site that Sphinx makes of the pages: complete, offline, and readable on a phone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.browser import DESKTOP, Browser
from tests.support.once import made_once
from tests.support.paths import CHECKOUT, TESTS

SMALL_PHONE = (375, 667)
AXE = TESTS / "browser" / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """axe.run({preload: false}).then(({violations}) => violations.map(
    ({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(" ")}`))"""
LOOKED_AT = ("README", "search", "docs/strength")
"""Pages that have together what the theme lacks: blocks, wide tables and results."""
ALSO = (
    *("docs/README", "docs/commands", "docs/compare", "docs/troubleshooting"),
    *("docs/how-to/install", "docs/tutorials/first-night"),
)


def build_site(folder: Path) -> None:
    """Build the site as docs/README.md says; a warning is an error."""
    options = ["-q", "-W", "--keep-going", "-c", "docs", "-d", str(folder / "doctrees")]
    program = [sys.executable, "-m", "sphinx", *options, ".", str(folder / "html")]
    done = subprocess.run(program, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    return made_once(tmp_path_factory, "site", build_site, worker_id) / "html"


def test_it_names_no_resource_of_another_site(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    loaded = re.compile(r'<(?:script|img|link|iframe)[^>]* (?:src|href)="(?:https?:)?//')
    assert len(pages) > len(LOOKED_AT)
    assert [page.name for page in pages if loaded.search(page.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "name", [*LOOKED_AT, *(pytest.param(name, marks=pytest.mark.long) for name in ALSO)]
)
def test_a_page_can_be_read_by_everyone(site: Path, browser: Browser, name: str) -> None:
    page = browser.open(site / f"{name}.html", DESKTOP)
    page.evaluate(f"{AXE.read_text('utf-8')}; 0")
    assert page.evaluate(VIOLATIONS) == []
    page.resize(SMALL_PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(VIOLATIONS) == []
    assert [url for url in page.requested if url.startswith("http")] == []
    assert page.complaints == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("systematic review", "Merge three exports of a review"),
        ("PRISMA", "Frequent questions"),
        ("deduplicate", "Merge three exports of a review"),
        ("uninstall", "Install, upgrade, uninstall"),
        ("DuckDB", "In a notebook"),
        ("SSPL", "Install, upgrade, uninstall"),
    ],
)
def test_its_search_finds_the_words_that_people_use(
    site: Path, browser: Browser, words: str, found: str
) -> None:
    page = browser.open(f"{(site / 'search.html').as_uri()}?q={words}")
    texts = "[...document.querySelectorAll('#search-results li a')].map(a => a.textContent)"
    page.call("waitForFunction", f"{texts}.includes({json.dumps(found)})")
    assert found in page.texts("#search-results li a")
