"""Label the lines of the first pages, and find the abstract and the keywords."""

import math
import re
from collections.abc import Container, Sequence
from enum import Enum
from itertools import chain, pairwise, takewhile

from wildwood.biblio.field_texts import MONTH, YEAR
from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page
from wildwood.extraction.data import Line, group_by_page
from wildwood.extraction.lines import Words, join_lines
from wildwood.extraction.people import has_only_people

_FRONT_PAGES, _LAST_PAGES = 30, 2  # which can begin with an abstract, as in theses
_TOP_LINES = 3  # the first lines of such a page, among which the heading is sought
_MAX_ABSTRACT_LINES = 140  # lines that an abstract can have, as a summary of three pages
_HEADING_SIZE = 1.12  # least font size of a heading, relative to that of the text
_UNEVEN = 1.25  # how much larger a line of one paragraph can seem on a scan, relative to the text
_NOTE_SIZE = 0.94  # greatest font size of what is below an abstract, relative to the text
_FAR = 3.0  # distance beyond which smaller letters are no abstract, in its font sizes
_MAX_LINES_OVERLEAF = 100  # lines behind the last one on a page in which its end is sought
_MAX_FORM_LINES = 25  # lines between the heading and the text, as in theses
_COLUMN = 0.6  # greatest width of a column below an abstract across the page, relative to it
_GAP = 3.0  # least distance of a text that is no paragraph of an abstract, relative to the leading
_PARAGRAPH = 1.3  # least distance of a new paragraph, relative to the leading
_AFTER = re.compile(
    rf"(?:{front_page.INTRODUCTION.pattern}|{pattern('front_matter', 'affiliation_headings')})$|"
    rf"{pattern('title_labels', 'supervisors')}\s?:|"
    rf"\(?(?:{pattern('classifications', 'after_abstracts')}\b|1\.?(?:\s|$)|I\.$|doi\b)",
    re.IGNORECASE,
)
_CONTENTS = words("contents_headings")
FRONT_MATTER = words("front_matter")
_LEADING = 1.7  # greatest distance of two lines of a paragraph, in font sizes
_INDENT = 3.0  # greatest indentation of a paragraph, in font sizes
_MIN_WORDS = 6
_MIN_GAPS = 4  # least distances of lines above a blank line that ends an abstract
_PART = re.compile(r"[^\W\d_a-z]\w+(?:\s\w+){0,2}\s?[:.]")  # the heading of a part
_NUMBERED = re.compile(r"(?:1|I)\.?\s[^\W\d_a-z][^,@]*$")  # the first heading, or an affiliation
_ABSTRACT_PUNCTUATION = "([„“”«»\"'.,;:)]"
_NOTICE, _MAX_NOTICE = words("notices"), 60  # among the first characters of what is no abstract
_DEGREE = words("degrees_sought")
_WORDS = range(25, 400)  # the words of an abstract without a heading
_ENDS_SENTENCE = tuple('.?!”"’)]')
_CLASSIFICATION_END = re.compile(
    rf"\s?\(?\b{pattern('classifications')}\b(?!\)).*$|"
    rf"(?<=[.!?])\s+{pattern('keyword_headings')}\s?[:：•].*$|"
    r"\s?\[DOI:\s?10\.[^\]]*\]$|(?<=\.)\s\d{1,2}/\d\d(?:\d\d)?$|"  # a month, as preprints print it
    r"(?<=[a-z)][.?!])\s?(?:\d{1,2}|[*†‡∗])$|(?<=[a-z]{4})[1-9](?=\.$)",  # the number of a footnote
    re.DOTALL,
)
_PARAGRAPH_NUMBER = re.compile(r"^\[1\]\s")  # as the American Geophysical Union has them
_COPYRIGHT = re.compile(
    r"(?<=\.)\s*(?:(?:©|\(c\)|(?-i:VC))\s?\d{4}\b|copyright\s\d{4}\b|[a-z]+_\d+\s\d+\.\.\d+|"
    r"(?-i:(?:[A-Z][\w.]{0,20}\s){1,5})(?:\d+:\s?\d+[–-]\d+,\s\d{4}|\d{4};\d+:\d+[–-]\d+)\.(?=.{0,90}$)|"
    r"this\sis\san\sopen[\s-]access\s(?:article|paper)\b|(?:[^\sAI]\s?)?(?:19|20)\d\d\s(?-i:[A-Z])"
    rf"(?=.{{2,50}}\b(?:rights|ltd|society|{pattern('publishers', 'publishing')})\b)).*$",
    re.IGNORECASE | re.DOTALL,
)  # printed by publishers after an abstract


