"""Pairs and families of papers: on the terminal, and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from wildwood.cli.narrow_tables import (
    PairRow,
    cell,
    compact_table,
    output_console,
    pair_table,
)
from wildwood.display import counted, printable
from wildwood.model import Record
from wildwood.report.columns import PairFacts, pair_facts, paper_as_data
from wildwood.report.families import Family
from wildwood.report.shown import ReportPair, ReportPaper

if TYPE_CHECKING:
    from wildwood.analysis.deduplication import Deduplicated, ListCounts

decisions_option = click.option(
    "--decisions", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Apply the decisions of a CSV that the page has downloaded: leave out what is different.",
)  # fmt: skip
"""The option `--decisions`."""
_NAMED = 5
"""Pairs for a person that are named."""


def print_pairs(pairs: Iterable[ReportPair]) -> None:
    """Print pairs as a table."""
    console = output_console()
    rows = (
        PairRow(
            (pair.printed, pair.type.value),
            _paper_cell(pair.left.record),
            _paper_cell(pair.right.record, *_verdict_lines(pair)),
        )
        for pair in pairs
    )
    console.print(pair_table(("strength", "type", "paper", "resembles"), rows, console.width))


def print_families(found: Iterable[Family]) -> None:
    """Print families, each as a table of its numbered papers, and a line of its pairs."""
    console = output_console()
    for family in found:
        console.print(_heading(family), highlight=False)
        table = Table(show_header=False, show_lines=True)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for number, paper in enumerate(family.papers, 1):
            table.add_row(str(number), cell(_when(paper)), _paper_cell(paper.record))
        console.print(table)
        console.print(f"{_pair_line(family)}\n", highlight=False)


def _heading(family: Family) -> str:
    papers = len(family.papers)
    if papers == 1:
        return "One handle twice"
    if family.compared == 1:
        return "Two papers"
    looseness = ", loosely connected" if family.is_loose else ""
    return (
        f"Family of {papers} papers: {family.found} of {family.compared} pairs above the limit,"
        f" all connected at {family.holds_to:.4f}{looseness}"
    )


def _when(paper: ReportPaper) -> str:
    return str(paper.first_seen or paper.issue or paper.date or "")


def _verdict_lines(pair: ReportPair) -> Iterator[str]:
    if pair.verdict:
        yield ": ".join(filter(None, (pair.verdict.value, "; ".join(pair.reasons))))


def _pair_line(family: Family) -> str:
    numbers = {paper.key: number for number, paper in enumerate(family.papers, 1)}
    return "; ".join(
        f"{numbers[pair.left.key]} and {numbers[pair.right.key]}: {pair.printed} {pair.type.value}"
        f"{f', {pair.verdict.value}' if pair.verdict else ''}"
        for pair in family.pairs
    )


def _paper_cell(record: Record, *more: str) -> Text:
    """Make a cell of title, authors, handle and more; a handle wraps instead of being cut."""
    found = [cell(record.title_line or "(not stored)")]
    if record.names:
        found.append(Text(printable(record.name_line), style="italic"))
    found.append(Text(printable(record.handle), style="dim"))
    return Text("\n").join([*found, *map(cell, more)])


def pairs_as_data(pairs: Sequence[ReportPair]) -> list[dict[str, Any]]:
    """Return pairs for JSON."""
    return [facts.as_data() for facts in pair_facts(pairs)]


def families_as_data(found: Iterable[Family]) -> list[dict[str, Any]]:
    """Return families for JSON."""
    return [
        {
            "papers": [_paper_as_data(paper) for paper in family.papers],
            "pairs": [PairFacts(pair, number).as_data() for pair in family.pairs],
            "compared": family.compared,
            "found": family.found,
            "holds_to": family.holds_to,
            "loose": family.is_loose,
        }
        for number, family in enumerate(found, 1)
    ]


def _paper_as_data(paper: ReportPaper) -> dict[str, Any]:
    return {
        **paper_as_data(paper),
        "new": paper.is_new,
        "issue": paper.issue and paper.issue.isoformat(),
        "first_seen": paper.first_seen and paper.first_seen.isoformat(),
    }


def print_sources(sources: "Iterable[ListCounts]") -> None:
    """Print how many works each list has, and has alone."""
    table = compact_table()
    table.add_column("list", overflow="fold")
    for name in ("papers", "works", "only here"):
        table.add_column(name, justify="right")
    for one in sources:
        table.add_row(
            cell(one.name), *(f"{count:,}" for count in (one.papers, one.works, one.alone))
        )
    output_console().print(table)


def left_lines(found: "Deduplicated") -> Iterator[str]:
    """Yield sentences on what was left out, and on what a person has to decide."""
    same = "the same record as another" if len(found.gone) == 1 else "the same records as others"
    yield f"{counted(len(found.gone), 'paper')} left out: {same}."
    if pairs := found.undecided:
        named = "; ".join(f"{one} and {other}" for one, other in pairs[:_NAMED])
        more = "; …" if len(pairs) > _NAMED else ""
        yield (
            f"{counted(len(pairs), 'pair')} for you to decide; until then, both stay"
            f" ({named}{more}). --out pairs.html makes a page for it, --decisions applies the file"
            " that it downloads."
        )
