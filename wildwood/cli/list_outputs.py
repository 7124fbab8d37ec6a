"""The lists that `compare` writes again: whether it can, and what to say of them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from wildwood.cli.pairs import cell, compact_table, output_console
from wildwood.kernel.errors import InputError
from wildwood.kernel.text import counted, listed
from wildwood.lists.content import STDIN
from wildwood.lists.deduplication import Deduplicated, ListCounts
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList
from wildwood.lists.writing import CONVERTED, additions_to


def print_sources(sources: Iterable[ListCounts]) -> None:
    table = compact_table()
    table.add_column("list", overflow="fold")
    for name in ("papers", "works", "only here"):
        table.add_column(name, justify="right")
    for source in sources:
        counts = (source.papers, source.works, source.alone)
        table.add_row(cell(source.name), *(f"{count:,}" for count in counts))
    output_console().print(table)


_NAMED = 5  # pairs for a person that are named


def _deduplication_lines(deduplicated: Deduplicated) -> Iterator[str]:
    gone, pairs = len(deduplicated.gone), deduplicated.undecided
    repeats = "a repeat of another" if gone == 1 else "repeats of others"
    yield f"{counted(gone, 'paper')} left out as {repeats}."
    if versions := deduplicated.versions:
        yield f"{counted(len(versions), 'pair')} of versions; both stay ({_names_of(versions)})."
    if pairs:
        yield (
            f"{counted(len(pairs), 'pair')} for you to decide; until then, both stay"
            f" ({_names_of(pairs)}). --out pairs.html makes a page for it, --decisions applies the"
            " file that it downloads."
        )


def _names_of(pairs: Sequence[tuple[str, str]]) -> str:
    named = "; ".join(f"{left} and {right}" for left, right in pairs[:_NAMED])
    return f"{named}{'; …' if len(pairs) > _NAMED else ''}"


_SPREADSHEETS = {".xlsx", ".xls", ".xlsb", ".ods"}


def check_outs(files: Sequence[Path], outs: Sequence[Path], keep: str | None) -> None:
    """Refuse a suffix that does not fit the lists `files`, before they are read."""
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
    suffix = Path(file.stem).suffix if file.suffix == ".gz" else file.suffix
    return ".csv" if suffix in _SPREADSHEETS else suffix


def check_format(read: ReadList, outs: Sequence[Path]) -> None:
    """Refuse a list that cannot be written in its own format."""
    for out in outs:
        if out.suffix in CONVERTED:
            continue
        if read.original is None:
            raise InputError(f"{read.name} is {read.format.value}; write it as .ris or .bib.")
        if read.format is Format.SPREADSHEET and out.suffix != ".csv":
            raise InputError(f"{read.name} is a spreadsheet; write it as .csv, .ris or .bib.")


def list_lines(
    lists: Sequence[ReadList],
    outs: Sequence[Path],
    deduplicated: Deduplicated | None,
    *,
    has_older: bool,
) -> Iterator[str]:
    """Yield sentences on what was left out of the lists in `outs`, and what to do by hand."""
    if deduplicated is not None:
        yield from _deduplication_lines(deduplicated)
        if has_older:
            written = " and ".join(map(str, outs))
            yield f"Only papers of {lists[0].name} are in {written}; --together merges all lists."
        is_own = any(out.suffix not in CONVERTED for out in outs)
        if is_own and deduplicated.gains and additions_to(lists[0]) is None:
            yield (
                f"{counted(len(deduplicated.gains), 'paper')} did not get the fields that only"
                f" repeats have: {lists[0].format.value} has no place for them here; .ris and .bib"
                " have."
            )
    yield from _repeated_key_lines(lists, outs, deduplicated)


def _repeated_key_lines(
    lists: Sequence[ReadList], outs: Sequence[Path], deduplicated: Deduplicated | None
) -> Iterator[str]:
    first_lists: dict[str, int] = {}
    repeated: dict[str, None] = {}
    for number, read in enumerate(lists):
        for entry in read.entries if read.format is Format.BIBTEX else ():
            stays = deduplicated is None or entry.handle not in deduplicated.gone
            if stays and first_lists.setdefault(entry.id.lower(), number) != number:
                repeated[entry.id] = None
    if repeated and any(out.suffix == ".bib" for out in outs):
        yield f"BibTeX keys that two lists have; rename them in one: {listed(list(repeated))}."
