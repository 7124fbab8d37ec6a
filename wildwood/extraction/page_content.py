"""Read what a page of a PDF shows: its words, rules and drawings, each with its place."""

import ctypes
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction.characters import HYPHEN, Characters, compose_letters, name_letters
from wildwood.extraction.data import Box, enclosing, grouped, intersection
from wildwood.extraction.pdf import margins, page_size

_SPACE, _OTHER_SPACES = ord(" "), (HYPHEN, 0xA0)
_ASCENT = 0.7  # the height of a word above its baseline, in font sizes
_MAX_PAGES, _MAX_PARTS = 100, 100_000  # of a document; further pages are not read
_MAX_OBJECTS = 10_000  # of a page; further paths and images are left out
_MAX_RULES = 500  # of a page and direction; the longest count
_MAX_SEGMENTS = 400  # of a path that is read for rules; a curve has more
_MAX_DEPTH = 5  # of forms in one another
_THICK = 3.0  # greatest thickness of a rule, in points
_SHORT = 6.0  # least length of a rule, in points
_JOIN = 3.0  # greatest gap between two parts of a rule
_SAME = 1.5  # how far the parts of a rule can be from its line
_WHITE = 250  # from which on a colour is not seen on paper
_INK = bytes(ord(" ") if grey >= _WHITE else 0 for grey in range(256))
_MAX_SIDE = 2_000  # of a box whose white margins are sought, in points
_DRAWN = [raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING]


class Word(NamedTuple):
    text: str
    box: Box
    size: float  # font size in points


@dataclass(frozen=True, slots=True)
class PageContent:
    size: Box
    words: tuple[Word, ...] = ()
    turned: tuple[Box, ...] = ()  # words that are not horizontal
    rows: tuple[Box, ...] = ()  # horizontal rules
    columns: tuple[Box, ...] = ()  # vertical rules
    drawings: tuple[Box, ...] = ()  # images, and paths that are no rules


def read_page(page: pypdfium2.PdfPage) -> PageContent:
    whole = page_size(page).box
    with closing(page.get_textpage()) as textpage:
        characters = Characters(page, textpage)
        words = [word for word in _words(characters) if whole.contains(*word.box.middle)]
    drawings: list[Box] = []
    rules: list[Box] = []
    for box in _drawn(page, characters):
        if whole.touches(box):
            boxes = rules if min(box.width, box.height) <= _THICK else drawings
            boxes.append(intersection(box, whole))
    return PageContent(
        whole,
        tuple(word for word in words if word.size),
        tuple(word.box for word in words if not word.size),
        tuple(_joined(rule for rule in rules if rule.width > max(_SHORT, rule.height))),
        tuple(map(_turned, _joined(_turned(r) for r in rules if r.height > max(_SHORT, r.width)))),
        tuple(drawings),
    )


def _words(characters: Characters) -> Iterator[Word]:
    units = characters.units()
    name_letters(units, characters)
    spaces = (place for place, unit in enumerate(units) if unit <= _SPACE or unit in _OTHER_SPACES)
    for before, end in pairwise((-1, *spaces, len(units))):
        start, last = before + 1, end - 1
        if start > last:
            continue
        size = characters.size(start)
        box = enclosing((characters.box(start), characters.box(last)))
        if size:
            bottom = characters.baseline(start)
            box = Box(box.left, bottom, box.right, bottom + _ASCENT * size)
        text, _ = compose_letters(units[start:end].tobytes().decode("utf-16-le", "replace"))
        yield Word(text, box, size)


def _drawn(page: pypdfium2.PdfPage, characters: Characters) -> Iterator[Box]:
    """Yield the boxes of images and paths, and of the sides of paths that are rules."""
    for item in islice(page.get_objects(_DRAWN, _MAX_DEPTH), _MAX_OBJECTS):
        box = _shown(item, item.get_bounds(), characters)
        yield box
        is_path = item.type == raw.FPDF_PAGEOBJ_PATH
        if is_path and _is_stroked(item) and min(box.width, box.height) > _THICK:
            matrix = item.get_matrix()
            for ends in _sides(item):
                side = _shown(item, matrix.on_rect(*ends), characters)
                if min(side.width, side.height) <= _THICK:
                    yield side


