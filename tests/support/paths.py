"""The paths of files in the checkout that tests use."""

from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
TESTS = CHECKOUT / "tests"
DATA = TESTS / "data"
DOCS = CHECKOUT / "docs"
PAPERS = DATA / "extraction"
"""Real papers as PDF files, with their publishers' metadata."""
