"""The command `wildwood screen words`."""

import click

from wildwood.cli.commands.screen.screening import learned_words
from wildwood.cli.options import Command, common_options, shared_options


@click.command(cls=Command)
@common_options
@click.pass_context
def words(ctx: click.Context) -> None:
    """Show the learned words, with the number of records that have each.

    Example: wildwood screen words
    """
    for word, count in learned_words(shared_options(ctx).config()):
        click.echo(f"{count}\t{word}")
