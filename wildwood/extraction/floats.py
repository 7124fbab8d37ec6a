"""Find the acknowledgements with the funders that they name, and the captions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain

from wildwood.biblio.field_texts import YEAR
from wildwood.biblio.person import AND, INSTITUTIONS
from wildwood.biblio.words import pattern
from wildwood.biblio.words import words as lexicon
from wildwood.extraction import front_page, reference_lists
from wildwood.extraction.callouts import CAPTION_START, CONTINUED, float_contexts
from wildwood.extraction.data import Acknowledgements, Box, Caption, Funder, Line, enclosing
from wildwood.extraction.lines import Words, join_lines, make_passage, remembered, words_of

_NUMBER = r"(?:\d{1,2}(?:\.\d)?[.)]?|[IVX]{1,5}[.)])?\s*"
_HEADING = re.compile(
    rf"{_NUMBER}{pattern('acknowledgement_headings')}(?:\s(?:and|&)\s\w+(?:\s\w+)?)?"
    r"\s*(?P<mark>[.:—–-]*)\s*"
)
_NEXT = re.compile(
    rf"{_NUMBER}{pattern('back_matter_headings')}[.:]?(?:\s.*)?|©.*|copyright\s.*", re.IGNORECASE
)
_MAX_ACKNOWLEDGEMENT_LINES = 60
_HEADING_SIZE = 1.1
_SMALLER = 0.9
_WIDE_GAP = 2.4  # the distance of baselines, in font sizes, after which another section begins
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[^\W_a-z])")
_MONEY = lexicon("grants")
_ORGANISATION_WORD = lexicon(*INSTITUTIONS, "organisations", "funders")
_PHRASE = re.compile(
    r"[^\W\d_a-z][\w&’'./-]*(?:\s\d{4})?"
    rf"(?:,?\s(?:{pattern('joining_words')}\s){{0,3}}(?:d’|l’)?[^\W\d_a-z(][\w&’'./-]*)*"
)
_AND = re.compile(rf",?\s{AND}\s(?:the\s|by\s|from\s)*|,\s(?:the\s)?")
_AWARD = re.compile(
    rf"(?:{pattern('award_labels')}\b[\s.:#°º]*)+(?:from\s\w+\s)?"
    r"(?P<ids>[\w][\w/.–-]*\d[\w/.–-]*(?:(?:,\sand\s|,\s|\sand\s|\s&\s|;\s)[\w][\w/.–-]*\d[\w/.–-]*)*)"
    r"|[(\[](?P<bare>(?-i:[A-Z0-9])[\w /.–-]*\d[\w/.–-]*(?:[,;]\s[\w /.–-]*\d[\w/.–-]*)*)[)\]]",
    re.IGNORECASE,
)
_YEAR = re.compile(YEAR)
_ARTICLE = re.compile(r"^(?:The|This|We|Our|Die|Der|Das|Le|La|Les|El|I|A|An)\s")
_PUNCTUATION = " .,;:–—-"


def extract_acknowledgements(lines: Sequence[Line]) -> Acknowledgements:
    """Return the acknowledgements; both fields are empty without any."""
    words = words_of(lines)
    sections = reference_lists.sections_of(lines)
    unlisted = list(chain.from_iterable(reference_lists.texts_between(lines, sections)))
    text = "\n".join(dict.fromkeys(_texts(unlisted, words)))
    return Acknowledgements(text, tuple(find_funders(text)))


def _texts(lines: Sequence[Line], words: Words) -> Iterator[str]:
    for place, line in enumerate(lines):
        heading = _HEADING.match(line.text)
        if heading is None or place < len(lines) // 10:
            continue
        rest = line.text[heading.end() :]
        if rest and not ((line.bold or heading["mark"]) and rest[:1].isupper()):
            continue
        below = list(_section(lines, place))
        first = [line._replace(text=rest)] if rest else []
        if text := join_lines([*first, *below], words):
            yield text


def _section(lines: Sequence[Line], heading: int) -> Iterator[Line]:
    first = before = lines[heading]
    size = lines[heading + 1].size if heading + 1 < len(lines) else first.size
    for line in lines[heading + 1 : heading + 1 + _MAX_ACKNOWLEDGEMENT_LINES]:
        if _NEXT.fullmatch(line.text) or _HEADING.fullmatch(line.text):
            return
        if size and (line.size > size * _HEADING_SIZE or line.size < size * _SMALLER):
            return
        is_far = before.bottom - line.bottom > _WIDE_GAP * size > 0
        if before is not first and (is_far or (line.bold and not before.bold)):
            return
        before = line
        yield line


def find_funders(text: str) -> Iterator[Funder]:
    awards_by_name: dict[str, list[str]] = {}
    for sentence in _SENTENCE.split(text):
        if not _MONEY.search(sentence):
            continue
        organisations = list(_organisations(sentence))
        for _, name in organisations:
            awards_by_name.setdefault(name, [])
        for match in _AWARD.finditer(sentence):
            owner = [name for place, name in organisations if place < match.start()]
            owner = owner[-1:] or [name for _, name in organisations[:1]]
            identifiers = match["ids"] or match["bare"]
            for identifier in re.split(r",\sand\s|,\s|\sand\s|\s&\s|;\s", identifiers):
                award = identifier.strip(_PUNCTUATION)
                if owner and not _YEAR.fullmatch(award) and award not in awards_by_name[owner[0]]:
                    awards_by_name[owner[0]].append(award)
    for name, awards in awards_by_name.items():
        yield Funder(name, tuple(awards))


def _organisations(sentence: str) -> Iterator[tuple[int, str]]:
    for match in _PHRASE.finditer(sentence):
        place = match.start()
        for part in _parts(match[0]):
            name = _ARTICLE.sub("", part).strip(_PUNCTUATION)
            is_short_form = sentence[place - 1 : place] == "(" and name.isupper()
            is_other = is_short_form or _AWARD.match(sentence, place)
            if len(name) > 1 and not is_other and _ORGANISATION_WORD.search(name):
                yield place, name


def _parts(phrase: str) -> list[str]:
    """Divide a phrase at each `and` or comma between two organisations."""
    parts: list[str] = []
    start = 0
    for match in _AND.finditer(phrase):
        left, right = phrase[start : match.start()], phrase[match.end() :]
        is_list = "of" not in left.split() or "," in match[0]
        if is_list and _ORGANISATION_WORD.search(left) and _ORGANISATION_WORD.search(right):
            parts.append(left)
            start = match.end()
    return [*parts, phrase[start:]]


_START = re.compile(
    rf"{CAPTION_START}"
    rf"(?P<mark>\s?[.:：．|–—-]+(?!\d)|\s(?={CONTINUED})|(?=\s(?-i:[^\W_a-z]))|$)\s*",
    re.IGNORECASE,
)
_TABLE = re.compile(pattern("table_labels", "table_labels_behind"))
_SIZE_TOLERANCE = 0.08
_OTHER_SIZE = 0.5  # the least difference of two font sizes, in points, that shows
_MAX_DISTANCE = 1.7  # between baselines, in font sizes
_WIDER = 1.25  # how much wider than its first gap no later gap of a caption is
_MAX_CAPTION_LINES = 30
_SENTENCE_END = re.compile(r"[.:!?)\]”\"。]$")


@remembered
def extract_captions(lines: Sequence[Line]) -> list[Caption]:
    """Return the captions of tables and figures in order; on a page, the first with a label."""
    words = words_of(lines)
    size = front_page.usual_size(lines)
    captions: dict[tuple[str, str, int], Caption] = {}
    for place, line in enumerate(lines):
        start = _START.match(line.text)
        if start and _is_caption(lines, place, start, size):
            caption = _caption(start, list(_lines_of(lines, place)), words)
            if caption.text and not front_page.LEADER.search(caption.text):
                captions.setdefault((caption.type, caption.label, caption.page), caption)
    return list(captions.values())


def _is_caption(lines: Sequence[Line], place: int, start: re.Match[str], size: float) -> bool:
    """Return whether a line begins a caption, not a sentence such as `Figure 2 shows`."""
    line = lines[place]
    if start["mark"] == "" and start.end() < len(line.text) and not line.size:
        return False
    before = lines[place - 1] if place else None
    if before is None or before.page != line.page or abs(before.size - line.size) > _OTHER_SIZE:
        return True
    goes_on = 0 < before.bottom - line.bottom < _MAX_DISTANCE * max(line.size, 1)
    is_text = abs(line.size - size) <= _SIZE_TOLERANCE * size and not line.bold
    return not (goes_on and is_text and _SENTENCE_END.search(before.text) is None)


def _lines_of(lines: Sequence[Line], place: int) -> Iterator[Line]:
    first = before = lines[place]
    gap = 0.0
    yield first
    for line in lines[place + 1 : place + _MAX_CAPTION_LINES]:
        distance = before.bottom - line.bottom
        if line.page != first.page or not front_page.same_size(first, line, _SIZE_TOLERANCE):
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
    kind = "table" if _TABLE.match(start["type"] or start["behind"]) else "figure"
    label, sides = start["label"] or start["number"], asdict(enclosing(line.box for line in lines))
    return Caption(kind, label, text, lines[0].page + 1, **sides)


def drop_captions(lines: Sequence[Line], captions: Sequence[Caption]) -> list[Line]:
    boxes: dict[int, list[Box]] = {}
    for caption in captions:
        boxes.setdefault(caption.page - 1, []).append(caption.box)
    return [
        line
        for line in lines
        if not any(
            box.contains(line.left, line.bottom) and box.contains(line.right, line.top)
            for box in boxes.get(line.page, ())
        )
    ]


@remembered
def caption_contexts(lines: Sequence[Line]) -> dict[Caption, tuple[str, ...]]:
    """Return the excerpts of the text that name the table or figure of each caption."""
    captions = extract_captions(lines)
    text = make_passage(drop_captions(lines, captions) if captions else [], words_of(lines))
    return float_contexts(text, captions)
