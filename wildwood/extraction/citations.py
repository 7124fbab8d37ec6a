"""Extract the citations of a document from its lists of references, or else its footnotes."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile, pairwise
from operator import attrgetter

from wildwood.biblio.field_texts import LONE_YEAR, MONTH, UNSPACED, YEAR, letters
from wildwood.biblio.identifiers import DOI, dois_in, urls_in
from wildwood.biblio.person import AND, PARTICLE
from wildwood.biblio.words import pattern, words
from wildwood.extraction import callouts, crf, front_page, reference_lists, references
from wildwood.extraction.callouts import CitedList
from wildwood.extraction.crf import Field
from wildwood.extraction.data import Citation, Line, group_by_page
from wildwood.extraction.lines import join_lines, words_of
from wildwood.extraction.names import cited_names
from wildwood.extraction.references import PLACE

_SMALL = 0.96  # greatest font size of a note, relative to that of the text
_MIN_TEXT = 0.2  # least share of the characters that have the size of the text
_LEADING = 2.2  # greatest distance of two lines of a note, in font sizes
_NUMBER = re.compile(r"[(\[]?(\d{1,3})[)\].:]{0,2}(?=\s+[^\s\d]|[^\W\d_a-z]|[„“”\"«»‚‘])")


def find_notes(
    pages: Iterable[Sequence[Line]], find_foot: Callable[[Sequence[Line]], Iterable[Line]]
) -> list[list[Line]]:
    """Return the notes without their numbers; one can go on at the foot of the next page."""
    notes: list[list[Line]] = []
    last = 0
    for page in pages:
        called = {line.text[slice(*span)] for line in page for span in line.raised}
        is_first = True
        for line in find_foot(page):
            number = _NUMBER.match(line.text)
            value = int(number[1]) if number else 0
            is_next = value == last + 1 or (value > last and str(value) in called)
            if number and (is_next or (is_first and value == 1)):
                notes.append([line.text_from(number.end())])
                last, is_first = value, False
            elif notes and _goes_on(notes[-1][-1], line):
                notes[-1].append(line)
    return notes


def _text_size(lines: Sequence[Line]) -> float:
    """Return the largest usual font size; notes can have more characters than the text."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[line.size] += len(line.text)
    least = _MIN_TEXT * characters.total()
    return max((size for size, count in characters.items() if count >= least), default=0.0)


def _foot(page: Sequence[Line], largest: float) -> Iterator[Line]:
    """Yield the small lines of a page without text below them."""
    text = [line for line in page if line.size > largest and len(line.text.split()) > 1]
    for line in page:
        below = (other for other in text if other.bottom < line.bottom)
        is_above = any(front_page.overlap(other, line) > 0 for other in below)
        if 0 < line.size <= largest and not is_above:
            yield line


