"""How Sphinx makes a site of the Markdown pages: `sphinx-build -W -c docs . SITE`."""

import posixpath
import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

import wildwood

_CHECKOUT = Path(__file__).parents[1]
_PROJECT = tomllib.loads((_CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Wildwood"
author = _PROJECT["authors"][0]["name"]
version = release = wildwood.__version__
html_title = f"Wildwood {release}"

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/**/*.md",
    "docs/*.md",
    "tests/*/README.md",
    "wildwood/extraction/models/*.md",
]
exclude_patterns = [".venv", "**/node_modules"]
myst_heading_anchors = 4
highlight_language = "none"

html_theme = "furo"
html_use_index = False
html_copy_source = False
html_show_sourcelink = False


def _navigation() -> str:
    """Make the navigation of the site from the lists of pages in docs/README.md."""
    contents = (_CHECKOUT / "docs" / "README.md").read_text(encoding="utf-8")
    parts = re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", contents, re.MULTILINE)
    first = _part("Contents", "- [All pages](README.md)")
    return first + "\n".join(_part(caption, text) for caption, text in parts if "\n- [" in text)


def _part(caption: str, text: str) -> str:
    links = re.findall(r"^- \[.*?\]\(([^)#]+\.md)\)", text, re.MULTILINE)
    pages = "\n".join(posixpath.normpath(f"docs/{link}") for link in links)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def _add_navigation(_app: Sphinx, page: str, source: list[str]) -> None:
    if page == root_doc:
        source[0] += f"\n{_navigation()}"


_ACCESSIBLE = {
    '<p class="caption" role="heading"': '<p class="caption" role="heading" aria-level="2"',
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="All pages"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': "<td></td>",
    '<div id="search-results"': '<h1>Search</h1><div id="search-results"',
}
"""What the theme lacks for people who read with a keyboard or by ear."""


def _make_accessible(app: Sphinx, _error: Exception | None) -> None:
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for lacking, accessible in _ACCESSIBLE.items():
            text = text.replace(lacking, accessible)
        page.write_text(text, encoding="utf-8")


def _write_index(app: Sphinx, _error: Exception | None) -> None:
    """Write the page that a server shows for the folder."""
    moved = f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
    (app.outdir / "index.html").write_text(moved, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("source-read", _add_navigation)
    app.connect("build-finished", _make_accessible)
    app.connect("build-finished", _write_index)