def abstract_places(
    lines: Sequence[Line], notes: Container[Line], title: Sequence[int]
) -> list[int]:
    """Return the indexes of the lines of the abstract and its heading."""
    headed = (_headed(lines, start, notes) for start in range(len(lines)))
    without = (_find_without_heading(lines, notes, title) for _ in title[:1])
    above = (_above_keywords(lines, place) for _ in title[:1] for place in range(1, len(lines)))
    places = next(filter(None, chain(headed, without, above)), [])
    if not places:
        return []
    is_alone = not title or lines[places[0]].page != lines[title[0]].page
    return [*places, *_further_paragraphs(lines, places[-1], notes, is_alone=is_alone)]


def find_on_own_page(lines: Sequence[Line]) -> list[int]:
    """Return the indexes of an abstract at the start of one of the first or last pages."""
    tops = [place for place, line in enumerate(lines) if line.page != lines[place - 1].page]
    for top in (*tops[:_FRONT_PAGES], *tops[-_LAST_PAGES:]):
        for start in range(top, min(top + _TOP_LINES, len(lines))):
            if places := _headed(lines, start):
                return [*places, *_further_paragraphs(lines, places[-1], is_alone=True)]
    return []


def _headed(lines: Sequence[Line], start: int, notes: Container[Line] = ()) -> list[int]:
    heading = lines[start]
    is_listed = start > 0 and _CONTENTS.fullmatch(lines[start - 1].text)
    if is_listed or not front_page.heading(front_page.ABSTRACT, heading.text):
        return []
    column = _places_below(lines, start)
    if len(column) < len(lines):
        inside = _headed([lines[place] for place in column], column.index(start), notes)
        return [column[place] for place in inside]
    if any(front_page.is_beside(line, heading) for line in lines if line.page == heading.page):
        notes = {line for line in lines if line in notes or line.right < heading.left}
    right = (line for line in lines[start:][:_MAX_FORM_LINES] if line.left > heading.right)
    beside = next((line for line in right if FRONT_MATTER.match(line.text)), heading)
    if beside is not heading and beside.page == heading.page:
        edge = beside.left  # of a column such as `Article history`
        notes = {line for line in lines if line in notes or line.left >= edge}
    first = _text_below(lines, start)
    places, _ = _block(lines, first, notes)
    if places and (overleaf := _overleaf(lines, places[-1])):
        places, _ = _block(lines, overleaf, notes, places)
    is_text = places and _is_text(" ".join(lines[place].text for place in (start, *places)))
    is_statement = first > start + 1 and not front_page.ABSTRACT.fullmatch(heading.text)
    return [start, *places][is_statement:] if is_text else []


def _places_below(lines: Sequence[Line], start: int) -> Sequence[int]:
    """Return the places without those beside the text below a heading, if rows are in order."""
    heading, *after = lines[start:]
    if heading.size != front_page.PLAIN_SIZE:
        return range(len(lines))
    text = next((line for line in after if front_page.overlap(line, heading) > 0), heading)
    left = text.left - _INDENT * text.size
    near = (line for line in after if line.page == text.page)
    others = {line for line in near if line.right < left or line.left > text.right}
    return [place for place, line in enumerate(lines) if line not in others]


