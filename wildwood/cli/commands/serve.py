"""The command `wildwood serve`, which needs the extra `extraction`."""

import logging
import re

import click

from wildwood.cli.options import Command, SharedOptions, access_log_option, common_options
from wildwood.extras import requires_extra
from wildwood.settings import KEY_NAME


@click.command(cls=Command)
@click.option(
    "--new-key", metavar="NAME",
    help="Print a new API key and its line for the configuration, and do not serve.",
)  # fmt: skip
@common_options
@access_log_option
def serve(options: SharedOptions, *, new_key: str | None) -> None:
    """Serve the extraction over HTTP until stopped.

    Its documentation is at /docs. SIGHUP makes it read its keys again. Example: wildwood serve
    """
    if new_key is not None:
        _print_key(new_key)
        return
    config = options.config()
    with requires_extra("extraction"):
        from wildwood.extraction.http import serving
    if options.verbose:
        logging.basicConfig(format="%(asctime)s %(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    with serving.listening_socket(config) as listener:
        address = _address(config.extraction.host, listener.getsockname()[1])

        def announce() -> None:
            options.say(f"Serving at {address}/ with documentation at {address}/docs")

        serving.serve(config, listener, announce, options.config)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _print_key(name: str) -> None:
    if not re.fullmatch(KEY_NAME, name):
        raise click.BadParameter(
            f"{name!r} cannot name a key; use 1 to 64 letters, digits and . _ @ -, such as reader.",
            param_hint="--new-key",
        )
    with requires_extra("extraction"):
        from wildwood.extraction.http import api_keys
    key = api_keys.new_key()
    click.echo(f"Key of {name}, to be sent as X-API-Key: {key}")
    click.echo(
        f'For [extraction] keys, with 1000 documents a day: "{name} 1000 {api_keys.digest(key)}"'
    )
