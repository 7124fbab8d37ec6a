"""The commands of the program, all of them imported."""

import click

from wildwood.cli.program import group


def all_commands(of: click.Group = group) -> dict[str, click.Command]:
    """Return the commands of a group by name."""
    context = click.Context(of, **of.context_settings)
    found = {name: of.get_command(context, name) for name in of.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}
