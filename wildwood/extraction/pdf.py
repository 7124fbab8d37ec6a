"""Read the lines of a PDF with PDFium, also of one that was cut short."""

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain, islice, pairwise
from pathlib import Path
from statistics import median

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction import characters, data
from wildwood.extraction.characters import HYPHEN, Characters, compose_letters, name_letters
from wildwood.extraction.data import Box, Line, PageSize, Span, grouped, intersection

_OBJECT = re.compile(rb"(?<![0-9])(\d{1,8})\s+\d{1,5}\s+obj\b")
_END_OF_OBJECT = b"endobj"
_STREAM = re.compile(rb"\bstream\r?\n")
_COUNT, _FIRST = re.compile(rb"/N\s+(\d{1,6})"), re.compile(rb"/First\s+(\d{1,8})")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_MAX_UNPACKED = 64 << 20  # bytes that all object streams of a document can unpack to
_MAX_NUMBER = 1_000_000
_MAX_PAGES = 20_000


def recover_pages(content: bytes) -> bytes | None:
    """Return a PDF with the pages that are whole in a broken one; `None` if there are none.

    The objects stay where they are. Those in object streams are unpacked and added, with a new
    catalogue and page tree (ISO 32000-1, section 7.7); PDFium finds where each object is.
    """
    if b"/Encrypt" in content:
        return None
    objects = dict(_objects(content))
    unpacked = dict(_unpacked(objects.values()))
    bodies = objects | unpacked
    pages = [number for number, body in bodies.items() if _PAGE.search(_dictionary(body))]
    if not pages or len(pages) > _MAX_PAGES:
        return None
    root = max(bodies) + 1
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    unpacked[root] = b"<< /Type /Catalog /Pages %d 0 R >>" % (root + 1)
    unpacked[root + 1] = (
        b"<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 612 792] >>" % (kids, len(pages))
    )  # fmt: skip
    added = b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in unpacked.items())
    whole = content[: content.rfind(_END_OF_OBJECT) + len(_END_OF_OBJECT)]
    return b"%s\n%strailer << /Size %d /Root %d 0 R >>\n%%%%EOF\n" % (whole, added, root + 2, root)


def _objects(content: bytes) -> Iterator[tuple[int, bytes]]:
    starts = [match for match in _OBJECT.finditer(content) if int(match[1]) <= _MAX_NUMBER]
    ends = [*(match.start() for match in starts[1:]), len(content)]
    for match, end in zip(starts, ends, strict=False):
        if content.rfind(_END_OF_OBJECT, match.end(), end) >= 0:
            yield int(match[1]), content[match.end() : end]


def _dictionary(body: bytes) -> bytes:
    stream = _STREAM.search(body)
    return body[: stream.start()] if stream else body


def _unpacked(bodies: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    left = _MAX_UNPACKED
    for body in bodies:
        head = _dictionary(body)
        count, first = _COUNT.search(head), _FIRST.search(head)
        if b"/ObjStm" not in head or count is None or first is None:
            continue
        try:
            data = zlib.decompressobj().decompress(body[len(head) :].split(b"\n", 1)[1], left)
        except zlib.error:
            continue
        left = max(left - len(data), 1)
        numbers = [int(part) for part in data[: int(first[1])].split() if part.isdigit()]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))[: int(count[1])]
        ends = [*(offset for _, offset in pairs[1:]), len(data)]
        for (number, offset), end in zip(pairs, ends, strict=False):
            if number <= _MAX_NUMBER:
                yield number, data[int(first[1]) + offset : int(first[1]) + end]


def page_sizes(path: Path) -> tuple[PageSize, ...]:
    """Return the sizes of all pages; none if the file cannot be read."""
    try:
        with pypdfium2.PdfDocument(path) as document:
            return tuple(map(page_size, document))
    except pypdfium2.PdfiumError:
        return ()


