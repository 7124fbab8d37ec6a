"""The command `wildwood migrate`."""

import click

from wildwood.cli.options import Command, common_options, shared_options
from wildwood.runs import session


@click.command(cls=Command)
@common_options
@click.pass_context
def migrate(ctx: click.Context) -> None:
    """Migrate the database to the schema of this version.

    Example: wildwood migrate
    """
    options = shared_options(ctx)
    done = session.migrate(options.config())
    if options.verbosity >= 0:
        ran = ", ".join(done) or "nothing: the schema is already that of this version"
        click.echo(f"Ran {ran}.", err=True)