def _shown(
    item: pypdfium2.PdfObject, sides: tuple[float, float, float, float], characters: Characters
) -> Box:
    """Return where a box of an object is on the page, which can be in forms and turned."""
    while item := item.container:
        sides = item.get_matrix().on_rect(*sides)
    (x, y), (x2, y2) = characters.shown(*sides[:2]), characters.shown(*sides[2:])
    return Box(min(x, x2), min(y, y2), max(x, x2), max(y, y2))


def _is_stroked(path: pypdfium2.PdfObject) -> bool:
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, filled, stroked)
    return bool(stroked.value)


def _sides(path: pypdfium2.PdfObject) -> Iterator[tuple[float, float, float, float]]:
    """Yield the ends of each segment of a path; a curve goes to a point, too."""
    x, y = ctypes.c_float(), ctypes.c_float()
    first = last = (0.0, 0.0)
    count = raw.FPDFPath_CountSegments(path)
    for place in range(count if count <= _MAX_SEGMENTS else 0):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = (x.value, y.value)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
            first = point
        else:
            yield *last, *point
        if raw.FPDFPathSegment_GetClose(segment):
            yield *point, *first
        last = point


def _turned(box: Box) -> Box:
    return Box(box.bottom, box.left, box.top, box.right)


def _joined(rules: Iterable[Box]) -> list[Box]:
    """Join the parts of horizontal rules."""
    order = sorted(rules, key=lambda rule: (round(rule.middle[1] / _SAME), rule.left))
    joined = [enclosing(parts) for parts in grouped(order, _goes_on)]
    return sorted(joined, key=lambda rule: -rule.width)[:_MAX_RULES]


def _goes_on(parts: list[Box], rule: Box) -> bool:
    is_same = abs(rule.middle[1] - parts[-1].middle[1]) <= _SAME
    return is_same and rule.left <= max(part.right for part in parts) + _JOIN


class Pages:
    """The pages of a PDF, each read when it is first needed; none of another document."""

    def __init__(self, document: Path | bytes | None = None) -> None:
        self._source = document
        self._contents: dict[int, PageContent | None] = {}

    @cached_property
    def _document(self) -> pypdfium2.PdfDocument | None:
        with suppress(pypdfium2.PdfiumError):
            return pypdfium2.PdfDocument(self._source) if self._source else None
        return None

    @property
    def count(self) -> int:
        return len(self._document) if self._document else 0

    def read(self, number: int) -> PageContent | None:
        """Return what is on a page (from 0), if it can be read."""
        if number not in self._contents and number < self.count and not self._is_full():
            self._contents[number] = None
            assert self._document is not None  # noqa: S101 - it has pages
            with suppress(pypdfium2.PdfiumError), closing(self._document[number]) as page:
                self._contents[number] = read_page(page)
        return self._contents.get(number)

    def _is_full(self) -> bool:
        read = self._contents.values()
        parts = sum(len(content.drawings) for content in read if content)
        return len(read) >= _MAX_PAGES or parts >= _MAX_PARTS

    def shrink(self, number: int, box: Box) -> Box | None:
        """Return a box of a page without its white margins, or nothing if all is white."""
        if self._document is None or max(box.width, box.height) > _MAX_SIDE:
            return box
        with closing(self._document[number]) as page:
            bitmap = page.render(crop=margins(page, box), grayscale=True)
        dots, width = bytes(bitmap.buffer).translate(_INK), bitmap.width
        starts = range(0, bitmap.height * bitmap.stride, bitmap.stride)
        rows = [dots[start : start + width] for start in starts]
        inked = [place for place, row in enumerate(rows) if row.strip()]
        if not inked:
            return None
        left = box.left + min(width - len(row.lstrip()) for row in rows)
        right = box.left + max(len(row.rstrip()) for row in rows)
        return Box(left, box.top - inked[-1] - 1, right, box.top - inked[0])