def page_size(page: pypdfium2.PdfPage) -> PageSize:
    width, height = page.get_size()
    left, bottom, _, _ = (0, 0, 0, 0) if page.get_rotation() else page.get_cropbox()
    return PageSize(width, height, left, bottom)


def margins(page: pypdfium2.PdfPage, box: Box | None) -> tuple[float, float, float, float]:
    """Return how far a box is from the left, lower, right and upper edge of a page."""
    whole = page_size(page).box
    cut = intersection(box or whole, whole)
    left, bottom = cut.left - whole.left, cut.bottom - whole.bottom
    return left, bottom, whole.right - cut.right, whole.top - cut.top


_MAX_GAP = 1.0  # least gap between two lines on the same row, in font sizes
_MAX_MARK_GAP = 1.6  # the same before a raised mark or a comma behind an icon, in font sizes
_MAX_RISE = 0.6  # greatest height of a mark above its row, in font sizes
_GLUED = 0.12  # greatest gap between letters of one word, in font sizes
_MIN_OVERLAP = 0.3
_INITIAL, _LONGEST_WORD = 2.0, 20  # least size of a large initial, relative to the line behind it
_CLOSING = ",;.)"
_AFTER_MARK = re.compile(r"[,;]|\s(?:[a-z]{1,3}|&)\s|$")
_SIGNS = frozenset("*∗⋆†‡§¶#")  # of notes; a large one does not have the baseline of its row


def join_rows(lines: Iterable[Line]) -> list[Line]:
    """Join adjacent lines on a row, which PDFium breaks at superscripts."""
    rows: list[Line] = []
    for line in lines:
        if rows and _is_same_row(rows[-1], line):
            rows[-1] = _joined(rows[-1], line)
        else:
            rows.append(line)
    return rows


def _is_same_row(before: Line, line: Line) -> bool:
    if before.hyphenated or before.page != line.page:
        return False
    size = max(before.size, line.size, 1)
    overlap = min(before.top, line.top) - max(before.bottom, line.bottom)
    lower = min(before.top - before.bottom, line.top - line.bottom)
    gap = line.left - before.right
    begins = _marked(line, before).raised[:1]
    is_sign = line.text[0] in _SIGNS
    # A large sign before the raised letter is itself not raised, as in `*a`.
    begins_raised = bool(begins) and begins[0][0] <= (1 if is_sign else 0)
    is_word = line.text[0].isalpha() and not (begins and _AFTER_MARK.match(line.text, begins[0][1]))
    is_mark = begins_raised and (not is_word or before.text[-1] == ",")
    reach = _MAX_MARK_GAP if is_mark or line.text[0] in ",;·" else _MAX_GAP
    # A name and its institution beside each other are no line that a superscript broke.
    if line.page == 0 and before.text[-1:].isalpha() and line.text[:1].isupper():
        reach = _NARROW_GAP
    return overlap > lower * _MIN_OVERLAP and -0.2 * size < gap < reach * size


def _joined(before: Line, line: Line) -> Line:
    is_initial = len(before.text) == 1 and before.size > _INITIAL * line.size
    is_initial &= before.text.isupper() and len(line.text) > _LONGEST_WORD
    first, second = _marked(before, line), line if is_initial else _marked(line, before)
    glued = line.left - before.right < _GLUED * max(before.size, line.size)
    glued |= is_initial and before.text not in "AI"
    space = "" if glued or line.text[0] in _CLOSING else " "
    whole = second.with_prefix(f"{before.text}{space}")
    main = max(first, second, key=lambda part: (not _SIGNS.issuperset(part.text), part.size))
    main = line if is_initial else main
    main = main._replace(text=whole.text, raised=(*first.raised, *whole.raised))
    return main._replace(left=before.left, right=line.right, hyphenated=line.hyphenated)


def _marked(line: Line, neighbour: Line) -> Line:
    """Mark a line as raised if it is smaller and above the baseline of other words."""
    is_smaller = line.size < _RAISED_SIZE * neighbour.size and line.bottom > neighbour.bottom
    if is_smaller and not _SIGNS.issuperset(neighbour.text):
        return line._replace(raised=((0, len(line.text)),))
    return line


