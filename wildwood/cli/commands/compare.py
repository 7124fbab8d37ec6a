"""The command `wildwood compare`."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from wildwood.analysis.list_pairs import PaperLists
from wildwood.analysis.repeats import Keep, repeats
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
    write_file,
    write_page,
)
from wildwood.cli.progress_bar import progress_bar
from wildwood.display import counted, printable
from wildwood.lists import STDIN, Format, ReadList, list_as, read_list
from wildwood.model import SimilarityType
from wildwood.report.as_csv import as_csv
from wildwood.report.decisions import applied, read_decisions
from wildwood.report.families import families
from wildwood.report.shown import Report
from wildwood.scoring.formulas import Formula

_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
_LISTS = {".ris": Format.RIS, ".bib": Format.BIBTEX}
_SUFFIXES = (".csv", ".json", ".html", *_LISTS)
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
    """The new one, and the older one if there is one."""
    formula: Formula
    report: Report

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
            "formula": self.formula.value,
            "limit": self.report.limit,
            "pairs": pairs_as_data(self.report.pairs),
            "families": families_as_data(families(self.report.pairs)),
        }


@click.command(cls=Command)
@click.argument("new", metavar="FILE", type=_FILE)
@click.argument("old", metavar="[OLDER]", type=_FILE, required=False)
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
    metavar="PAIRS",
    type=_FILE,
    help="Write the pairs into a .csv, .json or .html file, or FILE again into a .ris or .bib"
    " file, with its likely repeats marked.",
)
@click.option(
    "--keep",
    type=ChoiceType(Keep),
    help="Leave likely repeats out of the .ris or .bib file: the first of them stays, or the one"
    " with the most fields.",
)
@decisions_option
@click.option("--families", "by_family", is_flag=True, help="Group the pairs into families.")
@json_option
@common_options
@click.pass_context
def compare(
    ctx: click.Context,
    new: Path,
    old: Path | None,
    limit: float,
    formula: Formula,
    columns: Mapping[str, str],
    out: Path | None,
    keep: Keep | None,
    decisions: Path | None,
    *,
    by_family: bool,
    as_json: bool,
) -> None:
    """Find likely repeats in a list of papers, within itself and in an OLDER list.

    Needs neither a database nor a configuration. The content of a file tells its format: AMF,
    ReDIF, BibTeX, RIS, CSV or TSV, CSL-JSON, MARCXML, OAI-PMH or JSON lines, gzipped or not; `-`
    is standard input.

    Example: wildwood compare new.ris old.bib --out pairs.html
    """
    began = time.monotonic()
    _check_files(new, old, out, keep)
    decided = read_decisions(decisions) if decisions else ()
    papers = PaperLists()
    read = partial(_read, papers, columns, keeps=bool(out and out.suffix in _LISTS))
    lists = [read(file) for file in (old, new) if file]
    found = _compared(papers, lists[::-1], limit, formula)
    if decisions:
        found = replace(found, report=applied(found.report, decided))
    if out:
        _write(out, found, keep)
    elif as_json:
        click.echo(json.dumps(found.as_data(), indent=1))
    else:
        _print(found.report, by_family=by_family)
    report_errors(found.messages)
    if shared_options(ctx).verbosity >= 0:
        seconds, wrote = time.monotonic() - began, f"; wrote {out}" if out else ""
        click.echo(printable(f"{_summary(found)} in {seconds:.1f} s{wrote}"), err=True)
    if found.messages:
        raise click.exceptions.Exit(1)


def _check_files(new: Path, old: Path | None, out: Path | None, keep: Keep | None) -> None:
    """Refuse a wrong usage before anything is read."""
    if new == old == STDIN:
        raise click.UsageError("Only one of the lists can be standard input.")
    if out and out.suffix not in _SUFFIXES:
        raise click.UsageError(f"{out} must end in {', '.join(_SUFFIXES[:-1])} or {_SUFFIXES[-1]}.")
    if keep and not (out and out.suffix in _LISTS):
        raise click.UsageError("--keep needs --out with a .ris or .bib file.")


def _read(papers: PaperLists, columns: Mapping[str, str], file: Path, *, keeps: bool) -> _List:
    """Add the papers of a list; keep its entries only if they are needed again."""
    before = len(papers)
    read = read_list(file, columns, details=keeps, take=None if keeps else papers.add)
    for entry in read.entries:
        papers.add(entry)
    return _List(read, len(papers) - before)


def _compared(
    papers: PaperLists, lists: Sequence[_List], limit: float, formula: Formula
) -> _Compared:
    known = sum(one.papers for one in lists[1:])
    found = papers.compared(known, limit, formula, progress_bar)
    title = f"Likely repeats in {' and '.join(one.name for one in lists)}"
    report = Report(title, _facts(lists, limit, formula), limit, list(found.pairs()))
    return _Compared(lists, formula, report)


def _facts(lists: Sequence[_List], limit: float, formula: Formula) -> list[str]:
    compared = " compared with ".join(map(str, lists))
    return [
        f"{compared}; the papers of {lists[0].name} also with each other."
        if len(lists) > 1
        else f"{compared}, compared with each other.",
        f"Formula {formula.value}, limit {limit:g}.",
    ]


def _summary(found: _Compared) -> str:
    """Say in one line what was compared, how, and what was found."""
    pairs = found.report.pairs
    kinds = [pair.type for pair in pairs]
    by_kind = ", ".join(f"{kinds.count(kind):,} {kind.value}" for kind in SimilarityType)
    return (
        f"{' against '.join(map(str, found.lists))}: {counted(len(pairs), 'pair')} above"
        f" {found.report.limit:g} ({by_kind}), formula {found.formula.value},"
    )


def _write(out: Path, found: _Compared, keep: Keep | None) -> None:
    if out.suffix == ".html":
        write_page(out, found.report)
    elif out.suffix == ".csv":
        write_file(out, as_csv(found.report))
    elif out.suffix == ".json":
        write_file(out, f"{json.dumps(found.as_data(), ensure_ascii=False, indent=1)}\n".encode())
    else:
        write_file(out, _list_again(found, _LISTS[out.suffix], keep).encode(errors="replace"))


def _list_again(found: _Compared, target: Format, keep: Keep | None) -> str:
    """Return the new list with its likely repeats marked, or without them."""
    new = found.lists[0].read
    notes = repeats(new.entries, found.report.pairs, keep or Keep.FIRST)
    if keep is None:
        return list_as(target, new, new.entries, notes)
    return list_as(target, new, (one for one in new.entries if one.handle not in notes))


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
