"""Argument types, options that commands share, and errors."""

import datetime
import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import click

from wildwood import config_file
from wildwood.display import printable
from wildwood.errors import THREAD_ERROR, WildwoodError
from wildwood.model import Limits
from wildwood.settings import Config

Function = TypeVar("Function", bound=Callable[..., Any])

_NO_MEMORY = (
    "There is not enough memory for this command; a rebuild needs less with a lower limits.index_mb"
    " and fewer --workers."
)
_NO_THREAD = (
    "The system lets this user start no more threads; raise the limit of processes (ulimit -u, or"
    " TasksMax in a unit), or end other programs."
)
_NEGATIVE = re.compile(r"-\.?\d[\d.]*")
_DATE_FORMS = re.compile(r"\d{4}-\d{2}-\d{2}|\d{8}")


@dataclass(slots=True)
class SharedOptions:
    """The options that commands share, given before or after the command."""

    config_file: Path | None = None
    verbosity: int = 0
    limits: Limits | None = None
    keep_order: bool = False
    wait_s: float = 0.0

    def config(self) -> Config:
        """Read the configuration; options of the command line override it.

        Raises:
            ConfigError: see `config_file.load`.
        """
        configured = config_file.load(self.config_file)
        limits = configured.limits
        if self.limits is not None:
            limits = replace(self.limits, most=limits.most)
        return replace(
            configured,
            limits=limits,
            presort=configured.presort and not self.keep_order,
        )


class Command(click.Command):
    """A command whose expected failures are one message and status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn a `WildwoodError` into click's own exception.

        A configuration that the command line names is read even if the command needs none.
        """
        try:
            if shared_options(ctx).config_file is not None:
                shared_options(ctx).config()
            return super().invoke(ctx)
        except WildwoodError as error:
            raise click.ClickException(printable(str(error))) from error
        except MemoryError as error:
            raise click.ClickException(_NO_MEMORY) from error
        except RuntimeError as error:
            if str(error) != THREAD_ERROR:
                raise
            raise click.ClickException(_NO_THREAD) from error


class ComparingCommand(Command):
    """A command with limits; a negative one is named as a limit, not as an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse a negative number before click takes it for an option."""
        for word in args:
            if _NEGATIVE.fullmatch(word):
                LimitType().convert(word, None, ctx)
        return super().parse_args(ctx, args)


class DateType(click.ParamType[datetime.date]):
    """The date of an issue: 2015-03-05 or 20150305."""

    name = "date"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime.date:
        """Read a date; for a word that may be meant as a command, name the nearest command."""
        if isinstance(value, datetime.date):
            return value
        if _DATE_FORMS.fullmatch(value):
            try:
                return datetime.date.fromisoformat(value)
            except ValueError:
                return self.fail(f"The date {value} does not exist.", param, ctx)
        if value[:1].isdigit():
            return self.fail(
                f"{value!r} is not a date, such as 2015-03-05 or 20150305.", param, ctx
            )
        return self.fail(
            f"{value!r} is neither a date (2015-03-05 or 20150305) nor a command;"
            f" {_command_hint(value, ctx)}.",
            param,
            ctx,
        )


class LimitType(click.ParamType[float]):
    """A limit of the strength, from 0 to 1."""

    name = "limit"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a limit."""
        try:
            limit = float(value)
        except ValueError:
            limit = -1.0
        if not 0 <= limit <= 1:
            self.fail(
                f"{value!r} is not a limit; use a number from 0 to 1, such as 0.6.", param, ctx
            )
        return limit


class ChoiceType(click.ParamType[Enum]):
    """A member of an enumeration, by its value."""

    name = "choice"

    def __init__(self, members: type[Enum]) -> None:
        self._choice = click.Choice([member.value for member in members])
        self._members = members

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """List the values."""
        return self._choice.get_metavar(param, ctx)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Enum:
        """Read a value."""
        if isinstance(value, Enum):
            return value
        return self._members(self._choice.convert(value, param, ctx))


def _command_hint(word: str, ctx: click.Context | None) -> str:
    parent = ctx.parent if ctx else None
    if parent is not None and isinstance(parent.command, click.Group):
        names = parent.command.list_commands(parent)
    else:
        names = ["issue"]
    near = difflib.get_close_matches(word, names, n=1)
    return f"the nearest command is {near[0]!r}" if near else "wildwood --help lists the commands"


def shared_options(ctx: click.Context) -> SharedOptions:
    """Return the shared options of this run."""
    return ctx.find_root().ensure_object(SharedOptions)


def _set_config(ctx: click.Context, _param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        shared_options(ctx).config_file = value


def _set_verbosity(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value:
        shared_options(ctx).verbosity = 1 if param.name == "verbose" else -1


def _set_limits(ctx: click.Context, param: click.Parameter, value: float | None) -> None:
    """Set both limits to the first value, and the internal limit to the second."""
    if value is None:
        return
    so_far = shared_options(ctx).limits
    external = so_far.external if so_far and param.name == "internal_limit" else value
    shared_options(ctx).limits = Limits(external, value)


def _set_keep_order(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
    shared_options(ctx).keep_order = bool(value)


def _set_wait(ctx: click.Context, _param: click.Parameter, value: float) -> None:
    shared_options(ctx).wait_s = value


_COMMON = (
    click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=_set_verbosity,
        help="Print no closing line and no warnings.",
    ),
    click.option(
        "--config", type=click.Path(path_type=Path), expose_value=False,
        callback=_set_config, metavar="FILE", help="Read this configuration file.",
    ),
)  # fmt: skip
_LIMITS = (
    click.argument(
        "internal_limit", type=LimitType(), required=False, expose_value=False,
        callback=_set_limits,
    ),
    click.argument(
        "limit", type=LimitType(), required=False, expose_value=False, callback=_set_limits
    ),
)  # fmt: skip
_KEEP_ORDER = click.option(
    "--keep-order", is_flag=True, expose_value=False, callback=_set_keep_order,
    help="Mark the papers but keep their order.",
)  # fmt: skip
_WAIT = click.option(
    "--wait", type=click.FloatRange(min=0), default=0.0, expose_value=False,
    callback=_set_wait, metavar="SECONDS", help="Wait this long for another command that writes.",
)  # fmt: skip


def _verbose(shown: str) -> Callable[[Function], Function]:
    return click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, callback=_set_verbosity, help=shown
    )


verbose_option = _verbose("Print a line for each issue.")
"""The option `-v` of commands that run issues."""
access_log_option = _verbose("Log each request with its time.")
"""The option `-v` of the service."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
"""The option `--json`."""

plot_option = click.option(
    "--plot", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw a plot into FILE, a .png or .svg.",
)  # fmt: skip
"""The option `--plot`."""


def common_options(function: Function) -> Function:
    """Add the options that every command takes, as do the groups before it."""
    return _with(function, *_COMMON)


def writing_options(function: Function) -> Function:
    """Add the options of a command that writes."""
    return _with(function, *_COMMON, _WAIT)


def comparing_options(function: Function) -> Function:
    """Add the limits and options of a command that compares."""
    return _with(function, *_COMMON, verbose_option, _WAIT, _KEEP_ORDER, *_LIMITS)


def _with(function: Function, *parameters: Callable[[Function], Function]) -> Function:
    for parameter in parameters:
        function = parameter(function)
    return function
