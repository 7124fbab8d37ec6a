"""What needs an optional extra is loaded when it is asked for."""

from importlib import import_module
from types import ModuleType
from typing import Any

import click
from click_default_group import DefaultGroup

from wildwood.errors import WildwoodError


def extra_module(name: str, extra: str) -> ModuleType:
    """A module of ours that needs the libraries of an extra.

    Raises:
        WildwoodError: one of them is missing.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("wildwood"):
            raise
        raise WildwoodError(
            f"This needs the extra {extra!r} ({error.name} is missing);"
            f" install it in Wildwood's checkout: pip install '.[{extra}]'."
        ) from error


class ExtraGroup(DefaultGroup):  # type: ignore[misc] # it ships no types
    """The commands that a module lists in `COMMANDS`; the group itself shows without it."""

    def __init__(self, *args: Any, module: str, extra: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._module = module
        self._extra = extra

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, once the module is loaded."""
        self._load()
        return list(super().list_commands(ctx))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, once the module is loaded."""
        self._load()
        found: click.Command | None = super().get_command(ctx, cmd_name)
        return found

    def _load(self) -> None:
        if self.commands:
            return
        try:
            module = extra_module(self._module, self._extra)
        except WildwoodError as error:
            raise click.ClickException(str(error)) from error
        for command in module.COMMANDS:
            self.add_command(command)
