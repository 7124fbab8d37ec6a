"""Extract tables: the cells of each, with its caption, its notes, and the text that names it."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wildwood.extraction import floats
from wildwood.extraction.data import Box, Caption, Line, Table
from wildwood.extraction.grids import Grid, find_grids, rows_of
from wildwood.extraction.page_content import PageContent, Pages

_MAX_DISTANCE = 60.0  # between a caption and its table, in points
_NOTE = re.compile(r"(?i:notes?|sources?|remarks?)\b|[*†‡§¶#]|\(?[a-z1-9]\)?\s|[a-z](?=[A-Z])")
_NOTE_STEP = 1.9  # greatest distance of the lines of notes, in font sizes
_MAX_NOTE_LINES = 12


def extract_tables(lines: Sequence[Line], pages: Pages) -> list[Table]:
    """Return the tables with a caption, in order, then those without."""
    contexts = floats.caption_contexts(lines)
    captioned, rest = _read_tables(_captions(lines), pages, range(pages.count))
    tables = [replace(table, contexts=contexts[of]) for of, table in captioned.items()]
    return [*tables, *rest]


def captioned_tables(lines: Sequence[Line], pages: Pages) -> list[Table]:
    """Return the table of each caption, without cells where none are found."""
    captions = _captions(lines)
    captioned, _ = _read_tables(captions, pages, {caption.page - 1 for caption in captions})
    return list(captioned.values())


def _captions(lines: Sequence[Line]) -> list[Caption]:
    return [caption for caption in floats.extract_captions(lines) if caption.type == "table"]


def _read_tables(
    captions: Sequence[Caption], pages: Pages, numbers: Iterable[int]
) -> tuple[dict[Caption, Table], list[Table]]:
    """Return the tables by their captions, and those of some pages without a caption."""
    captioned = {of: Table(of.label, of.text, of.page) for of in captions}
    rest: list[Table] = []
    for number in numbers:
        if content := pages.read(number):
            grids = find_grids(content)
            beside = [caption for caption in captions if caption.page == number + 1]
            matched = _match_captions(grids, beside)
            for caption, grid in matched.items():
                captioned[caption] = _table(captioned[caption], grid, content)
            rest += [
                _table(Table("", "", number + 1), grid, content)
                for grid in grids
                if grid.is_evident and grid not in matched.values()
            ]
    return captioned, rest


def _match_captions(grids: Sequence[Grid], captions: Sequence[Caption]) -> dict[Caption, Grid]:
    """Return the grid of each caption, the nearest first."""
    pairs = [(_distance(of.box, grid.box), of, grid) for of in captions for grid in grids]
    chosen: dict[Caption, Grid] = {}
    for distance, caption, grid in sorted(pairs, key=lambda pair: pair[0]):
        if distance <= _MAX_DISTANCE and caption not in chosen and grid not in chosen.values():
            chosen[caption] = grid
    return chosen


def _distance(caption: Box, grid: Box) -> float:
    """Return how far a grid is below or above a caption; most tables are below theirs."""
    if caption.left > grid.right or grid.left > caption.right:
        return _MAX_DISTANCE + 1
    if grid.top < caption.middle[1]:
        return max(caption.bottom - grid.top, 0)
    return max(grid.bottom - caption.top, 0) + 8 if grid.bottom > caption.middle[1] else 0


def _table(table: Table, grid: Grid, content: PageContent) -> Table:
    return replace(table, box=grid.box, cells=grid.cells, notes=_notes(grid.box, content))


def _notes(box: Box, content: PageContent) -> tuple[str, ...]:
    """Return the notes below a table."""
    below = Box(box.left - 10, 0, box.right + 10, box.bottom)
    words = [word for word in content.words if below.contains(*word.box.middle)]
    notes: list[str] = []
    bottom = box.bottom
    for row in rows_of(words)[:_MAX_NOTE_LINES]:
        text = " ".join(chunk.text for chunk in row)
        is_new = _NOTE.match(text) is not None
        most = _NOTE_STEP * row[0].size + (0 if notes else 8)
        if bottom - row[0].box.bottom > most or not (is_new or notes):
            break
        if is_new:
            notes.append(text)
        else:
            notes[-1] += f" {text}"
        bottom = row[0].box.bottom
    return tuple(notes)


def table_rows(table: Table) -> list[list[str]]:
    """Return the texts of a table by row and column; those of a span are in its first place."""
    height = max((cell.row + 1 for cell in table.cells), default=0)
    width = max((cell.column + cell.columns for cell in table.cells), default=0)
    rows = [[""] * width for _ in range(height)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text
    return rows


def as_csv(table: Table) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(table_rows(table))
    return written.getvalue()
