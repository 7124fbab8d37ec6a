"""The command `wildwood shell`."""

import os
import shutil
import subprocess
from urllib.parse import quote

import click

from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.errors import WildwoodError
from wildwood.runs.session import shell_socket

_CONNECT = (
    "db = connect(process.env.WILDWOOD_SHELL_URI).getSiblingDB(process.env.WILDWOOD_SHELL_DB);"
    " void 0"
)
"""mongosh prints the value of this before a script: nothing."""

_BATCH_OPTIONS = ("--eval", "--file", "-f")
_SCRIPTS = (".js", ".mongodb")


@click.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@common_options
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[MONGOSH ARGUMENTS]...")
def shell(options: SharedOptions, arguments: tuple[str, ...]) -> None:
    """Open the Mongo shell on the database; arguments go to mongosh.

    Example: wildwood shell --eval 'db.handles.findOne({features: "author:krugman"})'
    """
    config = options.config()
    program = shutil.which("mongosh")
    if program is None:
        raise WildwoodError(
            "mongosh is not installed: npm install -g mongosh (npm comes with Node.js)."
        )
    given = ["--eval", _CONNECT, *arguments]
    if not any(map(_is_batch, arguments)):
        given.append("--shell")
    with shell_socket(config) as socket:
        uri = config.mongodb.uri if socket is None else f"mongodb://{quote(str(socket), safe='')}"
        # A password among the arguments would show in the process list; the environment does not.
        environment = {
            **os.environ,
            "WILDWOOD_SHELL_URI": uri,
            "WILDWOOD_SHELL_DB": config.mongodb.database,
        }
        ended = subprocess.run(  # noqa: S603 - the program was looked up; the user chose the words
            [program, "--nodb", "--quiet", *given], env=environment, check=False
        )
    raise click.exceptions.Exit(ended.returncode)


def _is_batch(argument: str) -> bool:
    """Return whether mongosh exits after what the argument names."""
    return argument.startswith(_BATCH_OPTIONS) or argument.endswith(_SCRIPTS)
