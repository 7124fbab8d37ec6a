"""Lists that `wildwood compare` writes again."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from wildwood.biblio.as_ris import write_ris
from wildwood.biblio.record import Record
from wildwood.cli.rich_output import PairRow, cell, compact_table, output_console, pair_table
from wildwood.kernel.errors import InputError
from wildwood.kernel.pair_columns import PairFacts, pair_facts, paper_as_data
from wildwood.kernel.pairs import Family, ReportPair, ReportPaper
from wildwood.kernel.text import counted, listed, printable, write_rows
from wildwood.lists.content import STDIN
from wildwood.lists.deduplication import Deduplicated, repeats
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList
from wildwood.lists.writing import CONVERTED, has_room, joined_lists, list_as

if TYPE_CHECKING:
    from wildwood.lists.deduplication import ListCounts

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
    return [facts.data() for facts in pair_facts(pairs)]


def families_as_data(found: Iterable[Family]) -> list[dict[str, Any]]:
    """Return families for JSON."""
    return [
        {
            "papers": [_paper_as_data(paper) for paper in family.papers],
            "pairs": [PairFacts(pair, number).data() for pair in family.pairs],
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


_PAPER = ("id", "title", "list")
_REMOVED = (*(f"{side}_{name}" for side in ("removed", "kept") for name in _PAPER), "why", "record")
"""The columns of what was left out."""
_SPREADSHEETS = {".xlsx", ".xls", ".xlsb", ".ods"}


def check_outs(files: Sequence[Path], outs: Sequence[Path], keep: str | None) -> None:
    """Refuse a suffix that does not fit the lists, before they are read.

    Args:
        files: the lists that are written again.
        outs: the files into which they are.
        keep: what is kept of several entries that are one record, if anything is left out.
    """
    for out in outs:
        if out.suffix in CONVERTED:
            continue
        if len(files) > 1:
            raise click.UsageError(f"--list writes several lists as .ris or .bib, not as {out}.")
        own = _own_suffix(files[0])
        if files[0] != STDIN and out.suffix != own:
            formats = " or ".join(filter(None, dict.fromkeys([own, *CONVERTED])))
            raise click.UsageError(f"--list writes {files[0]} as {formats}, not as {out}.")
        if keep is None:
            raise click.UsageError(f"{out} needs --keep; repeats are marked in .ris and .bib only.")


def _own_suffix(file: Path) -> str:
    """Return the suffix that a list in the format of a file has."""
    suffix = Path(file.stem).suffix if file.suffix == ".gz" else file.suffix
    return ".csv" if suffix in _SPREADSHEETS else suffix


def check_format(read: ReadList, outs: Sequence[Path]) -> None:
    """Refuse a list that is to be written in its own format, and cannot be.

    Raises:
        InputError: it cannot.
    """
    for out in outs:
        if out.suffix in CONVERTED:
            continue
        if read.original is None:
            raise InputError(f"{read.name} is {read.format.value}; write it as .ris or .bib.")
        if read.format is Format.SPREADSHEET and out.suffix != ".csv":
            raise InputError(f"{read.name} is a spreadsheet; write it as .csv, .ris or .bib.")


def removed_tables(outs: Iterable[Path]) -> list[Path]:
    """Return the files that say what was left out: `NAME.removed.csv` beside each list."""
    return list(dict.fromkeys(out.with_suffix(".removed.csv") for out in outs))


def removed_as_csv(lists: Iterable[ReadList], left: Deduplicated) -> bytes:
    """Return what was left out, for what and why, and each record as its list has it."""
    texts = {
        entry.handle: original.part(entry.span) if original and entry.span else write_ris(entry)
        for read in lists
        for original in [read.original]
        for entry in read.entries
        if entry.handle in left.gone
    }
    rows = (
        {
            **_paper_cells("removed", one.removed),
            **_paper_cells("kept", one.kept),
            "why": one.why,
            "record": texts[one.removed.record.handle],
        }
        for one in left.removals
    )
    return write_rows(_REMOVED, rows).encode(errors="replace")


def _paper_cells(side: str, paper: ReportPaper) -> dict[str, str]:
    record = paper.record
    values = (record.handle, record.title_line, paper.source)
    return {f"{side}_{name}": value for name, value in zip(_PAPER, values, strict=True)}


def list_lines(
    lists: Sequence[ReadList],
    outs: Sequence[Path],
    left: Deduplicated | None,
    *,
    has_older: bool,
) -> Iterator[str]:
    """Yield sentences on what was left out, and on what is to be done by hand.

    Args:
        lists: the lists that are written again.
        outs: the files into which they are.
        left: what becomes of them if something is left out.
        has_older: whether they were compared with older lists, which are not written.
    """
    if left is not None:
        yield from left_lines(left)
        if has_older:
            written = " and ".join(map(str, outs))
            yield f"Only papers of {lists[0].name} are in {written}; --together merges all lists."
        yield from _lost_lines(lists[0], outs, left)
    yield from _repeated_key_lines(lists, outs, left)


def _lost_lines(read: ReadList, outs: Sequence[Path], left: Deduplicated) -> Iterator[str]:
    """Yield a sentence on what is not merged because the format of a list has no room for it."""
    is_own = any(out.suffix not in CONVERTED for out in outs)
    if is_own and left.gains and not has_room(read):
        yield (
            f"{counted(len(left.gains), 'paper')} did not get what only the others have, for which"
            f" {read.format.value} has no room here; .ris and .bib have."
        )


def _repeated_key_lines(
    lists: Sequence[ReadList], outs: Sequence[Path], left: Deduplicated | None
) -> Iterator[str]:
    """Yield a sentence on the BibTeX keys that two lists have, which become one."""
    of_key: dict[str, int] = {}
    repeated: dict[str, None] = {}
    for number, read in enumerate(lists):
        for entry in read.entries if read.format is Format.BIBTEX else ():
            stays = left is None or entry.handle not in left.gone
            if stays and of_key.setdefault(entry.id.lower(), number) != number:
                repeated[entry.id] = None
    if repeated and any(out.suffix == ".bib" for out in outs):
        yield f"Keys that two lists have, and that stay in both: {listed(list(repeated))}."


def list_again(
    lists: Sequence[ReadList], out: Path, pairs: Sequence[ReportPair], left: Deduplicated | None
) -> bytes:
    """Return lists as one, with their likely repeats marked or without what is the same.

    Args:
        lists: the lists.
        out: the file for it, whose suffix tells the format.
        pairs: their pairs, strongest first.
        left: what becomes of them if something is left out.
    """
    lists = lists if len(lists) == 1 else [read.in_utf_8 for read in lists]
    target = CONVERTED.get(out.suffix, lists[0].format)
    if left is None:
        entries = [entry for read in lists for entry in read.entries]
        notes = repeats(entries, pairs)
        return joined_lists(list_as(target, read, read.entries, notes) for read in lists)
    staying = ([one for one in read.entries if one.handle not in left.gone] for read in lists)
    return joined_lists(
        list_as(target, read, entries, {}, left.gains)
        for read, entries in zip(lists, staying, strict=True)
    )
