"""The notes at the foot and in the margin of the first page, and what they say of the authors."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wildwood.biblio.field_texts import letters
from wildwood.biblio.person import AND
from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page, zones
from wildwood.extraction.data import Line, Span, grouped, is_cover
from wildwood.extraction.lines import join_lines
from wildwood.extraction.names import divided, remove_emails
from wildwood.extraction.people import find_people, has_only_people
from wildwood.extraction.zones import Zone

_END = re.compile(r"(?<![.!?])(?!(?<=Yahoo)!)[.!?]+[”\"’')\]]*(\s+)(?=[“\"‘'(\[]?[^\W_a-z])")
_ABBREVIATED = re.compile(
    rf"(?:^|[\s(\[“])(?:[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_]|{pattern('abbreviations')})$"
)  # initials and abbreviations
_LONGEST = 8  # characters of the longest abbreviation, with what is before it


def sentences(text: str, unbroken: Sequence[Span] = ()) -> Iterator[Span]:
    """Yield the spans of the sentences; none ends inside an unbroken span."""
    start = 0
    for end in _END.finditer(text):
        stop, after = end.start(1), end.end()
        before = text[max(start, end.start() - _LONGEST) : end.start()]
        if end[0].startswith(".") and _ABBREVIATED.search(before):
            continue
        if any(first < stop < last for first, last in unbroken):
            continue
        yield start, stop
        start = after
    if start < len(text):
        yield start, len(text)


_SIZE = 0.96  # greatest font size of a note, relative to that of the text
_MAX_DISTANCE = 1.82  # greatest distance of the baselines of two lines of a note, in font sizes
_MANUSCRIPT = 11.0  # the font size from which a marked note can be double-spaced
CONTACTS = rf"{pattern('contacts')}(?!\w|[\s-]Aviv)"  # `Tel` can also begin the name of a city
_THANKS = re.compile(
    rf"(?:(?<![^\W\d_]\s)(?<!,\s)|(?=(?-i:[a-z])))\b(?!I[.-]){pattern('thanks')}\b(?!\s?[–-]\s?\d)|"
    rf"(?:(?<![^\W\d_]\s)|(?=(?-i:[a-z])))\b{CONTACTS}|\b{CONTACTS}\s?:|"
    r"(?<!\S)(?:(?-i:[a-z]+)\.\s|(?<=[.,;]\s)(?-i:[a-z]+)\s)?[{\w][^\s@]*\s?(?:@|[\[(]at[\])])|https?:|www\.",
    re.IGNORECASE,
)  # the end of an affiliation in a note
_MARK = re.compile(r"^(?:[\W_]+|\d{1,2}(?!\d)\s?|[a-z]\s)+")  # the mark that a note begins with
_MARKED = re.compile(
    r"(?![&“«‘\"]|\([^\W\d](?:\w|\s[A-Z]))[\W_]|\d{1,2}[A-ZÀ-Þ][a-zß-ÿ]"
)  # a mark, or a number glued to a word
_DEGREES = r"(?:(?:,\s[A-Z](?:[A-Z.]|[a-z]{1,2}[A-Z.])[\w.]{0,8}){1,6}(?=:))?"
_GOES_ON = re.compile(rf"(?:,|\.\)|\b{AND})$")  # a sentence or a list of names
_BETWEEN_NAMES = re.compile(rf",?\s{AND}\s|,\s")
_ADDRESSES = re.compile(r"\s?\([^()@]{0,60}@[^()]*\)(?=\s[a-z])")  # of e-mail, behind a name
_ADDRESSED = pattern("addressed")
_AT = pattern("being_at", "being_also_at")
_POST_AT = (
    rf"{pattern('being_a')}\s(?:[\w.-]+,?\s){{0,9}}?{pattern('being_in')}"
    r"(?=\s(?:(?:the|l[ae])\s|l['’])?[A-ZÀ-Þ])"
)
"""As in `is a professor of law at the University of Oslo`."""
_ALSO_AT = words("being_also_at")
NOW_AT = rf"\.\s{pattern('being_now_at')}\s"  # the person of the sentence before
_NOW_AT = re.compile(NOW_AT)
_OTHERS_AT = re.compile(
    rf"(?<=[.;])\s(?!{pattern('being_now_at')})(?=(?:\S+\s){{1,6}}{_AT}\s)"
)  # somebody else is there
AUTHORS_AT = rf"(?:\w+\s){{0,2}}authors?\s{_AT}\s"  # a note that says where all authors are
_AUTHORS_HEADING = re.compile(r"authors? and affiliations?", re.IGNORECASE)
_AUTHORS_AT = re.compile(AUTHORS_AT, re.IGNORECASE)


def find_notes(
    zoned: Sequence[tuple[Line, Zone]], used: Iterable[Line], text: Zone | None = None
) -> list[list[Line]]:
    """Return the notes, the text smaller than most or a zone, and names below an abstract."""
    taken = set(used)
    kinds = [zone for _, zone in zoned]
    after = len(kinds) - kinds[::-1].index(Zone.ABSTRACT) if Zone.ABSTRACT in kinds else len(kinds)
    below = [line for line, zone in zoned[after:] if zone is Zone.FRONT and line not in taken]
    apart = grouped(below, _continues)
    named = [note for note in apart if has_only_people(note[0]) or _is_marked(note[0])]
    taken = taken.union(*named)
    largest = _SIZE * front_page.usual_size([line for line, zone in zoned if text in (None, zone)])
    unused = (
        line
        for line, zone in zoned
        if line not in taken
        and (zone is Zone.NOTE or (zone is Zone.FRONT and 0 < line.size <= largest))
        and not _LIST_HEADING.fullmatch(line.text)
    )
    return [*named, *grouped(unused, _continues)]


_LIST_HEADING = re.compile(
    rf"(?-i:(?![a-z])){pattern('affiliation_headings')}\s*(?:[:：]\s*|$)", re.IGNORECASE
)
_MAX_LIST = 60  # lines
_ENTRY_DISTANCE = 4.0  # greatest distance of two entries of a list, in font sizes
_NUMBERED = re.compile(r"\d{1,2}\s[^\W\d_a-z]")


def find_list(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the text behind or below the last heading such as `Author details`, or nothing."""
    for place in reversed(range(len(lines))):
        if heading := _LIST_HEADING.match(lines[place].text):
            after = [lines[place].text_from(heading.end()), *lines[place + 1 :][:_MAX_LIST]]
            # The names can stand above the list once more, with their marks.
            rows = [row for row in after if row.text and not (row.raised and has_only_people(row))]
            return grouped(rows, _continues_list)[:1]
    return []


