"""The command `wildwood serve`, which needs the extra `extraction`."""

import click

from wildwood.cli.options import Command, common_options, shared_options
from wildwood.extras import requires_extra


@click.command(cls=Command)
@common_options
@click.pass_context
def serve(ctx: click.Context) -> None:
    """Serve the extraction over HTTP until stopped.

    Its documentation is at /docs. Example: wildwood serve
    """
    options = shared_options(ctx)
    config = options.config()
    with requires_extra("extraction"):
        from wildwood.extraction.http import serving
    with serving.listening_socket(config) as listener:
        if options.verbosity >= 0:
            at = f"http://{config.extraction.host}:{listener.getsockname()[1]}"
            click.echo(f"Serving at {at}/extractor; documentation at {at}/docs", err=True)
        serving.serve(config, listener)