def _text_below(lines: Sequence[Line], start: int) -> int:
    """Return the first line of text below a heading; title, names or a form can be between."""
    near = range(start + 1, min(start + _MAX_FORM_LINES, len(lines) - 1))
    below = takewhile(lambda place: lines[place].page == lines[start].page, near)
    first = next((place for place in below if front_page.is_prose(lines[place].text)), 0)
    rest = front_page.ABSTRACT.sub("", lines[start].text, count=1)
    if first and rest.isupper() and rest == front_page.add_spaces(rest):
        return first
    if not first or rest or lines[first].text[:1].islower():
        return start + 1
    distance, leading = (a.bottom - b.bottom for a, b in pairwise(lines[first - 1 : first + 2]))
    return first if distance > _PARAGRAPH * leading > 0 else start + 1


def _is_text(text: str) -> bool:
    tokens = (token.strip(_ABSTRACT_PUNCTUATION) for token in front_page.add_spaces(text).split())
    return sum(word[:1].isalpha() for word in tokens) >= _MIN_WORDS


def _find_without_heading(
    lines: Sequence[Line], notes: Container[Line], title: Sequence[int]
) -> list[int]:
    page, row = lines[title[0]].page, lines[title[0]].size
    lowest = min(lines[place].bottom for place in title)
    sized = ((place, line) for place, line in enumerate(lines) if line.page == page and line.size)
    below = {place: line for place, line in sized if line.bottom < lowest}
    starts = {
        _first(lines, place)
        for place, line in below.items()
        if line not in notes and front_page.is_prose(line.text)
        if any(front_page.overlap(line, lines[n]) > 0 for n in title)
    }
    for start in sorted(starts, key=lambda n: (-round(lines[n].bottom / row), lines[n].left)):
        places, is_apart = _block(lines, start, notes)
        text = " ".join(lines[place].text for place in places)
        is_near = lowest - lines[start].bottom < _PARAGRAPH * row
        is_subtitle = is_near and lines[start].bold and len(text.split()) < _WORDS.start
        if not places or is_subtitle or front_page.ends_authors(text) or _is_notice(text):
            continue
        lowest, right = lines[start].bottom, lines[start].right
        above = (line for line in below.values() if line.bottom > lowest and line.left < right)
        is_body = text[:1].islower() or any(map(_begins_text, above))
        is_body |= _is_text_overleaf(lines, places[-1], notes)
        return places if is_apart and not is_body and len(text.split()) in _WORDS else []
    return []


def _above_keywords(lines: Sequence[Line], place: int) -> list[int]:
    """Return the indexes of the paragraph above a heading of keywords, in any line spacing."""
    start = place - 1
    last = lines[start].text.rstrip("*†‡∗ ")
    if not (keyword_heading(lines[place].text) and last.endswith(_ENDS_SENTENCE)):
        return []
    while start and _is_paragraph(lines[start - 1], lines[start], lines[place - 1]):
        start -= 1
    text = " ".join(line.text for line in lines[start:place])
    is_text = front_page.is_prose(text) and text[:1].isupper() and len(text.split()) in _WORDS
    is_other = front_page.ends_authors(text) or _is_notice(text) or _begins_text(lines[start - 1])
    return list(range(start, place)) if is_text and not is_other else []


def _is_paragraph(above: Line, line: Line, last: Line) -> bool:
    is_below = 0 < above.bottom - line.bottom < front_page.DOUBLE_SPACING * line.size
    is_even = abs(above.left - last.left) < _INDENT * line.size
    return is_below and is_even and front_page.same_style(above, last)


def _is_text_overleaf(lines: Sequence[Line], last: int, notes: Container[Line]) -> bool:
    """Return whether the next page goes on in the letters of the last text of a page."""
    line, *after = lines[last:]
    rest = list(takewhile(lambda near: near.page == line.page, after))
    under = (near for near in rest if near.bottom < line.bottom and near not in notes)
    alike = (near for near in after[len(rest) :][:1] if near.font == line.font)
    texts = [near for near in alike if near.size == line.size and front_page.is_prose(near.text)]
    return bool(texts) and not any(front_page.is_prose(near.text) for near in under)


def _is_notice(text: str) -> bool:
    """Return whether a text is a notice, by a phrase, its first word or as a title, or a degree."""
    is_title = not text.endswith(_ENDS_SENTENCE)
    notices = _NOTICE.finditer(text, 0, _MAX_NOTICE)
    has_phrase = any(is_title or not notice.start() or " " in notice[0] for notice in notices)
    return has_phrase or _DEGREE.match(text) is not None


