"""Find the figure of each caption on its page."""

from collections.abc import Iterable, Sequence
from statistics import median

from wildwood.extraction import floats, front_page
from wildwood.extraction.data import Box, Caption, Figure, Line, around, common, group_by_page
from wildwood.extraction.page_content import PageContent, Pages

_NEAR = 8.0  # greatest distance of two parts of a drawing, in points
_LABEL_DISTANCE = 14.0  # greatest distance of a drawing and a label of it
_SMALL = 6.0  # height and width of ornaments, such as the corners of a frame
_MIN_SIDE = 14.0  # least height and width of a figure
_LINE = 9.0  # the height of a line of a caption
_STEP = 1.6  # greatest distance of the lines of a paragraph, in font sizes


def extract_figures(lines: Sequence[Line], pages: Pages) -> list[Figure]:
    """Return a figure for each caption, without a box where none is found."""
    contexts = floats.caption_contexts(lines)
    captions = [caption for caption in contexts if caption.type == "figure"]
    texts = group_by_page(floats.drop_captions(lines, list(contexts)))
    boxes: dict[Caption, Box | None] = {}
    for number in {caption.page - 1 for caption in captions}:
        if content := pages.read(number):
            beside = [caption for caption in contexts if caption.page == number + 1]
            regions = _Page(content, texts.get(number, []), beside).regions()
            boxes |= {of: pages.shrink(number, region) for of, region in regions.items()}
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
        body = _body_lines(lines)
        self._body = [Box(line.left, line.bottom, line.right, line.top) for line in body]
        self._taken = [*self._body, *(caption.box for caption in captions)]
        self._drawings = self._drawn(content.drawings)
        self._rules = self._drawn([*content.rows, *content.columns])

    def _drawn(self, boxes: Iterable[Box]) -> list[Box]:
        """Return what is neither an ornament nor the background of a caption."""
        captions = [caption.box.middle for caption in self._captions]
        return [
            box
            for box in boxes
            if max(box.width, box.height) > _SMALL
            and not any(box.contains(*middle) for middle in captions)
        ]

    def regions(self) -> dict[Caption, Box]:
        regions: dict[Caption, Box] = {}
        for is_above in (True, False):
            for caption in self._captions:
                is_missing = caption.type == "figure" and caption not in regions
                band = self._band(caption, is_above=is_above)
                if is_missing and (region := self._region(band)):
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
        column = [box for box in self._body if box.left <= middle <= box.right]
        if column:
            left = median(box.left for box in column)
            right = median(box.right for box in column)
        elif caption.top - caption.bottom > _LINE * 2 or not self._body:
            left, right = caption.left, caption.right
        else:
            frame = around(self._body)
            left, right = frame.left, frame.right
        return min(left, caption.left) - _NEAR, max(right, caption.right) + _NEAR

    def _region(self, band: Box) -> Box | None:
        """Return what is drawn in a band; rules count only where nothing else does."""
        for parts in (self._drawings, self._rules):
            inside = [common(part, band) for part in parts if band.contains(*part.middle)]
            if inside:
                region = self._with_labels(around(inside), band)
                if min(region.width, region.height) >= _MIN_SIDE:
                    return region
        return None

    def _with_labels(self, region: Box, band: Box) -> Box:
        """Return a region with the words of its band that are connected with it."""
        words = [*(word.box for word in self._content.words), *self._content.turned]
        labels = {
            box
            for box in words
            if band.left < box.left and box.right < band.right and band.contains(*box.middle)
        }  # fmt: skip
        while near := {box for box in labels if box.touches(region, _LABEL_DISTANCE)}:
            region = around([region, *near])
            labels -= near
        return region
