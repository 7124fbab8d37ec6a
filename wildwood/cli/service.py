"""The commands about the database: migrate, status, shell."""

import os
import shutil
import subprocess
from urllib.parse import quote

import click

from wildwood import session
from wildwood.cli.options import Command, common, settings
from wildwood.errors import WildwoodError
from wildwood.history import stale_dates
from wildwood.pipeline import waiting_dates
from wildwood.session import job_of, open_store, shell_socket

_CONNECT = (
    "db = connect(process.env.WILDWOOD_SHELL_URI).getSiblingDB(process.env.WILDWOOD_SHELL_DB)"
)


@click.command(cls=Command)
@common
@click.pass_context
def migrate(ctx: click.Context) -> None:
    """Bring the database to this version's schema.

    Example: wildwood migrate
    """
    done = session.migrate(settings(ctx).config())
    if settings(ctx).verbosity >= 0:
        click.echo(
            f"Ran {', '.join(done) or 'nothing: the schema is that of this version'}.", err=True
        )


@click.command(cls=Command)
@common
@click.pass_context
def status(ctx: click.Context) -> None:
    """What is stored, what waits for a run, and which ps rifs are stale.

    Status 1 where an issue waits or is stale. Example: wildwood status
    """
    config = settings(ctx).config()
    with open_store(config) as store:
        issues = store.issues()
        waiting = waiting_dates(job_of(config), store)
    stale = stale_dates(issues)
    papers = sum(issue.papers for issue in issues)
    newest = f", the newest of {issues[-1].date}" if issues else ""
    click.echo(f"stored   {len(issues):,} issues with {papers:,} papers{newest}")
    click.echo(f"waiting  {' '.join(map(str, waiting)) or 'none'}")
    click.echo(f"stale    {' '.join(map(str, stale)) or 'none'}")
    if waiting or stale:
        raise click.exceptions.Exit(1)


@click.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@common
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[MONGOSH ARGUMENTS]...")
@click.pass_context
def shell(ctx: click.Context, arguments: tuple[str, ...]) -> None:
    """Open the Mongo shell on the database, with any arguments of mongosh's own.

    Example: wildwood shell --eval 'db.handles.findOne({features: "author:krugman"})'
    """
    config = settings(ctx).config()
    program = shutil.which("mongosh")
    if program is None:
        raise WildwoodError(
            "There is no mongosh; install it: npm install -g mongosh (npm comes with Node.js)."
        )
    given = ["--eval", _CONNECT, *arguments]
    if not any(argument.startswith("--eval") for argument in arguments):
        given.append("--shell")
    with shell_socket(config) as socket:
        uri = config.mongodb.uri if socket is None else f"mongodb://{quote(str(socket), safe='')}"
        # A password in the arguments would stand in the process list; the environment does not.
        environment = {
            **os.environ,
            "WILDWOOD_SHELL_URI": uri,
            "WILDWOOD_SHELL_DB": config.mongodb.database,
        }
        ended = subprocess.run(  # noqa: S603 - the program was looked up, the words are the user's
            [program, "--nodb", "--quiet", *given], env=environment, check=False
        )
    raise click.exceptions.Exit(ended.returncode)
