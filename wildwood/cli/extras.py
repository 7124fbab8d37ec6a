"""A group of commands that need an optional extra."""

from importlib import import_module
from typing import Any

import click
from click_default_group import DefaultGroup

from wildwood.errors import WildwoodError
from wildwood.extras import requires_extra


class ExtraGroup(DefaultGroup):  # type: ignore[misc] # it has no type hints
    """A group whose commands need an extra: the `COMMANDS` of a module, imported when used."""

    def __init__(self, *args: Any, module: str, extra: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._module = module
        self._extra = extra

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands."""
        self._load()
        return list(super().list_commands(ctx))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name."""
        self._load()
        found: click.Command | None = super().get_command(ctx, cmd_name)
        return found

    def _load(self) -> None:
        if self.commands:
            return
        try:
            with requires_extra(self._extra):
                module = import_module(self._module)
        except WildwoodError as error:
            raise click.ClickException(str(error)) from error
        for command in module.COMMANDS:
            self.add_command(command)