_LONE_MARK = re.compile(r"[\d,*†‡§]{1,6}")
_END_OF_NAME = re.compile(r"(?<=[\w.)])(?=\s?[,;]|\s(?:[a-z]{1,3}|&)\s|$)")  # or of an address


def insert_marks(rows: Sequence[Line]) -> list[Line]:
    """Insert marks that are drawn after all rows into those that they stand above."""
    above: dict[Line, list[Line]] = {}
    inserted: list[Line] = []
    for mark in rows:
        below = filter(partial(_is_above, mark), rows if _LONE_MARK.fullmatch(mark.text) else ())
        if row := next(below, None):
            above.setdefault(row, []).append(mark)
        else:
            inserted.append(mark)
    return [_with_marks(row, above.get(row, [])) for row in inserted]


def _is_above(mark: Line, row: Line) -> bool:
    is_raised = 0 < mark.bottom - row.bottom < _MAX_RISE * row.size
    is_small = mark.size < _RAISED_SIZE * row.size
    return is_raised and is_small and row.left - row.size < mark.left < row.right + row.size


def _with_marks(row: Line, marks: Sequence[Line]) -> Line:
    """Insert each mark where a name ends, or at the start, as near to its place as possible."""
    ends = [0, *(match.start() for match in _END_OF_NAME.finditer(row.text))]
    width = (row.right - row.left) / len(row.text)
    text, raised = row.text, list(row.raised)
    for mark in sorted(marks, key=lambda mark: -mark.left):
        place = min(ends, key=lambda end: abs(row.left + end * width - mark.left))
        size = len(mark.text)
        text = text[:place] + mark.text + text[place:]
        moved = [(a + size, b + size) if a >= place else (a, b) for a, b in raised]
        raised = [(place, place + size), *moved]
    return row._replace(text=text, raised=tuple(raised))


_RETURN, _NEWLINE = ord("\r"), ord("\n")
_LINE_ENDS = frozenset((_RETURN, _NEWLINE, HYPHEN))
_HIGH_SURROGATES = range(0xD800, 0xDC00)
_SPACE = ord(" ")
_MANY_SPACES = 0.18  # share of characters, and of the spaces of a page without width
_NO_GAP = 0.1  # between letters of a word, in font sizes
_SAMPLED = 600  # characters among which a page with spaces without width has some
_SIZE_SAMPLES = 3  # characters of a line that are measured; their median size is the line's
_FRONT_SAMPLES = 9
_DETAILED_CHARACTERS = 2_500  # at the beginning of the front; measured one by one
_FIRST_LETTERS = 6  # at the beginning of a line, which show whether its letters are spaced
_MIN_SPACED, _MAX_SPACED = 0.03, 0.8  # the usual space between spaced letters, in font sizes
_SAME_SPACE = 1.5  # the greatest one, relative to the usual one
_WIDE_GAP = 2.0  # least gap between lines of a row, or back to a further row, in font sizes
_NARROW_GAP, _GAP_FACTOR = 0.9, 2.85  # the same on the front; relative to the usual gap
_WIDE_LINE = 1.3  # least width of a line divided at gaps on later pages, relative to the usual
_ASCENT = 0.7  # the height of a line above its baseline, in font sizes
_RAISED_SIZE = 0.85  # greatest font size of a raised character, relative to its line's
_LARGEST_CAPITAL = 1.5  # relative to the small capitals of its line
_RAISED_HEIGHT = 0.12  # least height above the baseline, in font sizes of the line
_ROW = 0.9  # least distance of two rows that PDFium has joined, in font sizes
_MIN_DROP = 0.5  # least distance of a raised number on the next row from a baseline, in font sizes
_LONGEST_HEADING = 60
_NUMBERS = re.compile(r"\d{1,3}(?:\s?[,–-]\s?\d{1,3})*")
_BEFORE_RAISED = re.compile(r"[^\W\d_]|[).,;:”\"’%\]]")  # before raised numbers
_USUAL_FONT = 20  # lines of a page that begin in a font, from which on it is the text's
_MAX_LEAD = 120  # characters in which another font is sought
_MAX_SIGNS = 4  # most signs before the first letter of a line
_MAX_TITLE = 1_000  # characters of the title in the properties of a document
_REASONS = {
    raw.FPDF_ERR_PASSWORD: "it is locked with a password; send it unlocked",
    raw.FPDF_ERR_SECURITY: "it is encrypted in an unknown way; send it unlocked",
}
_ICONS = re.compile(r"awesome|academicons", re.IGNORECASE)  # fonts whose letters are pictures
_BOLD = re.compile(r"bold|black|heavy|demi|-medi|cmb|cmssb|sfbx|ecbx|bx\d", re.IGNORECASE)


