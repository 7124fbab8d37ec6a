"""The command `wildwood screen correct`."""

from pathlib import Path

import click

from wildwood.cli.commands.screen.shared import corrections_file
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.display import listed
from wildwood.errors import InputError
from wildwood.language.corrections import Correction, rows_of_list, store_corrections
from wildwood.language.judging.judge import Language

_LISTS = "*.screened.tsv"


@click.command(cls=Command)
@click.argument("id_", metavar="ID")
@click.argument("language", type=click.Choice([Language.ENGLISH.value, Language.OTHER.value]))
@click.option(
    "--list", "lists", type=click.Path(path_type=Path, exists=True), default=Path(), metavar="PATH",
    help="The list of the verdict, or a directory with lists, instead of the current one.",
)  # fmt: skip
@common_options
def correct(options: SharedOptions, id_: str, language: str, lists: Path) -> None:
    """Correct the language of the record ID of a list for good; LANGUAGE is en or other.

    The correction is stored in the file that language.corrections names in the configuration.
    Later screenings find the record again even if its title is punctuated or capitalised in
    another way; a record without an identifier is found by its title.

    Example: wildwood screen correct oai:example.org:17 en --list lists
    """
    file = corrections_file(options.config())
    paths = sorted(lists.glob(_LISTS)) if lists.is_dir() else [lists]
    if not paths:
        raise InputError(
            f"There is no list NAME.screened.tsv in {lists}; name one, or its directory, with"
            " --list."
        )
    found = {
        correction.key: (correction, path)
        for path in paths
        for cells in rows_of_list(path)
        if cells[0] == id_
        for correction in [Correction.of_cells(cells, Language(language))]
    }
    if not found:
        raise InputError(
            f"No list in {lists} has the record {id_}; check the identifier, or name another list"
            " with --list."
        )
    if len(found) > 1:
        names = listed(sorted({str(path) for _, path in found.values()}))
        raise InputError(f"Different records are named {id_} in {names}; name one with --list.")
    [(correction, _)] = found.values()
    store_corrections(file, [correction])
    options.say(f"{file} now has {language} for: {correction.title}")
    options.say("Screen again to apply it.")
