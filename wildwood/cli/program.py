"""The programs `wildwood` and `wildwood_all`."""

import sys
from copy import copy
from typing import NoReturn

import click
from click_default_group import DefaultGroup

from wildwood import interruption
from wildwood.cli.commands.demo import demo
from wildwood.cli.commands.evaluate import evaluate
from wildwood.cli.commands.explain import explain
from wildwood.cli.commands.extract import extract
from wildwood.cli.commands.forget import forget
from wildwood.cli.commands.issue import issue
from wildwood.cli.commands.latest import latest
from wildwood.cli.commands.migrate import migrate
from wildwood.cli.commands.rebuild import rebuild
from wildwood.cli.commands.screen.group import screen
from wildwood.cli.commands.serve import serve
from wildwood.cli.commands.shell import shell
from wildwood.cli.commands.show import show
from wildwood.cli.commands.status import status
from wildwood.cli.commands.strengths import strengths
from wildwood.cli.options import common_options
from wildwood.cli.output import safe_output

_COMMANDS: tuple[click.Command, ...] = (
    issue, rebuild, latest, forget, show, explain, strengths, evaluate, status, migrate, shell,
    demo, screen, serve, extract,
)  # fmt: skip


@click.group("wildwood", cls=DefaultGroup, default="issue")
@click.version_option(package_name="nep-wildwood")
@common_options
def group() -> None:
    """Find likely repeats in an issue of new papers before its editor reads it.

    `wildwood DATE` is short for `wildwood issue DATE`. Example: wildwood 2015-03-05 0.6
    """


for _command in _COMMANDS:
    group.add_command(_command)


rebuild_program = copy(rebuild)
"""The command `rebuild` as a program of its own."""
rebuild_program.params = [*rebuild.params]
click.version_option(package_name="nep-wildwood")(rebuild_program)


def main() -> None:
    """Run the program `wildwood`."""
    _run(group, "wildwood")


def main_all() -> None:
    """Run the program `wildwood_all`, the specification's name for `wildwood rebuild`."""
    _run(rebuild_program, "wildwood_all")


def _run(command: click.Command, name: str) -> None:
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
