"""A command group that imports a command's module only when the command is used."""

from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module
from typing import Any

import click
from click_default_group import DefaultGroup

from wildwood.errors import WildwoodError
from wildwood.extras import requires_extra

HELP = {"help_option_names": ["-h", "--help"]}
"""Click's settings of all commands."""


class LazyGroup(DefaultGroup):  # type: ignore[misc] # it has no type hints
    """A group that lists its commands without importing them.

    Importing all of them takes longer than to do what most of them do.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        summaries: Mapping[str, str],
        extra: str | None = None,
        **options: Any,
    ) -> None:
        """Make the group.

        Args:
            args: see `click.Group`.
            package: has a module for each command, and the command in it, both of its name.
            summaries: the first sentence of each command's help, by the command's name.
            extra: what the commands need, if anything.
            options: see `DefaultGroup`.
        """
        super().__init__(*args, context_settings=HELP, **options)
        self._package = package
        self._summaries = summaries
        self._extra = extra

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """List the names of the commands, the default one first."""
        return sorted(self._summaries, key=lambda name: (name != self.default_cmd_name, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; the default one if there is none of that name."""
        name = cmd_name if cmd_name in self._summaries else self.default_cmd_name
        if name not in self.commands:
            self.add_command(self._imported(name))
        found: click.Command | None = super().get_command(ctx, cmd_name)
        return found

    def _imported(self, name: str) -> click.Command:
        try:
            with requires_extra(self._extra) if self._extra else nullcontext():
                module = import_module(f"{self._package}.{name}")
        except WildwoodError as error:
            raise click.ClickException(str(error)) from error
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, the default one with a star."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (f"{name}*" if name == self.default_cmd_name else name, self._summaries[name])
                    for name in names
                ]
            )
