"""The generated parts of the README; run as a program, it brings them up to date."""

from collections.abc import Iterator

import click

from wildwood.cli.program import group

from tests.support.paths import CHECKOUT

README = CHECKOUT / "README.md"
_WIDTH = 96


def help_block() -> str:
    """The help of the group and of every command."""
    context = click.Context(group, info_name="wildwood", max_content_width=_WIDTH)
    pages = _pages(group, context)
    return "\n".join(f"```\n$ {name} --help\n{text.rstrip()}\n```\n" for name, text in pages)


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """The help of a command, then that of its subcommands."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is None:
                raise AssertionError(name)
            width = click.Context(inner, info_name=name, parent=context, max_content_width=_WIDTH)
            yield from _pages(inner, width)


def config_block() -> str:
    """The configuration file as it ships."""
    text = (CHECKOUT / "config" / "wildwood.toml").read_text(encoding="utf-8")
    return f"```toml\n{text}```\n"


def filled(readme: str) -> str:
    """The README with its generated parts as they ought to be."""
    for mark, block in (("help", help_block()), ("config", config_block())):
        start = readme.index("-->\n", readme.index(f"<!-- {mark}: ")) + len("-->\n")
        end = readme.index(f"<!-- end of {mark} -->")
        readme = readme[:start] + block + readme[end:]
    return readme


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
