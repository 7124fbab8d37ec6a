"""The generated parts of the README; run as a program, it brings them up to date."""

from pathlib import Path

import click

from wildwood.cli import group

CHECKOUT = Path(__file__).parent.parent
README = CHECKOUT / "README.md"
_WIDTH = 96


def help_block() -> str:
    """The help of the group and of every command."""
    context = click.Context(group, info_name="wildwood", max_content_width=_WIDTH)
    pages = [("wildwood", group.get_help(context))]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = click.Context(command, info_name=name, parent=context, max_content_width=_WIDTH)
        pages.append((f"wildwood {name}", command.get_help(inner)))
    return "\n".join(f"```\n$ {name} --help\n{text.rstrip()}\n```\n" for name, text in pages)


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
