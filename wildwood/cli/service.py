"""The commands about the database: migrate, shell."""

import os
import shutil
import subprocess
from urllib.parse import quote

import click

from wildwood import session
from wildwood.cli.options import Command, common, settings
from wildwood.errors import WildwoodError
from wildwood.session import shell_socket

_CONNECT = (
    "db = connect(process.env.WILDWOOD_SHELL_URI).getSiblingDB(process.env.WILDWOOD_SHELL_DB);"
    " void 0"
)
"""Before a script mongosh prints what this comes to: nothing."""


_WORK = ("--eval", "--file", "-f")
_SCRIPTS = (".js", ".mongodb")


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
    if not any(map(_is_work, arguments)):
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


def _is_work(argument: str) -> bool:
    """Whether mongosh ends when it has done what the argument names."""
    return argument.startswith(_WORK) or argument.endswith(_SCRIPTS)
