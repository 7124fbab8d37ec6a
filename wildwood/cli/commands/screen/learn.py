"""The command `wildwood screen learn`."""

from collections.abc import Sequence
from pathlib import Path

import click

from wildwood import interruption
from wildwood.cli.commands.screen.shared import exit_with_errors
from wildwood.cli.options import LIST_FILE, Command, SharedOptions, writing_options
from wildwood.cli.progress_bar import progress_bar
from wildwood.errors import InputError, RifError
from wildwood.language.judging.own_words import is_known
from wildwood.language.learning.learner import Learner
from wildwood.language.learning.word_store import Neologisms
from wildwood.runs.job import job_of
from wildwood.runs.session import writing_store


@click.command(cls=Command)
@click.argument("files", type=LIST_FILE, nargs=-1)
@click.option("--again", is_flag=True, help="Learn again from sources that have not changed.")
@writing_options
def learn(options: SharedOptions, files: Sequence[Path], *, again: bool) -> None:
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
        for issue in interruption.checked(progress_bar(issues, len(issues), "learning")):
            try:
                learner.learn_issue(us, issue.date)
            except RifError as error:
                omissions.append(str(error))
        for path in interruption.checked(files):
            try:
                learner.learn_file(path)
            except InputError as error:
                omissions.append(str(error))
        known = sum(is_known(word, count) for word, count in neologisms.words())
    seen = f"{learner.learned:,} of {learner.seen:,}" if learner.seen else "no"
    hint = "" if learner.seen or files else "; name files to learn from, or store issues"
    options.say(
        f"Learned from {seen} issues and files; words known beyond the dictionary: {known:,}{hint}."
    )
    exit_with_errors(omissions)
