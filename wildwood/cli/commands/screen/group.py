"""The command group `wildwood screen`; it is shown even if the extra `language` is missing."""

import click

from wildwood.cli.extras import ExtraGroup
from wildwood.cli.options import common_options


@click.group(
    cls=ExtraGroup,
    module="wildwood.cli.commands.screen.commands",
    extra="language",
    default="issue",
)
@common_options
def screen() -> None:
    """Select English-language papers in rifs and other metadata.

    `wildwood screen DATE` is short for `wildwood screen issue DATE`. The commands need the
    extra `language`. Example: wildwood screen 2015-03-05
    """
