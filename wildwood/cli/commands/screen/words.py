"""The command `wildwood screen words`."""

import click

from wildwood.cli.commands.screen.shared import learned_words
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.language.judging.own_words import is_known
from wildwood.language.learning.spelling import suspicious_words


@click.command(cls=Command)
@click.option(
    "--suspicious", is_flag=True,
    help="Only those that look like misspellings, with the word that can be meant.",
)  # fmt: skip
@common_options
def words(options: SharedOptions, *, suspicious: bool) -> None:
    """Show the learned words, with the number of records that have each.

    Example: wildwood screen words --suspicious
    """
    learned = [
        (word, count) for word, count in learned_words(options.config()) if is_known(word, count)
    ]
    if not learned:
        options.say("No words are learned yet; see wildwood screen learn.")
    if suspicious:
        for word, count, suggestion in suspicious_words(dict(learned)):
            click.echo(f"{count}\t{word}\t{suggestion}")
        return
    for word, count in learned:
        click.echo(f"{count}\t{word}")