def read(path: Path) -> tuple[list[Line], str]:
    """Return the lines of a PDF, in the order of its content, and the title in its properties.

    A PDF cut short has some lines left; one broken or locked raises NothingToExtractError.
    """
    try:
        return _read(path)
    except pypdfium2.PdfiumError as error:
        whole = recover_pages(path.read_bytes())
        lines, title = _read(whole) if whole else ([], "")
        if lines:
            return lines, title
        reason = _REASONS.get(error.err_code, "it is broken, or not a PDF")
        raise data.NothingToExtractError(f"The PDF cannot be read: {reason}.") from error


def _read(source: Path | bytes) -> tuple[list[Line], str]:
    raw.FPDF_LoadMemDocument(b"", 0, None)  # else PDFium reports its last error again
    with pypdfium2.PdfDocument(source) as document:
        lines = _lines(document, {})
        if meant := characters.unnamed_codes(lines):
            lines = _lines(document, meant)
        return lines, _stated_title(document)


def _lines(document: pypdfium2.PdfDocument, meant: Mapping[int, int]) -> list[Line]:
    lines: list[Line] = []
    for number in range(len(document)):
        with (
            suppress(pypdfium2.PdfiumError),
            closing(document[number]) as page,
            closing(page.get_textpage()) as textpage,
        ):
            is_front = number == 0 or (number == 1 and _is_cover(lines))
            reader = _PageReader(Characters(page, textpage), number, meant, is_front=is_front)
            on_page = list(reader.lines())
            whole = page_size(page).box  # publishers leave notes beside it
            shown = [line for line in on_page if whole.touches(line.box)]
            # No-break spaces can be drawn as a rule.
            rows = join_rows(line for line in shown or on_page if line.text)
            lines += insert_marks(rows) if is_front else rows
    return lines


_LINK = re.compile(r"://|www\.|cite this article")


def _is_cover(page: Sequence[Line]) -> bool:
    """Return whether a first page is the cover of an archive, which has few words and a link."""
    return data.is_cover(page, 2) and any(map(_LINK.search, (line.text for line in page)))


def _stated_title(document: pypdfium2.PdfDocument) -> str:
    """Return the title in the properties; empty if it is too long, or not text."""
    try:
        title: str = document.get_metadata_value("Title")
    except UnicodeDecodeError:
        return ""
    return title.strip("\0 ") if len(title) <= _MAX_TITLE else ""


