"""The command `wildwood screen text`, and what the commands of `wildwood screen` share."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import click

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.cli.output import report_errors
from wildwood.cli.parameters import FOLDER, ChoiceType, Command, SharedOptions
from wildwood.kernel.files import check_outputs
from wildwood.kernel.settings import Config
from wildwood.kernel.text import counted
from wildwood.lists.content import DAMAGED, STDIN
from wildwood.nep.mongod import is_there
from wildwood.screening import screening
from wildwood.screening.declared import Declared
from wildwood.screening.evidence import HAS_ELDC
from wildwood.screening.judge import Judgement, Language, Reason
from wildwood.screening.kept import KeptFormat, kept_file, write_kept
from wildwood.screening.own import read_own_lists

_WITHOUT_ELDC = (
    "eldc is missing; it has no wheel for some systems and versions of Python. py3langid judges"
    " languages alone, more slowly and less reliably."
)


def learned_words(config: Config) -> list[tuple[str, int]]:
    """Return the words and terms of stored papers, each with its number of records."""
    if not is_there(config):
        return []
    # They take as long as all else of a verdict on one title.
    from wildwood.nep.session import open_store
    from wildwood.screening.word_store import Neologisms

    with open_store(config) as store:
        return Neologisms(store.connection, store.lock.check).words()


def configured_screen(config: Config) -> screening.Screen:
    if not HAS_ELDC:
        click.echo(_WITHOUT_ELDC, err=True)
    own = read_own_lists(config.language.own)
    return screening.screen_of(dict(learned_words(config)), config.language, own)


_DECLARED = {
    Declared.ENGLISH: "English, which proves nothing",
    Declared.OTHER: "another language",
    Declared.NOTHING: "no language",
}


def verdict_line(verdict: screening.Verdict) -> str:
    line = f"{verdict.language.value} ({verdict.reason.value})"
    return f"{line}, doubtful" if verdict.doubtful else line


def explanation_lines(explanation: screening.RecordExplanation) -> Iterator[str]:
    verdict = explanation.verdict
    yield verdict_line(verdict)
    if verdict.reason is Reason.NO_WORDS:
        return
    if verdict.confidence is not None:
        yield f"confidence  {verdict.certainty}"
    yield f"declared  {_DECLARED[explanation.declared]}"
    for name, judgements in (("title", explanation.titles), ("abstract", explanation.abstracts)):
        for judgement in judgements:
            yield from _judgement_lines(name, judgement)


def _judgement_lines(name: str, judgement: Judgement) -> Iterator[str]:
    yield f"{name}  {judgement.language.value} ({judgement.reason.value})"
    evidence = judgement.evidence
    if judgement.reason is not Reason.NO_WORDS:
        yield f"  unknown  {evidence.share:.2f} of {evidence.counted} words"
        yield f"  unknown words  {_listed(evidence.unknown)}"
        yield f"  names and other words of no language  {_listed(evidence.names)}"
        yield f"  words of other languages  {_listed(evidence.foreign)}"
    for detector, answer in judgement.answers:
        language = answer.language or "no language"
        scores = f"English {answer.english:.2f}, highest other {answer.other:.2f}"
        yield f"  {detector}  {language}; {scores}"
    if judgement.language is not Language.UNKNOWN:
        yield f"  log-odds of English  {judgement.log_odds:+.2f}"


def _listed(words: Sequence[str]) -> str:
    return " ".join(words) or "none"


@click.command(cls=Command)
@click.argument("text")
@click.option("--abstract", multiple=True, help="Judge this abstract too; can be repeated.")
@click.option("--language", multiple=True, help="A language that is declared; can be repeated.")
@click.option("--explain", is_flag=True, help="Show every step that led to the verdict.")
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
    abstracts = tuple(map(LocalizedText, abstract))
    record = CatalogueRecord("", (LocalizedText(text),), abstracts, tuple(language))
    screen = configured_screen(options.config())
    explanation = screen.explain(record)
    if not explain:
        click.echo(verdict_line(explanation.verdict))
        return
    click.echo("\n".join(explanation_lines(explanation)))
    from wildwood.screening.spelling import suggested

    judgements = explanation.titles + explanation.abstracts
    unknown = (word for judgement in judgements for word in judgement.evidence.unknown)
    for word in dict.fromkeys(unknown):
        if suggestion := suggested(word, 1, screen.learned):
            click.echo(f"suggestion  {suggestion} for {word}")


out_option = click.option(
    "--out", type=FOLDER, default=Path(), metavar="DIR",
    help="Write the lists to DIR instead of the current directory.",
)  # fmt: skip
kept_option = click.option(
    "--kept", type=ChoiceType(KeptFormat), metavar="FORMAT",
    help="Also write the records kept, in FORMAT: jsonl or rif.",
)  # fmt: skip
_SUFFIXES = re.compile(r"(\.amf)?\.(xml|jsonl?|ndjson|csv|tsv|txt|ris|bib|rdf|redif)(\.gz)?$")


def list_name(path: Path) -> str:
    return "stdin" if path == STDIN else _SUFFIXES.sub("", path.name)


def write_all(
    options: SharedOptions,
    folder: Path,
    name: str,
    rows: list[screening.ListRow],
    kept: KeptFormat | None,
) -> None:
    """Write the lists and the records kept; warn of earlier ones in other formats."""
    screening.write_lists(folder, name, rows)
    if kept is not None:
        entries = (row.entry for row in rows if row.kept and row.entry is not None)
        write_kept(folder, name, kept, entries)
    for format_ in KeptFormat:
        if format_ is not kept and (old := kept_file(folder, name, format_)).exists():
            again = f"write it again with --kept {format_.value}, or delete it"
            options.say(f"Warning: {old} is older than the lists beside it; {again}.")


def files_of(folder: Path, name: str, kept: KeptFormat | None) -> list[Path]:
    return [*screening.list_files(folder, name), *([kept_file(folder, name, kept)] if kept else [])]


def check_lists(config: Config, outs: Iterable[Path], inputs: Iterable[Path] = ()) -> None:
    """Check that lists overwrite neither what is screened nor what a user keeps by hand."""
    own = config.language.own
    check_outputs(outs, [*inputs, own.allow, own.deny, own.corrections])


def damage_messages(options: SharedOptions, rows: Iterable[screening.ListRow]) -> Iterator[str]:
    """Yield a sentence on each damaged record; print what was repaired in others."""
    for row in rows:
        if row.reason == DAMAGED:
            yield row.note
        elif row.entry is not None and row.note:
            options.say(f"Warning: {row.note}")


def exit_with_errors(messages: Sequence[str]) -> None:
    report_errors(messages)
    if messages:
        raise click.exceptions.Exit(1)


@contextmanager
def summarised(options: SharedOptions) -> Iterator[list[screening.ListRow]]:
    """Yield a list for rows, and print one line about them at the end, even after an error."""
    rows: list[screening.ListRow] = []
    try:
        yield rows
    finally:
        if rows:
            options.say(Tally().add(rows).line)


class Tally:
    def __init__(self) -> None:
        self.kept = 0
        self._reasons: Counter[str] = Counter()

    def add(self, rows: Iterable[screening.ListRow]) -> Self:
        for row in rows:
            self.kept += row.kept
            self._reasons.update([row.reason] if not row.kept else ())
        return self

    @property
    def left_out(self) -> int:
        return self._reasons.total()

    @property
    def line(self) -> str:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in self._reasons.most_common())
        records, why = counted(self.kept + self.left_out, "record"), reasons and f" ({reasons})"
        return f"{records}: {self.kept:,} kept, {self.left_out:,} left out{why}"