def _foot_below_callers(page: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a page from the first that begins with a number raised above it."""
    called: set[str] = set()
    for place, line in enumerate(page):
        number = _NUMBER.match(line.text)
        if number and number[1] in called:
            return page[place:]
        called.update(line.text[slice(*span)] for span in line.raised)
    return ()


def _goes_on(before: Line, line: Line) -> bool:
    if before.page == line.page and before.bottom > line.bottom:
        return before.bottom - line.bottom < _LEADING * line.size
    return not before.text.endswith(".") or not line.text[:1].isupper()


_LEAD, _IN = pattern("citing_words"), pattern("in_words")
_IN_LAW = (
    rf",\s\d{{1,4}}\s[^\W\d_a-z][^,;()\d]{{1,60}}\s\d|"
    rf",\s[^\W\d_a-z][^,;()]{{1,60}}\((?:(?:[^(),:]{{0,20}}|[^()]{{0,20}}\d[^()\d]{{0,15}})\s)?{YEAR}|"
    rf"\s(?!{YEAR}[–-])\d[\d–, -]{{0,20}}\((?:[^()]{{0,30}}\s)?{YEAR}"
)  # the volume, journal and page, the newspaper and day, or the page and year
_WORD = r"(?:(?:-?[^\W\d_a-z][^\W\d_]{0,2}\.)+|[^\W\d_a-z][\w’'-]*(?!\.))"  # of a name
_NAME = rf"(?:{PARTICLE}\s)?{_WORD}(?:\s(?:{_WORD}|{PARTICLE})){{1,4}}"
_SEVERAL = rf"(?:{_NAME},\s){{0,9}}{_NAME},?\s(?:&|{AND})\s{_NAME}(?=,\s\D)"
_NEXT = re.compile(
    rf"\s*;\s+(?:{pattern('conjunctions_of_works')}\s+)?|(?<=[.!?])\s+(?=(?![a-zß-ÿ]){_LEAD}(?!\w))|"
    rf"(?<=[\d)]),?\s+{pattern('conjunctions_of_works')}\s+(?={_NAME},\s)|"
    rf"(?<=[\d)]\.)\s+(?={_NAME},\s|[^\W\d_a-z][^.\d]{{0,200}}?\s{_LEAD}\W)"
)
_ADVERBS = r"(?:,?\s?(?:[a-zà-ÿ]+\s?){1,3}[,:]\s|[a-z]+\s(?=[^\W\d_a-z]))?"  # `for example, `
# Not `See, A.`
_LEADS = re.compile(rf"(?!\w+,\s[^\W\d_a-z]\.)\W*(?:{_LEAD}(?!\w)[\s,.:]*)+{_ADVERBS}")
_CITING = rf"\s{_LEAD}(?:[\s.:]+|,\s){_ADVERBS}"
_PROSE_BEFORE = re.compile(rf"[^\d„“”\"«»]{{0,200}}?{_CITING}(?=[^\W\d_a-zß-ÿ])")
_SAME_AUTHORS = re.compile(rf"{pattern('same_authors')}(?!\w)\.?")
_SAME_WORK = re.compile(
    rf"(?<!\w)(?:{pattern('same_works')}(?!\w)|{pattern('note_references')}\s?\d{{1,4}})"
)
_LATE_AUTHORS = re.compile(
    rf"(?:(?<!\sv)[.!?)”]\s|{_CITING})(?={_NAME},\s[^\W\d_a-zß-ÿ])"
)  # behind a sentence or a citing word
_EXPLANATION = re.compile(
    r"(?<=[\d)\]])\s\((?:[“\"‘]|\w{2,20}ing\s)(?:[^()]|\([^()]{0,200}\)){0,900}\)"
)
_PAGE = re.compile(rf"\b{pattern('page_labels')}\s?\d|\d{{1,2}}\.\s?\d{{1,2}}\.\s?\d{{2,4}}")
_QUOTED = re.compile(r"[„“\"«»‚‘]\S")
_EDITORS = rf"\s?\(\s?{pattern('editor_labels')}\)"
_PAGES = rf"{pattern('page_labels')}\s?\d|\d{{1,4}}f*\.?$|\d{{1,2}}\.\s?\d"
_APPEARED = (
    rf"[.,?]?\s{_IN}\s?:\s|,\s{_IN}\s(?=[„“\"A-Z])|"
    rf"[.,?]\s{PLACE}(?:,?\s\d?{YEAR}(?!\s?[–/-]\s?\d|\w)|:\s[^\W\d_a-z]|(?:,\s(?:{_PAGES}).*)?\.?$)|"
    rf",\s(?:{_PAGES}|{pattern('volume_labels')}\b|URL|online|https?:|www)|,\s\(?{YEAR}\b(?!\s?[–-])|"
    rf"[.,]\s\d{{1,2}}(?:\.|\w{{1,2}})\s(?:[a-zß-ÿ.]+\s){{0,3}}{pattern('edition_labels')}(?!\w)|"
    rf"\s?[(\[](?:[^()\[\]–]|\([^()]{{1,20}}\)){{0,80}}?(?<![\d/-]){YEAR}[a-z]?[)\]]"
)  # where a work appeared
_TITLE = re.compile(
    rf"(?:{_EDITORS})?(?:\s?\({YEAR}[a-z]?\))?\s?[,:.]+\s"
    rf"(?P<title>(?!\d{{1,4}}\s[^\W\d_a-z][\w.]*\s|{pattern('page_labels')}\s?\d).{{6,300}}?)(?:{_APPEARED}|{_IN_LAW}|\.?$)"
)  # behind the names; a volume of decisions is no title
_BOOK = re.compile(
    rf"(?<!\w){_IN}\s?:\s[^()]{{2,200}}?{_EDITORS}(?:\s?\({YEAR}[a-z]?\))?\s?[,:.]+\s"
    rf"(?P<title>.{{6,}}?)(?:{_APPEARED}|\s\((?:{_PAGES})|[.,]\s{PLACE}[.,\s]*\(|[.,]\s\d+\.\s)"
)
_QUOTED_TITLE = re.compile(
    r"(?:\A|[,:.]+\s)(?:``|[„“\"«»‚‘'`])(?P<title>.{6,300}?)"
    rf"(?:[,.?!][”“\"»«’]|''|[”“\"»«’'](?:,|\s?[(\[]|\s\d|\s{_IN}\s))"
)
_FIRST_PART = re.compile(
    rf"{_SEVERAL}|[^()\d„“”\"«»]{{2,150}}?(?=\s?\({YEAR}[a-z]?\)\s?[:,.]\s?[„“\"«»‚‘]?[^\W\d_])|"
    r"[^,:(]*[\s/][^,:(]*(?=\s?[(,:])|"
    rf"[^\s,:(]+(?=,\s(?:[„“\"«»‚‘`]|(?:(?!(?:{AND}|{PARTICLE})\s)[^\s,.:;()/]+\s){{2}}[^\s,.:;()/]))"
)  # names, or a family name alone before a title that no given name can be
_AROUND = " .,;:“”\"'«»„‚‘’"
_CHARACTERS = range(20, 900)
_MIN_WORKS = 3
_SHORT_LIST = 10  # the most citations beside which notes with over twice as many works are read
_MAX_NAMED = 80  # characters before `a.a.O.` that name a work


def cited_works(lines: Sequence[Line]) -> list[str]:
    """Return the references in the notes, with names in the place of `ders.` or `idem`."""
    words, pages = words_of(lines), group_by_page(lines).values()
    feet = partial(_foot, largest=_SMALL * _text_size(lines)), _foot_below_callers
    notes = (find_notes(pages, find_foot) for find_foot in feet)
    cited = (list(_works_in(join_lines(note, words) for note in each)) for each in notes)
    return next((works for works in cited if len(works) >= _MIN_WORKS), [])


def _works_in(notes: Iterable[str]) -> Iterator[str]:
    names = ""
    for note in notes:
        for part in map(_without_lead, _NEXT.split(_EXPLANATION.sub("", note))):
            text = part.strip()
            if names and (same := _SAME_AUTHORS.match(text)):
                text = names + text[same.end() :]
            starts = [0, *(match.end() for match in _LATE_AUTHORS.finditer(text))]
            if work := next(filter(_is_work, (text[start:] for start in starts)), ""):
                yield work
                names = work[: _names_end(work)]


def _without_lead(text: str) -> str:
    """Return a note without `Vgl.` and the prose before the reference in it."""
    lead = _LEADS.match(text) or _PROSE_BEFORE.match(text)
    return text[lead.end() :] if lead else text


def title_in_note(text: str) -> str:
    """Return the title behind the names of a reference in a note, or nothing."""
    end = _names_end(text)
    title = _QUOTED_TITLE.match(text, end) or _TITLE.match(text, end)
    return title["title"].strip(_AROUND) if title else ""


def _names_end(text: str) -> int:
    """Return the end of names, as in `Anna Smith/Robert Jones (Hg.)` and `Smith, Anna (1999)`."""
    first = None if _QUOTED.match(text) else _FIRST_PART.match(text)
    return first.end() if first else crf.names_end(text)


def _is_work(text: str) -> bool:
    same = _SAME_WORK.search(text)
    if len(text) not in _CHARACTERS or (same and same.start() < _MAX_NAMED):
        return False
    has_place = same or reference_lists.has_source(text) or _PAGE.search(text)
    return bool(has_place and (_TITLE.match(text, _names_end(text)) or _QUOTED.match(text)))


_MAX_LEADS = 0.15  # share of the entries of a list that begin like notes
_SPACED = r"\S+(?:\s[./_=@:+-]\s?\S+)*"
_SPACED_LINK = re.compile(
    rf"\bhttps?(?:\s?:\s?//\s?|\s:\s/\s/\s{_SPACED})|\b10\s\.\s\d{{4,9}}\s?/\s?{_SPACED}"
)  # as some styles of LaTeX print an address or DOI
_RESPONSIBLE = re.compile(
    r"\s/\s(?:[^\W\d_a-z]\.\s?){1,3}[^\W\d_a-z][^/\d]*?(?=\s//|\.\s[–—-]|,\s[^\W\d_a-z][\w-]+:\s)"
)
_MAX_CHARACTERS = 20_000  # the model would need too much time and memory
_BY_PATTERN, _BY_GUESS = 0.95, 0.3  # confidence in a pattern, and in a position
_IN_NOTES = 0.7  # the share of titles in notes that are right
_SAME_NAMES = re.compile(
    rf"(?:(?:[—–―‒_-]\s?)+|(?=[.,]\s\w)|{_SAME_AUTHORS.pattern}\s?)(?=[.,:(]|\s?{YEAR})"
)
"""A dash, what remains of a drawn line, or `ders.`, in the place of the names before."""
_VOLUME_AT_END = re.compile(
    rf"(?:(?<![\s,.(])[\s,.(]+{pattern('volume_labels')}[.\s]*|(?:[,(]\s?|^)(?i:{MONTH}))$"
)  # or a month, as in that of a newspaper
_VOLUME = re.compile(
    rf"(?<![\w-])(?!(?<=\()\w+\s\d:){pattern('volume_labels')}\.?\s(\d+(?!\w)|[IVX]+(?![\w.]))"
)  # not `(Volume 1: Long Papers)`
_SERIAL = re.compile(
    rf"{words('venues', 'proceedings').pattern}|"
    rf"{words('serials').pattern}(?:[\s.,]+[\w./-]*\d[\w./-]*)?$"
)  # marks journals and series
_NO_SOURCE = words("publishing", "after_titles")
_PREPRINT = re.compile(
    r"(?<![/.\w-])((?:arXiv\s)?(?:preprint,?\s)?arXiv(?::[\w./-]*\d|(?!\w|\.org)))", re.IGNORECASE
)
_PAGES_BEHIND = re.compile(r"\d\)?[,:]\s?(\d{1,5}\s?[–—-]\s?\d{1,5})(?=[\s.,;)]|$)")  # like years
_PAIRS = re.compile(r"(?<![\w.])\d+([:.])\d{1,4}\s?[–—-]\s?\d+\1\d{1,4}(?!\w)")  # as in `8:1-8:23`
_COUNTED = re.compile(
    rf"\s(?P<volume>\d{{1,4}}),\s(?P<issue>\d{{1,4}}(?:[–/-]\d{{1,4}})?)"
    rf"\s\((?i:{MONTH}\s)?(?P<year>{YEAR})\)(?:,\s(?P<pages>\w?\d[\w:]*(?:\s?[–-]\s?\w?\d[\w:]*)?)(?!\spages))?"
)  # as ACM does, with a year behind the names
_VOLUME_YEAR = re.compile(r";|:\S|,\s\d|\s\(\d")  # follows a year that numbers the volume
_EDITED = re.compile(r"^(?!\w\.|eds?\b)(.{4,}?)(?:\s\(eds?\b|,\s(?=[A-Z]\.))")  # before editors
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}")
_ARXIV_CODE = re.compile(
    r"(?<=\d)\s?\[(?:[a-z-]{2,8}\.[A-Za-z-]{2,8}|[a-z]{3,5}-[a-z]{2,4})\]|(?<=CoRR),?\sabs/[\w./]+\d"
)  # the class of a preprint, or its number behind the name of the archive
_VISIT = re.compile(
    rf"(?<!\w){pattern('visiting_words')}(?!\w)[\s:.,]*(?:[a-zß-ÿ]{{1,3}}[\s:]+){{0,2}}"
    rf"(?:\d{{1,2}}\.?\s[^\W\d_]{{3,12}}\.?,?\s|"
    rf"(?:(?:\d{{1,2}}|{MONTH})(?:\w{{2}}(?!\w))?[\s.,/–-]*(?:(?:de|of)\s)?){{0,3}}){YEAR}(?:-\d\d){{0,2}}",
    re.IGNORECASE,
)  # when a page was read, which is no year of publication
_NO_NUMBER = re.compile(
    rf"\b{MONTH}\s\d{{1,2}},?\s{YEAR}|\b\d{{1,2}}\.\s?\d{{1,2}}\.\s?{YEAR}|"
    rf"(?<!p\.\s)\b\d{{1,2}}\s?[–—-]\s?\d{{1,2}}\s{MONTH}(?!\w)|"
    rf"\b{MONTH}\s\d{{1,2}}\s?[–—-]\s?\d{{1,2}}(?!\d)|"
    r"IS[BS]N(?:[\s-]1[03]\b)?\W{0,3}\d[\dX\s–—-]{6,}",
    re.IGNORECASE,
)  # a day, the days of a conference, or the number of a book or journal
_WIDE = dict(zip(",.:;()[]", "，．：；（）［］", strict=True))
_NARROW = str.maketrans({wide: f" {mark} " for mark, wide in _WIDE.items()})
_NO_SPACE = re.compile(r"\s+(?=[\s.,:;)\]]|$)|(?<=[(\[])\s+")
_TRANSLATION = re.compile(rf"(?<=[\d.])\s?\[[{UNSPACED}](?:[^\[\]]|\[[^\[\]]*\])*\]$")
_CHINESE = re.compile(
    rf"(?P<authors>(?=[{UNSPACED}])[^.\[]+)\.\s?(?P<title>[^\[]{{2,}}?)\s?{references.TYPE}"
    rf"(?:\.\s?(?P<venue>[^,:]+),\s?{YEAR}(?:,\s?(?P<volume>\d+))?(?:\s?\((?P<issue>[^)]+)\))?)?"
)  # names, a title and its type, and perhaps a journal with its numbers
_PART = re.compile(r"\.\s[^\W\d_a-z][^.,:;]{2,60}")  # of a journal, behind its title
_PUNCTUATION = " .,;:“”\"'«»()[]"
_NUMBERS = frozenset({"volume", "issue", "pages"})


def extract_citations(lines: Sequence[Line]) -> list[Citation]:
    """Return the citations of a document, each with its contexts and the number of its list."""
    return callouts.add_excerpts(cited_lists(lines))


def cited_lists(lines: Sequence[Line]) -> list[CitedList]:
    words, lists = words_of(lines), reference_lists.find_all_lists(lines)
    texts = reference_lists.texts_between(lines, [printed.section for printed in lists])
    cited = []
    for number, (printed, text) in enumerate(zip(lists, texts, strict=True), 1):
        entries = references.split_entries(printed.lines, printed.starts, words)
        parsable = [entry for entry in entries if len(entry.text) <= _MAX_CHARACTERS]
        parsed = _parse_list([entry.text for entry in parsable])
        citations = [replace(citation, reference_list=number) for citation in parsed]
        labels = [entry.label for entry in parsable]
        cited.append(CitedList(citations, labels, join_lines(text, words)))
    count = sum(len(listed.citations) for listed in cited)
    works = cited_works(lines) if count <= _SHORT_LIST else []
    if len(works) > 2 * count:
        by_title = {letters(work.title): work for work in map(_parse_work, works)}
        return [CitedList(list(by_title.values()), [""] * len(by_title), cited[-1].text)]
    return cited


def _parse_work(text: str) -> Citation:
    work = parse_reference(text)
    if title := title_in_note(text):
        return replace(work, title=title, confidence={**work.confidence, "title": _IN_NOTES})
    return work


def _parse_list(texts: Sequence[str]) -> Iterator[Citation]:
    """Parse the references of a list; a line in the place of names repeats those before it."""
    names_before = ""
    are_notes = sum(_LEADS.match(text) is not None for text in texts) > _MAX_LEADS * len(texts)
    for text in texts:
        line = _SAME_NAMES.match(text)
        whole = _without_lead(text) if are_notes else text
        if line and names_before:
            rest = text[line.end() :]
            names = names_before.rstrip(".") if rest[0] == "." else names_before
            whole = f"{names}{'' if rest[0] in '.,:' else ' '}{rest.lstrip()}"
        citation = parse_reference(whole)
        citation = citation if whole == text else replace(citation, raw=text)
        names_before = ", ".join(citation.authors)
        yield citation


def parse_reference(text: str) -> Citation:
    raw = _SPACED_LINK.sub(lambda link: link[0].replace(" ", ""), text)
    alone = _TRANSLATION.sub("", raw)
    narrow = alone.translate(_NARROW)
    narrow = alone if narrow == alone else _NO_SPACE.sub("", narrow)
    text = _ARXIV_CODE.sub("", _RESPONSIBLE.sub("", narrow))
    labelled = crf.label_fields(crf.CITATIONS, crf.tokenize(text))
    fields = references.find_organisations(list(_without_other_numbers(labelled, text)))
    fields = references.end_authors(fields, text)
    title, authors = references.title_of(fields, text), _authors(fields, text)
    if title and authors.endswith((f".{title}", f". {title}")):  # both labelled as names
        authors = authors.removesuffix(title).rstrip(". ")
    fields = _join_year(fields, text)
    venue = _first(fields, "venue", text)
    if not (title or venue or "," in authors) and urls_in(text):
        title, authors = authors, ""
    container = _printed(references.SOURCE, text) or _printed(_BOOK, text)
    venue = venue or container or _edited_book(fields, text)
    if not (venue and container.startswith(venue)) or _PART.fullmatch(container, len(venue)):
        venue = container or venue
    venue = references.close_bracket(_VOLUME_AT_END.sub("", venue).strip(_PUNCTUATION), text)
    volume, issue, pages = _numbers(fields, text, title)
    publisher = _first(fields, "publisher", text)
    if not venue and _is_source(publisher, fields, text):
        venue, publisher = publisher, ""
    preprint = _printed(_PREPRINT, text.replace(title, ""))
    venue = preprint if preprint.startswith(venue) else venue
    if not publisher and (publisher := _printed_publisher(text, title, venue)):
        venue = "" if publisher in venue else venue
    if chinese := _CHINESE.match(text):
        authors, title, source, *numbers = chinese.groups("")
        venue, volume, issue = (source, *numbers) if source else (venue, volume, issue)
    citation = Citation(
        raw=raw,
        authors=(authors,) if references.is_organisation(authors) else cited_names(authors),
        title=_widened(title, raw),
        year=_year(fields, text, title),
        venue=_widened(venue, raw) if container or venue in text.replace(title, "") else "",
        volume=volume.strip(_PUNCTUATION),
        issue=issue.strip(_PUNCTUATION),
        pages=pages.partition(". ")[0].strip(_PUNCTUATION),
        publisher=references.close_bracket(publisher.strip(_PUNCTUATION), text),
        doi=next(iter(dois_in(text)), ""),
        url=next(iter(urls_in(text)), ""),
    )
    return replace(citation, confidence=_confidence(citation, fields))


def _widened(part: str, raw: str) -> str:
    """Return a part with full-width punctuation if it is printed so."""
    wide = re.sub(r"\s?([,.:;()])\s?", lambda mark: _WIDE[mark[1]], part)
    return wide if wide in raw else part


def _numbers(fields: Sequence[Field], text: str, title: str) -> tuple[str, str, str]:
    """Return the volume, the issue and the pages."""
    volume, issue, pages = (_first(fields, name, text) for name in ("volume", "issue", "pages"))
    counted = _COUNTED.search(text)
    if counted and f" {counted['year']}. " in text[: counted.start()]:
        return counted["volume"], counted["issue"], counted["pages"] or ""
    unnamed = text[max(text.find(title), 0) :]  # an initial before it can be like a label
    if not volume and issue in ("", printed := _printed(_VOLUME, unnamed)):
        volume, issue = printed, ""
    if volume and not pages and LONE_YEAR.search(_PAGES_BEHIND.sub("", text)):
        pages = _printed(_PAGES_BEHIND, text)
    pair = _PAIRS.search(text) if pages else None
    return volume, issue, pair[0] if pair and pages in pair[0] else pages


def _join_year(fields: Sequence[Field], text: str) -> Sequence[Field]:
    """Return the fields; the year behind a venue is part of it if another one is printed."""
    dated = sum(field.label == "date" for field in fields) > 1
    for place, (field, after) in enumerate(pairwise(fields if dated else ())):
        between = text[field.tokens[-1].end : after.tokens[0].start]
        is_dated = (field.label, between, after.label) == ("venue", " ", "date")
        if is_dated and not _VOLUME_YEAR.match(text, after.tokens[-1].end):
            joined = Field("venue", field.tokens + after.tokens)
            return [*fields[:place], joined, *fields[place + 2 :]]
    return fields


def _edited_book(fields: Sequence[Field], text: str) -> str:
    """Return the book that is labelled as a title behind its editors, or as one of them."""
    titled = dropwhile(lambda field: field.label != "title", fields)
    edited = list(dropwhile(lambda field: field.label != "editor", titled))
    return _first(edited, "title", text) or _printed(_EDITED, _first(edited, "editor", text))


def _year(fields: Sequence[Field], text: str, title: str) -> str:
    """Return the year; one inside the title only without another."""
    start = text.find(title) if title else len(text)
    dates = [field.tokens for field in fields if field.label == "date"]
    spans = [(tokens[0].start, tokens[-1].end) for tokens in dates]
    apart = [text[begin:end] for begin, end in spans if not start <= begin < start + len(title)]
    year = next(filter(None, map(LONE_YEAR.search, apart)), None)
    if not year:
        untitled = _VISIT.sub("", _ARXIV_ID.sub("", DOI.sub("", text.replace(title, ""))))
        year = LONE_YEAR.search(untitled) or LONE_YEAR.search(title)
    return year[0] if year else ""


def _confidence(citation: Citation, fields: Sequence[Field]) -> dict[str, float]:
    renamed = {"author": "authors", "date": "year"}
    rising = sorted(fields, key=attrgetter("confidence"))
    by_name = {renamed.get(field.label, field.label): field.confidence for field in rising}
    by_name |= {"doi": _BY_PATTERN, "url": _BY_PATTERN}
    names = (
        "authors", "title", "year", "venue", "volume", "issue", "pages", "publisher", "doi", "url",
    )  # fmt: skip
    return {name: by_name.get(name, _BY_GUESS) for name in names if getattr(citation, name)}


def _without_other_numbers(fields: Sequence[Field], text: str) -> Iterator[Field]:
    """Yield the fields without visits, and without volumes and pages that are other numbers."""
    others = [match.span() for match in _NO_NUMBER.finditer(text)]
    visits = [match.span() for match in _VISIT.finditer(text)]
    for field in fields:
        passed = [*visits, *others] if field.label in _NUMBERS else visits
        if not any(start <= field.tokens[0].start < end for start, end in passed):
            yield field


def _authors(fields: Sequence[Field], text: str) -> str:
    """Return the first authors, with those behind a collaboration."""
    start = end = 0
    for tokens in (field.tokens for field in fields if field.label == "author"):
        if not end or text[end : tokens[0].start] in (", ", ", the "):
            start, end = start if end else tokens[0].start, tokens[-1].end
    return text[start:end]


def _first(fields: Sequence[Field], label: str, text: str) -> str:
    of_label = (field.tokens for field in fields if field.label == label)
    return next((text[tokens[0].start : tokens[-1].end] for tokens in of_label), "")


def _printed_publisher(text: str, title: str, venue: str) -> str:
    """Return the publisher behind the title and a place, unless the venue has it and more."""
    match = references.PUBLISHER.search(text, max(text.find(title), 0) + len(title))
    return match[1] if match and (match[1] not in venue or venue in match[0]) else ""


def _is_source(publisher: str, fields: Sequence[Field], text: str) -> bool:
    """Return whether a publisher is a journal or series, as what follows a title in quotes is."""
    if not publisher or _NO_SOURCE.search(publisher) or references.is_organisation(publisher):
        return False
    is_behind = text[: text.find(publisher)].rstrip().endswith(("”", '"'))
    has_place = any(field.label == "place" for field in fields)
    return (is_behind and not has_place) or _SERIAL.search(publisher) is not None


def _printed(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[1] if match else ""
