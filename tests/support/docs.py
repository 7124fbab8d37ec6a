"""The generated parts of the documentation; `python -m tests.support.docs` writes them."""

from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from textwrap import fill

import click

from wildwood.cli.parameters import Command, SharedOptions
from wildwood.cli.program import group
from wildwood.kernel.strength import Formula

from tests.support import flows
from tests.support.architecture import picture
from tests.support.paths import CHECKOUT, DOCS

_WIDTH = 96
_PROSE = 123


def commands() -> str:
    """The help of every command; options that all commands take are listed once."""
    pages = [f"## Options of all commands\n\n{_fenced(_common_help())}"]
    context = click.Context(
        group, info_name="wildwood", max_content_width=_WIDTH, **group.context_settings
    )
    pages += (f"## {name}\n\n{_fenced(text)}" for name, text in _pages(group, context))
    return "\n".join(pages)


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the help of a command, then that of its subcommands."""
    yield context.command_path, _own_help(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            width = click.Context(inner, info_name=name, parent=context, max_content_width=_WIDTH)
            yield from _pages(inner, width)


def _own_help(command: click.Command, context: click.Context) -> str:
    """The help of a command without the common options."""
    own = copy(command)
    common = {parameter.name for parameter in _common.params}
    own.params = [parameter for parameter in command.params if parameter.name not in common]
    own.add_help_option = False
    return own.get_help(context)


def _common_help() -> str:
    """The lines of help on the common options."""
    context = click.Context(_common, max_content_width=_WIDTH, **group.context_settings)
    _, _, options = context.get_help().partition("Options:\n")
    return options


@click.command(cls=Command)
def _common(_options: SharedOptions) -> None:
    """A command with the common options alone."""


def configuration() -> str:
    """The configuration file as it ships."""
    text = (CHECKOUT / "config" / "wildwood.toml").read_text(encoding="utf-8")
    return f"```toml\n{text}```\n"


def formulas() -> str:
    """What each formula is."""
    items = (f"- `{formula.value}`: {formula.definition.summary}" for formula in Formula)
    return "".join(
        f"{fill(item, _PROSE, subsequent_indent='  ', break_long_words=False)}\n" for item in items
    )


def _fenced(text: str) -> str:
    return f"```\n{text.strip(chr(10))}\n```\n"


PARTS: dict[Path, dict[str, Callable[[], str]]] = {
    DOCS / "commands.md": {"help": commands},
    DOCS / "configuration.md": {"config": configuration},
    DOCS / "strength.md": {"formulas": formulas},
    DOCS / "architecture.md": {"picture": lambda: _fenced(picture())},
}
"""For each page, its generated parts by their marks."""

DRAWINGS: dict[Path, Callable[[], str]] = {
    DOCS / "nightly.svg": flows.nightly,
    DOCS / "service.svg": flows.service,
}
"""The files that are generated as a whole."""


def filled(page: Path) -> str:
    """The text of a page with its generated parts up to date."""
    text = page.read_text(encoding="utf-8")
    for mark, make in PARTS[page].items():
        start = text.index("-->\n", text.index(f"<!-- {mark}: ")) + len("-->\n")
        end = text.index(f"<!-- end of {mark} -->")
        text = text[:start] + make() + text[end:]
    return text


if __name__ == "__main__":
    for changed in PARTS:
        changed.write_text(filled(changed), encoding="utf-8")
    for drawing, draw in DRAWINGS.items():
        drawing.write_text(draw(), encoding="utf-8")
