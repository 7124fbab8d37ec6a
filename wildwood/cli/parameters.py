"""Argument types, options that commands share, and errors."""

import datetime
import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

import click

from wildwood.kernel import settings
from wildwood.kernel.errors import THREAD_ERROR, WildwoodError
from wildwood.kernel.model import Limits
from wildwood.kernel.settings import Config
from wildwood.kernel.text import printable

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
    quiet: bool = False
    verbose: bool = False
    limit: float | None = None
    internal_limit: float | None = None
    keep_order: bool = False
    wait_s: float = 0.0

    def say(self, line: str) -> None:
        if not self.quiet:
            click.echo(printable(line), err=True)

    def config(self) -> Config:
        """Read the configuration; options of the command line override it."""
        config = settings.load_config(self.config_file)
        overridden = set[str]()
        if self.limit is not None:
            internal = self.limit if self.internal_limit is None else self.internal_limit
            config = replace(config, limits=Limits(self.limit, internal, config.limits.most))
            overridden |= {"external", "internal"}
        if self.keep_order:
            config = replace(config, presort=False)
            overridden.add("presort")
        return replace(config, overridden=frozenset(overridden))


class Command(click.Command):
    """A command with the common options, whose expected failures are one message and status 1."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += COMMON

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function with the shared options; always read a configuration that is named."""
        options, function = shared_options(ctx), self.callback
        try:
            if options.config_file is not None:
                options.config()
            return function and ctx.invoke(function, options, **ctx.params)
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
        message = f"{value!r} is not a date, such as 2015-03-05 or 20150305."
        if _DATE_FORMS.fullmatch(value):
            try:
                return datetime.date.fromisoformat(value)
            except ValueError:
                message = f"The date {value} does not exist."
        elif ctx is not None and ctx.info_name == "issue" and not value[:1].isdigit():
            group = ctx.parent and ctx.parent.command
            names = group.list_commands(ctx) if isinstance(group, click.Group) else ["issue"]
            hint = command_hint(value, names)
            message = f"{value!r} is neither a date (2015-03-05 or 20150305) nor a command; {hint}."
        return self.fail(message, param, ctx)


class LimitType(click.ParamType[float]):
    name = "limit"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        with suppress(ValueError):
            if 0 <= (limit := float(value)) <= 1:
                return limit
        message = f"{value!r} is not a limit; use a number from 0 to 1, such as 0.6."
        return self.fail(message, param, ctx)


def parse_columns(value: str) -> Mapping[str, str]:
    """Return columns of CSV by field, from id=Key,title=Name."""
    from wildwood.lists.fields import NAMES  # other commands read no lists

    columns: dict[str, str] = {}
    for part in filter(None, value.split(",")):
        field, _, column = map(str.strip, part.partition("="))
        if field not in NAMES or not column:
            names = ", ".join(NAMES)
            message = f"{part!r} names no column; write such as authors=Writers, with one of"
            raise click.BadParameter(f"{message} {names}.")
        columns[field] = column
    return columns


class ChoiceType(click.Choice[Any]):
    """A choice of an enum by the values of its members."""

    def normalize_choice(self, choice: Any, ctx: click.Context | None) -> str:  # noqa: ARG002
        return str(choice.value if isinstance(choice, Enum) else choice)


def command_hint(word: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, names, n=1)
    return f"the nearest command is {near[0]!r}" if near else "wildwood --help lists the commands"


def shared_options(ctx: click.Context) -> SharedOptions:
    return ctx.find_root().ensure_object(SharedOptions)


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value is not None and value is not False:
        setattr(shared_options(ctx), str(param.name), value)


_kept = partial(click.option, expose_value=False, callback=_keep)
_LIMITS = tuple(
    click.argument(name, type=LimitType(), required=False, expose_value=False, callback=_keep)
    for name in ("internal_limit", "limit")
)
_KEEP_ORDER = _kept("--keep-order", is_flag=True, help="Mark the papers but keep their order.")
COMMON: tuple[click.Parameter, ...] = (
    click.Option(
        ["--config", "config_file"], type=click.Path(path_type=Path), metavar="FILE",
        help="Read this configuration file.", expose_value=False, callback=_keep,
    ),
    click.Option(
        ["-q", "--quiet"], is_flag=True, help="Print no closing line and no warnings.",
        expose_value=False, callback=_keep,
    ),
)  # fmt: skip
wait_option = _kept(
    "--wait", "wait_s", type=click.FloatRange(min=0), metavar="SECONDS",
    help="Wait this long for another command that writes.",
)  # fmt: skip
verbose_option = _kept("-v", "--verbose", is_flag=True, help="Print a line for each issue.")
access_log_option = _kept("-v", "--verbose", is_flag=True, help="Log each request with its time.")

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
LIST_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)  # `-` is standard input

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
columns_option = click.option(
    "--columns", type=parse_columns, metavar="FIELD=COLUMN,…", default="",
    help="Columns of CSV that have unusual names, such as id=Nr,title=Name.",
)  # fmt: skip

decisions_option = click.option(
    "--decisions", metavar="FILE", type=FILE, multiple=True,
    help="Apply the decisions of a CSV that the page has downloaded: leave out what is different."
    " Can be given several times.",
)  # fmt: skip


def comparing_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (verbose_option, wait_option, _KEEP_ORDER, *_LIMITS):
        function = option(function)
    return function
