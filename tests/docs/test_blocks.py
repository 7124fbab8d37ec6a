"""What the pages tell people to type can be given, and what they configure is accepted."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from wildwood.kernel.settings import load_config

from tests.support.installation import parse_command_line
from tests.support.page_steps import blocks
from tests.support.paths import CHECKOUT, DOCS

PAGES = [CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md"))]
NEEDED = {"DATE": "2015-03-05", "HANDLE": "RePEc:nbr:nberwo:1", "SECONDS": "60"}
"""Values for what pages leave open."""


def blocks_in(language: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.language == language:
                yield page, block.text


def command_lines() -> Iterator[tuple[str, str]]:
    """Yield each line that runs Wildwood, with its page."""
    for page, text in blocks_in("sh"):
        for line in text.replace("\\\n", " ").splitlines():
            if found := re.match(r"(?:\S*/)?(wildwood(?:_all)? .*|wildwood_all$)", line):
                yield page.name, re.split(r" (?:[|>&]+|2>) ?", found[1])[0]


@pytest.fixture(autouse=True)
def _all_files_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept the names of files that the reader has."""
    monkeypatch.setattr(click.Path, "convert", lambda _self, value, *_: Path(value))


def shown(value: object) -> str:
    return str(value)[:60]


@pytest.mark.parametrize(("page", "line"), [*command_lines()], ids=shown)
def test_a_command_can_be_given(page: str, line: str) -> None:
    program, *words = [NEEDED.get(word, word) for word in shlex.split(line, comments=True)]
    if words[:1] == ["screen"]:
        screen = parse_command_line([program, *words[:2]])
        assert isinstance(screen.command, click.Group), page
        name, command, rest = screen.command.resolve_command(screen, words[1:])
        assert command is not None, page
        command.make_context(name, rest, parent=screen)
    else:
        parse_command_line([program, *words])


TABLES = [*enumerate(blocks_in("toml"), 1)]


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, id=f"{page.name}-{number}") for number, (page, text) in TABLES],
)
def test_a_configuration_is_accepted(text: str, tmp_path: Path) -> None:
    file = tmp_path / "wildwood.toml"
    file.write_text(text, encoding="utf-8")
    load_config(file)
