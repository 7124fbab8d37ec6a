"""Extract the structured full text: sections with heads, paragraphs and callouts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from wildwood.extraction import citations, data, figures_and_tables, floats, header, sections
from wildwood.extraction.callouts import Bibliography, Callouts, add_excerpts
from wildwood.extraction.lines import Words, make_passage, paragraphs, words_of
from wildwood.extraction.notes import sentences
from wildwood.extraction.page_content import Pages
from wildwood.extraction.reference_lists import sections_of
from wildwood.extraction.sections import Head, TextStyle


def lines_of(lines: Sequence[data.Line]) -> list[data.Line]:
    lists = [range(one.heading, one.end) for one in sections_of(lines)]
    places = range(header.header_end(lines), len(lines))
    return [lines[place] for place in places if not any(place in listed for listed in lists)]


def extract_body(lines: Sequence[data.Line]) -> str:
    return paragraphs(lines_of(lines))


_END = re.compile(r"[.!?:][”\"’')\]]*(?:\s?[\d,–\[\]-]+)?$")
"""The end of a paragraph, perhaps with the number of a reference."""
_MIN_INDENT = 0.6  # the least indentation of the first line of a paragraph, in font sizes
_MAX_INDENT = 5.0
_SHORT = 3.0  # how much shorter the last line of a paragraph is at least, in font sizes
_MAX_STEP = 1.3  # the greatest distance of the lines of a paragraph, relative to the usual one


def divide_paragraphs(lines: Sequence[data.Line], text: TextStyle) -> Iterator[list[data.Line]]:
    paragraph: list[data.Line] = []
    for place, line in enumerate(lines):
        if paragraph and _begins(paragraph, line, lines[place + 1 : place + 2], text):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _begins(
    paragraph: Sequence[data.Line], line: data.Line, after: Sequence[data.Line], text: TextStyle
) -> bool:
    before = paragraph[-1]
    if before.hyphenated or line.text[:1].islower():
        return False
    is_end = _END.search(before.text) is not None
    if not line.size:
        return before.bottom - line.bottom > 1
    step = before.bottom - line.bottom
    is_same_column = before.page == line.page and step > 0
    if is_same_column and step > _MAX_STEP * text.step:
        return is_end
    indents = [line.left - beside.left for beside in ([before] if is_same_column else after)]
    if any(_MIN_INDENT * line.size < indent < _MAX_INDENT * line.size for indent in indents):
        return True
    right = max(above.right for above in paragraph[-3:])
    if is_same_column:
        right = max(right, line.right)
    return is_end and before.right < right - _SHORT * line.size


@dataclass(slots=True)
class _Unwritten:
    head: Head | None
    lines: list[data.Line] = field(default_factory=list)


def extract_full_text(lines: Sequence[data.Line], pages: Pages) -> data.FullText:
    """Return all but the header; figures have no places, and without pages, tables no cells."""
    words = words_of(lines)
    lists = citations.cited_lists(lines)
    bibliography = Bibliography(lists)
    captions = tuple(floats.extract_captions(lines))
    of_figures = [caption for caption in captions if caption.type == "figure"]
    text_lines = floats.drop_captions(lines_of(lines), captions)
    text = sections.text_style(text_lines)
    parts = [part for part in _parts(text_lines, text) if part.head or part.lines]
    return data.FullText(
        sections=tuple(_sections(parts, text, words, bibliography, captions)),
        citations=tuple(add_excerpts(lists)),
        captions=captions,
        tables=tuple(figures_and_tables.captioned_tables(lines, pages)),
        figures=tuple(data.Figure(each.label, each.text, each.page) for each in of_figures),
        acknowledgements=floats.extract_acknowledgements(lines),
    )


def _parts(lines: Sequence[data.Line], text: TextStyle) -> Iterator[_Unwritten]:
    """Yield the sections with their lines; the first has no head."""
    blocks = sections.blocks_of(lines, text)
    standing = sections.find_heads(blocks, text)
    part = _Unwritten(None)
    for place, block in enumerate(blocks):
        if place in standing:
            yield part
            part = _Unwritten(standing[place])
        else:
            leads = list(sections.find_run_in_head(block, text))
            if not sections.is_text(block, text) and not any(head.is_annex for _, head in leads):
                continue
            start = 0
            for first, head in leads:
                part.lines += block[start:first]
                yield part
                part = _Unwritten(head)
                start = first + len(head.lines) - 1
                rest = block[start].text_from(block[start].lead)
                part.lines.append(rest._replace(text=rest.text.lstrip()))
                start += 1
            part.lines += block[start:]
    yield part


def _sections(
    parts: Sequence[_Unwritten],
    text: TextStyle,
    words: Words,
    bibliography: Bibliography,
    captions: Sequence[data.Caption],
) -> Iterator[data.Section]:
    passages = [
        [make_passage(lines, words) for lines in divide_paragraphs(part.lines, text)]
        for part in parts
    ]
    callouts = Callouts(list(chain(*passages)), bibliography, captions)
    depths = iter(sections.head_levels([part.head for part in parts if part.head]))
    kind = data.Part.BODY
    for part, of_part in zip(parts, passages, strict=True):
        level = next(depths) if part.head else 0
        kind = _kind(part.head, kind if level > 1 else data.Part.BODY)
        number, head = part.head.number if part.head else "", _head(part.head, words)
        paragraphs = tuple(_paragraph(passage, callouts) for passage in of_part)
        yield data.Section(level, number, head, paragraphs, kind)


def _kind(head: Head | None, above: data.Part) -> data.Part:
    if head and sections.ACKNOWLEDGEMENTS.fullmatch(head.words):
        return data.Part.ACKNOWLEDGEMENTS
    return data.Part.ANNEX if head and head.is_annex else above


def _head(head: Head | None, words: Words) -> data.Passage:
    if head is None:
        return data.Passage("")
    first, *following = head.lines
    number = sections.NUMBER.match(first.text)
    return make_passage([first.text_from(number.end()) if number else first, *following], words)


def _paragraph(passage: data.Passage, callouts: Callouts) -> data.Paragraph:
    called = callouts.find_all(passage)
    unbroken = [(callout.start, callout.end) for callout in called]
    return data.Paragraph(passage, called, tuple(sentences(passage.text, unbroken)))
