"""The commands serve and extract, which need the extra `extraction`."""

from collections import Counter
from functools import partial
from pathlib import Path

import click

from wildwood.cli.lazy import extra_module
from wildwood.cli.options import Command, common, settings
from wildwood.cli.say import track
from wildwood.errors import WildwoodError
from wildwood.printing import plain

_module = partial(extra_module, extra="extraction")


@click.command(cls=Command)
@common
@click.pass_context
def serve(ctx: click.Context) -> None:
    """Serve the extraction over HTTP, until it is told to end.

    Its pages are at /docs. Example: wildwood serve
    """
    config = settings(ctx).config()
    serving = _module("wildwood.extraction.serving")
    with serving.listening(config) as listener:
        if settings(ctx).verbosity >= 0:
            at = f"http://{config.extraction.host}:{listener.getsockname()[1]}"
            click.echo(f"Serving at {at}/extractor; its pages are at {at}/docs", err=True)
        serving.serve(config, listener)


@click.command(cls=Command)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...",
    type=click.Path(path_type=Path, dir_okay=False),
)  # fmt: skip
@click.option(
    "--into", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="FOLDER",
    help="Write there, and not beside each FILE.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Extract again what is known of near duplicates.")
@click.option("--no-filter", is_flag=True, help="Take what does not look scholarly as well.")
@common
@click.pass_context
def extract(
    ctx: click.Context, files: tuple[Path, ...], into: Path | None, *, fresh: bool, no_filter: bool
) -> None:
    """Write header, citations, body, text and similar papers of each FILE beside it.

    Example: wildwood extract paper.pdf
    """
    places = Counter((into or file.parent) / file.stem for file in files)
    if again := [place for place, count in places.items() if count > 1]:
        raise click.UsageError(f"More than one FILE would be written to {again[0]}.*.")
    config = settings(ctx).config()
    serving, batch = _module("wildwood.extraction.serving"), _module("wildwood.extraction.batch")
    wish = batch.Wish(config.extraction.distance, fresh)
    left_out = 0
    with serving.opened(config) as service:
        for file in track(files, len(files), "Extracting"):
            try:
                batch.extract_file(service, file, into or file.parent, wish, filtered=not no_filter)
            except WildwoodError as error:
                click.echo(plain(f"Error: {error}"), err=True)
                left_out += 1
    if settings(ctx).verbosity >= 0:
        click.echo(f"{len(files) - left_out} of {len(files)} documents extracted", err=True)
    if left_out:
        raise click.exceptions.Exit(1)
