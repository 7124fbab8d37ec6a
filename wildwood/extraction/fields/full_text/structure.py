"""Extract the structured full text: sections with heads, paragraphs and callouts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from wildwood.extraction.documents.joined_lines import Words, words_of
from wildwood.extraction.extracted import Caption, Line
from wildwood.extraction.fields import acknowledgements, body, captions, citations
from wildwood.extraction.fields.callouts import contexts
from wildwood.extraction.fields.callouts.bibliography import Bibliography
from wildwood.extraction.fields.callouts.callouts import Callouts
from wildwood.extraction.fields.full_text import blocks, head_words, heads, levels, paragraphs
from wildwood.extraction.fields.full_text.blocks import TextStyle
from wildwood.extraction.fields.full_text.heads import Head
from wildwood.extraction.fields.sentences import sentences
from wildwood.extraction.full_text import FullText, Paragraph, Part, Passage, Section


@dataclass(slots=True)
class _Unwritten:
    """A section in the making."""

    head: Head | None
    lines: list[Line] = field(default_factory=list)


def extract(lines: Sequence[Line]) -> FullText:
    """Return all of a document but its header."""
    words = words_of(lines)
    listed = citations.cited_lists(lines)
    bibliography = Bibliography(listed)
    found = tuple(captions.extract(lines))
    text_lines = _without_captions(body.lines_of(lines), found)
    text = blocks.text_style(text_lines)
    parts = [part for part in _parts(text_lines, text) if part.head or part.lines]
    return FullText(
        sections=tuple(_sections(parts, text, words, bibliography, found)),
        citations=tuple(contexts.with_contexts(listed)),
        captions=found,
        acknowledgements=acknowledgements.extract(lines),
    )


def _without_captions(lines: Sequence[Line], found: Sequence[Caption]) -> list[Line]:
    boxes: dict[int, list[Caption]] = {}
    for caption in found:
        boxes.setdefault(caption.page - 1, []).append(caption)
    return [
        line
        for line in lines
        if not any(_is_in(line, caption) for caption in boxes.get(line.page, ()))
    ]


def _is_in(line: Line, caption: Caption) -> bool:
    is_beside = caption.left <= line.left and line.right <= caption.right
    return is_beside and caption.bottom <= line.bottom and line.top <= caption.top


def _parts(lines: Sequence[Line], text: TextStyle) -> Iterator[_Unwritten]:
    """Yield the sections with their lines, in order; the first one has no head."""
    found = blocks.blocks_of(lines, text)
    standing = heads.find(found, text)
    part = _Unwritten(None)
    for place, block in enumerate(found):
        if place in standing:
            yield part
            part = _Unwritten(standing[place])
        else:
            leads = list(heads.run_in(block, text))
            if not heads.is_text(block, text) and not any(head.is_annex for _, head in leads):
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
    found: Sequence[Caption],
) -> Iterator[Section]:
    passages = [
        [paragraphs.passage(lines, words) for lines in paragraphs.divided(part.lines, text)]
        for part in parts
    ]
    callouts = Callouts([one for of_part in passages for one in of_part], bibliography, found)
    depths = iter(levels.levels([part.head for part in parts if part.head]))
    kind = Part.BODY
    for part, of_part in zip(parts, passages, strict=True):
        level = next(depths) if part.head else 0
        kind = _kind(part.head, kind if level > 1 else Part.BODY)
        yield Section(
            level=level,
            number=part.head.number if part.head else "",
            head=_head(part.head, words),
            paragraphs=tuple(_paragraph(one, callouts) for one in of_part),
            part=kind,
        )


def _kind(head: Head | None, above: Part) -> Part:
    """Return where a section belongs, below one that belongs somewhere."""
    if head and head.is_of_acknowledgements:
        return Part.ACKNOWLEDGEMENTS
    return Part.ANNEX if head and head.is_annex else above


def _head(head: Head | None, words: Words) -> Passage:
    """Return the words of a head without its number."""
    if head is None:
        return Passage("")
    first, *others = head.lines
    number = head_words.NUMBER.match(first.text)
    rest = first.text_from(number.end()) if number else first
    return paragraphs.passage([rest, *others], words)


def _paragraph(passage: Passage, callouts: Callouts) -> Paragraph:
    found = callouts.of(passage)
    unbroken = [(one.start, one.end) for one in found]
    return Paragraph(passage, found, tuple(sentences(passage.text, unbroken)))
