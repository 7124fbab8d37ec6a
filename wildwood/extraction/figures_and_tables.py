"""Find the figure of each caption on its page, and extract tables.

A table has cells, a caption, notes and the text that names it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import median

from wildwood.extraction import data, floats, front_page
from wildwood.extraction.data import Box, Caption, Figure, Line, Table, enclosing, intersection
from wildwood.extraction.grids import Grid, find_grids, rows_of
from wildwood.extraction.page_content import PageContent, Pages

_MAX_DISTANCE = 60.0  # between a caption and its table, in points
_NOTE = re.compile(r"(?i:notes?|sources?|remarks?)\b|[*†‡§¶#]|\(?[a-z1-9]\)?\s|[a-z](?=[A-Z])")
_NOTE_STEP = 1.9  # greatest distance of the lines of notes, in font sizes
_MAX_NOTE_LINES = 12
_MAX_CAPTION = 1000  # characters of a caption in which the rows of its table are sought


def extract_tables(lines: Sequence[Line], pages: Pages) -> list[Table]:
    """Return the tables with a caption, in order, then those without."""
    contexts = floats.caption_contexts(lines)
    captioned, rest = _read_tables(list(contexts), pages, range(pages.count))
    return [replace(table, contexts=contexts[of]) for of, table in captioned.items()] + rest


def captioned_tables(lines: Sequence[Line], pages: Pages) -> list[Table]:
    """Return the table of each caption, without cells where none are found."""
    captions = floats.extract_captions(lines)
    numbers = {caption.page - 1 for caption in captions if caption.type == "table"}
    captioned, _ = _read_tables(captions, pages, numbers)
    return list(captioned.values())


def _read_tables(
    captions: Sequence[Caption], pages: Pages, numbers: Iterable[int]
) -> tuple[dict[Caption, Table], list[Table]]:
    """Return the tables by their captions, and those of some pages without a caption."""
    captioned = {of: Table(of.label, of.text, of.page) for of in captions if of.type == "table"}
    rest: list[Table] = []
    for number in numbers:
        if content := pages.read(number):
            beside = [caption for caption in captions if caption.page == number + 1]
            lines = [replace(of.box, bottom=max(of.bottom, of.top - _LINE)) for of in beside]
            grids = find_grids(content, lines)  # the first lines, which can be below a rule
            matched = _match_captions(grids, [of for of in beside if of in captioned])
            of_figures = [of.box for of in beside if of not in captioned]
            for caption, grid in matched.items():
                table = replace(captioned[caption], caption=_remove_rows(caption, grid))
                captioned[caption] = _table(table, grid, content)
            rest += [
                _table(Table("", "", number + 1), grid, content)
                for grid in grids
                if grid.is_evident
                and grid not in matched.values()
                and all(_distance(box, grid.box) > _MAX_DISTANCE for box in of_figures)
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


def _remove_rows(caption: Caption, grid: Grid) -> str:
    """Return the text of a caption without the rows below it, if they were read as its lines."""
    rows, has_rows = "".join(f"{cell.text} " for cell in grid.cells), caption.bottom < grid.box.top
    for place, character in enumerate(caption.text[: _MAX_CAPTION * has_rows]):
        rest = f"{caption.text[place + 1 :]} "
        if character == " " and rest[: len(rows)] == rows[: len(rest)]:
            return caption.text[:place]
    return caption.text


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


_NEAR = 8.0  # greatest distance of two parts of a drawing, in points
_LABEL_DISTANCE = 14.0  # greatest distance of a drawing and a label of it
_SMALL = 6.0  # height and width of ornaments, such as the corners of a frame
_MIN_SIDE = 14.0  # least height and width of a figure
_LINE = 9.0  # the height of a line of a caption
_MAX_LABELS = 2  # lines like prose in a drawing; more are text over its margin
_STEP = 1.6  # greatest distance of the lines of a paragraph, in font sizes


def extract_figures(lines: Sequence[Line], pages: Pages) -> list[Figure]:
    """Return a figure for each caption, without a box where none is found."""
    contexts = floats.caption_contexts(lines)
    captions = [caption for caption in contexts if caption.type == "figure"]
    texts = data.group_by_page(floats.drop_captions(lines, list(contexts)))
    boxes: dict[Caption, Box | None] = {}
    for number in {caption.page - 1 for caption in captions}:
        if content := pages.read(number):
            beside = [caption for caption in contexts if caption.page == number + 1]
            regions = _Page(content, texts.get(number, []), beside).regions()
            boxes |= zip(regions, pages.shrink(number, [*regions.values()]), strict=True)
    return [Figure(of.label, of.text, of.page, boxes.get(of), contexts[of]) for of in captions]


def _body_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a page that are prose, or go on with it."""
    body: list[Line] = []
    for line in lines:
        above = body[-1] if body else line
        is_near = 0 < above.bottom - line.bottom < _STEP * line.size
        goes_on = is_near and abs(above.left - line.left) < line.size
        if front_page.is_prose(line.text) or goes_on:
            body.append(line)
    return body


