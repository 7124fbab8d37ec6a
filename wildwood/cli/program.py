"""The programs `wildwood` and `wildwood_all`."""

import gc
import sys
from copy import copy
from typing import NoReturn

import click

from wildwood import interruption
from wildwood.cli.lazy_group import HELP, LazyGroup
from wildwood.cli.options import SharedOptions, common_options, verbose_option
from wildwood.cli.output import safe_output

_PLACES = {
    "issue": "wildwood.cli.commands.issue.issue",
    "rebuild": "wildwood.cli.commands.rebuild.rebuild",
    "latest": "wildwood.cli.commands.latest.latest",
    "forget": "wildwood.cli.commands.forget.forget",
    "show": "wildwood.cli.commands.show.show",
    "review": "wildwood.cli.commands.review.review",
    "explain": "wildwood.cli.commands.explain.explain",
    "strengths": "wildwood.cli.commands.strengths.strengths",
    "evaluate": "wildwood.cli.commands.evaluate.evaluate",
    "status": "wildwood.cli.commands.status.status",
    "migrate": "wildwood.cli.commands.migrate.migrate",
    "shell": "wildwood.cli.commands.shell.shell",
    "compare": "wildwood.cli.commands.compare.compare",
    "rif": "wildwood.cli.commands.rif.rif",
    "demo": "wildwood.cli.commands.demo.demo",
    "screen": "wildwood.cli.commands.screen.screen",
    "serve": "wildwood.cli.commands.serve.serve",
    "extract": "wildwood.cli.commands.extract.extract",
}
"""Where each command is; its module is imported when it is used."""

_SUMMARIES = {
    "issue": "Compare the issue of DATE, write its ps rif and store it.",
    "rebuild": "Rebuild the database and every ps rif from all rifs.",
    "latest": "Run every issue that needs it, oldest first.",
    "forget": "Remove the issue of DATE and its ps rif.",
    "show": "List the pairs in the ps rifs of one or more dates, strongest first.",
    "review": "Decide in a browser which pairs of the ps rifs are the same papers.",
    "explain": "Show every step of the strength of two stored papers.",
    "strengths": "Count the papers that would have a similar one at each limit.",
    "evaluate": "Measure precision and recall on labelled pairs.",
    "status": "Show whether all is well, and what is stored.",
    "migrate": "Migrate the database to the schema of this version, and to the mongod in use.",
    "shell": "Open the Mongo shell on the database; arguments go to mongosh.",
    "compare": "Find likely repeats in a list of papers, within itself and in OLDER lists.",
    "rif": "Write the papers of lists as the us rif of DATE.",
    "demo": "Run the main job on a few small rifs of real papers.",
    "screen": "Select English-language papers in rifs and other metadata.",
    "serve": "Serve the extraction over HTTP until stopped.",
    "extract": "Extract header, citations, body and text of each PATH.",
}

_OBJECTS = 20_000
"""New objects after which Python looks for unused ones that refer to each other. Papers that are
read are very many objects, of which none do."""


@click.group(
    "wildwood",
    cls=LazyGroup,
    places=_PLACES,
    summaries=_SUMMARIES,
    default="issue",
)
@click.version_option(package_name="nep-wildwood")
@common_options
@verbose_option
def group(_options: SharedOptions) -> None:
    """Find likely repeats in an issue of new papers before its editor reads it.

    `wildwood DATE` is short for `wildwood issue DATE`. Example: wildwood 2015-03-05 0.6
    """


def main() -> None:
    """Run the program `wildwood`."""
    _run(group, "wildwood")


def main_all() -> None:
    """Run the program `wildwood_all`, the specification's name for `wildwood rebuild`."""
    _run(rebuild_program(), "wildwood_all")


def rebuild_program() -> click.Command:
    """Make the command `rebuild` a program of its own."""
    from wildwood.cli.commands.rebuild import rebuild

    program = copy(rebuild)
    program.params = [*rebuild.params]
    program.context_settings = HELP
    return click.version_option(package_name="nep-wildwood")(program)


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
