"""The command `wildwood compare`."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from wildwood.analysis.deduplication import Deduplicated, Preference, deduplicated
from wildwood.analysis.list_pairs import PaperLists
from wildwood.analysis.repeats import Keep
from wildwood.analysis.sources import Source, sources_of
from wildwood.atomic_write import write_file
from wildwood.cli.list_again import CONVERTED, check_format, check_outs, list_again, list_lines
from wildwood.cli.list_options import columns_option
from wildwood.cli.options import (
    ChoiceType,
    Command,
    LimitType,
    common_options,
    json_option,
    shared_options,
)
from wildwood.cli.output import report_errors
from wildwood.cli.pairs import (
    decisions_option,
    families_as_data,
    pairs_as_data,
    print_families,
    print_pairs,
    print_sources,
    write_page,
)
from wildwood.cli.progress_bar import progress_bar
from wildwood.display import counted, printable
from wildwood.lists import (
    STDIN,
    Entry,
    Need,
    ReadList,
    read_list,
    told_apart,
)
from wildwood.model import SimilarityType
from wildwood.report.as_csv import as_csv
from wildwood.report.decisions import applied, read_decisions
from wildwood.report.families import families
from wildwood.report.shown import Report
from wildwood.scoring.formulas import Formula

_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
_PAIRS = (".csv", ".json", ".html")
_NEEDS = frozenset({Need.TITLE})
_MOST_PRINTED = 100
"""Pairs; more are for a file."""


@dataclass(frozen=True, slots=True)
class _List:
    """A list that was read."""

    read: ReadList
    """Without its entries, unless it is to be written again."""
    papers: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return Path(self.read.name).name

    def __str__(self) -> str:
        form = ", ".join(filter(None, (self.read.format.value, self.read.encoding)))
        return f"{counted(self.papers, 'paper')} of {self.name} ({form})"

    def as_data(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        return {
            "file": self.read.name,
            "format": self.read.format.value,
            "encoding": self.read.encoding,
            "papers": self.papers,
            "left_out": len(self.read.faults),
        }


@dataclass(frozen=True, slots=True)
class _Compared:
    """Lists that were compared, and their pairs."""

    lists: Sequence[_List]
    """The new ones, then the older ones."""
    new: int
    """The number of the new ones."""
    formula: Formula
    report: Report

    @property
    def sources(self) -> list[Source]:
        """How many works each of the new lists has, and has alone."""
        papers = {one.name: one.papers for one in self.lists[: self.new]}
        return sources_of(papers, self.report.pairs)

    @property
    def messages(self) -> list[str]:
        """What was left out of the lists."""
        return [
            f"{one.read.about(fault)}; it is not compared."
            for one in self.lists
            for fault in one.read.faults
            if not fault.is_expected
        ]

    def as_data(self) -> dict[str, Any]:
        """Return everything for JSON."""
        return {
            "lists": [one.as_data() for one in self.lists],
            **({"sources": [asdict(one) for one in self.sources]} if self.new > 1 else {}),
            "formula": self.formula.value,
            "limit": self.report.limit,
            "pairs": pairs_as_data(self.report.pairs),
            "families": families_as_data(families(self.report.pairs)),
        }


@click.command(cls=Command)
@click.argument("new", metavar="FILE", type=_FILE)
@click.argument("others", metavar="[OLDER]...", type=_FILE, nargs=-1)
@click.option(
    "--together",
    is_flag=True,
    help="Compare all lists with each other, as one: none is older. Counts what each has alone.",
)
@click.option(
    "--limit", type=LimitType(), default=0.6, show_default=True, help="List only stronger pairs."
)
@click.option(
    "--formula",
    type=ChoiceType(Formula),
    default=Formula.TOLERANT.value,
    show_default=True,
    help="The formula of the strength.",
)
@columns_option
@click.option(
    "--out",
    "outs",
    metavar="PAIRS",
    type=_FILE,
    multiple=True,
    help="Write the pairs into a .csv, .json or .html file. Can be given several times.",
)
@click.option(
    "--list",
    "list_outs",
    metavar="LIST",
    type=_FILE,
    multiple=True,
    help="Write FILE again: in its own format with --keep, if LIST has its suffix; or into a .ris"
    " or .bib file, with its likely repeats marked unless --keep is given.",
)
@click.option(
    "--keep",
    metavar="first|last|richest|NAME",
    help="Of what is the same record, keep only one in LIST: the first, the last, the one with the"
    " most fields, or that of the list NAME.",
)
@decisions_option
@click.option("--families", "by_family", is_flag=True, help="Group the pairs into families.")
@json_option
@common_options
@click.pass_context
def compare(
    ctx: click.Context,
    new: Path,
    others: Sequence[Path],
    limit: float,
    formula: Formula,
    columns: Mapping[str, str],
    outs: Sequence[Path],
    list_outs: Sequence[Path],
    keep: str | None,
    decisions: Path | None,
    *,
    together: bool,
    by_family: bool,
    as_json: bool,
) -> None:
    """Find likely repeats in a list of papers, within itself and in OLDER lists.

    Needs neither a database nor a configuration. The content of a file tells its format: AMF,
    ReDIF, BibTeX, RIS, CSV or TSV, CSL-JSON, MARCXML, OAI-PMH or JSON lines, gzipped or not; `-`
    is standard input.

    Example: wildwood compare new.ris old.bib --out pairs.html
    """
    began = time.monotonic()
    list_outs = [*list_outs, *(out for out in outs if out.suffix in CONVERTED)]
    outs = [out for out in outs if out.suffix not in CONVERTED]
    _check_files([new, *others], outs)
    ours, theirs = ([new, *others], []) if together else ([new], others)
    check_outs(ours, list_outs, keep)
    preference = _preference(keep, [*ours, *theirs], list_outs)
    decided = read_decisions(decisions) if decisions else ()
    papers, handles = PaperLists(), dict[str, int]()
    read = partial(
        _read, papers, columns, keeps=bool(list_outs),
        handles=handles if together else None,
    )  # fmt: skip
    older = [read(file) for file in theirs]
    known = len(papers)
    newer = [read(file) for file in ours]
    check_format(newer[0].read, list_outs)
    found = _compared(papers, [*newer, *older], known, limit, formula)
    every = found
    if decisions:
        every = replace(found, report=applied(found.report, decided, with_different=True))
        found = replace(found, report=applied(found.report, decided))
    deduplicated = _deduplicated(every, preference) if preference else None
    for out in outs:
        _write(out, found)
    for out in list_outs:
        lists = [one.read for one in found.lists[: found.new]]
        write_file(out, list_again(lists, out, found.report.pairs, deduplicated))
    written = [*outs, *list_outs]
    if not written and as_json:
        click.echo(json.dumps(found.as_data(), indent=1))
    elif not written:
        _print(found.report, by_family=by_family)
    report_errors(found.messages)
    if shared_options(ctx).verbosity >= 0:
        if together and not as_json:
            print_sources(found.sources)
        for line in list_lines([one.read for one in newer], list_outs, deduplicated):
            click.echo(printable(line), err=True)
        seconds = time.monotonic() - began
        wrote = f"; wrote {' and '.join(map(str, written))}" if written else ""
        click.echo(printable(f"{_summary(found)} in {seconds:.1f} s{wrote}"), err=True)
    if found.messages:
        raise click.exceptions.Exit(1)


def _check_files(files: Sequence[Path], outs: Sequence[Path]) -> None:
    """Refuse a wrong usage before anything is read."""
    if files.count(STDIN) > 1:
        raise click.UsageError("Only one of the lists can be standard input.")
    for out in outs:
        if out.suffix not in _PAIRS:
            raise click.UsageError(
                f"{out} must end in .csv, .json or .html for pairs; write the list with"
                f" --list {out}."
            )


def _preference(
    keep: str | None, files: Sequence[Path], list_outs: Sequence[Path]
) -> Preference | None:
    """Read which of several entries that are one record stays."""
    if keep is None:
        return None
    if not list_outs:
        raise click.UsageError("--keep needs --list with the file for the list.")
    rules = [rule.value for rule in Keep]
    if keep in rules:
        return Preference(Keep(keep))
    names = [_name(file) for file in files]
    if keep not in names:
        raise click.UsageError(f"--keep {keep} is not one of {', '.join([*rules, *names])}.")
    return Preference(source=keep)


def _name(file: Path) -> str:
    """Return what a list is called: the name of its file."""
    return "standard input" if file == STDIN else file.name


def _read(
    papers: PaperLists,
    columns: Mapping[str, str],
    file: Path,
    *,
    keeps: bool,
    handles: dict[str, int] | None,
) -> _List:
    """Add the papers of a list; keep its entries only if they are needed again.

    Args:
        papers: what the papers are added to.
        columns: the columns of a CSV.
        file: the list.
        keeps: whether the entries are needed again.
        handles: those of the lists before, from which the papers of this one are told apart.
    """
    before, entries = len(papers), list[Entry]()

    def take(entry: Entry) -> None:
        entry = entry if entry.id else replace(entry, id=entry.place)
        entry = entry if handles is None else told_apart(entry, handles)
        papers.add(entry)
        if keeps:
            entries.append(entry)

    papers.begin(_name(file))
    read = read_list(file, columns, _NEEDS, details=keeps, take=take)
    return _List(replace(read, entries=tuple(entries)), len(papers) - before)


def _compared(
    papers: PaperLists, lists: Sequence[_List], known: int, limit: float, formula: Formula
) -> _Compared:
    found = papers.compared(known, limit, formula, progress_bar)
    new = 1 if known or len(lists) == 1 else len(lists)
    title = f"Likely repeats in {' and '.join(one.name for one in lists)}"
    facts = [_compared_lists(lists, new), f"Formula {formula.value}, limit {limit:g}."]
    return _Compared(lists, new, formula, Report(title, facts, limit, list(found.pairs())))


def _compared_lists(lists: Sequence[_List], new: int) -> str:
    if new == len(lists):
        return f"{' and '.join(map(str, lists))}, compared with each other."
    older = " and ".join(map(str, lists[new:]))
    return f"{lists[0]} compared with {older}; the papers of {lists[0].name} also with each other."


def _summary(found: _Compared) -> str:
    """Say in one line what was compared, how, and what was found."""
    pairs = found.report.pairs
    kinds = [pair.type for pair in pairs]
    by_kind = ", ".join(f"{kinds.count(kind):,} {kind.value}" for kind in SimilarityType)
    joint = " and " if found.new > 1 else " against "
    return (
        f"{joint.join(map(str, found.lists))}: {counted(len(pairs), 'pair')} above"
        f" {found.report.limit:g} ({by_kind}), formula {found.formula.value},"
    )


def _deduplicated(found: _Compared, preference: Preference) -> Deduplicated:
    lists = [one.read for one in found.lists[: found.new]]
    entries = [entry for read in lists for entry in read.entries]
    references = frozenset(key for read in lists for key in read.references)
    return deduplicated(entries, found.report.pairs, preference, references)


def _write(out: Path, found: _Compared) -> None:
    if out.suffix == ".html":
        write_page(out, found.report)
    elif out.suffix == ".csv":
        write_file(out, as_csv(found.report))
    else:
        write_file(out, f"{json.dumps(found.as_data(), ensure_ascii=False, indent=1)}\n".encode())


def _print(report: Report, *, by_family: bool) -> None:
    if not report.pairs:
        click.echo(f"There are no pairs above {report.limit:g}.")
        return
    shown = report.pairs[:_MOST_PRINTED]
    if by_family:
        print_families(families(shown))
    else:
        print_pairs(shown)
    if left_out := len(report.pairs) - len(shown):
        click.echo(f"and {counted(left_out, 'weaker pair')}; write all into a file with --out.")
