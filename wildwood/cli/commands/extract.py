"""The command `wildwood extract`, which needs the extra `extraction`."""

from collections import Counter
from pathlib import Path

import click

from wildwood import interruption
from wildwood.cli.options import Command, common_options, shared_options
from wildwood.cli.output import report_errors
from wildwood.cli.progress_bar import progress_bar
from wildwood.errors import WildwoodError
from wildwood.extras import requires_extra


@click.command(cls=Command)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...",
    type=click.Path(path_type=Path, dir_okay=False),
)  # fmt: skip
@click.option(
    "--into", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="FOLDER",
    help="Write to FOLDER instead of beside each FILE.",
)  # fmt: skip
@click.option(
    "--fresh", is_flag=True, help="Extract again, even if the data of a near duplicate is known."
)
@click.option("--no-filter", is_flag=True, help="Accept documents that do not look scholarly.")
@common_options
@click.pass_context
def extract(
    ctx: click.Context, files: tuple[Path, ...], into: Path | None, *, fresh: bool, no_filter: bool
) -> None:
    """Extract header, citations, body and text of each FILE.

    Writes them, and the stored papers that resemble it, beside each FILE. Example: wildwood
    extract paper.pdf
    """
    targets = Counter((into or file.parent) / file.stem for file in files)
    if repeated := [target for target, count in targets.items() if count > 1]:
        raise click.UsageError(f"More than one FILE would be written to {repeated[0]}.*.")
    shared = shared_options(ctx)
    config = shared.config()
    with requires_extra("extraction"):
        from wildwood.extraction.http.serving import open_service
        from wildwood.extraction.service.batch import extract_file
        from wildwood.extraction.service.service import ExtractionOptions
    options = ExtractionOptions(config.extraction.distance, fresh)
    failed = 0
    with open_service(config) as service:
        for file in interruption.checked(progress_bar(files, len(files), "Extracting")):
            try:
                folder = into or file.parent
                extract_file(service, file, folder, options, filtered=not no_filter)
            except WildwoodError as error:
                report_errors([str(error)])
                failed += 1
    if shared.verbosity >= 0:
        click.echo(f"{len(files) - failed} of {len(files)} documents extracted", err=True)
    if failed:
        raise click.exceptions.Exit(1)
