"""The commands `wildwood screen learn`, `words`, `correct` and `review`."""

from collections.abc import Sequence
from pathlib import Path

import click

from wildwood.cli import parameters
from wildwood.cli.output import progress_bar
from wildwood.cli.reviewing import file_of_decisions, serve_review, serving_options
from wildwood.cli.screen_text import exit_with_errors, learned_words
from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError, RifError
from wildwood.kernel.settings import Config
from wildwood.kernel.text import counted, listed
from wildwood.nep.job import job_of
from wildwood.nep.session import writing_store
from wildwood.screening.judge import Language
from wildwood.screening.learning import Learner
from wildwood.screening.own import corrected, key_of_row, rows_of_list, store_corrections
from wildwood.screening.review import LanguageReview, rows_to_review
from wildwood.screening.spelling import suspicious_words
from wildwood.screening.word_store import Neologisms
from wildwood.screening.words import ENTRIES


@click.command(cls=parameters.Command)
@click.argument("files", type=parameters.LIST_FILE, nargs=-1)
@click.option("--again", is_flag=True, help="Learn again from sources that have not changed.")
@parameters.wait_option
def learn(options: parameters.SharedOptions, files: Sequence[Path], *, again: bool) -> None:
    """Learn words that no dictionary has from the rifs of stored issues and from FILES.

    A source that was learned before and has not changed is skipped; the words of an issue that
    was forgotten are removed. Example: wildwood screen learn
    """
    config = options.config()
    us = job_of(config).us
    omissions: list[str] = []
    with writing_store(config, "wildwood screen learn", options.wait_s) as store:
        neologisms = Neologisms(store.connection, store.lock.check)
        learner = Learner(neologisms, again=again)
        issues = store.issues()
        learner.unlearn_forgotten(issues)
        for issue in interruption.check_each(progress_bar(issues, len(issues), "learning")):
            try:
                learner.learn_issue(us, issue.date)
            except RifError as error:
                omissions.append(str(error))
        for path in interruption.check_each(files):
            try:
                learner.learn_file(path)
            except InputError as error:
                omissions.append(str(error))
        count = len(neologisms.words(ENTRIES))
    seen = f"{learner.learned:,} of {learner.seen:,}" if learner.seen else "no"
    hint = "" if learner.seen or files else "; name files to learn from, or store issues"
    beyond = f"words known beyond the dictionary: {count:,}"
    options.say(f"Learned from {seen} issues and files; {beyond}{hint}.")
    exit_with_errors(omissions)


@click.command(cls=parameters.Command)
@click.option(
    "--suspicious", is_flag=True,
    help="Only those that look like misspellings, with the word that can be meant.",
)  # fmt: skip
def words(options: parameters.SharedOptions, *, suspicious: bool) -> None:
    """Show the learned words, with the number of records that have each.

    Example: wildwood screen words --suspicious
    """
    learned = [(word, count) for word, count in learned_words(options.config()) if count >= ENTRIES]
    if not learned:
        options.say("No words are learned yet; see wildwood screen learn.")
    if suspicious:
        for word, count, suggestion in suspicious_words(dict(learned)):
            click.echo(f"{count}\t{word}\t{suggestion}")
        return
    for word, count in learned:
        click.echo(f"{count}\t{word}")


def _corrections_file(config: Config) -> Path:
    stored = config.language.own.corrections
    return file_of_decisions(config, "language", "corrections.tsv", stored)


def _lists_in(path: Path) -> list[Path]:
    """Return the lists in a directory, or a list itself."""
    lists = sorted(path.glob("*.screened.tsv")) if path.is_dir() else [path]
    if not lists:
        fault = f"There is no list NAME.screened.tsv in {path}; name one, or its directory."
        raise InputError(fault)
    return lists


@click.command(cls=parameters.Command)
@click.argument("id_", metavar="ID")
@click.argument("language", type=click.Choice([Language.ENGLISH.value, Language.OTHER.value]))
@click.option(
    "--list", "lists", type=click.Path(path_type=Path, exists=True), default=Path(), metavar="PATH",
    help="The list of the verdict, or a directory with lists, instead of the current one.",
)  # fmt: skip
def correct(options: parameters.SharedOptions, id_: str, language: str, lists: Path) -> None:
    """Correct the language of the record ID of a list for good; LANGUAGE is en or other.

    The correction is stored in the file that language.corrections names in the configuration.
    Later screenings find the record again even if its title is punctuated or capitalised in
    another way; a record without an identifier is found by its title.

    Example: wildwood screen correct oai:example.org:17 en --list lists
    """
    file = _corrections_file(options.config())
    rows = ((row, path) for path in _lists_in(lists) for row in rows_of_list(path) if row[0] == id_)
    corrections = {key_of_row(row): (corrected(row, language), path) for row, path in rows}
    if not corrections:
        cure = "check the identifier, or name another list with --list."
        raise InputError(f"No list in {lists} has the record {id_}; {cure}")
    if len(corrections) > 1:
        names = listed(sorted({str(path) for _, path in corrections.values()}))
        raise InputError(f"Different records are named {id_} in {names}; name one with --list.")
    [(correction, _)] = corrections.values()
    store_corrections(file, [correction])
    options.say(f"{file} now has {language} for: {correction[-1]}")
    options.say("Screen again to apply it.")


@click.command(cls=parameters.Command)
@click.argument("lists", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@serving_options
def review(
    options: parameters.SharedOptions, lists: Sequence[Path], port: int, *, no_browser: bool
) -> None:
    """Decide in a browser on the doubtful records of LISTS.

    LISTS are files NAME.screened.tsv, or directories with such files. The decisions are stored
    in the file that language.corrections names in the configuration. The page is served to this
    machine alone, until its button Done or Ctrl-C ends the review.

    Example: wildwood screen review lists
    """
    file = _corrections_file(options.config())
    paths = [path for given in lists for path in _lists_in(given)]
    reviewed = LanguageReview(rows_to_review(paths), file)
    serve_review(reviewed, port, no_browser=no_browser)
    stored = counted(reviewed.stored or 0, "decision")
    decisions = f"{file} now has {stored} on these records; screen again to apply them."
    options.say("No decision was changed." if reviewed.stored is None else decisions)
