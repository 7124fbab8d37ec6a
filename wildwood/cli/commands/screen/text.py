"""The command `wildwood screen text`."""

import click

from wildwood.cli.commands.screen.screening import configured_screen
from wildwood.cli.options import Command, common_options, shared_options


@click.command(cls=Command)
@click.argument("text")
@click.option("--explain", is_flag=True, help="Show the words that decided.")
@common_options
@click.pass_context
def text(ctx: click.Context, text: str, *, explain: bool) -> None:
    """Show the verdict on one TEXT.

    Example: wildwood screen text --explain "Les rites de passage"
    """
    screen = configured_screen(shared_options(ctx).config())
    verdict, evidence = screen.of_text(text), screen.evidence(text)
    click.echo(f"{verdict.language.value} ({verdict.reason.value})")
    if explain and verdict.unknown is not None:
        click.echo(f"unknown  {verdict.share} of {len(evidence.words)} words")
        click.echo(f"unknown words  {' '.join(evidence.unknown) or 'none'}")
        click.echo(f"words of other languages  {' '.join(evidence.foreign) or 'none'}")
