"""Find the captions of tables and figures, and their places."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.documents.joined_lines import Words, join_lines, words_of
from wildwood.extraction.extracted import Caption, Line
from wildwood.extraction.fields.first_page import front
from wildwood.lexicon.patterns import pattern

_START = re.compile(
    rf"(?P<type>{pattern('figure_labels', 'table_labels')}\.?)\s*"
    r"(?P<label>(?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})?[a-z]?|S\d{1,3}|[IVXL]{1,6})(?![\w)])"
    r"(?P<mark>\s?[.:|–—-]+(?!\d)|(?=\s(?-i:[^\W_a-z]))|$)\s*",
    re.IGNORECASE,
)
_TABLE = re.compile(pattern("table_labels"))
_SIZE_TOLERANCE = 0.08
_OTHER_SIZE = 0.5
"""The least difference of two font sizes, in points, that shows."""
_MAX_DISTANCE = 1.7
"""The greatest distance between the baselines of two lines of a caption, in font sizes."""
_WIDER = 1.25
"""How much wider than its first gap no later gap of a caption is."""
_MAX_LINES = 30
_SENTENCE_END = re.compile(r"[.:!?)\]”\"]$")


def extract(lines: Sequence[Line]) -> list[Caption]:
    """Return the captions of a document, in order; the first of each table and figure counts."""
    words = words_of(lines)
    size = front.usual_size(lines)
    found: dict[tuple[str, str], Caption] = {}
    for place, line in enumerate(lines):
        start = _START.match(line.text)
        if start and _is_caption(lines, place, start, size):
            caption = _caption(start, list(_lines_of(lines, place)), words)
            if caption.text:
                found.setdefault((caption.type, caption.label), caption)
    return list(found.values())


def _is_caption(lines: Sequence[Line], place: int, start: re.Match[str], size: float) -> bool:
    """Return whether a line begins a caption, and not a sentence such as `Figure 2 shows`."""
    line = lines[place]
    if not start["type"][0].isupper():
        return False
    if start["mark"] == "" and start.end() < len(line.text) and not line.size:
        return False
    before = lines[place - 1] if place else None
    if before is None or before.page != line.page or abs(before.size - line.size) > _OTHER_SIZE:
        return True
    goes_on = 0 < before.bottom - line.bottom < _MAX_DISTANCE * max(line.size, 1)
    is_text = abs(line.size - size) <= _SIZE_TOLERANCE * size and not line.bold
    return not (goes_on and is_text and _SENTENCE_END.search(before.text) is None)


def _lines_of(lines: Sequence[Line], place: int) -> Iterator[Line]:
    """Yield the lines of a caption: those below the first one in its style."""
    first = before = lines[place]
    gap = 0.0
    yield first
    for line in lines[place + 1 : place + _MAX_LINES]:
        distance = before.bottom - line.bottom
        if line.page != first.page or not front.same_size(first, line, _SIZE_TOLERANCE):
            return
        if not 0 < distance <= _MAX_DISTANCE * max(first.size, 1) or _START.match(line.text):
            return
        if gap and distance > gap * _WIDER:
            return
        gap = gap or distance
        before = line
        yield line


def _caption(start: re.Match[str], lines: Sequence[Line], words: Words) -> Caption:
    rest = lines[0].text[start.end() :]
    text = join_lines([lines[0]._replace(text=rest), *lines[1:]] if rest else lines[1:], words)
    text = text.lstrip(" .:|–—-")
    return Caption(
        type="table" if _TABLE.match(start["type"]) else "figure",
        label=start["label"],
        text=text,
        page=lines[0].page + 1,
        left=min(line.left for line in lines),
        bottom=min(line.bottom for line in lines),
        right=max(line.right for line in lines),
        top=max(line.top for line in lines),
    )