def _begins_text(line: Line) -> bool:
    is_numbered = _NUMBERED.match(line.text) and not front_page.is_institution(line.text)
    return front_page.is_introduction(line.text) or bool(is_numbered)


def _first(lines: Sequence[Line], place: int) -> int:
    while place:
        above, line = lines[place - 1], lines[place]
        is_beside = above.right < line.left + line.size
        is_far = is_beside or abs(above.left - line.left) > _INDENT * line.size
        is_dates = above.text.startswith("(") and front_page.ends_authors(above.text[1:])
        is_other = is_dates or front_page.is_institution(above.text)
        if not _continues(above, line) or is_far or is_other:
            break
        place -= 1
    return place


def _overleaf(lines: Sequence[Line], last: int) -> int:
    """Return the line overleaf that goes on the sentence above small print, or 0."""
    line, *after = lines[last:]
    rest = list(takewhile(lambda near: near.page == line.page, after))
    under = (near for near in rest if front_page.overlap(near, line) > 0)
    is_small = all(near.size < _NOTE_SIZE * line.size for near in under)
    if line.text.rstrip().endswith(_ENDS_SENTENCE) or not (rest and is_small):
        return 0
    below = after[len(rest) : len(rest) + 1]
    goes_on = any(near.text[:1].islower() and front_page.same_size(line, near) for near in below)
    return last + 1 + len(rest) if goes_on else 0


def _further_paragraphs(
    lines: Sequence[Line], last: int, notes: Container[Line] = (), *, is_alone: bool
) -> Sequence[int]:
    """Return the lines overleaf down to the keywords or introduction, if they go on the text."""
    line, *after = lines[last : last + _MAX_LINES_OVERLEAF]
    rest = list(takewhile(lambda near: near.page == line.page, after))
    overleaf = after[len(rest) :]
    text = list(takewhile(lambda near: front_page.same_size(line, near), overleaf))
    ends = _ends_paragraphs if is_alone else front_page.is_heading
    places = [n for n, near in enumerate(overleaf[: len(text) + 1]) if ends(near.text)]
    below = [near for near in rest if near not in notes]
    is_whole = any(front_page.is_heading(near.text) or _begins_text(near) for near in below)
    end = 0 if is_whole else min(places, default=0)
    is_open = not line.text.rstrip().endswith(_ENDS_SENTENCE)
    prose = [near for near in text[:end] if front_page.is_prose(near.text)]
    is_one_page = all(near.page == overleaf[0].page for near in overleaf[: end + (not is_alone)])
    goes_on = prose and (is_open or prose[0] is text[0]) and is_one_page
    return range(last + 1 + len(rest), last + 1 + len(rest) + end) if goes_on else ()


def _ends_paragraphs(text: str) -> bool:
    return front_page.ends_authors(text) or _CONTENTS.fullmatch(text) is not None


def _block(
    lines: Sequence[Line], start: int, notes: Container[Line], before: Sequence[int] = ()
) -> tuple[list[int], bool]:
    """Return the lines of an abstract, with those before, and whether its end is plain."""
    places = list(before)
    is_unplaced = lines[0].size == front_page.PLAIN_SIZE and not any(line.left for line in lines)
    for place in range(start, min(start + _MAX_ABSTRACT_LINES, len(lines))):
        line = lines[place]
        if line in notes:
            continue
        block = [lines[n] for n in places]
        is_apart = block and (_is_apart(block, line) or _changes_font(block, lines[place:][:2]))
        is_apart = is_apart or (is_unplaced and _is_below_gap(block, line))
        if _is_end(lines, place, block) or is_apart:
            return places, True
        places.append(place)
    return places, False


