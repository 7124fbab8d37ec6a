"""Where the tests find what lies in the checkout."""

from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
TESTS = CHECKOUT / "tests"
DATA = TESTS / "data"
DOCS = CHECKOUT / "docs"
PAPERS = DATA / "extraction"
"""Real papers as PDF, with what their publisher says of them."""
