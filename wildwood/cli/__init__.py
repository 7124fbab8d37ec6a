"""The command line; the only place that knows click and rich."""

import signal
from copy import copy
from types import FrameType
from typing import NoReturn

import click
from click_default_group import DefaultGroup

from wildwood.cli import choosing, demo, evaluating, extract, inspection, runs, service, status
from wildwood.cli.options import common
from wildwood.cli.output import written_somehow
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
    evaluating.evaluate_pairs,
    status.status,
    service.migrate,
    service.shell,
    demo.demo,
    screen,
    extract.serve,
    extract.extract,
):
    group.add_command(_command)


all_anew = copy(runs.rebuild)
"""The command `rebuild` as a program of its own."""
all_anew.params = [*runs.rebuild.params]
click.version_option(package_name="nep-wildwood")(all_anew)


def main() -> None:
    """The program `wildwood`."""
    _run(group, "wildwood")


def main_all() -> None:
    """The program `wildwood_all`: the command `rebuild` under the spec's name."""
    _run(all_anew, "wildwood_all")


def _run(command: click.Command, name: str) -> None:
    signal.signal(signal.SIGTERM, _interrupt)
    with written_somehow():
        command(prog_name=name)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End as on Ctrl-C, so that what was begun is put back and the server stopped."""
    raise KeyboardInterrupt