def _is_end(lines: Sequence[Line], place: int, block: Sequence[Line]) -> bool:
    line, heading, *below = lines[place], lines[place - 1], *lines[place + 1 : place + 2]
    is_beside = block and abs(line.bottom - block[-1].bottom) < front_page.ROW * line.size
    is_joined = is_beside and abs(line.left - block[-1].right) < line.size
    if is_joined or not ends_abstract(line.text):
        return False
    if block:
        is_within = line.text[:1].islower() or line.text.lstrip("(").startswith("1")
        return not (is_within and _goes_on(block[-1], line))
    is_number = _NUMBERED.match(line.text) and not front_page.is_prose(line.text)
    is_other = is_number or keyword_heading(line.text)
    is_below = front_page.ABSTRACT.fullmatch(heading.text) and not is_other
    # The parts of an abstract can have headings, such as `Background`.
    is_part = line.size < heading.size or any(front_page.same_size(line, near) for near in below)
    return not (is_below and is_part)


def _goes_on(last: Line, line: Line) -> bool:
    """Return whether a line continues the sentence of the line above it."""
    if last.text.rstrip().endswith(":"):
        return True  # before a list
    is_open = not last.text.rstrip().endswith(_ENDS_SENTENCE)
    is_below = _continues(last, line) and abs(last.left - line.left) <= _INDENT * line.size
    return is_open and is_below


def ends_abstract(text: str) -> bool:
    is_after = _AFTER.match(text) or front_page.LEADER.search(text)
    return bool(is_after or front_page.is_heading(text) or keyword_heading(text))


def _is_apart(block: Sequence[Line], line: Line) -> bool:
    """Return whether a line is a heading, a note or text after a block's paragraphs."""
    last, size = block[-1], min(row.size for row in block[:2])
    if block[0].size > size * _HEADING_SIZE and front_page.same_style(block[0], line):
        return False  # the heading of another part
    is_head = line.bottom > block[0].bottom and front_page.overlap(line, block[0]) > 0
    is_open = not last.text.rstrip().endswith(_ENDS_SENTENCE)
    is_uneven = is_open and line.text[:1].islower()  # as on scans
    is_larger = line.size > size * (_UNEVEN if is_uneven else _HEADING_SIZE)
    if is_larger or (is_head and line.page == block[0].page):
        return True
    is_smaller = line.size < size * _NOTE_SIZE
    if is_smaller and last.bottom - line.bottom > _FAR * size:
        return True
    if is_open and "@" not in last.text:
        return False
    if line.page != last.page or is_smaller:
        return True
    distance = (last.bottom - line.bottom) / _leading(block)
    left, right = min(row.left for row in block), max(row.right for row in block)
    inset = min(line.left - left, right - line.right)
    is_within = -line.size <= inset <= _INDENT * line.size
    is_other = not is_within or not front_page.same_size(last, line)
    is_short = line.text.count(";") > 1 or has_only_people(line) or front_page.venue(line.text)
    return distance > _GAP or (distance > _PARAGRAPH and (is_other or bool(is_short)))


def _is_below_gap(block: Sequence[Line], line: Line) -> bool:
    """Return whether the first blank line of a text is above a line that begins no part of it."""
    gaps = [above.bottom - below.bottom for above, below in pairwise([*block, line])]
    is_first = len(gaps) > _MIN_GAPS and gaps[-1] > _PARAGRAPH * max(gaps[:-1])
    is_ended = is_first and block[-1].text.rstrip().endswith(_ENDS_SENTENCE)
    return is_ended and not _PART.match(line.text)


def _changes_font(block: Sequence[Line], after: Sequence[Line]) -> bool:
    """Return whether a block ends with a paragraph, and what follows is in another font."""
    last = block[-1]
    is_short = last.right < max(row.right for row in block) - 2 * last.size
    if not (is_short and last.text.rstrip().endswith(_ENDS_SENTENCE)):
        return False
    own, fonts = ([line.font.rpartition("+")[2] for line in lines] for lines in (block, after))
    are_new = [bool(font) and font not in own for font in fonts]
    is_far = last.bottom - after[0].bottom > _PARAGRAPH * _leading(block)
    is_prose = front_page.is_prose(after[0].text)
    width = max(row.right for row in block) - min(row.left for row in block)
    are_columns = all(line.right - line.left < _COLUMN * width for line in after)
    is_other = all(are_new) or (is_far and not is_prose)
    return (are_new[0] and is_other) or (is_far and is_prose and are_columns)


