"""Pairs and families as tables, text and JSON."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wildwood.biblio.entry import Record
from wildwood.kernel.pairs import Family, PairFacts, ReportPair, pair_facts, paper_as_data
from wildwood.kernel.text import printable

_SIDE_BY_SIDE = 72  # columns of a terminal in which two usual handles fit side by side
_USUAL_WIDTH = 80
compact_table = partial(Table, box=None, pad_edge=False, padding=(0, 1, 0, 0))


def output_console() -> Console:
    """Return the console of stdout, 80 columns wide if `COLUMNS` is 0, that is, unknown."""
    console = Console()
    return console if console.width else Console(width=_USUAL_WIDTH)


def cell(*lines: str) -> Text:
    """Make a table cell of these lines, which rich does not read as markup."""
    return Text("\n".join(map(printable, lines)))


def marker(console: Console) -> str:
    return "<" if console.options.ascii_only else "◄"


def print_pairs(pairs: Iterable[ReportPair]) -> None:
    """Print a table with papers side by side, or on a narrow terminal one below the other."""
    console = output_console()
    is_wide = console.width >= _SIDE_BY_SIDE
    table = Table(show_header=is_wide, show_lines=True)
    for name in ("strength", "type") if is_wide else ():
        table.add_column(name, no_wrap=True, min_width=len(name))
    for name in ("paper", "resembles") if is_wide else ("pair",):
        table.add_column(name, overflow="fold")
    for pair in pairs:
        verdict = pair.verdict.value if pair.verdict else ""
        remark = f"{verdict}: {'; '.join(pair.reasons)}" if verdict and pair.reasons else verdict
        left, right = _paper_cell(pair.left.record), _paper_cell(pair.right.record, remark)
        facts = pair.printed, pair.type.value
        if is_wide:
            table.add_row(*facts, left, right)
        else:
            lines = [cell("  ".join(facts)), left, cell("resembles:"), right]
            table.add_row(Text("\n").join(lines))
    console.print(table)


def print_families(families: Iterable[Family]) -> None:
    """Print families, each as a table of its numbered papers, and a line of its pairs."""
    console = output_console()
    for family in families:
        console.print(_heading(family), highlight=False)
        table = Table(show_header=False, show_lines=True)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for number, paper in enumerate(family.papers, 1):
            when = str(paper.first_seen or paper.issue or paper.date or "")
            table.add_row(str(number), cell(when), _paper_cell(paper.record))
        console.print(table)
        numbers = {paper.key: number for number, paper in enumerate(family.papers, 1)}
        pairs = (
            f"{numbers[pair.left.key]} and {numbers[pair.right.key]}: {pair.printed}"
            f" {pair.type.value}{f', {pair.verdict.value}' if pair.verdict else ''}"
            for pair in family.pairs
        )
        console.print(f"{'; '.join(pairs)}\n", highlight=False)


def _heading(family: Family) -> str:
    papers = len(family.papers)
    if papers == 1:
        return "One handle twice"
    if family.compared == 1:
        return "Two papers"
    looseness = ", loosely connected" if family.is_loose else ""
    pairs = f"{family.found} of {family.compared} pairs above the limit"
    connected = f"all connected at {family.holds_to:.4f}{looseness}"
    return f"Family of {papers} papers: {pairs}, {connected}"


def _paper_cell(record: Record, remark: str = "") -> Text:
    """Make a cell in which a handle wraps instead of being cut."""
    paper = cell(record.title_line or "(not stored)")
    if record.names:
        paper.append("\n").append(printable(record.name_line), "italic")
    paper.append("\n").append(printable(record.handle), "dim")
    return paper.append(f"\n{printable(remark)}") if remark else paper


def pairs_as_data(pairs: Sequence[ReportPair]) -> list[dict[str, Any]]:
    return [facts.data() for facts in pair_facts(pairs)]


def families_as_data(families: Iterable[Family]) -> list[dict[str, Any]]:
    return [
        {
            "papers": [
                {
                    **paper_as_data(paper),
                    "new": paper.is_new,
                    "issue": paper.issue and paper.issue.isoformat(),
                    "first_seen": paper.first_seen and paper.first_seen.isoformat(),
                }
                for paper in family.papers
            ],
            "pairs": [PairFacts(pair, number).data() for pair in family.pairs],
            "compared": family.compared,
            "found": family.found,
            "holds_to": family.holds_to,
            "loose": family.is_loose,
        }
        for number, family in enumerate(families, 1)
    ]
