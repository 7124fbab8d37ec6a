"""Find the title: the block of the first page that looks most like one, with its subtitle."""

import re
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from wildwood.biblio.field_texts import letters
from wildwood.biblio.words import entries_by_language, pattern, words
from wildwood.extraction import data, front_page, zones
from wildwood.extraction.data import Line
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.lines import Words, join_lines
from wildwood.extraction.name_likeness import likeness
from wildwood.extraction.people import AUTHOR_LABEL, find_people, has_only_people

MAX_LINE_DISTANCE = 2.15  # greatest leading of a title, in font sizes
FULL_WORDS = 4  # least words of a full title; fewer can be the name of something
_LINES_BEFORE_NAMES = 2  # most lines between a title and its names
_LARGER = 1.15  # how much larger than the title its names can be
_REACH = 14  # how far below the title its authors can begin, in font sizes of the title


def like_names(lines: Sequence[Line]) -> float:
    """Return how much lines look like names; more if there are several."""
    people = rest = 0
    for line in lines:
        named, other_parts = ((), 0) if zones.is_date(line.text) else find_people(line)
        people += len(named)
        rest += other_parts
    if people and not rest:
        return 3.0 if people > 1 or lines[0].raised else 0.8
    return 1.5 if people > rest else 0.0


def names_below(last: Line, page: Sequence[Line], inner: Container[Line] = ()) -> Line | None:
    """Return the line of names below a title; `inner` lines go on what is above them."""
    between = 0
    for line in front_page.height_from_top(page):
        if not 0 < last.bottom - line.bottom < _REACH * last.size:
            continue
        people, other_parts = find_people(line)
        is_named = people and len(people) >= other_parts
        if is_named and line not in inner and line.size <= last.size * _LARGER:
            return line
        if front_page.overlap(last, line) <= 0:
            continue
        is_end = front_page.is_heading(line.text) or front_page.is_prose(line.text)
        is_end = is_end or (line not in inner and line.size > last.size * _LARGER)
        if is_end or between == _LINES_BEFORE_NAMES:
            return None
        between += 1
    return None


MIN_SIZE = 0.97  # least font size of a title, relative to the text
SLIGHTLY = 1.03
_GAP = 1.6  # least distance of the lines of two titles, relative to the leading
_FULL = 0.9  # least share of the width of the text that a line has which the title goes on after
_FAR = 3.0  # greatest distance of a line from such a line, in font sizes
_CLEAR_NAME = 6.5  # least likeness of a name above a title in its style
_SAME = 1.05  # how much the distances of the lines of a title can differ
_GOES_ON = re.compile(
    rf"(?<!\w){pattern('function_words', 'joining_words', 'never_last', 'uncapitalised')}$|,$"
)  # a title continues after it
_KIND = words("document_types")
_THESIS = words("thesis_words")
_TITLE = pattern("title_introductions", "title_labels")  # such as `on the subject`
_LABEL = re.compile(rf"{_TITLE}|{pattern('author_labels', 'committees', 'supervisors')}")
_TITLE_LABEL = re.compile(rf"^{_TITLE}(?:\s\([^()]*\))?\s?[:：]\s*")
_HONORIFIC = re.compile(rf"\b(?:prof|{pattern('abbreviated_honorifics')})\.\s\S", re.IGNORECASE)
_MARKS_AT_END = re.compile(r"[\s]*[*†‡§¶∗⋆✩☆✶]+$")
_FOOTNOTE_MARK = re.compile(r"[\d*†‡§¶∗⋆✩☆✶#?a,\s]{1,3}|(?<=\s)[A-Z]{1,2}")  # or an icon
_CODE = re.compile(
    rf"[A-Z]{{1,2}}\d{{2,4}}|(?i:doi|digital object identifier)\b.*|"
    rf"{pattern('article_types')}\s\d{{1,3}}"
)  # or of a talk, or the number of a chapter
_MIN_LETTERS, _LEAST_LETTERS = 4, 0.7  # of a title; the latter as a share, spaces apart
_MAX_CHARACTERS = 400
_PERIOD = re.compile(r"(?<=\s)\d{4}\s?[–-]\s?\d{4}$")  # that a title ends in


@dataclass(frozen=True, slots=True)
class Block:
    places: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def plain(self) -> str:
        return " ".join(remove_mark(line).text for line in self.lines)


def remove_mark(line: Line) -> Line:
    text = line.text
    for start, end in reversed(line.raised):
        is_at_end = not text[end : len(text) - line.hyphenated].strip(". ")
        if is_at_end and _FOOTNOTE_MARK.fullmatch(text, start, end):
            text = text[:start].rstrip()
    return line._replace(text=_MARKS_AT_END.sub("", text))