def _leading(block: Sequence[Line]) -> float:
    """Return the least distance of two lines without smaller signs between them, or infinity."""
    pairs = [pair for pair in pairwise(block) if front_page.same_size(*pair)]
    distances = (above.bottom - below.bottom for above, below in pairs)
    return min((distance for distance in distances if distance > 0), default=math.inf)


def validate_abstract(text: str) -> str:
    """Return an abstract without its heading and final notice, or nothing."""
    text = _PARAGRAPH_NUMBER.sub("", front_page.ABSTRACT.sub("", text, count=1))
    text = _COPYRIGHT.sub("", _CLASSIFICATION_END.sub("", text))
    return text if _is_text(text) else ""


_MAX_KEYWORD_WORDS = 7
_MAX_PLACE = 200  # lines in which the heading is sought, some three pages
_MAX_KEYWORD_LINES = 8
_SEPARATOR = re.compile(r"\s*[;,·•∙|–—]\s*|\s-\s|\.\s+")
_LISTED = re.compile(r"[;,·•∙|]|\s–\s")
_MIN_LISTED = 2  # separators after a heading without punctuation
_END = re.compile(
    r"(?:abbreviations|jel\b|pacs\b|msc\b|ams\b|correspond|doi\b|https?:|received|citation|©|"
    r"copyright|\d\.?\s+[A-Z])", re.IGNORECASE
)  # fmt: skip
_KEYWORD_PUNCTUATION = " .,;:*†‡—–-|"


def find_keywords(lines: Sequence[Line], words: Words) -> str:
    """Return the keywords as printed, with semicolons between the lines of a list."""
    for place, line in enumerate(lines[:_MAX_PLACE]):
        heading = keyword_heading(line.text)
        if heading is None:
            continue
        rest = line.text[heading.end() :].strip()
        rows = [line._replace(text=rest)] if rest else []
        for below in lines[place + 1 : place + 1 + _MAX_KEYWORD_LINES]:
            is_end = front_page.is_heading(below.text) or _END.match(below.text)
            if is_end or (rows and not _continues(rows[-1], below)):
                break
            rows.append(below)
        is_divided = any(_SEPARATOR.search(row.text) for row in rows)
        one_each = not rest and len(rows) > 1 and not is_divided
        text = "; ".join(row.text for row in rows) if one_each else join_lines(rows, words)
        if keywords := _valid(text):
            return keywords
    return ""


def keyword_heading(text: str) -> re.Match[str] | None:
    """Return the heading at the start of a line; a list can follow without punctuation."""
    if heading := front_page.heading(front_page.KEYWORDS, text):
        return heading
    heading = front_page.KEYWORDS.match(text)
    if heading is None or not text[0].isupper():
        return None
    return heading if len(_LISTED.findall(text, heading.end())) >= _MIN_LISTED else None


def _continues(before: Line, line: Line) -> bool:
    is_below = 0 < before.bottom - line.bottom < _LEADING * line.size
    return is_below and front_page.same_size(line, before)


def _valid(text: str) -> str:
    """Return a list of keywords, or nothing if its phrases are long."""
    text = text.strip(_KEYWORD_PUNCTUATION)
    is_list = all(len(part.split()) <= _MAX_KEYWORD_WORDS for part in _SEPARATOR.split(text))
    return text if is_list else ""


class Zone(Enum):
    FRONT = "front"  # what stands around the title: names, institutions, the name of a series
    TITLE = "title"
    DATE = "date"
    REMARK = "remark"  # a remark on the state of the paper, such as `Job Market Paper`
    ABSTRACT = "abstract"
    KEYWORDS = "keywords"
    NOTE = "note"  # a note at the foot of the page
    TEXT = "text"


