"""Find where on the pages extracted fields were read."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import accumulate
from typing import Any

from wildwood.biblio.field_texts import letters
from wildwood.extraction import data

_HEADER_PAGES = 5  # in which the fields of a header are sought
_MAX_HEADER = 20_000  # characters; longer headers are not located
_LEAST = 4  # letters and digits of a text that is unlikely to be there by chance
_WHOLE_LINE = 12  # those of a line that is part of a text although others interrupt it


def header_texts(header: data.Header) -> dict[str, str]:
    """Return the texts of a header as read, by field, such as `title` and `authors/0`."""
    texts: dict[str, str] = {}
    for field in fields(data.Header):
        value = header.corrected.get(field.name, getattr(header, field.name))
        if isinstance(value, str):
            texts[field.name] = value
        elif isinstance(value, list | tuple):
            names = (item.name if isinstance(item, data.Author) else item for item in value)
            texts |= {f"{field.name}/{place}": name for place, name in enumerate(names)}
    return texts if sum(map(len, texts.values())) <= _MAX_HEADER else {}


def boxes_of(full: data.FullText, *, with_citations: bool) -> dict[str, Any]:
    """Return the sizes of pages, and the boxes of fields, captions and callouts in a text.

    That of a caption is its table or figure, which has a file, or else the caption itself.
    A callout is named by its number and what it calls, such as `0/citations/3`.
    """
    fields = {path: list(full.boxes(rows)) for path, rows in full.places.items()}
    names = {item: name for name, item in data.float_files(data.Kind.TABLES, full.tables).items()}
    figures = data.float_files(data.Kind.FIGURES, full.figures)
    names |= {item: name for name, item in figures.items()}
    files = {}
    for number, (caption, item) in enumerate(zip(full.captions, full.floats, strict=True)):
        path = f"captions/{number}"
        row = data.Row(0, caption.page, caption.box)
        fields[path] = full.region(item) or list(full.boxes([row]))
        if item in names:
            files[path] = names[item]
    callouts = {}
    for number, (callout, rows) in enumerate(full.callouts):
        kind = "citations" if callout.called is data.Called.CITATION else "captions"
        for target in callout.targets[:1]:  # none for a figure without a caption
            callouts[f"{number}/{kind}/{target}"] = list(full.boxes(rows))
    if not with_citations:
        fields, callouts = (
            {path: boxes for path, boxes in of_paths.items() if "citations/" not in path}
            for of_paths in (fields, callouts)
        )
    pages = [(page.width, page.height) for page in full.pages]
    return {"pages": pages, "fields": fields, "callouts": callouts, "files": files}


def annotations_of(full: data.FullText) -> dict[str, Any]:
    """Return where references and their callouts stand, in the form of GROBID."""
    places = boxes_of(full, with_citations=True)
    references = [
        {"id": f"b{number}", "pos": [_position(box) for box in boxes]}
        for number in range(len(full.citations))
        if (boxes := places["fields"].get(f"citations/{number}"))
    ]
    markers = [
        {"id": f"b{path.rpartition('/')[2]}", **_position(box)}
        for path, boxes in places["callouts"].items()
        if "/citations/" in path
        for box in boxes
    ]
    pages = [{"page_width": width, "page_height": height} for width, height in places["pages"]]
    return {"pages": pages, "refBibs": references, "refMarkers": markers}


def _position(place: data.Place) -> dict[str, float]:
    return dict(zip("pxywh", place, strict=True))


def find_places(
    lines: Sequence[data.Line], header: Mapping[str, str], citations: Sequence[data.Citation]
) -> dict[str, tuple[data.Row, ...]]:
    """Return where the texts of a header, by field, and citations with their parts stand.

    Those of citations are `citations/0`, `citations/0/title`, `citations/0/authors/0` and so on.
    """
    first = lines[0].page if lines else 0
    near = _Letters([line for line in lines if line.page < first + _HEADER_PAGES])
    places: dict[str, tuple[data.Row, ...]] = {}
    after = (0, 0)
    for field, text in header.items():
        # A name in the title, or of an author who is cited before, is not the one below it.
        span = near.find(text, after[1]) or near.find(text)
        if field == "title" and span:
            after = span
        places[field] = near.rows(span) if span else near.whole_lines(text)
    places |= _places_of_citations(_Letters(lines), citations)
    return {field: rows for field, rows in places.items() if rows}


def _places_of_citations(
    whole: "_Letters", citations: Sequence[data.Citation]
) -> dict[str, tuple[data.Row, ...]]:
    places, after = {}, 0
    for number, citation in enumerate(citations):
        field = f"citations/{number}"
        span = whole.find(citation.raw, after) or whole.find(citation.raw)
        places[field] = whole.rows(span) if span else whole.whole_lines(citation.raw)
        if span is None:
            continue
        after = span[1]
        parts = {f"authors/{place}": name for place, name in enumerate(citation.authors)}
        for part, text in {"title": citation.title, **parts}.items():
            if inner := whole.find(text, *span):
                places[f"{field}/{part}"] = whole.rows(inner)
    return places


class _Letters:
    """The letters and digits of lines, which are compared without what is between them."""

    def __init__(self, lines: Sequence[data.Line]) -> None:
        self._lines = lines
        self._of_lines = [letters(line.text) for line in lines]
        self._text = "".join(self._of_lines)
        self._starts = [0, *accumulate(map(len, self._of_lines))]

    def find(self, text: str, start: int = 0, end: int | None = None) -> data.Span | None:
        wanted = letters(text)
        place = self._text.find(wanted, start, end) if len(wanted) >= _LEAST else -1
        return (place, place + len(wanted)) if place >= 0 else None

    def rows(self, span: data.Span) -> tuple[data.Row, ...]:
        """Return the parts of lines in a span of the letters, in proportion to their characters."""
        rows = []
        for place in range(bisect_right(self._starts, span[0]) - 1, len(self._lines)):
            start, line = self._starts[place], self._lines[place]
            if start >= span[1]:
                break
            characters = [n for n, printed in enumerate(line.text) for _ in letters(printed)]
            if covered := characters[max(span[0] - start, 0) : span[1] - start]:
                width = (line.right - line.left) / len(line.text)
                left, right = covered[0] * width, (covered[-1] + 1) * width
                box = replace(line.box, left=line.left + left, right=line.left + right)
                rows.append(data.Row(0, line.page + 1, box))
        return tuple(rows)

    def whole_lines(self, text: str) -> tuple[data.Row, ...]:
        """Return the lines that are part of a text, which others or marks interrupt."""
        wanted = letters(text)
        return tuple(
            data.Row(0, line.page + 1, line.box)
            for line, of_line in zip(self._lines, self._of_lines, strict=True)
            if len(of_line) >= _WHOLE_LINE and of_line in wanted
        )
