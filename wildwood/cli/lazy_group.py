"""A command group that imports a command's module only when the command is used."""

from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module
from typing import Any

import click

from wildwood.errors import WildwoodError
from wildwood.extras import requires_extra

HELP = {"help_option_names": ["-h", "--help"]}
"""Click's settings of all commands."""


class LazyGroup(click.Group):
    """A group with a default command, which lists its commands without importing them.

    Importing all of them takes longer than to do what most of them do.
    """

    ignore_unknown_options = True  # they are the default command's

    def __init__(
        self,
        *args: Any,
        places: Mapping[str, str],
        summaries: Mapping[str, str],
        default: str,
        extra: str | None = None,
        **options: Any,
    ) -> None:
        """Make the group.

        Args:
            args: see `click.Group`.
            places: the dotted name of each command, its module first.
            summaries: the first sentence of each command's help, by the command's name.
            default: the command that runs if the first argument names none.
            extra: what the commands need, if anything.
            options: see `click.Group`.
        """
        super().__init__(*args, context_settings=HELP, **options)
        self._places = places
        self._summaries = summaries
        self._default = default
        self._extra = extra

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """List the names of the commands, the default one first."""
        return sorted(self._summaries, key=lambda name: (name != self._default, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name, imported when it is first asked for."""
        if cmd_name in self._summaries and cmd_name not in self.commands:
            self.add_command(self._imported(cmd_name))
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, or the default one, and the rest."""
        named = args[0] in self._summaries
        return super().resolve_command(ctx, args if named else [self._default, *args])

    def _imported(self, name: str) -> click.Command:
        try:
            with requires_extra(self._extra) if self._extra else nullcontext():
                module, _, attribute = self._places[name].rpartition(".")
                command: click.Command = getattr(import_module(module), attribute)
        except WildwoodError as error:
            raise click.ClickException(str(error)) from error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, the default one with a star."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (f"{name}*" if name == self._default else name, self._summaries[name])
                    for name in names
                ]
            )
