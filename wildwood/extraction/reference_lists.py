"""Find the lists of references: by their headings, or by their entries without one."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, compress, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from wildwood.biblio.field_texts import UNSPACED, YEAR
from wildwood.biblio.words import entries, pattern
from wildwood.extraction import crf, front_page, references
from wildwood.extraction.data import Line, group_by_page
from wildwood.extraction.lines import remembered

_HEADINGS = entries("reference_headings", "source_headings")
_ALONE = entries("source_headings")  # those that are a heading only together with another word
_BESIDE = entries("words_beside_references") | {"&"}  # the words that can be beside them
_SPACED = frozenset(word for word in _HEADINGS if len(word) > 6 or not word.isascii())  # noqa: PLR2004
"""Those that can be recognised if their letters are spaced, as in `参 考 文 献`."""
_NUMBER = re.compile(
    r"^(?:§\s?)?(?:\d{1,2}(?:\.\d{1,2})*|[IVXLC]{1,6}|[A-Z])(?:[.):]\s*|\s+)(?=\S)"
)
_NOTES = re.compile(rf"{pattern('note_headings')}[:.]?")  # can have the only references of a text
_MIN_SOURCES_IN_NOTES = 0.3
_END_HEADING = re.compile(
    rf"{pattern('list_end_headings', 'acknowledgement_headings')}\b.{{0,60}}|"
    rf"{pattern('last_headings')}[:.]?"
)
_HEADING_SIZE, _WATERMARK_SIZE = 1.15, 3.5  # the least sizes, relative to that of the list
_NOTE_SIZE = 0.93  # the greatest font size of a footnote, relative to that of the list
_TABLE_SIZE = 1.06  # the least font size of a table or of text, relative to that of the list
_SAME_SIZE = 0.04
_SIGNS = ".:：*/|—–-■□▪▫●○◆◇►•【】〔〕[]"  # what can be beside the words of a heading
_BETWEEN = re.compile(rf"[()（）]|(?<![{UNSPACED}])\s|\s(?![{UNSPACED}])")  # words of a heading
_MIN_HEADING_CHARACTERS = 4
_MAX_HEADING_CHARACTERS = 70
_SAMPLE = 30  # lines that decide whether a list follows a heading
_PROSE_LINES, _PROSE_SHARE = 10, 0.7  # lines of prose that end a list, and their share
_SOURCE = re.compile(rf"(?i)\b{YEAR}(?:[a-z]?\b|年)|\bdoi\b|\barxiv\b|https?:|\bpp?\.\s?\d")
_MIN_SOURCES = 0.15  # the least share of the lines of a list that have a year, an address or pages
_FIRST_LINES, _MIN_SOURCES_AT_FIRST = 8, 0.3  # the same of its first lines, before a figure
_MIN_SHARE = 0.4  # of the main list, relative to the longest
_MIN_NUMBERED = 4  # the least number of entries of a list without a heading
_MIN_WITH_SOURCE = 0.6  # the least share of the entries of such a list that have a source
_MAX_AFTER_HEADING = 3  # lines in which the first entry of a part has a source
_REACH = 12  # lines that an entry can have
_START = re.compile(
    r"[^\W\d_][\w’'-]+,\s+(?:[^\W\d_]\.|[^\W\d_][\w’'-]+)|[^\W\d_]\.\s?(?:[^\W\d_]\.\s?)*[^\W\d_][\w’'-]+|"
    r"[^\W\d_a-z][\w’'-]+\s[A-Z]{1,3}(?:[,.:]\s|\s\()"
)
_FIRST = re.compile(rf"(?:\[1\]|\(1\)|1\.)(?=\s|$)|\[1\]|1\s?(?={_START.pattern})")
_LABEL = re.compile(
    r"(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})\.)(?=\s|$)|"
    rf"(\d{{1,3}})\s?(?={_START.pattern})"
)  # a raised number has no punctuation, and a name after it
_LAST_INITIAL = re.compile(r"(?<=\s[^\W\d_a-z])\.(?=,)")  # its full stop, as in `Smith, Anna B.,`
_AUTHOR_AND_YEAR = re.compile(
    rf"(?<=[\w.])(?:\s\({pattern('editor_labels')}\))?(?:[.,]?\s\(?{YEAR}|:\s)"
)  # behind the names of an entry


class Section(NamedTuple):
    heading: int  # the line of its heading; the same as `start` if it has none
    start: int
    end: int  # the line after it


def find_section(lines: Sequence[Line]) -> Section:
    """Return the main list; without one, an empty section at the end."""
    return main_section(section_candidates(lines))


def section_candidates(lines: Sequence[Line]) -> list[Section]:
    """Return at least one section that can be a list, even a table with a column `References`."""
    headings = [n for n, line in enumerate(lines[:-1]) if is_heading(line.text)]
    sections = []
    for heading, limit in pairwise([*headings, len(lines)]):
        end = _end(lines, heading + 1, limit)
        sample = lines[heading + 1 : min(heading + 1 + _SAMPLE, end)]
        shares = [_share_of_sources(part) for part in (sample, sample[:_FIRST_LINES]) if part]
        if shares and (shares[0] >= _MIN_SOURCES or shares[1] >= _MIN_SOURCES_AT_FIRST):
            sections.append(Section(heading, heading + 1, end))
    sections = sections or list(_find_sorted(lines))
    if not sections and headings:
        heading = headings[-1]
        sections = [Section(heading, heading + 1, _end(lines, heading + 1, len(lines)))]
    return sections or list(_find_in_notes(lines)) or [_find_without_heading(lines)]


def _find_sorted(lines: Sequence[Line]) -> Iterator[Section]:
    """Yield the longest run of entries in the order of their names, if most have a source."""
    longest: list[int] = []
    runs: list[list[int]] = []
    texts = [line.text.lstrip(references.MARKS) for line in lines]
    for place, text in enumerate(texts):
        if _begins_with_authors(text):
            runs = [run for run in runs if place - run[-1] <= _REACH]
            ordered = (run for run in runs if texts[run[-1]].casefold()[:3] <= text.casefold())
            runs.append([*max(ordered, key=len, default=[]), place])
            if place >= len(lines) // 4:
                longest = max(longest, runs[-1], key=len)
    if _are_entries(lines, longest):
        yield Section(longest[0], longest[0], _end(lines, longest[0], len(lines)))


def _begins_with_authors(text: str) -> bool:
    """Return whether a line is like `Smith, Anna (1999)`; prose has the given name first."""
    text = _LAST_INITIAL.sub("", text)
    end = crf.names_end(text)
    is_inverted = "," in text[:end] or references.is_organisation(text[:end])
    return is_inverted and _AUTHOR_AND_YEAR.match(text, end) is not None


def _find_in_notes(lines: Sequence[Line]) -> Iterator[Section]:
    """Yield the final notes of a text without a list, if many have a source."""
    for heading in range(len(lines) - 2, len(lines) // 2, -1):
        text = lines[heading].text
        if _NOTES.fullmatch(_NUMBER.sub("", text)):
            end = _end(lines, heading + 1, len(lines))
            sample = lines[heading + 1 : min(heading + 1 + _SAMPLE, end)]
            if _share_of_sources(sample) >= _MIN_SOURCES_IN_NOTES:
                yield Section(heading, heading + 1, end)
                return


def main_section(sections: Sequence[Section]) -> Section:
    """Return the first section that is not much shorter than the longest."""
    lengths = [section.end - section.start for section in sections]
    return next(compress(sections, (length >= _MIN_SHARE * max(lengths) for length in lengths)))


_LONE_NUMBER = re.compile(r"[\[(]?\d{1,3}[\])]?\.?")
_NUMBER_GAP = 3.0  # greatest distance of a number and its entry, in font sizes
_MIN_NUMBERS = 3


def entries_of(lines: Sequence[Line], section: Section) -> list[Line]:
    """Return the lines of a list without footnotes and tables between them."""
    pages = groupby(lines[section.start : section.end], key=attrgetter("page"))
    body = _join_numbers([line for _, page in pages for line in _in_order(list(page))])
    if not body:
        return []
    # An annex can have another size, and more lines.
    sizes = [front_page.usual_size(part) for part in (body[:_SAMPLE], body)]
    most, least = _TABLE_SIZE * max(sizes), _NOTE_SIZE * min(sizes)
    if body[0].size > most and not (body[0].text.startswith("[") or has_source(body[0].text)):
        body = body[1:]
    # Small capitals are no footnote.
    own = [
        line
        for is_larger, run in groupby(body, key=lambda line: line.size > most)
        for part in [list(run)]
        if not is_larger or _are_references(part)
        for line in part
        if line.size >= least or (line.size and line.text.isupper())
    ]
    return own if own[:1] == body[:1] else body


def _join_numbers(lines: list[Line]) -> list[Line]:
    """Join numbers to their entries if they are drawn apart, such as all at the end of a page."""
    entries = {
        line: number
        for page in group_by_page(lines).values()
        for number in page
        if _LONE_NUMBER.fullmatch(number.text)
        for line in page
        if abs(line.bottom - number.bottom) < front_page.ROW * number.size
        and 0 < line.left - number.right < _NUMBER_GAP * number.size
    }
    if len(entries) < _MIN_NUMBERS:
        return lines
    apart = set(entries.values())
    return [
        line.with_prefix(f"{entries[line].text} ") if line in entries else line
        for line in lines
        if line not in apart
    ]


def _in_order(page: list[Line]) -> list[Line]:
    """Return the lines of a page from above if they are one column; scans can have others last."""
    ordered = sorted(page, key=attrgetter("bottom"), reverse=True)
    apart = (line.bottom - below.bottom > below.size / 2 for line, below in pairwise(ordered))
    is_column = max(line.left for line in page) < min(line.right for line in page)
    return ordered if is_column and all(apart) else page


def _are_references(lines: Sequence[Line]) -> bool:
    """Return whether lines in larger letters are of the list; a scan has several sizes."""
    sources = sum(has_source(line.text) for line in lines)
    return 0 < sources >= sum(front_page.is_prose(line.text) for line in lines)


def is_heading(text: str) -> bool:
    """Return whether a line is the heading of a list, perhaps spaced."""
    variants = (text, _NUMBER.sub("", text)) if len(text) <= _MAX_HEADING_CHARACTERS else ()
    return any(_names_list(variant.lower()) for variant in variants)


def _names_list(text: str) -> bool:
    parts = map("".join, (word.strip(_SIGNS).split() for word in _BETWEEN.split(text)))
    words = [*filter(None, parts)]
    if "".join(words) in _SPACED:
        return True
    named = _HEADINGS.intersection(words)
    if not named or not _HEADINGS.union(_BESIDE).issuperset(words):
        return False
    return len(words) > 1 if named <= _ALONE else True


def has_source(text: str) -> bool:
    return _SOURCE.search(text) is not None


def _share_of_sources(lines: Sequence[Line]) -> float:
    return sum(has_source(line.text) for line in lines) / len(lines)


def _end(lines: Sequence[Line], start: int, limit: int) -> int:
    size = front_page.usual_size(lines[start : min(start + _SAMPLE, limit)])
    source, prose = start, 0
    for number in range(start + 1, limit):
        line = lines[number]
        if has_source(line.text):
            source, prose = number, 0
        else:
            prose += front_page.is_prose(line.text)
            if prose >= _PROSE_LINES and prose >= _PROSE_SHARE * (number - source):
                return source + 1
        is_open = lines[number - 1].text.rstrip('”"’»').endswith((",", ":"))
        if not is_open and _ends_list(line, size) and not _divides(lines[number + 1 : limit], size):
            return number
    return limit


def _divides(below: Sequence[Line], size: float) -> bool:
    """Return whether a heading begins a further part of a list, by the entry below it."""
    entry = below[:_MAX_AFTER_HEADING]
    is_alike = all(abs(line.size - size) <= _SAME_SIZE * size for line in entry)
    has_sources = any(has_source(line.text) for line in entry)
    return is_alike and has_sources and _START.match(entry[0].text) is not None


def _ends_list(line: Line, size: float) -> bool:
    """Return whether a line is the heading of something after the list."""
    text = _NUMBER.sub("", line.text)
    if len(line.text) > _MAX_HEADING_CHARACTERS or len(text) < _MIN_HEADING_CHARACTERS:
        return False
    if size and line.size > size * _HEADING_SIZE:
        return text[0].isalpha() and line.size < size * _WATERMARK_SIZE
    is_known = _END_HEADING.fullmatch(text) and line.size >= size and not text[0].islower()
    return bool(is_known and (line.bold or not size or not _SOURCE.search(text)))


def _find_without_heading(lines: Sequence[Line]) -> Section:
    for place in reversed(range(len(lines) // 4, len(lines))):
        if _FIRST.match(lines[place].text) and _is_numbered_list(lines[place:]):
            return Section(place, place, _end(lines, place, len(lines)))
    return Section(len(lines), len(lines), len(lines))


def _is_numbered_list(lines: Sequence[Line], first: int = 1) -> bool:
    """Return whether entries 1, 2, 3 and so on follow one another, most with a source."""
    starts: list[int] = []
    for number, line in enumerate(lines):
        if number - (starts[-1] if starts else 0) > _REACH:
            break
        label = _LABEL.match(line.text)
        if label and str(len(starts) + first) in label.groups():
            starts.append(number)
    return _are_entries(lines, starts)


def _are_entries(lines: Sequence[Line], starts: Sequence[int]) -> bool:
    """Return whether most of the texts from each start to the next have a source."""
    texts = [lines[start:end] for start, end in pairwise(starts)]
    sources = sum(any(has_source(line.text) for line in entry) for entry in texts)
    return len(starts) >= _MIN_NUMBERED and sources >= _MIN_WITH_SOURCE * len(texts)


_MIN_ENTRIES = 2
_MIN_LIKENESS, _MIN_LIKENESS_OF_MAIN = 0.7, 0.3  # share of entries like references
_MIN_CHARACTERS, _MAX_CHARACTERS = 30, 2_000  # of an entry; the cells of a table are shorter
_MAX_ENTRY = 400  # of an entry with a number and no source
_DOUBTFUL = 0.3  # the weight of an entry that does not begin with a name
_MAX_CUTS = 3
_MIN_KEPT = 0.5  # the share of the lines of a list that is not looked at again
_MAX_PAGES = 12  # on which a list before an annex ends


class ReferenceList(NamedTuple):
    section: Section
    lines: list[Line]
    starts: list[int]  # the lines at which its entries begin


def sections_of(lines: Sequence[Line]) -> list[Section]:
    return [reference_list.section for reference_list in find_all_lists(lines)]


def texts_between(lines: Sequence[Line], sections: Sequence[Section]) -> Iterator[list[Line]]:
    """Yield the text before each list; the last one includes what follows its list."""
    start = 0
    for section in sections:
        text = list(lines[start : section.heading])
        start = section.end
        yield text if section is not sections[-1] else [*text, *lines[start:]]


@remembered
def find_all_lists(lines: Sequence[Line]) -> list[ReferenceList]:
    """Return the lists whose entries look like references, or else only the main one."""
    sections = section_candidates(lines)
    main = main_section(sections)
    lists: list[ReferenceList] = []
    for section in sections:
        candidate = _cut_tail(lines, section)
        least = _MIN_LIKENESS_OF_MAIN if section is main else _MIN_LIKENESS
        is_likely = len(candidate.starts) >= _MIN_ENTRIES and _share(candidate) >= least
        if is_likely or len(sections) == 1:
            lists.append(candidate)
    lists = lists or [_cut_tail(lines, main)]
    return sorted([*lists, *_find_rest(lines, lists[-1])], key=lambda one: one.section)


def _find_rest(lines: Sequence[Line], last: ReferenceList) -> Iterator[ReferenceList]:
    """Yield the entries that go on with the numbers or order of a list behind something else.

    They can also be in a column that is read before the one with the heading.
    """
    before = last.lines[last.starts[-1]].text if last.starts else ""
    label = _LABEL.match(before)
    if not label or not label.lastindex:
        for beyond in _find_sorted(lines[last.section.end :]):
            section = Section(*(number + last.section.end for number in beyond))
            if before and before.casefold()[:3] <= lines[section.start].text.casefold():
                yield _cut_tail(lines, section)
        return
    number, (heading, _, end) = int(label[label.lastindex]) + 1, last.section
    top = next(n for n, line in enumerate(lines) if line.page == lines[heading].page)
    for place in chain(range(end, len(lines)), range(top, heading)):
        start = _LABEL.match(lines[place].text)
        limit = heading if place < heading else len(lines)
        is_next = start and str(number) in start.groups()
        if is_next and _is_numbered_list(lines[place:limit], number):
            yield _cut_tail(lines, Section(place, place, _end(lines, place, limit)))
            return


def _cut_tail(lines: Sequence[Line], section: Section) -> ReferenceList:
    """Remove the text after a list, such as an annex, and divide the entries again."""
    whole = entries_of(lines, section)
    body, starts = _likely_entries(whole)
    if len(starts) < _MIN_NUMBERED or len(body) < _MIN_KEPT * len(whole):
        # An annex of many pages can hide how the entries are divided.
        ends = [n for n, (line, after) in enumerate(pairwise(whole), 1) if line.page != after.page]
        divisions = [(body, starts), *(_likely_entries(whole[:end]) for end in ends[:_MAX_PAGES])]
        body, starts = max(divisions, key=lambda pair: sum(map(_likeness, _texts(*pair))))
    if not body:
        return ReferenceList(section, [], [])
    kept = {(line.page, line.box) for line in body}  # an entry can have got its number
    places = reversed(range(section.start, section.end))
    end = next(n for n in places if (lines[n].page, lines[n].box) in kept) + 1
    return ReferenceList(section._replace(end=end), body, starts)


def _likely_entries(body: list[Line]) -> tuple[list[Line], list[int]]:
    """Return the lines of the entries that look like references, and their starts."""
    starts = references.starts_of(body)
    for _ in range(_MAX_CUTS):
        likely = list(_likely(list(_texts(body, starts))))
        if len(likely) == len(starts):
            break
        spans = list(pairwise([*starts, len(body)]))
        body = [line for number in likely for line in body[slice(*spans[number])]]
        starts = references.starts_of(body)
    return body, starts


def _likely(texts: Sequence[str]) -> Iterator[int]:
    """Yield the entries up to the last likely one, and those that follow them behind a table."""
    likeness = list(map(_likeness, texts))
    sums = list(accumulate(likeness))
    best = max(sums, default=0)
    count = len(sums) - sums[::-1].index(best) if best > 0 else len(sums)
    yield from range(count)
    for is_likely, run in groupby(range(count, len(sums)), lambda number: likeness[number] == 1):
        numbers = list(run)
        is_next = texts[numbers[0]].casefold() >= texts[count - 1].casefold()[:3]
        if is_likely and is_next and len(numbers) >= _MIN_NUMBERED:
            yield from numbers


def _texts(lines: Sequence[Line], starts: Sequence[int]) -> Iterator[str]:
    for start, end in pairwise([*starts, len(lines)]):
        yield " ".join(line.text for line in lines[start:end])


def _share(reference_list: ReferenceList) -> float:
    sure = sum(_likeness(text) == 1 for text in _texts(reference_list.lines, reference_list.starts))
    return sure / len(reference_list.starts)


def _likeness(text: str) -> float:
    """Return how much a text looks like a reference, from -1 to 1."""
    label = references.join_entry(text).label
    if not (_MIN_CHARACTERS <= len(text) <= _MAX_CHARACTERS and has_source(text)):
        return 0 if label.isdigit() and _MIN_CHARACTERS <= len(text) <= _MAX_ENTRY else -1
    return 1 if label or _START.match(text) else _DOUBTFUL
