"""The paths of files in the checkout that tests use."""

from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
TESTS = CHECKOUT / "tests"
DATA = TESTS / "data"
DOCS = CHECKOUT / "docs"
PAPERS = DATA / "extraction"
"""Real papers as PDF files, with their publishers' metadata."""


def python_files() -> list[Path]:
    """Return the Python files of the tests, without a look at what npm installs."""
    folders = [path for path in TESTS.iterdir() if path.name not in {"browser", "mongosh"}]
    return sorted([*TESTS.glob("*.py"), *(path for one in folders for path in one.rglob("*.py"))])
