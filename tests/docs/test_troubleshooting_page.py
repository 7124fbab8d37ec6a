"""docs/troubleshooting.md explains messages that the program has."""

import ast
import re

import pytest

from tests.support.paths import CHECKOUT, DOCS

PAGES = ("troubleshooting.md", "how-to/mongodb.md")
_QUOTED = re.compile(r"^(?:- |\| )`([^`]{12,})`(?: \||\n\n  )", re.MULTILINE)
QUOTED = [
    message
    for page in PAGES
    for message in _QUOTED.findall((DOCS / page).read_text(encoding="utf-8"))
]


def messages() -> str:
    """Return the texts of the program, one after the other, `…` for what is filled in."""
    texts = []
    for path in sorted((CHECKOUT / "wildwood").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.JoinedStr):
                parts = (getattr(part, "value", "") for part in node.values)
                texts.append("…".join(str(part) for part in parts if isinstance(part, str)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return "\n".join(texts)


@pytest.fixture(scope="module")
def program() -> str:
    return messages()


def test_it_explains_messages() -> None:
    assert len(QUOTED) > 30


@pytest.mark.parametrize("message", QUOTED)
def test_the_program_has_the_message(message: str, program: str) -> None:
    pieces = [piece.strip() for piece in message.split("…")]
    assert [piece for piece in pieces if len(piece) > 3 and piece not in program] == []