def find_statements(lines: Sequence[Line], names: Sequence[str]) -> list[list[Line]]:
    """Return the ends of paragraphs, of any font size, that say where each person is."""
    begins = statement_of(names)
    paragraphs = grouped(lines, _continues_paragraph)
    starts = [[n for n, line in enumerate(text) if begins.match(line.text)] for text in paragraphs]
    return [text[own[0] :] for text, own in zip(paragraphs, starts, strict=True) if own]


def statement_of(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for the names before what says where the persons are."""
    families = [divided(name).family for name in names]
    whole, either = ("|".join(map(re.escape, texts)) for texts in (names, [*names, *families]))
    return re.compile(
        rf"(?i:{_any_of(whole)}\s(?:{_AT}|{pattern('being_a')})|{_any_of(either)}:)\s"
    )


def _any_of(alternatives: str) -> str:
    return rf"(?:{alternatives})(?:,?\s(?:{AND}\s)?(?:{alternatives}))*"


def _continues_paragraph(paragraph: Sequence[Line], line: Line) -> bool:
    last = paragraph[-1]
    is_near = _continues_text(last, line, front_page.DOUBLE_SPACING)
    # The names at its beginning can be bold.
    is_same = front_page.same_style if len(paragraph) > 1 else front_page.same_size
    return is_near and is_same(last, line)


_DIRECTORY_END = "Complete contact information"  # below the authors in papers of the ACS
_MAX_DIRECTORY, _LAST_LINES = 200, 30  # lines
_ENTRY = re.compile(r"[^\W\d_a-z][^\d@:;−–—]{2,50}\s[−–—]\s")
_NAMES_IN_BRACKETS = re.compile(r"\([^\W\d_a-z][^()\d]{2,60}\)(?:\s[^\W\d_a-z]|$)")


def find_directory(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the entries of a list of names and institutions at the end of a paper.

    There is a dash between them, or the names are in brackets, as in papers of mathematics.
    """
    end = next((n for n, line in enumerate(lines) if line.text.startswith(_DIRECTORY_END)), 0)
    near = lines[max(end - _MAX_DIRECTORY, 0) : end] or lines[-_LAST_LINES:]
    begins = _ENTRY if end else _NAMES_IN_BRACKETS
    entries = grouped(near, lambda _, line: not begins.match(line.text))
    return [entry for entry in entries if begins.match(entry[0].text)]


def _continues_list(block: Sequence[Line], line: Line) -> bool:
    is_in_next_column = _is_marked(line) and line.bottom > block[-1].bottom
    is_entry = has_only_people(block[-1]) or has_only_people(line) or _NUMBERED.match(line.text)
    reach = _ENTRY_DISTANCE if is_entry else _MAX_DISTANCE
    is_near = is_in_next_column or _continues_text(block[-1], line, reach)
    return is_near and (bool(is_entry) or front_page.same_style(block[-1], line))


_LAST_PAGES, _COVER_PAGES = 2, 3
_MAX_BLOCK = 10  # lines of an address
_REFERENCES = re.compile(pattern("reference_headings", "supplements"), re.IGNORECASE)
_AT_COUNTRY = re.compile(rf",\s{pattern('countries')}\W*$", re.IGNORECASE)


def find_at_end(lines: Sequence[Line]) -> tuple[list[Line], list[list[Line]]]:
    """Return the list of affiliations on the last pages, or else blocks before an address."""
    last = [line for line in lines if line.page > lines[-1].page - _LAST_PAGES]
    pages = range(1, _COVER_PAGES) if is_cover(front_page.first_page(lines)) else range(1)
    first = [line for line in lines if line.page in pages]
    headings = [n for n, line in enumerate(last) if _AUTHORS_HEADING.fullmatch(line.text)]
    if headings:
        return last[headings[-1] + 1 :], []
    end = next((n for n, line in enumerate(lines) if _REFERENCES.fullmatch(line.text)), 0)
    above = lines[max(end - _LAST_LINES, 0) : end]
    if institutions := _in_capitals(above):
        return [], institutions
    blocks = [b for page in (first, above, last) for b in grouped(page, _continues_address)]
    return [], [block[-_MAX_BLOCK:] for block in blocks if "@" in block[-1].text]


def _in_capitals(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the institutions above references, as the Quarterly Journal of Economics has them."""
    blocks = grouped(lines, _continues_address)
    capitals = (rows for rows in blocks if all(line.text.isupper() for line in rows))
    block = next((b for b in capitals if any(front_page.is_institution(r.text) for r in b)), [])
    are_placed = any(_AT_COUNTRY.search(line.text) for line in block)
    return grouped(block, lambda rows, _: are_placed and not _AT_COUNTRY.search(rows[-1].text))


def _continues_address(block: Sequence[Line], line: Line) -> bool:
    is_end = "@" in block[-1].text or front_page.is_prose(block[-1].text)
    return not is_end and _continues_text(block[-1], line)


def _continues_text(before: Line, line: Line, reach: float = _MAX_DISTANCE) -> bool:
    return 0 <= before.bottom - line.bottom < reach * before.size


def group_below_names(
    notes: Iterable[Sequence[Line]], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield each name on a line of names in a note, with the text below that line."""
    groups: list[tuple[list[str], list[Line]]] = []
    for note in notes:
        named: Line | None = None
        for line in note:
            people, rest = find_people(line)
            own = [name for person in people for name in _named(person.name, names) if not rest]
            if own and not _GOES_ON.search(line.text):
                groups.append((own, []))
                named = line
            elif named and not front_page.is_beside(named, line):
                groups[-1][1].append(line)
    for own, below in groups:
        if below and _ADDRESSES.sub("", below[0].text).lstrip()[:1].islower():
            continue  # a sentence
        yield from ((name, join_lines(below, {})) for name in own)


def group_by_names(notes: Iterable[Sequence[Line]], names: Sequence[str]) -> Mapping[str, str]:
    """Return the text about each name from notes such as `Smith and Jones: University of Oslo`."""
    by_name: dict[str, str] = {}
    pattern = _text_before_colon(names)
    for note in notes:
        text = _ADDRESSES.sub("", _MARK.sub("", join_lines(note, {})))
        if bracketed := find_in_brackets(text, names):
            by_name |= bracketed
            continue
        starts = list(pattern.finditer(text))
        ends = [*(match.start() for match in starts), len(text)]
        for match, end in zip(starts, ends[1:], strict=True):
            for name in _named(match[1], names):
                own = _OTHERS_AT.split(text[match.end() : end])[0]
                own = own if match[0][-2] in ":,)" else _places_in(own)
                if name not in by_name:
                    by_name[name] = own.rstrip()
                elif _ALSO_AT.search(match[0]):
                    by_name[name] += f" and is also with {own}"
    return by_name


def _places_in(text: str) -> str:
    """Return the end of a sentence on a person, with the next ones that say where he is now."""
    spans = list(sentences(text))
    others = (start for start, _ in spans[1:] if not _NOW_AT.match(text, start - 2))
    return text[: next(others, len(text))].rstrip()


_IN_BRACKETS = re.compile(r"[*\d]?\s\(([^()]*)\)")


def find_in_brackets(text: str, names: Sequence[str]) -> dict[str, str]:
    """Return the institutions in brackets behind the family names of persons."""
    by_name: dict[str, str] = {}
    for match in _IN_BRACKETS.finditer(text):
        before, bracketed = text[: match.start()], remove_emails(match[1], "").strip(" ,;")
        people = (name for name in names if before.endswith(divided(name).family))
        by_name = dict.fromkeys(people, bracketed) | by_name
    return {name: at for name, at in by_name.items() if front_page.INSTITUTION.search(at)}


def _text_before_colon(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for the names before the text about them."""
    words = sorted({word for name in names for word in name.split()}, key=len, reverse=True)
    escaped = "|".join(re.escape(word).replace("\\-", r"-\s?") for word in words)
    one_of = rf"(?:[^\W\d_]\.[\s-]?){{0,6}}(?i:{escaped})"
    return re.compile(
        r"(?:^|(?<=[.:;)]\s)|(?<=[),;]\sand\s)|(?<=\)[,&]\s)|(?<=\)\s&\s)"
        rf"|(?<=[.\]][a-z]{{2}}\s)|(?<=[.\]][a-z]{{3}}\s)|(?<=\s){_ADDRESSED}\s|(?<=[\d,]\s)(?={one_of}:))"
        rf"({_any_of(one_of)}){_DEGREES}"
        rf"(?:\s?\((?![^()]*\d{{4}})[^()]*\))?(?:\)|\s[−–—]|\s?[:,](?!\s(?:[^\W\d_a-z]\.|{one_of}\b))|"
        rf"(?:\s{AND})?\s(?:{_AT}\b|{_POST_AT}))\s"
    )


def _named(text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the names in a text, whole or else by family name, of several those of the initial."""
    for part in _BETWEEN_NAMES.split(text):
        words = part.split()
        ends = [letters(" ".join(words[place:])) for place in range(len(words))]
        whole = [name for name in names if letters(name) == letters(part)]
        related = [name for name in names if letters(divided(name).family) in ends]
        alike = [name for name in related if letters(name)[:1] == letters(part)[:1]]
        yield from whole or alike or related


def cut_thanks(text: str) -> str:
    """Return the sentences of a note before an address or thanks."""
    match = _THANKS.search(text)
    if match is None:
        return text
    starts = [start for start, _ in sentences(text) if start <= match.start()]
    start = max(*starts, text.rfind("; ", 0, match.start()))
    before = text[start : match.start()]
    # A full stop before an institution and its e-mail address is that of an abbreviation.
    is_part = re.search("(?i:mail)|@", match[0]) and front_page.is_institution(before)
    return text[: match.start() if is_part else start or match.start()]


def _continues(note: Sequence[Line], line: Line) -> bool:
    begins = _is_marked(line) or _AUTHORS_AT.match(line.text)
    begins = begins or front_page.ends_authors(line.text) or zones.CONTACT.match(line.text)
    begins = begins or _LIST_HEADING.match(line.text)
    is_manuscript = note[0].raised[:1] == ((0, 1),) and note[0].size >= _MANUSCRIPT
    reach = front_page.DOUBLE_SPACING if is_manuscript else _MAX_DISTANCE
    return not begins and _continues_text(note[-1], line, reach)


def _is_marked(line: Line) -> bool:
    return line.raised[:1] == ((0, 1),) or _MARKED.match(line.text) is not None
