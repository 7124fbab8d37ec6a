"""The command `wildwood screen review`."""

from collections.abc import Sequence
from pathlib import Path

import click

from wildwood.cli.commands.screen.shared import corrections_file
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.cli.reviewing import serve_review, serving_options
from wildwood.display import counted
from wildwood.language.review import LanguageReview, rows_to_review


@click.command(cls=Command)
@click.argument(
    "lists", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option(
    "--before", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
    help="Leave out what the earlier lists of the same names in DIR have left out already.",
)  # fmt: skip
@serving_options
@common_options
def review(
    options: SharedOptions,
    lists: Sequence[Path],
    before: Path | None,
    port: int,
    *,
    no_browser: bool,
) -> None:
    """Decide in a browser on the doubtful records of LISTS, and on those left out.

    LISTS are files NAME.screened.tsv. The decisions are stored in the file that
    language.corrections names in the configuration. The page is served to this machine alone,
    until its button Done or Ctrl-C ends the review.

    Example: wildwood screen review lists/page.screened.tsv
    """
    file = corrections_file(options.config())
    found = LanguageReview(rows_to_review(lists, before), file)
    serve_review(found, port, no_browser=no_browser)
    stored = counted(found.stored or 0, "decision")
    decisions = f"{file} now has {stored} on these records; screen again to apply them."
    options.say("No decision was changed." if found.stored is None else decisions)
