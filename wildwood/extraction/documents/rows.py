"""Join the parts of a row that PDFium separates, such as raised marks."""

from collections.abc import Iterable

from wildwood.extraction.extracted import Line

_RAISED_SIZE = 0.85
_MAX_GAP = 1.0
"""The least gap between two lines on the same row, in font sizes."""
_MAX_MARK_GAP = 1.5
"""The same before a raised mark, in font sizes."""
_GLUED = 0.12
"""The greatest gap between letters of one word, in font sizes."""
_MIN_OVERLAP = 0.3
_CLOSING = ",;.)"


def join_rows(lines: Iterable[Line]) -> list[Line]:
    """Join neighbouring lines on the same row; PDFium breaks a line at superscripts."""
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
    is_mark = bool(begins) and begins[0][0] == 0 and line.text[0].isdigit()
    reach = _MAX_MARK_GAP if is_mark else _MAX_GAP
    return overlap > lower * _MIN_OVERLAP and -0.2 * size < gap < reach * size


def _joined(before: Line, line: Line) -> Line:
    first, second = (_marked(one, other) for one, other in ((before, line), (line, before)))
    glued = line.left - before.right < _GLUED * max(before.size, line.size)
    space = "" if glued or line.text[0] in _CLOSING else " "
    offset = len(before.text) + len(space)
    main = max(first, second, key=lambda one: one.size)
    return main._replace(
        text=f"{before.text}{space}{line.text}",
        left=before.left,
        right=line.right,
        hyphenated=line.hyphenated,
        raised=(*first.raised, *((start + offset, end + offset) for start, end in second.raised)),
    )


def _marked(line: Line, other: Line) -> Line:
    """Return a line as raised if it is a smaller part above the baseline of the other."""
    if line.size < _RAISED_SIZE * other.size and line.bottom > other.bottom:
        return line._replace(raised=((0, len(line.text)),))
    return line
