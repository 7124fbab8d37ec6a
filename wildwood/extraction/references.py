"""Separate the entries of a list of references, and find their authors and titles."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from wildwood.biblio.field_texts import LONE_YEAR, YEAR
from wildwood.biblio.person import INSTITUTIONS, PARTICLE
from wildwood.biblio.words import entries, pattern, words
from wildwood.extraction import crf
from wildwood.extraction.crf import Field
from wildwood.extraction.data import Line, group_by_page
from wildwood.extraction.lines import Words, join_lines

_WORD = words(*INSTITUTIONS, "organisations", "funders", "corporate_authors")  # marks organisations
_INNER = rf"(?:{'|'.join(sorted(entries('inner_words'), reverse=True))})"  # inside a name
_BIG = r"[^\W\d_a-z][\w’'&/‐-]*"
_NAME = re.compile(
    rf"(?=[^.,;]{{0,120}}(?=[^\W\d_a-z]){_WORD.pattern}){_BIG}"
    rf"(?:\s(?:{_INNER}|&|{_BIG}|\([A-Z]\w+\)|\[[A-Z]\w+\]))*"
)
_NAMES = frozenset({"editor", "publisher"})  # labels of names that are the author if first


def is_organisation(text: str) -> bool:
    """Return whether a text names one organisation, which can contain `and`."""
    return _NAME.fullmatch(text) is not None


def find_organisations(fields: Sequence[Field]) -> Sequence[Field]:
    """Make an organisation the author of a reference without one, even if labelled as title."""
    if not fields or any(field.label == "author" for field in fields):
        return fields
    first, labels = fields[0], [field.label for field in fields if field.label in ("title", "date")]
    if first.label in _NAMES or labels[:3] == ["title", "date", "title"]:
        return [Field("author", first.tokens), *fields[1:]]
    return fields


def end_authors(fields: Sequence[Field], text: str) -> Sequence[Field]:
    """Divide authors from the beginning of the title, if both are labelled as authors."""
    names, labels = crf.names_end(text), [field.label for field in fields]
    stop = text.rfind(". ", 0, names + 2)
    if labels[:1] != ["author"] or not 0 < stop <= names < fields[0].tokens[-1].end:
        return fields
    authors = tuple(token for token in fields[0].tokens if token.start <= stop)
    title = fields[0].tokens[len(authors) :]
    if not title or not text.startswith(":" if "title" in labels else ".", title[-1].end):
        return fields
    place = labels.index("place") if {"place", "title"} & {*labels} == {"place"} else 1
    subtitle = [f._replace(label="title") if f.label == "venue" else f for f in fields[1:place]]
    return [Field("author", authors), Field("title", title), *subtitle, *fields[place:]]


_NUMBERED = re.compile(
    r"\[?(\d{1,4})\]|\((\d{1,3})\)|(\d{1,4})[.)](?=\s|$|,\s|[^\W\d_])|"
    rf"(\d{{1,3}})(?=\s+(?:[^\W\d_a-z]|{PARTICLE}\s)|$)|"
    r"(\d{1,3})(?=[A-Z](?:[a-zA-Z’'-]*[a-z,]|\.[\s‐-]?[A-Z]))"
)
_ENCLOSED_FORMS = (1, 2)  # groups of the pattern for numbers in brackets
_MAX_REMARK = 8  # lines before the first entry that say what signs mean
_MAX_SKIPPED = 2  # numbers that can be missing between two entries
_LINKS = re.compile(
    r"(?:(?=\W)|(?<![^\W\d_])|(?<=[a-zß-ÿ])(?=[A-Z]))"
    rf"(?:\s*[|•\[(]?\s*{pattern('reference_links')}\s*[\])]?)+\s*\.?\s*$"
)  # printed by publishers after a reference
_LAST_WORDS = tuple({re.split(r"\W", link.lower())[-1] for link in entries("reference_links")})
_END = 40  # characters in which a reference ends in one of these, or has no links
_CITING_PAGES = re.compile(
    rf"\s\[(?!{YEAR}\])\d{{4}}(?:,\s?\d{{4}})*\]$|"
    r"(?:(?<=\d{4}\.|\d{3}[a-z]\.)|(?<=\S{16}\.)|\s→\s?pages?)\s\d{1,3}(?:,\s?\d{1,3})*\.?$|"
    rf"\s\({pattern('cited_words')}\.?\s[^()\d]{{1,20}}\d{{1,3}}(?:[^()\d]{{1,6}}\d{{1,3}})*\)\.?$"
)  # as in Econometrica, and as LaTeX adds them
_LABELLED = re.compile(
    rf"\[[^\]]{{1,80}}\](?=\s|$|[^\W\d_a-z])|\([^\W\d_a-z][^()\d]{{1,60}},\s(?:{YEAR}|\d\d)[a-z]?\)(?=\s|$)"
)
MARKS = "*∗⁎•●◦▪ "  # before the entries of which a list makes something known
_MIN_INDENT = 0.4  # the least indentation of a continuation line, in font sizes
_COLUMN_DISTANCE = 8  # the least distance of a second column, in font sizes
_MIN_GAP = 1.18  # the least distance of lines between two entries, relative to the usual distance
_MIN_ENTRIES = 2
_AUTHOR_AT_START = re.compile(
    r"[^\W\d_][\w’'-]*(?:\s[\w’'-]+){0,3}[,.]{1,2}(?:\s|(?=[^\W\d_a-z](?:\.|[^\W\d_a-z])))|"
    rf"{pattern('same_authors')}\s?[.,:(]"
)
_DRAWN = re.compile(r"[.,]\s[\w“\"]|\(\d{4}[a-z]?\):\s[“\"]")
"""The beginning of a line after a line drawn in the place of names."""
_END_OF_ENTRY = re.compile(rf"(?:[.\])]|\d|/\S*|https?:\S*|{pattern('reference_links')})$")
_NEXT_WORK = re.compile(r"(?:;|(?<=[\d\])]))\s+(?:\([a-z]\)\s)?(?=[^\W\d_a-z])")
_DATED = re.compile(rf",?\s\(?{YEAR}")
_INITIAL = re.compile(r"\b[^\W\d_a-z]\b")


class PrintedReference(NamedTuple):
    text: str
    label: str


def split_entries(
    lines: Sequence[Line], starts: Sequence[int], words: Words
) -> Iterator[PrintedReference]:
    """Yield the entries of a list; the words of the document decide about hyphens."""
    for start, end in pairwise([*starts, len(lines)]):
        text = join_lines(lines[start:end], words)
        if any(character.isalpha() for character in text):
            entry = join_entry(text)
            works = _works_of(entry.text) if entry.label.isdigit() else [entry.text]
            yield from (PrintedReference(work, entry.label) for work in works)


def _works_of(text: str) -> Iterator[str]:
    """Yield the works under one number, each with names and a year."""
    start = 0
    for mark in _NEXT_WORK.finditer(text):
        before, rest = text[start : mark.start()], text[mark.end() :]
        if not (LONE_YEAR.search(before) and LONE_YEAR.search(rest)):
            continue
        names = crf.names_end(rest)
        is_apart = mark[0].startswith(";") or _DATED.match(rest, names)
        if is_apart and _INITIAL.search(rest, 0, names):
            yield before
            start = mark.end()
    yield text[start:]


def starts_of(lines: Sequence[Line]) -> list[int]:
    """Return where the entries begin."""
    if not lines:
        return []
    if numbered := _split_by_numbers(lines):
        return numbered
    methods = _split_by_labels, _split_by_indentation, _split_by_gaps, _split_by_authors
    divisions = (method(lines) for method in methods)
    return next((starts for starts in divisions if len(starts) >= _MIN_ENTRIES), [0])


def remove_links(text: str) -> str:
    text = _CITING_PAGES.sub("", text)
    has_links = text[-_END:].rstrip(" .])").lower().endswith(_LAST_WORDS)
    return _LINKS.sub("", text) if has_links else text


def join_entry(text: str) -> PrintedReference:
    text = text.lstrip(MARKS)
    label = _NUMBERED.match(text) or _LABELLED.match(text)
    if label is None:
        return PrintedReference(remove_links(text), "")
    body = text[label.end() :].lstrip(". ")
    return PrintedReference(remove_links(body), label[0].strip(" []().\t"))


def _split_by_numbers(lines: Sequence[Line]) -> list[int]:
    """Return the lines that begin with consecutive numbers in one form."""
    starts: list[int] = []
    last, form = 0, None
    for place, line in enumerate(lines):
        number = _NUMBERED.match(line.text)
        if number is None or (form in _ENCLOSED_FORMS and number.lastindex != form):
            continue
        value = int(number[number.lastindex or 0])
        if not starts and place and (value, number.lastindex) == (2, 1):
            starts, last = [0], 1  # whose number was not read
        elif place == 0:
            last = value - 1  # a list can go on behind a part of the text
        most = 1 + _MAX_SKIPPED if starts else 1
        if 1 <= value - last <= most:
            starts.append(place)
            last, form = value, form or number.lastindex
    above = lines[: starts[0]] if starts else lines
    is_remark = len(above) <= _MAX_REMARK and not any(LONE_YEAR.search(one.text) for one in above)
    return starts if is_remark and len(starts) * 25 > len(lines) else []


def _split_by_labels(lines: Sequence[Line]) -> list[int]:
    starts = [place for place, line in enumerate(lines) if _LABELLED.match(line.text)]
    return starts if starts and starts[0] == 0 else []


def _split_by_indentation(lines: Sequence[Line]) -> list[int]:
    """Return the lines left of a hanging indent, or the indented ones if these look like starts."""
    depths = [line.left - margin for line, margin in zip(lines, _margins(lines), strict=True)]
    thresholds = [_MIN_INDENT * (line.size or 2) for line in lines]
    indents = [depth for depth, limit in zip(depths, thresholds, strict=True) if depth > limit]
    usual = median(indents) if indents else 0.0
    rows = zip([lines[0], *lines[:-1]], lines, depths, thresholds, strict=True)
    are_indented = [
        depth > max(limit, usual / 2)
        and not (_DRAWN.match(line.text) and _END_OF_ENTRY.search(before.text))
        for before, line, depth, limit in rows
    ]
    indented = [place for place, is_indented in enumerate(are_indented) if is_indented]
    flush = [place for place, is_indented in enumerate(are_indented) if not is_indented]
    if len(indented) * 6 < len(lines) or not flush:
        return []
    if _share_of_starts(lines, indented) > 2 * _share_of_starts(lines, flush):
        return sorted({0, *indented})
    return flush


def _share_of_starts(lines: Sequence[Line], places: Sequence[int]) -> float:
    return sum(_is_likely_start(lines, place) for place in places) / len(places)


def _margins(lines: Sequence[Line]) -> list[float]:
    """Return the left edge of the column of each line, without page numbers beside it."""
    width = _COLUMN_DISTANCE * (median(line.size for line in lines) or 4)
    lefts = {
        page: sorted({line.left for line in own if any(map(str.isalpha, line.text))})
        for page, own in group_by_page(lines).items()
    }
    edges = ((line.left, lefts[line.page]) for line in lines)
    return [min([left, *near[bisect_right(near, left - width) :]]) for left, near in edges]


def _split_by_gaps(lines: Sequence[Line]) -> list[int]:
    """Divide below wide gaps and, at the top of a page, before lines like a start."""
    steps = [before.bottom - line.bottom for before, line in pairwise(lines)]
    forward = [step for step in steps if step > 0]
    usual = sorted(forward or [0])[len(forward) // 4]
    wide = [0 < usual * _MIN_GAP < step for step in steps]
    if not any(wide):
        return []
    at_top = [step <= 0 and _is_likely_start(lines, n + 1) for n, step in enumerate(steps)]
    return [0] + [n + 1 for n in range(len(steps)) if wide[n] or at_top[n]]


def _split_by_authors(lines: Sequence[Line]) -> list[int]:
    return [0] + [n for n in range(1, len(lines)) if _is_likely_start(lines, n)]


def _is_likely_start(lines: Sequence[Line], place: int) -> bool:
    text = lines[place].text.lstrip(MARKS)
    has_author = text[:1].isupper() and _AUTHOR_AT_START.match(text) is not None
    return has_author and _END_OF_ENTRY.search(lines[place - 1].text) is not None


_MAX_GAP = 3  # tokens that can be between two parts of a title
_SENTENCE_END = re.compile(
    r"(?:(?<=[^\W_]{4})|(?<=[a-z]\s[A-Z])|(?<=[)\]”\"»’]))\.(?:\s+(?=[^\W_a-z]|[“\"])|$)"
)
_STOP = re.compile(r"\.\s+(?=[^\W_a-z])")
_BEFORE_SENTENCES = re.compile(r"[.:)][”\"\s]*[“\"‘«]?$")  # before a title ending with a sentence
_BOOK = re.compile(rf"[\s.,;:?!]*[”\"»“«’']|.*\b[Ee]ds?\b|.*{YEAR}")  # another title, or editors
_QUOTE = re.compile(r"[“\"«„]")
_UNOPENED = re.compile(r"[^()]{0,30}\)[.,:]\s")  # a bracket that opens before the title
_UNCLOSED = re.compile(r"(?<=\S)[\s.,;:]*\([^()]*$")  # closes behind the title
_END_OF_QUOTATION = re.compile(r"\s?[”\"»“](?=\s?,)|,[”\"»“]")
TYPE = r"\[(?:[ACDGJMNPRSZ]|CM|CP|DB|DS|EB)(?:/[A-Z]{2})?\]"  # of a work, in China
_AFTER = re.compile(
    r"(?<=\S)\s*(?:\((?:version|v|vol|pp|latest|\d+\w* (?:ed|sub))\b.*|\(with discussion\b.*|"
    rf"[.?] In [A-Z].*|[.,]\s{pattern('after_titles')}\b.*|"
    r"(?:[.,]\s\w+)?\s(?:am|vom|v\.)\s\d{1,2}|"
    rf"[.,]?\s{pattern('in_words')}:\s.*|(?<!:)//.*|\(=.*|"
    r"(?-i:\s/\s(?:[^\W\d_a-z]\.\s?){1,3}[^\W\d_a-z].*)|"
    r"[.,] Tech(?:nical|n?\.) rep(?:ort|t?\.).*|"
    rf"(?-i:{TYPE}.*))$",
    re.IGNORECASE,
)  # version, edition, kind of report, what it appeared in, series, who is responsible, or type
_BIG_WORD = r"[^\W\d_a-z][^\s,:\d]*"
PLACE = rf"{_BIG_WORD}(?:[\s/–-]+(?:{_BIG_WORD}|[a-zß-ÿ.]{{1,4}}M?\.?|\(\s?Ost\s?\))){{0,4}}"
_PUBLISHED = re.compile(
    rf"(?:[,.]\s{PLACE}(?::\s[^\W\d_a-z][^:,]*)?|\s\({PLACE}:\s[^():]*\)?)$"
)  # a town and perhaps a publisher, which nothing follows
_IMPRINT = (
    rf"(?:\s\(=[^()]*\))?(?:[.,]|(?<=[?!]))\s(?P<place>{PLACE}(?:,\s{PLACE}){{0,4}})(?:\s?:\s[^:]{{2,60}})?"
    rf"(?:,?\s\(?{YEAR}\)?)?\.?$"
)  # perhaps a series, a place, and perhaps a publisher and year, which nothing follows
_SUBTITLE = re.compile(
    r"[”\"»“’«]?[.?!][”\"»“’«]?\s+(?!I[nm]\s)"
    rf"(?P<title>(?=[^\W\d_a-z])(?:[^:;.?!\d]|\.(?!\s[^\W\d_a-z]))*?){_IMPRINT}"
)
_FUNCTION_WORD = re.compile(rf"(?<!\S){pattern('stopwords')}(?!\S)")
_NO_SUBTITLE = words("not_in_subtitles", "publishing", "venues", "proceedings", *INSTITUTIONS)
_IN_BOOK = rf"[.,?!”\"»“’«]\s(?:{pattern('page_labels')}\s?[\d–-]+,?\s)?{pattern('in_words')}\s?:\s"
_BEFORE_PLACE = re.compile(
    rf"\D{{2,200}}?[\s(]{YEAR}[a-z]?\)?\s?[:.,]{{1,2}}\s+"
    rf"(?P<title>[^;]{{6,}}?)(?:{_IMPRINT}|{_IN_BOOK})"
)  # a title between the year and a place or book
_YEAR_AFTER_NAMES = re.compile(rf"\s?\({YEAR}[a-z]?\):\s")
PUBLISHER = re.compile(
    r"(?:[,.–—-]|(?<=[?!])|^)\s?(?!I[nm]\b)[^\W\d_a-z][^\s:;,]*(?:[\s;]+[^\s:;,]+){0,2}(?<!\))\s?:\s"
    rf"([^\W\d_a-z][^:;,\[\]\d]{{1,60}}?)(?:[,;]\s(?:[c©]?{YEAR}|{pattern('page_labels')}\s?\d)|\.?$)"
)  # behind a place
SOURCE = re.compile(
    rf"(?<!:)//\s?([^\W\d](?:[^\d№]|\d+(?:st|nd|rd|th)\b|(?<=the\s)\d{{4}}\s)*?)(?:[.,;]\s?{pattern('volume_labels')}\.?\s?)?"
    rf"(?:[\s.,;:–—-]*(?=№|(?<!the\s)\d++(?!st|nd|rd|th)|$)|\.?\s[–—]\s|{PUBLISHER.pattern})"
)  # what a work appeared in, between two slashes and the first number or a place
_AROUND = " .,;:“”\"'«»"
_FINAL_MARK = re.compile(r"(?<=[^\W_])[?!](?!\w)")
_MIN_WORDS = 5  # words of a title that the model has taken for a journal
_VENUE, _VENUE_WORDS = words("venues"), 3  # one of its first words is like `Journal`


def title_of(fields: Sequence[Field], text: str) -> str:
    title = _AFTER.sub("", _labelled(fields, text)).strip(_AROUND).removesuffix(" /")
    if text.rstrip(f"){_AROUND}").endswith(title.rstrip(")")):
        title = _PUBLISHED.sub("", title)
    title = close_bracket(title, text)
    start = text.find(title)
    end = start + len(title)
    if not title or re.search(_IN_BOOK, text[: start + 1]) or _YEAR_AFTER_NAMES.match(text, end):
        printed = _BEFORE_PLACE.match(text)
        return printed["title"].strip(_AROUND) if printed else title
    subtitle = LONE_YEAR.search(text[:start]) and _SUBTITLE.match(text, end)
    if subtitle and _is_subtitle(*subtitle.group("title", "place")):
        return text[start : subtitle.end("title")].strip(_AROUND)
    mark = _FINAL_MARK.match(text, end) if title and start >= 0 else None
    return title + mark[0] if mark else title


def close_bracket(part: str, text: str) -> str:
    """Return a part with the bracket behind it that it opens, or without what it opens."""
    unclosed = _UNCLOSED.search(part)
    if not unclosed:
        return part
    is_whole = text.startswith(")", text.find(part) + len(part))
    return f"{part})" if is_whole else part[: unclosed.start()]


def _is_subtitle(text: str, place: str) -> bool:
    """Return whether a sentence between a title and a place is neither a series nor a publisher."""
    if _NO_SUBTITLE.search(text) or _NO_SUBTITLE.search(place) or is_organisation(text):
        return False
    return _FUNCTION_WORD.search(text) is not None


def _labelled(fields: Sequence[Field], text: str) -> str:
    start, end = _longest_title(fields)
    if start == end:
        return _remove_label(fields, text)
    if text[start - 1 : start] == "[":
        start -= 1
    elif bracket := _UNOPENED.match(text, start, end):
        start = bracket.end()
    closing = _END_OF_QUOTATION.search(text, start, end) if _QUOTE.match(text, start - 1) else None
    if closing:
        return text[start : closing.start()]
    return text[start : _whole_end(fields, text, start, end)]


def _remove_label(fields: Sequence[Field], text: str) -> str:
    """Return a title that the model has labelled as journal, unless it is one."""
    venues = [field for field in fields if field.label == "venue"]
    if not venues:
        return ""
    start, end = venues[0].tokens[0].start, venues[0].tokens[-1].end
    stop = _SENTENCE_END.search(text, start, venues[-1].tokens[-1].end)
    whole = text[start : stop.start() if stop else end]
    is_venue = _VENUE.search(" ".join(whole.split()[:_VENUE_WORDS]))
    return "" if is_venue or len(whole.split()) < _MIN_WORDS else whole


def _longest_title(fields: Sequence[Field]) -> tuple[int, int]:
    runs: list[tuple[int, int]] = []
    place = last = -_MAX_GAP - 1
    for field in fields:
        place += len(field.tokens)
        if field.label == "editor" and runs:
            break
        if field.label == "title":
            start, end = field.tokens[0].start, field.tokens[-1].end
            if runs and place - len(field.tokens) - last <= _MAX_GAP:
                start = runs.pop()[0]
            runs.append((start, end))
            last = place
    return max(runs, key=lambda run: run[1] - run[0], default=(0, 0))


def _whole_end(fields: Sequence[Field], text: str, start: int, end: int) -> int:
    """Return the end of the sentence, if a title ends inside it before a journal."""
    is_dated = any(field.label == "date" and field.tokens[0].start < start for field in fields)
    behind = (field for field in fields if field.tokens[0].start > end and field.label != "other")
    after = next(behind, None)
    if is_dated and after and after.label == "date" and text[end : after.tokens[0].start] == ", ":
        return after.tokens[-1].end
    if not _BEFORE_SENTENCES.search(text[:start].rstrip()) or _STOP.match(text, end):
        return end
    starts = (field.tokens[0].start for field in fields if field.label in ("volume", "pages"))
    volume = next((start for start in starts if start >= end), 0)
    stop = _SENTENCE_END.search(text, end, volume)
    if stop is None or _BOOK.match(text, end, stop.start()):
        return end
    return stop.start() if any(map(str.isalpha, text[stop.end() : volume])) else end
