"""Read what a page of a PDF shows: its words, rules and drawings, each with its place."""

import ctypes
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction.characters import C_INT, HYPHEN, Characters, compose_letters, name_letters
from wildwood.extraction.data import Box, Matrix, Sides, enclosing, grouped, intersection, moved
from wildwood.extraction.pdf import margins, page_size

_WORD = re.compile(rf"[^\x00- \xa0{chr(HYPHEN)}]+")
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
_MAX_SIDE = 2_000  # of a box whose white margins are sought, in points
_DRAWN = (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING)
_ON_PAGE = raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject
_IN_FORM = raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject

_get_point = ctypes.cast(raw.FPDFPathSegment_GetPoint, C_INT)
_get_type = ctypes.cast(raw.FPDFPathSegment_GetType, C_INT)
_is_closed = ctypes.cast(raw.FPDFPathSegment_GetClose, C_INT)


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
        words = list(_words(characters, whole))
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


def _words(characters: Characters, whole: Box) -> Iterator[Word]:
    """Yield the words whose middle is on the page."""
    units = characters.units()
    name_letters(units, characters)
    for word in _WORD.finditer(array("I", units).tobytes().decode("utf-32-le", "surrogatepass")):
        start, end = word.span()
        size = characters.size(start)
        first, last = characters.box(start), characters.box(end - 1)
        left, bottom = min(first[0], last[0]), min(first[1], last[1])
        right, top = max(first[2], last[2]), max(first[3], last[3])
        if size:
            bottom = characters.baseline(start)
            top = bottom + _ASCENT * size
        if whole.contains((left + right) / 2, (bottom + top) / 2):
            text = word[0]
            if not text.isascii() or "`" in text:  # in others, there is nothing to compose
                text = compose_letters(units[start:end].tobytes().decode("utf-16-le", "replace"))[0]
            yield Word(text, Box(left, bottom, right, top), size)


def _drawn(page: pypdfium2.PdfPage, characters: Characters) -> Iterator[Box]:
    """Yield the boxes of images and paths, and of the sides of paths that are rules."""
    bounds = [ctypes.c_float() for _ in range(4)]
    for item, kind, matrices in islice(_objects(page.raw, characters.turns), _MAX_OBJECTS):
        if not raw.FPDFPageObj_GetBounds(item, *bounds):
            continue
        box = Box(*moved([side.value for side in bounds], matrices))
        yield box
        is_path = kind == raw.FPDF_PAGEOBJ_PATH
        if is_path and min(box.width, box.height) > _THICK and _is_stroked(item):
            own = (_matrix(item), *matrices)
            for ends in _sides(item):
                left, bottom, right, top = moved(ends, own)
                shorter, longer = sorted((right - left, top - bottom))
                if shorter <= _THICK and longer > _SHORT:
                    yield Box(left, bottom, right, top)


def _objects(
    parent: Any, matrices: tuple[Matrix, ...], level: int = 0
) -> Iterator[tuple[Any, int, tuple[Matrix, ...]]]:
    """Yield what is drawn, its type, and the matrices that lead from it to the page as shown."""
    count, read = _IN_FORM if level else _ON_PAGE
    for place in range(count(parent)):
        item = read(parent, place)
        kind = raw.FPDFPageObj_GetType(item)
        if kind in _DRAWN:
            yield item, kind, matrices
        elif kind == raw.FPDF_PAGEOBJ_FORM and level < _MAX_DEPTH - 1:
            yield from _objects(item, (_matrix(item), *matrices), level + 1)


def _matrix(item: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _is_stroked(path: Any) -> bool:
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, filled, stroked)
    return bool(stroked.value)


def _sides(path: Any) -> Iterator[Sides]:
    """Yield the ends of each segment of a path; a curve goes to a point, too."""
    x, y = ctypes.c_float(), ctypes.c_float()
    first = last = (0.0, 0.0)
    count = raw.FPDFPath_CountSegments(path)
    for place in range(count if count <= _MAX_SEGMENTS else 0):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        _get_point(segment, ctypes.byref(x), ctypes.byref(y))
        point = (x.value, y.value)
        if _get_type(segment) == raw.FPDF_SEGMENT_MOVETO:
            first = point
        else:
            yield *last, *point
        if _is_closed(segment):
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

    def shrink(self, number: int, boxes: Sequence[Box]) -> list[Box | None]:
        """Return boxes of a page without their white margins, or nothing where all is white."""
        if self._document is None or not boxes:
            return [*boxes]
        with closing(self._document[number]) as page:  # while it is open, it keeps decoded images
            return [_shrunk(page, box) for box in boxes]


def _shrunk(page: pypdfium2.PdfPage, box: Box) -> Box | None:
    if max(box.width, box.height) > _MAX_SIDE:
        return box
    bitmap = page.render(crop=margins(page, box), grayscale=True)  # whose dots go with it
    inked = bitmap.to_numpy() < _WHITE
    rows, columns = (inked.any(axis=axis).nonzero()[0].tolist() for axis in (1, 0))
    if not rows:
        return None
    left, right = box.left + columns[0], box.left + columns[-1] + 1
    return Box(left, box.top - rows[-1] - 1, right, box.top - rows[0])
