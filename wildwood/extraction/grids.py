"""Find the tables of a page by its rules and by columns of text, and read their cells."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, starmap, zip_longest
from statistics import median
from typing import NamedTuple

from wildwood.extraction.data import Box, Cell, enclosing, grouped
from wildwood.extraction.page_content import PageContent, Word

_ROW = 0.45  # how much the baselines of one row differ at most, in font sizes
_GAP = 0.7  # least gap between two cells, in font sizes
_OF_NUMBERS = 1.75  # how much wider than others a gap between two numbers counts
_BULLETS = "•●▪■"  # what they begin goes on in their cell
_WIDER, _MAX_GAP = 1.6, 1.0  # least gap relative to the usual space, and most that is asked for

Row = list[Word]  # texts, each the words that are close together


def is_number(text: str) -> bool:
    """Return whether a text has more digits than letters."""
    return sum(map(str.isdigit, text)) > sum(map(str.isalpha, text))


def rows_of(words: Iterable[Word]) -> list[Row]:
    """Return the texts of each row, from top to bottom, divided at gaps."""
    rows = grouped(sorted(words, key=lambda word: -word.box.bottom), _is_on_row)
    for row in rows:
        row.sort(key=lambda word: word.box.left)
    gaps = [list(starmap(_gap, pairwise(row))) for row in rows]
    some = sorted(gap for gap in chain.from_iterable(gaps) if gap > 0)
    usual = some[len(some) // 4] if some else 0.0
    least = max(_GAP, min(_WIDER * usual, _MAX_GAP))
    return [
        [_chunk(row[start:end]) for start, end in pairwise((0, *ends, len(row)))]
        for row, of_row in zip(rows, gaps, strict=True)
        for ends in [[place for place, gap in enumerate(of_row, 1) if gap > least]]
    ]


def _is_on_row(row: Sequence[Word], word: Word) -> bool:
    return abs(row[0].box.bottom - word.box.bottom) <= _ROW * max(row[0].size, word.size)


def _gap(before: Word, word: Word) -> float:
    """Return the gap between two words of a row, in font sizes."""
    if before.text in _BULLETS:
        return 0.0
    gap = (word.box.left - before.box.right) / max(before.size, word.size)
    are_numbers = before.text[-1].isdigit() and word.text[0].isdigit() and len(word.text) > 1
    return gap * _OF_NUMBERS if are_numbers else gap


def _chunk(words: Sequence[Word]) -> Word:
    text = " ".join(word.text for word in words)
    return Word(text, enclosing(word.box for word in words), max(word.size for word in words))


@dataclass(frozen=True, slots=True)
class Grid:
    box: Box
    cells: tuple[Cell, ...]
    is_ruled: bool  # whether a rule goes across it

    @property
    def is_table(self) -> bool:
        rows, columns = {cell.row for cell in self.cells}, {cell.column for cell in self.cells}
        return len(rows) > 1 and len(columns) > 1

    @property
    def is_evident(self) -> bool:
        """Whether it is a table even without a caption."""
        rows = max(cell.row for cell in self.cells) + 1
        columns = max(cell.column for cell in self.cells) + 1
        words = median(len(cell.text.split()) for cell in self.cells)
        is_filled = sum(cell.columns for cell in self.cells) >= _FILLED * rows * columns
        is_large = rows >= _MANY_ROWS and columns >= _MIN_ROWS
        has_head = self.cells[0].is_head and len(self.cells) == rows * columns
        body = (cell.text for cell in self.cells if cell.column and not cell.is_head)
        is_listed = rows >= _MANY_ROWS and has_head and all(map(is_number, body))
        is_marked = self.is_ruled or is_large or is_listed
        return is_marked and is_filled and rows >= _MIN_ROWS and words < _PROSE


_FILLED = 0.4  # least share of the places of a table without a caption that have a text
_ACROSS = 0.8  # least width of a rule across a table, relative to it
_PROSE = 5  # words of a line of prose
_MIN_ROWS = 3
_MANY_ROWS = 5  # of three columns that are a table without a rule


def find_grids(content: PageContent, captions: Sequence[Box]) -> list[Grid]:
    """Return the tables of a page; captions are no cells, and divide what is between rules."""
    grids: list[Grid] = []
    words = [word for word in content.words if not any(_is_in(word, box) for box in captions)]
    for region in [*_framed_regions(content), *_ruled_regions(content, captions)]:
        if not any(region.touches(grid.box) for grid in grids):
            grids += _read(region, content, words)
            words = [word for word in words if not any(_is_in(word, grid.box) for grid in grids)]
    for region in _text_regions(rows_of(words)):
        # A region with a drawing is a chart.
        if not any(region.touches(drawing) for drawing in content.drawings):
            grids += _read(region, content, words)
    return grids


def _is_in(word: Word, box: Box) -> bool:
    return box.contains(*word.box.middle)


_MEET = 2.0  # how far apart rules that meet can be, in points
_MARGIN = 8.0  # how far from the edge of a frame the rule between two columns is
_SAME = 8.0  # how far apart the edges of rules above and below a table can be


def _framed_regions(content: PageContent) -> Iterator[Box]:
    """Yield the frames of rules that meet, with at least one between two columns."""
    groups: list[list[Box]] = []
    for rule in [*content.rows, *content.columns]:
        meeting = [group for group in groups if any(rule.touches(box, _MEET) for box in group)]
        groups = [group for group in groups if group not in meeting]
        groups.append([rule, *chain.from_iterable(meeting)])
    for group in groups:
        frame = enclosing(group)
        if _inner_sides(frame, group):
            yield frame


def _inner_sides(frame: Box, rules: Iterable[Box]) -> list[float]:
    """Return where vertical rules divide a frame."""
    sides: list[float] = []
    for rule in sorted(rules, key=lambda rule: rule.left):
        x = rule.middle[0]
        is_inside = frame.left + _MARGIN < x < frame.right - _MARGIN
        if rule.height > rule.width and is_inside and (not sides or x - sides[-1] > _MARGIN / 2):
            sides.append(x)
    return sides


def _ruled_regions(content: PageContent, captions: Sequence[Box]) -> Iterator[Box]:
    """Yield the places between horizontal rules of one edge that have rows of several cells."""

    def goes_on(rules: Sequence[Box], rule: Box) -> bool:
        above, band = rules[-1], enclosing((rule, rules[-1]))
        is_level = min(abs(rule.left - above.left), abs(rule.right - above.right)) <= _SAME
        is_table = is_level and _is_tabular(content, band)
        return is_table and not any(band.contains(*box.middle) for box in captions)

    regions = grouped(sorted(content.rows, key=lambda rule: -rule.top), goes_on)
    yield from (enclosing(rules) for rules in regions if len(rules) > 1)


def _is_tabular(content: PageContent, band: Box) -> bool:
    rows = rows_of(word for word in content.words if _is_in(word, band))
    if len(rows) <= 1:
        return True
    are_labelled = max(map(len, rows)) == 2  # noqa: PLR2004 - with sentences beside the labels
    chunks = [chunk for row in rows for chunk in (row[:1] if are_labelled else row)]
    words = median(len(chunk.text.split()) for chunk in chunks)
    return words < _PROSE and 3 * sum(len(row) > 1 for row in rows) >= len(rows)


_STEP = 2.6  # greatest distance of two rows of a table without rules, in font sizes


def _text_regions(rows: Sequence[Row]) -> Iterator[Box]:
    """Yield where several rows have cells, many of them numbers, below one another."""
    for run in grouped(rows, _is_below_row):
        values = [chunk for row in run for chunk in row[1:]]
        numbers = sum(is_number(chunk.text) for chunk in values)
        if len(run) >= _MIN_ROWS and 3 * numbers >= len(values):
            yield enclosing(chunk.box for row in run for chunk in row)


def _is_below_row(run: Sequence[Row], row: Row) -> bool:
    above = run[-1]
    step = above[0].box.bottom - row[0].box.bottom
    is_near = step <= _STEP * max(above[0].size, row[0].size)
    return is_near and min(len(above), len(row)) > 1


def _read(region: Box, content: PageContent, words: Sequence[Word]) -> Iterator[Grid]:
    if rows := rows_of(word for word in words if _is_in(word, region)):
        grid = _Reader(region, content, rows).grid()
        if grid.is_table:
            yield grid


class _Reader:
    """Reads the cells in a region."""

    def __init__(self, region: Box, content: PageContent, rows: Sequence[Row]) -> None:
        self._region = region
        sides = [rule for rule in content.columns if region.touches(rule)]
        self._sides = _inner_sides(region, sides)
        self._rules = [rule for rule in content.rows if region.touches(rule, _MEET)]
        self._edges = sorted([*self._sides, *self._text_edges(rows)])
        self._rows = rows
        self._frame = enclosing(sides) if sides else None  # labels can be beside it

    def _text_edges(self, rows: Sequence[Row]) -> Iterator[float]:
        """Yield where texts divide the columns that rules have made."""
        bounds = [self._region.left - _MARGIN, *self._sides, self._region.right + _MARGIN]
        for left, right in pairwise(bounds):
            parts = [
                part for row in rows
                if (part := [c for c in row if left - 4 < c.box.left and c.box.right < right + 4])
            ]  # fmt: skip
            yield from text_edges(parts, max(2, len(parts) // 2) if self._sides else 1)

    def _span(self, chunk: Word) -> tuple[int, int]:
        """Return the first and the last column of a text."""
        inset = min(chunk.box.width / 4, 0.8 * chunk.size)
        left, right = chunk.box.left + inset, chunk.box.right - inset
        return sum(edge < left for edge in self._edges), sum(edge < right for edge in self._edges)

    def grid(self) -> Grid:
        bands = grouped(self._rows, lambda band, row: not self._rules_between(band[-1], row))
        groups: list[list[Row]] = []
        for number, band in enumerate(bands):
            numbers = sum(map(_has_numbers, band))
            if self._frame and len(bands) > 2 and number and numbers < 2:  # noqa: PLR2004
                groups.append(band)
            elif number == 0 and numbers <= 1:
                groups += grouped(band, lambda _, row: not _has_numbers(row))
            else:
                groups += grouped(band, _joins)
        is_ruled = any(rule.width > _ACROSS * self._region.width for rule in self._rules)
        return Grid(self._region, tuple(self._cells(groups)), is_ruled)

    def _rules_between(self, above: Row, below: Row) -> list[Box]:
        upper, lower = above[0].box.middle[1], below[0].box.middle[1]
        return [rule for rule in self._rules if lower < rule.middle[1] < upper]

    def _cells(self, groups: Sequence[Sequence[Row]]) -> Iterator[Cell]:
        """Yield the cells; rows above the first with numbers are heads, or one without any."""
        numbered = (n for n, group in enumerate(groups) if any(map(_has_numbers, group)))
        heads = next(numbered, 1)
        chunks = [(row, chunk) for row, group in enumerate(groups) for of in group for chunk in of]
        placed = [
            _Placed(*self._block(groups, row, chunk), *self._span(chunk), number, chunk)
            for number, (row, chunk) in enumerate(chunks)
        ]
        cells = grouped(sorted(placed, key=lambda text: (text.top, text.first)), _overlaps)
        for texts, following in zip_longest(cells, cells[1:]):
            top, first = texts[0].top, texts[0].first
            end = max(text.last for text in texts) + 1
            if following and following[0].top == top:
                end = min(end, following[0].first)
            rows = max(text.bottom for text in texts) - top + 1
            in_order = [text.chunk for text in sorted(texts, key=lambda text: text.number)]
            words, box = " ".join(c.text for c in in_order), enclosing(c.box for c in in_order)
            yield Cell(top, first, end - first, words, top < heads, box, rows)

    def _block(self, groups: Sequence[Sequence[Row]], row: int, chunk: Word) -> tuple[int, int]:
        """Return the first and the last row of a text; a rule beside it does not divide it."""
        first = last = row
        while first and self._is_open(groups[first - 1], groups[first], chunk):
            first -= 1
        while last + 1 < len(groups) and self._is_open(groups[last], groups[last + 1], chunk):
            last += 1
        return first, last

    def _is_open(self, above: Sequence[Row], below: Sequence[Row], chunk: Word) -> bool:
        rules = self._rules_between(above[-1], below[0])
        x = chunk.box.middle[0]
        is_inside = self._frame is not None and self._frame.left < x < self._frame.right
        can_be_open = is_inside or not any(map(_has_numbers, [*above, *below]))
        return can_be_open and bool(rules) and not any(r.left <= x <= r.right for r in rules)


class _Placed(NamedTuple):
    """A text with its rows and columns."""

    top: int
    bottom: int
    first: int
    last: int
    number: int  # in reading order
    chunk: Word


def _overlaps(cell: Sequence[_Placed], text: _Placed) -> bool:
    """Return whether a text belongs to the cell of others: in the column of one, not beside it."""
    return text.top == cell[0].top and any(
        text.first == other.first
        or (text.first <= other.last and not _is_on_row([other.chunk], text.chunk))
        for other in cell
    )


def _has_numbers(row: Row) -> bool:
    return any(is_number(chunk.text) for chunk in row[1:])


def _joins(group: Sequence[Row], row: Row) -> bool:
    """Return whether a line goes on in a cell of the lines before it, not in all of them."""
    first, place = group[0][0], row[0].box.left
    is_indented = place > first.box.left + first.size / 2 and all(c.text[0].islower() for c in row)
    is_part = len(row) == 1 or place > first.box.right or is_indented
    return is_part and row[0].text[0].islower() and not _has_numbers(row)


def text_edges(rows: Sequence[Row], least: int) -> list[float]:
    """Return where the columns of texts divide, as told by the rows with most texts first.

    Two columns are one if fewer than `least` rows have a text in both.
    """
    columns: list[tuple[Box, set[int]]] = []
    numbered = [(number, chunk.box) for number, row in enumerate(rows) for chunk in row]
    for number, box in sorted(numbered, key=lambda pair: (-len(rows[pair[0]]), pair[1].width)):
        below = [one for one in columns if one[0].left < box.right and box.left < one[0].right]
        if len(below) <= 1:
            columns = [column for column in columns if column not in below]
            members = {number}.union(*(texts for _, texts in below))
            columns.append((enclosing([box, *(frame for frame, _ in below)]), members))
    merged: list[tuple[Box, set[int]]] = []
    for frame, texts in sorted(columns, key=lambda column: column[0].left):
        if merged and len(merged[-1][1] & texts) < least:
            frame, texts = enclosing((merged[-1][0], frame)), merged.pop()[1] | texts  # noqa: PLW2901
        merged.append((frame, texts))
    return [(left.right + right.left) / 2 for (left, _), (right, _) in pairwise(merged)]
