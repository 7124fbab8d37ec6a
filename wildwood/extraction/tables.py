"""Extract tables: the cells of each, with its caption, its notes, and the text that names it."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.extraction import floats
from wildwood.extraction.data import Box, Caption, Line, Table
from wildwood.extraction.grids import Grid, grids_of, rows_of
from wildwood.extraction.page_content import PageContent, Pages

_MAX_DISTANCE = 60.0  # between a caption and its table, in points
_NOTE = re.compile(r"(?i:notes?|sources?|remarks?)\b|[*†‡§¶#]|\(?[a-z1-9]\)?\s|[a-z](?=[A-Z])")
_NOTE_STEP = 1.9  # greatest distance of the lines of notes, in font sizes
_MAX_NOTE_LINES = 12


def extract_tables(lines: Sequence[Line], pages: Pages) -> list[Table]:
    """Return the tables with a caption, in order, then those without."""
    contexts = floats.caption_contexts(lines)
    tables = [
        replace(table, contexts=contexts[caption])
        for caption, table in captioned_tables(lines, pages).items()
    ]
    used = {(table.page, table.box) for table in tables}
    for number in range(pages.count):
        content = pages.read(number)
        tables += [
            _table(Table("", "", number + 1), grid, content)
            for grid in grids_of(pages, number)
            if content and grid.is_evident and (number + 1, grid.box) not in used
        ]
    return tables


def captioned_tables(lines: Sequence[Line], pages: Pages) -> dict[Caption, Table]:
    """Return the table of each caption, without cells where none are found."""
    captions = [caption for caption in floats.extract_captions(lines) if caption.type == "table"]
    tables = {}
    for caption in captions:
        table = Table(caption.label, caption.text, caption.page)
        content = pages.read(caption.page - 1)
        beside = [other for other in captions if other.page == caption.page]
        grids = match_captions(grids_of(pages, caption.page - 1), beside)
        grid = grids.get(caption)
        tables[caption] = _table(table, grid, content) if grid and content else table
    return tables


def match_captions(grids: Sequence[Grid], captions: Sequence[Caption]) -> dict[Caption, Grid]:
    """Return the grid of each caption, the nearest first."""
    pairs = sorted(
        (
            (_distance(caption.box, grid.box), caption, grid)
            for caption in captions
            for grid in grids
        ),
        key=lambda pair: pair[0],
    )
    chosen: dict[Caption, Grid] = {}
    for distance, caption, grid in pairs:
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
    return replace(table, box=grid.box, cells=grid.cells, notes=tuple(_notes(grid.box, content)))


def _notes(box: Box, content: PageContent) -> Iterator[str]:
    """Yield the notes below a table."""
    below = Box(box.left - 10, 0, box.right + 10, box.bottom)
    words = [word for word in content.words if below.contains(*word.box.middle)]
    notes: list[str] = []
    bottom = box.bottom
    for row in rows_of(words)[:_MAX_NOTE_LINES]:
        text = " ".join(chunk.text for chunk in row)
        if not row:
            continue
        step = _NOTE_STEP * row[0].size
        if bottom - row[0].box.bottom > (step if notes else step + 8):
            break
        if _NOTE.match(text):
            notes.append(text)
        elif notes:
            notes[-1] += f" {text}"
        else:
            break
        bottom = row[0].box.bottom
    yield from notes


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
