"""The commands of the program, all of them imported."""

import click

from wildwood.cli.program import group


def all_commands() -> dict[str, click.Command]:
    """Return the commands by name."""
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}
