"""The command line; the only place that knows click and rich."""

import signal
import sys
from types import FrameType
from typing import NoReturn

import click
from click_default_group import DefaultGroup

from wildwood.cli import choosing, demo, extract, inspection, runs, service, status
from wildwood.cli.options import common
from wildwood.cli.screen import screen


@click.group("wildwood", cls=DefaultGroup, default="issue")
@click.version_option(package_name="nep-wildwood")
@common
def group() -> None:
    """Find likely repeats in an issue of new papers before its editor reads it.

    `wildwood DATE` is short for `wildwood issue DATE`. Example: wildwood 2015-03-05 0.6
    """


for _command in (
    runs.issue,
    runs.rebuild,
    runs.latest,
    runs.forget,
    inspection.show,
    inspection.explain_pair,
    choosing.strengths,
    choosing.evaluate_pairs,
    status.status,
    service.migrate,
    service.shell,
    demo.demo,
    screen,
    extract.serve,
    extract.extract,
):
    group.add_command(_command)


def main() -> None:
    """The program `wildwood`."""
    signal.signal(signal.SIGTERM, _interrupt)
    group(prog_name="wildwood")


def main_all() -> None:
    """The program `wildwood_all`: the command `rebuild` under the spec's name."""
    signal.signal(signal.SIGTERM, _interrupt)
    runs.rebuild(sys.argv[1:], prog_name="wildwood_all")


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End as on Ctrl-C, so that what was begun is put back and the server stopped."""
    raise KeyboardInterrupt