class _PageReader:
    """Reads the lines of a page; those of the front, with the header, in more detail."""

    def __init__(
        self, characters: Characters, number: int, meant: Mapping[int, int], *, is_front: bool
    ) -> None:
        self._characters = characters
        self._number, self._is_front = number, is_front
        self._units = characters.units()
        for place, unit in enumerate(self._units) if meant else ():
            self._units[place] = meant.get(unit, unit)
        name_letters(self._units, characters)
        if self._units.count(_SPACE) > _MANY_SPACES * len(self._units):
            self._remove_covered_spaces()
        self._detailed = _DETAILED_CHARACTERS if is_front else 0
        self._fonts: Counter[str] = Counter()  # how many lines begin in each font

    def _remove_covered_spaces(self) -> None:
        """Remove spaces without width, which some programs write where a word can be divided."""
        covered = self._covered_spaces(_SAMPLED) and self._covered_spaces(len(self._units))
        for place in covered if len(covered) > _MANY_SPACES * self._units.count(_SPACE) else ():
            self._units[place] = 0

    def _covered_spaces(self, end: int) -> list[int]:
        origin, size = self._characters.origin, self._characters.size
        return [
            place
            for place, gap in self._gaps((0, min(end, len(self._units))))
            if max(abs(gap), abs(origin(place + 1)[0] - origin(place)[0])) < _NO_GAP * size(place)
        ]

    def lines(self) -> Iterator[Line]:
        spans = [(span, self._edges(span), broken) for span, broken in self._spans()]
        usual = median(right - left for _, (left, right), _ in spans) if spans else 0
        for span, edges, broken in spans:
            is_narrow = not self._is_front and edges[1] - edges[0] <= usual * _WIDE_LINE
            # PDFium joins all lines of turned text, which has no size.
            if is_narrow and self._characters.size(span[0]):
                yield self._line(span, edges, hyphenated=broken)
                continue
            *parts, last = self._divided(span)
            for part in parts:
                yield self._line(part, self._edges(part), hyphenated=False)
            yield self._line(last, self._edges(last), hyphenated=broken)

    def _spans(self) -> Iterator[tuple[Span, bool]]:
        """Yield the lines without outer space, and whether their last word is broken."""
        units = self._units
        start = 0
        ends = (n for n, unit in enumerate(units) if unit in _LINE_ENDS)
        for end in [*(n for n in ends if not self._is_drawn_return(n)), len(units)]:
            first, after = start, end
            while first < after and units[first] <= _SPACE:
                first += 1
            while first < after and units[after - 1] <= _SPACE:
                after -= 1
            if first < after:
                *above, last = self._rows(first, after)
                yield from ((row, False) for row in above)
                yield last, end < len(units) and units[end] == HYPHEN
            start = end + 1

    def _rows(self, start: int, end: int) -> list[Span]:
        """Divide a line where PDFium has not ended the row above."""
        units, rows = self._units, []
        if self._characters.baseline(start) > self._characters.baseline(end - 1):
            for place in range(start + 1, end - 1):
                is_between = units[place] == _SPACE < units[place + 1]
                if is_between and (self._is_lower(place) or self._is_number(place, start, end)):
                    rows.append((start, place))
                    start = place + 1
        return [*rows, (start, end)]

    def _is_lower(self, space: int) -> bool:
        """Return whether the character behind a space is below and left of the one before it."""
        before, after = space - 1, space + 1
        drop = self._characters.baseline(before) - self._characters.baseline(after)
        is_below = drop > _ROW * self._characters.size(after)
        return is_below and self._characters.sides(after)[1] < self._characters.sides(before)[0]

    def _is_number(self, space: int, start: int, end: int) -> bool:
        """Return whether a raised number begins the row that is the last of a line."""
        if not chr(self._units[space + 1]).isdigit():
            return False
        above, number, text = map(self._characters.baseline, (start, space + 1, end - 1))
        drop = _MIN_DROP * self._characters.size(end - 1)
        return above - number > drop and number - text > _RAISED_HEIGHT * drop

    def _is_drawn_return(self, place: int) -> bool:
        """Return whether a carriage return is no line's end but drawn, as some programs do."""
        beside = self._units[place + 1 : place + 2]
        if self._units[place] != _RETURN or not 0 < place < len(self._units) - 1:
            return False
        height = self._characters.baseline
        return beside[0] != _NEWLINE and abs(height(place - 1) - height(place + 1)) < 1

    def _edges(self, span: Span) -> tuple[float, float]:
        return self._characters.sides(span[0])[0], self._characters.sides(span[1] - 1)[1]

    def _divided(self, span: Span) -> list[Span]:
        """Divide a line at wide gaps, such as those between authors side by side."""
        gaps = self._close_up(span) if self._is_front else list(self._gaps(span))
        if not gaps:
            return [span]
        left, right = self._characters.sides(span[0])
        # The first character can be a raised mark; of turned text, take the letter's height.
        size = max(map(self._characters.size, (span[0], span[1] - 1))) or right - left
        # The spaces of a justified line are all wide.
        usual = median(gap for _, gap in gaps)
        narrow = max(_NARROW_GAP * size, _GAP_FACTOR * usual) if self._is_front else math.inf
        parts = []
        start, end = span
        for place, gap in gaps:
            is_phrase = any(unit == _SPACE for unit in self._units[start:place])
            if abs(gap) > _WIDE_GAP * size > 0 or (is_phrase and gap > narrow):
                parts.append((start, place))
                start = place + 1
        return [*parts, (start, end)]

    def _close_up(self, span: Span) -> list[tuple[int, float]]:
        """Remove the spaces that PDFium sees between the letters of spaced words; return others."""
        gaps = list(self._gaps(span))
        size, distance = self._characters.size(span[0]), self._characters.distance
        shown = (n for n in range(*span) if self._units[n] > _SPACE)
        first, usual = list(islice(shown, _FIRST_LETTERS)), 0.0
        for letters in (first, chain(first, shown)):  # few first, since most lines are not spaced
            beside = pairwise(letters)
            usual = median([distance(n, after) for n, after in beside] or [0.0])
            if not _MIN_SPACED < usual / max(size, 1) < _MAX_SPACED:
                return gaps
        for place, _ in gaps:
            is_narrow = distance(place - 1, place + 1) < _SAME_SPACE * usual
            if is_narrow and not self._characters.is_drawn(place):
                self._units[place] = 0
        return [(place, gap) for place, gap in gaps if self._units[place]]

    def _gaps(self, span: Span) -> Iterator[tuple[int, float]]:
        """Yield the index of each space in a line and its width in points."""
        for place in range(span[0] + 1, span[1] - 1):
            if self._units[place] == _SPACE and self._units[place + 1] > _SPACE:
                right = self._characters.sides(place - 1)[1]
                yield place, self._characters.sides(place + 1)[0] - right

    def _line(self, span: Span, edges: tuple[float, float], *, hyphenated: bool) -> Line:
        start, end = span
        count = _FRONT_SAMPLES if self._is_front else _SIZE_SAMPLES
        step = max((end - start - 1) // (count - 1), 1)
        measured = self._measured(range(start, end, step))
        if self._is_front and measured[0][0] < measured[-1][0]:
            measured = self._measured(range(start, end))  # in small capitals, few are the largest
        if measured[0][0] < _RAISED_SIZE * measured[-1][0]:
            measured = self._remove_raised(measured)
        size, middle = measured[len(measured) // 2]
        baseline = self._characters.baseline(middle)
        # In small capitals, marks are as large as most letters.
        capital = min(measured[-1][0], _LARGEST_CAPITAL * size)
        text, raised = self._text(span, capital, baseline)
        text, raised = compose_letters(text, raised)
        if text[-1:] == "-" and text[-2:-1].isalpha() and not hyphenated:
            # PDFium knows only the usual hyphen at the end of a line.
            text, hyphenated = text[:-1], True
        is_short = self._is_front or len(text) <= _LONGEST_HEADING
        font = self._characters.font(start)
        lead = self._lead(span, font)
        # A number before a line has its own weight.
        bold_from = start + lead * chr(self._units[start]).isdigit()
        return Line(
            text + "-" * hyphenated, self._number, round(edges[0], 1), round(edges[1], 1),
            round(baseline, 1), round(baseline + _ASCENT * size, 1), size, hyphenated,
            is_short and self._is_bold(bold_from, end), raised, font=font, lead=lead,
        )  # fmt: skip

    def _measured(self, samples: range) -> list[tuple[float, int]]:
        """Return font sizes and places of characters, from the smallest."""
        shown = (place for place in samples if self._units[place] > _SPACE)
        return sorted((self._characters.size(place), place) for place in shown)

    def _lead(self, span: Span, font: str) -> int:
        """Return the number of characters before another font, or 0.

        It is 0 in lines whose middle and end are in the first font, and in those that begin in the
        font of the text without a number.
        """
        start, end = span
        self._fonts[font] += 1
        if self._fonts[font] > _USUAL_FONT and not chr(self._units[start]).isdigit():
            return 0
        if all(self._characters.font(n) == font for n in (end - 1, (start + end) // 2)):
            return 0
        limit = min(end, start + _MAX_LEAD)
        starts = (n + 1 for n in range(start, limit - 1) if self._units[n] == _SPACE)
        return next((n - start for n in starts if self._characters.font(n) != font), 0)

    def _is_bold(self, start: int, end: int) -> bool:
        begins = range(start, min(start + _MAX_SIGNS, end))
        first = next((place for place in begins if chr(self._units[place]).isalnum()), start)
        return _BOLD.search(self._characters.font(first)) is not None

    def _remove_raised(self, measured: list[tuple[float, int]]) -> list[tuple[float, int]]:
        """Remove raised digits and marks; raised letters can be text beside a large initial."""
        size, place = measured[-1]
        baseline = self._characters.baseline(place)
        signs = (n for _, n in measured if n != place and not chr(self._units[n]).isalpha())
        raised = {n for n in signs if self._is_raised(n, size, baseline)}
        return [(each, n) for each, n in measured if n not in raised]

    def _text(self, span: Span, size: float, baseline: float) -> tuple[str, tuple[Span, ...]]:
        start, end = span
        if self._detailed <= 0:
            decoded = self._units[start:end].tobytes().decode("utf-16-le", "replace")
            return _spaced(decoded), self._raised_numbers(decoded, start, size, baseline)
        self._detailed -= end - start
        text, raised = "", []
        for place in range(*span):
            character = self._character(place)
            if character.isspace():
                text += " " if text and not text.endswith(" ") else ""
            elif character and character != "\0" and not self._is_icon(place):
                digit = characters.SUPERSCRIPTS.get(character)
                if digit or self._is_raised(place, size, baseline):
                    raised.append((len(text), len(text) + 1))
                text += digit or character
        runs = grouped(raised, lambda run, span: run[-1][1] == span[0])
        return text.rstrip(), tuple((run[0][0], run[-1][1]) for run in runs)

    def _is_icon(self, place: int) -> bool:
        """Return whether a character that stands alone is drawn, as an envelope behind a name."""
        is_alone = max(self._units[max(place - 1, 0) : place + 2 : 2], default=0) <= _SPACE
        return is_alone and _ICONS.search(self._characters.font(place)) is not None

    def _raised_numbers(
        self, decoded: str, start: int, size: float, baseline: float
    ) -> tuple[Span, ...]:
        raised = []
        for number in _NUMBERS.finditer(decoded):
            before = decoded[: number.start()].rstrip()[-1:]
            place = start + number.start()
            can_be = _BEFORE_RAISED.match(before) or (not before and self._is_front)
            if can_be and self._is_raised(place, size, baseline):
                end = len(_spaced(decoded[: number.end()]))
                raised.append((end - len(number[0]), end))
        return tuple(raised)

    def _character(self, place: int) -> str:
        """Return a character, which can have two units; nothing for half of one."""
        length = 2 if self._units[place] in _HIGH_SURROGATES else 1
        return self._units[place : place + length].tobytes().decode("utf-16-le", "ignore")[:1]

    def _is_raised(self, place: int, size: float, baseline: float) -> bool:
        is_above = self._characters.baseline(place) > baseline + _RAISED_HEIGHT * size
        return is_above and self._characters.size(place) <= _RAISED_SIZE * size


def _spaced(decoded: str) -> str:
    return " ".join(decoded.replace("\0", "").split())
