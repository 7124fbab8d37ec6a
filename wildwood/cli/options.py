"""What the commands' lines have in common: types of arguments, shared options, errors."""

import datetime
import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from wildwood import config
from wildwood.errors import WildwoodError
from wildwood.model import Limits
from wildwood.printing import plain
from wildwood.settings import Config

Function = TypeVar("Function", bound=Callable[..., Any])

_DATE_FORMS = re.compile(r"\d{4}-\d{2}-\d{2}|\d{8}")


@dataclass(slots=True)
class Settings:
    """What the shared options say, wherever they stand."""

    config_file: Path | None = None
    verbosity: int = 0
    limits: Limits | None = None
    keep_order: bool = False
    wait_s: float = 0.0

    def config(self) -> Config:
        """Read the configuration, under what the command line says.

        Raises:
            ConfigError: see `wildwood.config.load`.
        """
        configured = config.load(self.config_file)
        return replace(
            configured,
            limits=self.limits or configured.limits,
            presort=configured.presort and not self.keep_order,
        )


class Command(click.Command):
    """A command whose expected failures are one sentence and status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a `WildwoodError` becomes click's own kind."""
        try:
            return super().invoke(ctx)
        except WildwoodError as error:
            raise click.ClickException(plain(str(error))) from error


class DateType(click.ParamType[datetime.date]):
    """An issue's date, in either form."""

    name = "date"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime.date:
        """Read a date; where it may have been meant as a command, name the nearest."""
        if isinstance(value, datetime.date):
            return value
        if _DATE_FORMS.fullmatch(value):
            try:
                return datetime.date.fromisoformat(value)
            except ValueError:
                return self.fail(f"There is no day {value}.", param, ctx)
        if value[:1].isdigit():
            return self.fail(f"{value!r} is no date, as 2015-03-05 or 20150305 is.", param, ctx)
        return self.fail(
            f"{value!r} is neither a date (2015-03-05 or 20150305) nor a command;"
            f" the nearest command is {_nearest_command(value, ctx)!r}.",
            param,
            ctx,
        )


class LimitType(click.ParamType[float]):
    """A limit of strength, within 0 and 1."""

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
            self.fail(f"{value!r} is no limit: a number from 0 to 1, such as 0.6.", param, ctx)
        return limit


def _nearest_command(word: str, ctx: click.Context | None) -> str:
    group = ctx.parent.command if ctx and ctx.parent else None
    names = sorted(group.commands) if isinstance(group, click.Group) else ["issue"]
    return max(names, key=lambda name: difflib.SequenceMatcher(None, word, name).ratio())


def settings(ctx: click.Context) -> Settings:
    """The settings of this run, which the group and the command share."""
    return ctx.find_root().ensure_object(Settings)


def _set_config(ctx: click.Context, _param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        settings(ctx).config_file = value


def _set_verbosity(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value:
        settings(ctx).verbosity = 1 if param.name == "verbose" else -1


def _set_limits(ctx: click.Context, param: click.Parameter, value: float | None) -> None:
    """One value is both limits; a second one is the internal one."""
    if value is None:
        return
    so_far = settings(ctx).limits
    external = so_far.external if so_far and param.name == "internal_limit" else value
    settings(ctx).limits = Limits(external, value)


def _set_keep_order(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
    settings(ctx).keep_order = bool(value)


def _set_wait(ctx: click.Context, _param: click.Parameter, value: float) -> None:
    settings(ctx).wait_s = value


_COMMON = (
    click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=_set_verbosity,
        help="No closing line, no warnings.",
    ),
    click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, callback=_set_verbosity,
        help="A line for each issue.",
    ),
    click.option(
        "--config", type=click.Path(path_type=Path), expose_value=False,
        callback=_set_config, metavar="FILE", help="The configuration file.",
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
    help="Mark the papers but leave their order alone.",
)  # fmt: skip
_WAIT = click.option(
    "--wait", type=click.FloatRange(min=0), default=0.0, expose_value=False,
    callback=_set_wait, metavar="SECONDS", help="Wait so long for another command that writes.",
)  # fmt: skip
as_data = click.option("--json", "as_json", is_flag=True, help="Say it in JSON, for a program.")
"""The option of a command that shows something."""

plotted = click.option(
    "--plot", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw a picture into FILE, a .png or .svg.",
)  # fmt: skip
"""The option of a command that can draw what it shows."""


def common(function: Function) -> Function:
    """The options that every command takes, and the group before it."""
    return _with(function, *_COMMON)


def writing(function: Function) -> Function:
    """The options of a command that writes, besides the common ones."""
    return _with(function, *_COMMON, _WAIT)


def comparing(function: Function) -> Function:
    """The limits and options of a command that compares, besides those of one that writes."""
    return _with(function, *_COMMON, _WAIT, _KEEP_ORDER, *_LIMITS)


def _with(function: Function, *parameters: Callable[[Function], Function]) -> Function:
    for parameter in parameters:
        function = parameter(function)
    return function
