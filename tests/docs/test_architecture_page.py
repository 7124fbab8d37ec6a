"""The page of the architecture names what exists, each thing once."""

import re
from pathlib import Path

from tests.support.paths import CHECKOUT, DOCS

PACKAGE = CHECKOUT / "wildwood"
TEXT = (DOCS / "architecture.md").read_text("utf-8")
FILES = {path.relative_to(CHECKOUT).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}


def found(name: str) -> list[Path]:
    return [CHECKOUT / file for file in sorted(FILES) if file.endswith(f"/{name}")]


def test_every_room_has_one_row() -> None:
    table = re.search(r"\| room .*?\n\n", TEXT, re.DOTALL)
    assert table is not None
    rows = re.findall(r"^\| (`.*?) \|", table[0], re.MULTILINE)
    listed = [name.rstrip("/") for row in rows for name in re.findall(r"`([\w/]+)`", row)]
    exist = {
        path.stem
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sorted(listed) == sorted(exist - {"__init__", "__main__"})


def test_every_file_of_the_package_that_it_names_exists() -> None:
    outside = {"tests/test_architecture.py", "docs.py"}
    names = set(re.findall(r"`([\w/]+\.(?:py|html|css|js))`", TEXT)) - outside
    assert [name for name in sorted(names) if not found(name)] == []


def test_what_it_says_a_module_has_is_defined_there() -> None:
    pairs = re.findall(r"`([\w/]+\.py)` \(`(\w+)`", TEXT)
    assert len(pairs) >= 3
    for name, defined in pairs:
        definition = re.compile(rf"^(?:def|class) {defined}\b", re.MULTILINE)
        assert any(definition.search(path.read_text("utf-8")) for path in found(name)), (
            f"{name} has no {defined}"
        )
