"""The programs `wildwood` and `wildwood_all`."""

import gc
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from wildwood import __version__
from wildwood.cli.output import safe_output
from wildwood.cli.parameters import COMMON, command_hint, verbose_option
from wildwood.kernel import interruption
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.extras import requires_extra

HELP = {"help_option_names": ["-h", "--help"]}  # of all commands


class LazyGroup(click.Group):
    """A group with a default command; lists commands without importing them, which takes long."""

    ignore_unknown_options = True  # they are the default command's

    def __init__(
        self,
        *args: Any,
        places: Mapping[str, str],
        default: str,
        extra: str | None = None,
        **options: Any,
    ) -> None:
        """Make a group; `places` has the module in `wildwood.cli` of each command."""
        super().__init__(*args, context_settings=HELP, **options)
        self.params += COMMON
        self._places = places
        self._default = default
        self._extra = extra

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read `help COMMAND` as `COMMAND --help`."""
        is_help = args[:1] == ["help"]
        return super().parse_args(ctx, [*args[1:], "--help"] if is_help else args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return sorted(self._places, key=lambda name: (name != self._default, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._places and cmd_name not in self.commands:
            module = f"wildwood.cli.{self._places[cmd_name]}"
            try:
                with requires_extra(self._extra) if self._extra else nullcontext():
                    self.add_command(getattr(import_module(module), cmd_name))
            except WildwoodError as error:
                raise click.ClickException(str(error)) from error
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, or the default one, and the rest."""
        named = args[0] in self._places
        if not named and args[0].isalpha() and "--help" in args:
            ctx.fail(f"There is no command {args[0]!r}; {command_hint(args[0], self._places)}.")
        return super().resolve_command(ctx, args if named else [self._default, *args])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, the default one with a star."""
        rows = [
            (f"{name}*" if name == self._default else name, _summary(self._places[name], name))
            for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _summary(module: str, name: str) -> str:
    """Read the first line of a command's docstring without importing its module."""
    source = Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
    _, _, command = source.partition(f"\ndef {name}(")
    return command.split('"""', 2)[1].partition("\n")[0]


_COMMANDS = {
    **dict.fromkeys(("issue", "latest", "migrate"), "runs"),
    **dict.fromkeys(("rebuild", "forget"), "rebuild"),
    **dict.fromkeys(("show", "review"), "showing"),
    **dict.fromkeys(("check", "explain", "strengths"), "explaining"),
    **dict.fromkeys(("shell", "rif", "demo"), "trying"),
    **dict.fromkeys(("serve", "extract"), "extraction"),
    **dict.fromkeys(("compare", "open"), "compare"),
    "evaluate": "evaluate", "status": "status", "screen": "program",
}  # fmt: skip
_SCREEN_COMMANDS = {
    **dict.fromkeys(("issue", "files"), "screen_papers"),
    **dict.fromkeys(("harvest", "archives"), "screen_harvest"),
    **dict.fromkeys(("learn", "words", "correct", "review"), "screen_words"),
    "text": "screen_text",
}

_OBJECTS = 20_000  # new objects before Python looks for cycles, which papers do not have


@click.group("wildwood", cls=LazyGroup, places=_COMMANDS, default="issue")
@click.version_option(__version__, "-V", "--version")
@verbose_option
def group() -> None:
    """Find likely repeats in an issue of new papers before its editor reads it.

    `wildwood DATE` is short for `wildwood issue DATE`. Example: wildwood 2015-03-05 0.6
    """


@click.group(cls=LazyGroup, places=_SCREEN_COMMANDS, extra="language", default="issue")
def screen() -> None:
    """Select English-language papers in rifs and other metadata.

    `wildwood screen DATE` is short for `wildwood screen issue DATE`. The commands need the
    extra `language`. Example: wildwood screen 2015-03-05
    """


def main() -> None:
    _run(group, "wildwood")


def main_all() -> None:
    """Run `wildwood_all`, the specification's name for `wildwood rebuild`."""
    _run(rebuild_program(), "wildwood_all")


def rebuild_program() -> click.Command:
    from wildwood.cli.rebuild import rebuild

    program = copy(rebuild)
    program.params = [*rebuild.params]
    program.context_settings = HELP
    return click.version_option(__version__, "-V", "--version")(program)


def _run(command: click.Command, name: str) -> None:
    gc.set_threshold(_OBJECTS)
    try:
        interruption.listen()
        with safe_output():
            command(prog_name=name)
    except BaseException as error:  # noqa: BLE001 - all others are raised again
        interruption.uninterrupted(_end, error)


def _end(error: BaseException) -> NoReturn:
    """Exit; say that the program was interrupted, unless click has said so or has succeeded."""
    interruption.ignore()
    if isinstance(error, SystemExit) or not interruption.is_requested():
        raise error
    click.echo("\nAborted!", err=True)
    sys.exit(1)