def usual_size(page: Sequence[Line]) -> float:
    """Return the font size of most text; on covers, where much is large, that of small text."""
    sizes = sorted(line.size for line in page if line.size)
    is_cover = bool(sizes) and data.is_cover(page)
    return sizes[len(sizes) // 4] if is_cover else front_page.usual_size(page)


def _above(block: Block, page: Sequence[Line]) -> Line | None:
    first = block.lines[0]
    near = (line for line in page if front_page.overlap(line, block.lines[-1]) > 0 and line.size)
    above = (line for line in near if line.bottom > first.bottom + 1)
    return min(above, key=lambda line: line.bottom, default=None)


def title_candidates(page: Sequence[Line], usual: float) -> list[Block]:
    """Return the blocks that can be the title, from the top."""
    is_text = all(line.size == front_page.PLAIN_SIZE for line in page)
    worded = list(filter(_has_words, _blocks(page, usual, is_text=is_text)))
    standing = [block for block in worded if is_text or _stands_out(block, page, usual)]
    if standing or front_page.is_uniform(page):
        return standing or worded
    # No style shows the title: it is above the abstract.
    headings = (line for line in page if _is_heading(line.text))
    heading = max((line.bottom for line in headings), default=0.0)
    blocks = filter(_has_words, _blocks(page, usual, is_text=True)) if heading else ()
    return [block for block in blocks if block.lines[-1].bottom > heading]


def _blocks(page: Sequence[Line], usual: float, *, is_text: bool) -> list[Block]:
    places = (n for n, line in enumerate(page) if _is_candidate(line, usual))
    order = sorted(places, key=lambda n: (-page[n].bottom, page[n].left))
    blocks: list[Block] = []
    sized = [line for line in page if line.size]
    width = max(line.right for line in sized) - min(line.left for line in sized) if sized else 0.0
    for place in order:
        line = page[place]
        for number in range(len(blocks) - 1, max(len(blocks) - 6, -1), -1):
            block = blocks[number]
            last = block.lines[-1]
            is_alike = _has_style(last, line) and (not is_text or _is_joined(last, line, page))
            goes_on = is_alike and _continues(block, line, _reach(block, line, width))
            if goes_on and not (_begins_names(last, line) or _TITLE_LABEL.match(line.text)):
                blocks[number] = Block((*block.places, place), (*block.lines, line))
                break
        else:
            if not front_page.is_type(line.text):
                blocks.append(Block((place,), (line,)))
    return blocks


def _is_heading(text: str) -> bool:
    return front_page.is_heading(text) or zones.FRONT_MATTER.fullmatch(text) is not None


def _is_candidate(line: Line, usual: float) -> bool:
    text = line.text
    is_label = _CODE.fullmatch(text) or _LABEL.fullmatch(text.strip(' .:：«“"'))
    is_other = is_label or _is_heading(text) or zones.is_whole_remark(text)
    is_subject = zones.CLASSIFICATION.match(text) or zones.keyword_heading(text)
    is_shown = line.size >= usual * MIN_SIZE and any(map(str.isalnum, text))
    return is_shown and not (is_other or is_subject)


def _has_style(last: Line, line: Line) -> bool:
    """Return whether a line continues the style above it; bold can begin or end in a title."""
    if not front_page.same_size(last, line):
        return False
    can_go_on = last.bold or not _KIND.search(last.text)
    return last.bold == line.bold or (can_go_on and _goes_on(last)) or line.text[:1].islower()


def _begins_names(last: Line, line: Line) -> bool:
    """Return whether names, their label or a kind of thesis begins, or a title below a name."""
    label = AUTHOR_LABEL.match(line.text) if ":" in line.text else None
    if label and label[0].rstrip().endswith(":"):
        return True
    if front_page.is_prose(line.text) or _goes_on(last):
        return False
    if not has_only_people(line):
        is_kind = _KIND.fullmatch(line.text) and _THESIS.search(line.text)
        is_name = len(last.text.split()) <= FULL_WORDS and has_only_people(last)
        return bool(is_kind) or (is_name and likeness(last.text) > _CLEAR_NAME)
    is_several = sum(len(person.marks) or 1 for person in find_people(line)[0]) > 1
    return not has_only_people(last) and (is_several or last.text.isupper() > line.text.isupper())


def _is_joined(last: Line, line: Line, page: Sequence[Line]) -> bool:
    """Return whether a title can go on where no font size shows it."""
    if any(map(_is_no_title, (last, line))):
        return False
    if line.text[:1].islower() or _goes_on(last):
        return True
    people, rest = find_people(line)
    if has_only_people(last):
        return False
    if not people or len(people) < rest:
        return True
    names = names_below(line, page)
    is_several = names is not None and (len(find_people(names)[0]) > 1 or bool(names.raised))
    return len(people) == 1 and is_several and not line.raised and "." not in line.text


def _is_no_title(line: Line) -> bool:
    text = line.text
    is_other = _is_institution(text) or zones.is_date(text) or front_page.is_type(text)
    return is_other or front_page.likeness(text) > 0 or front_page.ends_authors(text)


def _is_other(text: str) -> bool:
    """Return whether a text is a type of work, institution or date."""
    is_named = _KIND.search(text) or INSTITUTION.search(text)
    return bool(is_named) or zones.is_date(text) or front_page.is_degree(text)


def _continues(block: Block, line: Line, reach: float) -> bool:
    """Return whether a line is at most `reach` font sizes below a block and continues it."""
    last = block.lines[-1]
    distance = last.bottom - line.bottom
    if len(block.lines) > 1 and distance > _GAP * (block.lines[-2].bottom - last.bottom):
        return False
    return 0.6 * last.size < distance < reach * last.size and front_page.overlap(last, line) > 0


def _reach(block: Block, line: Line, width: float) -> float:
    """Return how far below a block its next line can be, in font sizes."""
    *before, last = block.lines
    if last.bottom - line.bottom < MAX_LINE_DISTANCE * last.size:
        return MAX_LINE_DISTANCE
    is_full = last.right - last.left > _FULL * width
    is_centred = abs(last.left + last.right - line.left - line.right) < 2 * line.size
    is_named = is_centred and (has_only_people(last) or has_only_people(line))
    is_alike = bool(is_centred and last.font) and last.font == line.font
    is_alike = is_alike and not (is_named or _is_other(last.text))
    is_far = _goes_on(last) or ((is_full or is_alike) and not _is_other(line.text))
    leading = (before[-1].bottom - last.bottom) / last.size if before else 0.0
    return max(MAX_LINE_DISTANCE, _SAME * leading, _FAR * is_far)


def _goes_on(last: Line) -> bool:
    return last.hyphenated or _GOES_ON.search(last.text) is not None


def _has_words(block: Block) -> bool:
    words = block.text.split()
    if len(words) > 3 * len(set(words)):  # a banner
        return False
    text = _PERIOD.sub("", block.text).replace(" ", "")
    least = max(_MIN_LETTERS, _LEAST_LETTERS * len(text))
    vowel_signs = (
        before.isalpha() and unicodedata.category(sign)[0] == "M" for before, sign in pairwise(text)
    )
    worded = sum(map(str.isalpha, text)) + (0 if text.isascii() else sum(vowel_signs))
    return len(block.text) <= _MAX_CHARACTERS and worded >= least


def _stands_out(block: Block, page: Sequence[Line], usual: float) -> bool:
    is_distinct = block.size > usual * SLIGHTLY or block.lines[0].bold or block.text.isupper()
    return is_distinct or bool(_TITLE_LABEL.match(block.text)) or _is_left(block, page)


def _is_left(block: Block, page: Sequence[Line]) -> bool:
    """Return whether no other block can be the full title of a cover."""
    text = block.text
    is_full = len(front_page.add_spaces(text).split()) >= FULL_WORDS
    is_other = _is_other(text) or front_page.likeness(text) or like_names(block.lines)
    return is_full and data.is_cover(page) and not (is_other or text[:1].islower())


_DEGREE = words("degrees_sought")
_CLOSE_SUBTITLE = 0.47  # least font size of an unannounced subtitle, relative to the title
_SUBTITLE_DISTANCE = 1.45  # greatest from a title to its subtitle, in font sizes of the title
_OPEN_DISTANCE = 2.4  # the same below a colon or a question mark
_MIN_SUBTITLE = 3  # least words of a subtitle that the title does not announce
_ENDS_TITLE = "?!:–—-.…"
_FREQUENT = {name: frozenset(words) for name, words in entries_by_language("stopwords").items()}
_WORD = re.compile(r"[^\W\d_]+")
_ACCENTED = re.compile(r"\w*[^\W\d_a-zA-Z]\w*")
_MIN_WORDS = 2  # least frequent words by which a language is known


def join_smaller(best: Block, blocks: Sequence[Block], page: Sequence[Line]) -> Block:
    """Join a smaller subtitle below a title, but neither its translation nor a degree."""
    for block in blocks:
        for title, below in ((block, best), (best, block)):
            if block is not best and _has_subtitle(title, below, page):
                is_same = letters(title.text) == letters(below.text)
                if is_same or _DEGREE.search(below.text) or _differ(title.text, below.text):
                    return title
                upper = _ends_before_subtitle(title)
                return Block((*upper.places, *below.places), (*upper.lines, *below.lines))
    return _remove_translation(best)


def _ends_before_subtitle(title: Block) -> Block:
    """Return a title that ends in a colon, as libraries write it, or in its own punctuation."""
    last = remove_mark(title.lines[-1])
    text = last.text if last.text[-1:] in _ENDS_TITLE else f"{last.text}:"
    return replace(title, lines=(*title.lines[:-1], last._replace(text=text, raised=())))


def _has_subtitle(title: Block, below: Block, page: Sequence[Line]) -> bool:
    last, first = title.lines[-1], below.lines[0]
    distance = last.bottom - first.bottom
    if not 0 < distance < _OPEN_DISTANCE * last.size:
        return False
    is_open = last.text.endswith((":", "?")) or _differ(title.text, below.text)
    largest, reach = (SLIGHTLY, _OPEN_DISTANCE) if is_open else (1 / SLIGHTLY, _SUBTITLE_DISTANCE)
    if distance >= reach * last.size or not _CLOSE_SUBTITLE <= first.size / last.size < largest:
        return False
    above = _above(title, page)
    has_names = names_below(below.lines[-1], page) or (above and find_people(above)[0])
    is_sure = has_names or last.text.endswith(":") or not _is_full(title.text)
    return bool(is_sure) and _can_be_subtitle(title, below)


def _can_be_subtitle(title: Block, below: Block) -> bool:
    are_names = like_names(below.lines) or has_only_people(below.lines[0])
    is_text = len(below.text.split()) >= _MIN_SUBTITLE
    goes_on = is_text and (not are_names or title.text.endswith(":"))
    return goes_on and not front_page.likeness(f"{title.text} {below.text}")


def _remove_translation(block: Block) -> Block:
    """Return a title without the lines in another language that follow it in its style."""
    for end in range(len(block.lines) - 1, 0, -1):
        title = Block(block.places[:end], block.lines[:end])
        rest = " ".join(line.text for line in block.lines[end:])
        if _is_full(title.text) and _is_full(rest) and _differ(title.text, rest):
            return _remove_translation(title)
    return block


def _differ(text: str, translation: str) -> bool:
    first, second = _languages(text), _languages(translation)
    is_other_script = _is_latin(text) != _is_latin(translation)
    is_english = second == {"en"} and not first and len(_ACCENTED.findall(text)) > 1
    return is_other_script or is_english or (bool(first and second) and first.isdisjoint(second))


def _is_latin(text: str) -> bool:
    return 2 * len(re.findall("[A-Za-zÀ-ɏ]", text)) > sum(map(str.isalpha, text))


def _languages(text: str) -> set[str]:
    """Return the languages with the most stop words; none if there are few."""
    words = [word.lower() for word in _WORD.findall(text)]
    counts = {name: sum(map(frequent.__contains__, words)) for name, frequent in _FREQUENT.items()}
    most = max(*counts.values(), _MIN_WORDS)
    return {name for name, count in counts.items() if count == most}


_VERSION = re.compile(
    r"\s*(?:\[(?:v|version|ver\.)\s?\d[^\]]*\]|"
    r"[(\[](?:extended|short)\s(?:abstract|paper)[)\]])\s*$",
    re.IGNORECASE,
)
_PUNCTUATION = " .,;:—–-"
_AFTER_COVER = 3.0  # what it counts that the next pages have a text of a cover too
_NAMES_BELOW, _MOST_LIKE_NAMES = 2.5, 1.5  # score of names below, and most for looking like names
_INSTITUTION, _MAX_INSTITUTION = 3.0, 6  # score against the name of an institution, its most words
_NAMED_AT_TOP, _TOP = 1.5, 0.7  # score against an institution at the top of a cover, least height
_LABELLED = 4.0  # score against text below a label such as `presented by`
_PER_LINE = 0.15  # score against each line above a title where no font size shows it
_STATED = 8.0  # the score of a title that only the properties of a document show


@dataclass(frozen=True, slots=True)
class Title:
    text: str
    places: tuple[int, ...]  # indexes of its lines on the first page, in order
    score: float
    margin: float = 0.0  # how much higher than the next candidate's its score is
    is_stated: bool = False  # whether the properties of the document state it


NO_TITLE = Title("", (), 0.0)


def find_title(page: Sequence[Line], words: Words, after_cover: str = "") -> Title:
    """Return the title, or nothing if none stands out; `after_cover` has letters that repeat it."""
    usual = usual_size(page)
    if not usual:
        return NO_TITLE
    likeliest = _likeliest(page, usual, after_cover)
    stated = _stated(page)
    places = set(likeliest[0].places) if likeliest and likeliest[1] > 0 else set()
    if stated and not places.issuperset(stated.places):
        likeliest = stated, _STATED, 0.0
    if not likeliest:
        return NO_TITLE
    block, score, margin = likeliest
    all_stated = all(line.stated for line in block.lines)
    return Title(_text(block, words), block.places, score, margin, is_stated=all_stated)


def _stated(page: Sequence[Line]) -> Block | None:
    stated = ((place, line) for place, line in enumerate(page) if line.stated and line.size)
    places = tuple(place for place, line in stated if not front_page.is_type(line.text))
    if not places:
        return None
    block = Block(places, tuple(page[place] for place in places))
    return None if front_page.likeness(block.plain) else block


def _likeliest(
    page: Sequence[Line], usual: float, after_cover: str
) -> tuple[Block, float, float] | None:
    blocks = title_candidates(page, usual)
    if not blocks:
        return None
    measures = usual, max(block.size for block in blocks), max(line.top for line in page)
    inner = {line for block in blocks for line in block.lines[1:]}
    names = [names_below(block.lines[-1], page, inner) for block in blocks]
    scores = [
        _score(block, page, measures, row) + _agreement(block, after_cover)
        for block, row in zip(blocks, names, strict=True)
    ]
    highest = max(scores)
    level = [n for n, score in enumerate(scores) if score == highest]
    best = next((n for n in level if _is_full(blocks[n].plain)), level[0])
    second = max((score for n, score in enumerate(scores) if n != best), default=0.0)
    return join_smaller(blocks[best], blocks, page), highest, highest - second


_Measures = tuple[float, float, float]  # the usual and the largest font size, and the top


def _score(block: Block, page: Sequence[Line], measures: _Measures, names: Line | None) -> float:
    usual, largest, top = measures
    text = block.plain
    first, last = block.lines[0], block.lines[-1]
    score = 3 * (block.size - usual) / max(largest - usual, 0.1 * usual)
    score += 1.0 * _is_full(text) - 1.0 * (" " not in front_page.add_spaces(text))
    is_cover = data.is_cover(page)
    score -= (1.0 if is_cover else 2.0) * (first.bottom < top / 2)
    if front_page.is_uniform(page):
        score -= _PER_LINE * sum(line.bottom > first.bottom for line in page)
    is_named = _is_institution(text) or (is_cover and _is_institution(first.text))
    score -= front_page.likeness(text) + _INSTITUTION * is_named
    is_at_top = is_cover and first.bottom > _TOP * top
    score -= _NAMED_AT_TOP * (is_at_top and INSTITUTION.search(text) is not None)
    score += _LABELLED * (bool(_TITLE_LABEL.match(text)) - bool(_HONORIFIC.search(text)))
    above = _above(block, page)
    score -= _LABELLED * (above is not None and AUTHOR_LABEL.fullmatch(above.text) is not None)
    name_likeness = like_names(block.lines)
    is_alike = names is not None and front_page.same_style(last, names)
    is_first = is_alike and has_only_people(last) and not front_page.is_uniform(page)
    if names is None or is_first:  # of several names
        return score - name_likeness
    is_capitals = text.isupper() and not is_alike
    return score + _NAMES_BELOW - min(name_likeness, _MOST_LIKE_NAMES) * (not is_capitals)


def _is_institution(text: str) -> bool:
    """Return whether a text is the name of one institution, such as `Sorbonne Université`."""
    name = INSTITUTION.search(text) if len(text.split()) <= _MAX_INSTITUTION else None
    return name is not None and (name.start() == 0 or name.end() == len(text))


def _agreement(block: Block, after_cover: str) -> float:
    """Return the score of a full text of a cover that the next pages repeat."""
    is_repeated = _is_full(block.plain) and letters(block.plain) in after_cover
    return _AFTER_COVER if is_repeated and like_names(block.lines) <= 1 else 0.0


def _is_full(text: str) -> bool:
    return sum(len(word) > 1 for word in front_page.add_spaces(text).split()) >= FULL_WORDS


def _text(block: Block, words: Words) -> str:
    text = join_lines([remove_mark(line) for line in block.lines], words)
    return _VERSION.sub("", _TITLE_LABEL.sub("", text)).strip(_PUNCTUATION)