_YEARS = re.compile(rf"\b(?:{MONTH}(?!\w)|{YEAR}\b)", re.IGNORECASE)
_MAX_DATE = 60  # most characters of a date with the words beside it
_DATE_PARTS = re.compile(
    rf"\b(?:{MONTH}|{pattern('date_words')})(?!\w)|\d+(?:st|nd|rd|th|er)?\b", re.IGNORECASE
)
_REMARK = words("remarks")
_REMARK_WORDS = words("remarks", "joining_words")
_ZONE_PUNCTUATION = " .,:;()[]*†‡–—-"
CONTACT = re.compile(rf"{pattern('contacts')}(?:\s\w+|\s\([^()]*\))?\s?:")
_MARK = re.compile(rf"\(?[*†‡§¶#∗⋆⇤]|{pattern('acknowledgement_headings')}[.:—]|{CONTACT.pattern}")
CLASSIFICATION = re.compile(rf"\(?{pattern('classifications')}\b")
_SMALLER = 0.97  # greatest font size of a note, relative to that of the line above it
_APART = 1.8  # least distance of a note from the line above it, in font sizes
_SAME = 1.03


def is_date(text: str) -> bool:
    if len(text) > _MAX_DATE or not any(map(str.isdigit, text)) or not _YEARS.search(text):
        return False
    return not any(map(str.isalnum, _DATE_PARTS.sub("", text)))


def is_remark(text: str) -> bool:
    return _REMARK.match(text.lstrip(_ZONE_PUNCTUATION)) is not None


def is_whole_remark(text: str) -> bool:
    if not is_remark(text):
        return False
    return not any(map(str.isalnum, _DATE_PARTS.sub("", _REMARK_WORDS.sub("", text))))


def label_lines(lines: Sequence[Line], title: Sequence[int] = ()) -> tuple[Zone, ...]:
    """Return the zones of lines of the first pages; `title` is the indexes of the title."""
    titled = {lines[place] for place in title}
    notes = {line for page in group_by_page(lines).values() for line in _notes(page, titled)}
    abstract = set(abstract_places(lines, notes, title))

    def label(place: int, line: Line) -> Zone:
        if place in title:
            return Zone.TITLE
        if line in notes:
            return Zone.NOTE
        return Zone.ABSTRACT if place in abstract else _label_by_text(line.text)

    return tuple(label(place, line) for place, line in enumerate(lines))


def _label_by_text(text: str) -> Zone:
    if is_date(text):
        return Zone.DATE
    if is_remark(text):
        return Zone.REMARK
    if front_page.heading(front_page.KEYWORDS, text) or CLASSIFICATION.match(text):
        return Zone.KEYWORDS
    return Zone.FRONT


def _notes(page: Sequence[Line], titled: Container[Line]) -> list[Line]:
    notes: list[Line] = []
    for line in page:
        if line.size and line not in notes and _begins_note(line, page, titled):
            below = (near for near in page if near.size and near.bottom < line.bottom)
            ended = takewhile(lambda near: not front_page.is_heading(near.text), below)
            notes += [line, *(near for near in ended if front_page.overlap(near, line) > 0)]
    return notes


def _begins_note(line: Line, page: Sequence[Line], titled: Container[Line]) -> bool:
    """Return whether a line is the first note: marked, and smaller or apart below text."""
    is_marked = line.raised[:1] and line.raised[0][0] == 0
    if not (is_marked or _MARK.match(line.text)):
        return False
    column = _column(line, page)
    below = [near for near in column if near.bottom < line.bottom]
    over = [near for near in column if near.bottom > line.bottom]
    if not over or any(near.size > _SAME * line.size for near in below):
        return False
    texts = (near for near in page if near.bottom > line.bottom and front_page.is_prose(near.text))
    is_of = not line.text[0].isalnum() and any(near.text.endswith(line.text[0]) for near in over)
    if all(near in titled for near in texts) and not is_of:
        return False
    above = min(over, key=lambda near: near.bottom)
    return line.size < _SMALLER * above.size or above.bottom - line.bottom > _APART * line.size


def _column(line: Line, page: Sequence[Line]) -> list[Line]:
    sized = (near for near in page if near is not line and near.size)
    return [near for near in sized if front_page.overlap(near, line) > 0]
