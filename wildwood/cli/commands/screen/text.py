"""The command `wildwood screen text`."""

from collections.abc import Sequence

import click

from wildwood.cli.commands.screen.explaining import explanation_lines, verdict_line
from wildwood.cli.commands.screen.shared import configured_screen
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.model import CatalogueRecord, LocalizedText


@click.command(cls=Command)
@click.argument("text")
@click.option("--abstract", multiple=True, help="Judge this abstract too; can be repeated.")
@click.option("--language", multiple=True, help="A language that is declared; can be repeated.")
@click.option("--explain", is_flag=True, help="Show every step that led to the verdict.")
@common_options
def text(
    options: SharedOptions,
    text: str,
    abstract: Sequence[str],
    language: Sequence[str],
    *,
    explain: bool,
) -> None:
    """Show the verdict on one title, TEXT.

    Example: wildwood screen text --explain "Les rites de passage"
    """
    record = CatalogueRecord(
        "",
        (LocalizedText(text),),
        tuple(map(LocalizedText, abstract)),
        tuple(language),
    )
    explanation = configured_screen(options.config()).explain(record)
    if explain:
        click.echo("\n".join(explanation_lines(explanation)))
    else:
        click.echo(verdict_line(explanation.verdict))
