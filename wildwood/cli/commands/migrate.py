"""The command `wildwood migrate`."""

from pathlib import Path

import click

from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.runs import session
from wildwood.store.server.private_server import DataVersionError


@click.command(cls=Command)
@click.option(
    "--server", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The mongod that made the data files; by default, the embedded one.",
)  # fmt: skip
@common_options
def migrate(options: SharedOptions, server: Path | None) -> None:
    """Migrate the database to the schema of this version, and to the mongod in use.

    If that mongod cannot read the data files of the private database, the one that made them reads
    them, all data is copied to new files, and the old ones are kept. Example: wildwood migrate
    """
    config = options.config()
    try:
        done = session.migrate(config)
    except DataVersionError:
        kept = session.move_to_mongod(config, server)
        options.say(f"Moved all data to new files; remove the old ones in {kept} when all is well.")
        done = session.migrate(config)
    ran = ", ".join(done) or "nothing: the schema is already that of this version"
    options.say(f"Ran {ran}.")
