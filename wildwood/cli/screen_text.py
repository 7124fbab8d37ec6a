"""The command `wildwood screen text`, and how a verdict is shown."""

from collections.abc import Iterator, Mapping, Sequence

import click

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.kernel.settings import Config
from wildwood.nep.mongod import is_there
from wildwood.screening.declared import Declared
from wildwood.screening.evidence import HAS_ELDC
from wildwood.screening.judge import Judgement, Language, Reason
from wildwood.screening.own import read_own_lists
from wildwood.screening.screening import RecordExplanation, Screen, Verdict

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


def configured_screen(config: Config) -> Screen:
    if not HAS_ELDC:
        click.echo(_WITHOUT_ELDC, err=True)
    own = read_own_lists(config.language.own)
    return Screen(
        dict(learned_words(config)),
        config.language.doubtful,
        own=own,
        english_share=config.language.english_share,
    )


_DECLARED = {
    Declared.ENGLISH: "English, which proves nothing",
    Declared.OTHER: "another language",
    Declared.NOTHING: "no language",
}


def verdict_line(verdict: Verdict) -> str:
    line = f"{verdict.language.value} ({verdict.reason.value})"
    return f"{line}, doubtful" if verdict.doubtful else line


def explanation_lines(explanation: RecordExplanation) -> Iterator[str]:
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
        yield f"  unknown  {evidence.share or 0.0:.2f} of {evidence.counted} words"
        yield f"  unknown words  {_listed(evidence.unknown)}"
        yield f"  names and other words of no language  {_listed(evidence.names)}"
        yield f"  words of other languages  {_listed(evidence.foreign)}"
    for detector, answer in judgement.answers:
        language = answer.language or "no language"
        yield (
            f"  {detector}  {language}; English {answer.english:.2f},"
            f" highest other {answer.other:.2f}"
        )
    if judgement.language is not Language.UNKNOWN:
        yield f"  log-odds of English  {judgement.log_odds:+.2f}"


def _listed(words: Sequence[str]) -> str:
    return " ".join(words) or "none"


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
    abstracts = tuple(map(LocalizedText, abstract))
    record = CatalogueRecord("", (LocalizedText(text),), abstracts, tuple(language))
    screen = configured_screen(options.config())
    explanation = screen.explain(record)
    if not explain:
        click.echo(verdict_line(explanation.verdict))
        return
    click.echo("\n".join(explanation_lines(explanation)))
    for word in dict.fromkeys(explanation.unknown):
        if suggestion := _suggested(word, screen.learned):
            click.echo(f"suggestion  {suggestion} for {word}")


def _suggested(word: str, learned: Mapping[str, int]) -> str | None:
    from wildwood.screening.spelling import suggested

    return suggested(word, 1, learned)