class _Page:
    def __init__(
        self, content: PageContent, lines: Sequence[Line], captions: Sequence[Caption]
    ) -> None:
        self._content = content
        self._captions = captions
        self._words = [word.box for word in content.words]
        self._lines = [line.box for line in lines]
        self._drawings = self._drawn(content.drawings)
        self._rules = self._drawn([*content.rows, *content.columns])
        body = [line.box for line in _body_lines(lines)]
        inside = ([box for box in body if one.contains(*box.middle)] for one in self._drawings)
        labels = {box for boxes in inside if len(boxes) <= _MAX_LABELS for box in boxes}
        self._body = [box for box in body if box not in labels]
        self._taken = [*self._body, *(caption.box for caption in captions)]

    def _drawn(self, boxes: Iterable[Box]) -> list[Box]:
        """Return what is neither an ornament nor the background of a caption."""
        captions = [caption.box.middle for caption in self._captions]
        large = (box for box in boxes if max(box.width, box.height) > _SMALL)
        return [box for box in large if not any(box.contains(*middle) for middle in captions)]

    def regions(self) -> dict[Caption, Box]:
        regions: dict[Caption, Box] = {}
        for is_above in (True, False):
            left = [of for of in self._captions if of.type == "figure" and of not in regions]
            bands = {caption: self._band(caption, is_above=is_above) for caption in left}
            for caption in bands:
                band = self._band(caption, is_above=is_above)  # without the regions of others
                free = self._widened(band, caption, bands.values())
                if region := self._region(band, free):
                    regions[caption] = region
                    self._taken.append(region)
        return regions

    def _band(self, caption: Caption, *, is_above: bool) -> Box:
        """Return the free part of a column above or below a caption."""
        left, right = self._column(caption)
        obstacles = [box for box in self._taken if box.left < right and left < box.right]
        page = self._content.size
        if is_above:
            over = (box.bottom for box in obstacles if box.bottom > caption.top - 2)
            return Box(left, caption.top, right, min(over, default=page.top))
        under = (box.top for box in obstacles if box.top < caption.bottom + 2)
        return Box(left, max(under, default=page.bottom), right, caption.bottom)

    def _column(self, caption: Caption) -> tuple[float, float]:
        """Return the edges of the column of a caption, or of all columns."""
        middle = (caption.left + caption.right) / 2
        if column := [box for box in self._body if box.left <= middle <= box.right]:
            left = median(box.left for box in column)
            right = median(box.right for box in column)
        elif caption.top - caption.bottom > _LINE * 2 or not self._body:
            left, right = caption.left, caption.right
        else:
            frame = enclosing(self._body)
            left, right = frame.left, frame.right
        return min(left, caption.left) - _NEAR, max(right, caption.right) + _NEAR

    def _widened(self, band: Box, caption: Caption, others: Iterable[Box]) -> Box:
        """Return a band with what is beside it up to text, other bands or the edges of the page."""
        bottom, top = min(band.bottom, caption.bottom), max(band.top, caption.top)
        taken = (*self._taken, *others)
        beside = [box for box in taken if box.bottom < top - 2 and bottom + 2 < box.top]
        left = (box.right for box in beside if box.right < band.left + _NEAR)
        right = (box.left for box in beside if band.right - _NEAR < box.left)
        page = self._content.size
        sides = max(left, default=page.left), min(right, default=page.right)
        return Box(min(sides[0], band.left), band.bottom, max(sides[1], band.right), band.top)

    def _region(self, band: Box, free: Box) -> Box | None:
        """Return what is drawn in a band; rules count only where nothing else does."""
        for parts in (self._drawings, self._rules):
            inside = [intersection(part, free) for part in parts if band.contains(*part.middle)]
            if inside:
                region = self._add_near(enclosing(inside), free, parts)
                if min(region.width, region.height) >= _MIN_SIDE:
                    return region
        return None

    def _add_near(self, region: Box, free: Box, parts: Iterable[Box]) -> Box:
        """Return a region with the parts and words of a free place that are connected with it."""
        words = [box for box in self._words if free.contains(*box.middle)]
        words = [box for box in words if any(line.contains(*box.middle) for line in self._lines)]
        words += self._content.turned
        rest = {
            (intersection(box, free), distance)
            for boxes, distance in ((parts, _NEAR), (words, _LABEL_DISTANCE))
            for box in boxes
            if free.left <= box.left and box.right <= free.right and free.contains(*box.middle)
        }  # fmt: skip
        while near := {(box, margin) for box, margin in rest if box.touches(region, margin)}:
            region = enclosing([region, *(box for box, _ in near)])
            rest -= near
        return region
