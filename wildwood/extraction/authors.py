"""Find the authors beside the title, with their affiliations, addresses and ORCID iDs."""

import math
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from wildwood.biblio.field_texts import YEAR, letters
from wildwood.biblio.person import AND
from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page, notes, people
from wildwood.extraction.affiliations import MARKED, ORCID, Affiliations, NamedLine, tidy
from wildwood.extraction.data import Author, Line, group_by_page, grouped, is_cover
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.lines import join_lines
from wildwood.extraction.name_likeness import likeness
from wildwood.extraction.names import HAN, cleaned, divided, emails_in, is_name, remove_emails
from wildwood.extraction.zones import Zone, is_date

_SEPARATOR = re.compile(rf",|\b{AND}\b|&|;|·|•|\||\d")
_JOINED = re.compile(rf"\s(?:{AND}|&)\s")
_ORDINAL = re.compile(r"\d\s?(?:st|nd|rd|th)\s?(?=[^\W\d_a-z])")  # before a name in a template
_BULLET = re.compile(rf"\s(?:[•·|]|[–—](?=[^–—]*{INSTITUTION.pattern}))\s")
_OPEN = re.compile(rf"\b{AND}$", re.IGNORECASE)


def separate_names(region: Sequence[Line]) -> list[Line]:
    """Divide lines with a name and its institution, at the top or before an e-mail address."""
    separated: list[Line] = []
    at_top, end = True, 0
    for printed in region:
        is_rest = end > 0  # of an institution that is on two lines
        ordinal = None if INSTITUTION.search(printed.text) else _ORDINAL.match(printed.text)
        line = printed.text_from(ordinal.end()) if ordinal else printed
        text = line.text
        end = _end_of_name(people.blank(text, line.raised)) if at_top else 0
        goes_on = end > 0 or is_rest or "@" in text or _OPEN.search(text)
        at_top = at_top and bool(goes_on or people.AUTHOR_LABEL.fullmatch(text))
        if not end:
            separated.append(line)
            continue
        # The institution is a little lower, as if it were below the name.
        shift = 2 * front_page.ROW
        lower = line._replace(bottom=line.bottom - shift, top=line.top - shift)
        start = len(text) - len(text[end:].lstrip(" ,•·|–—*∗"))
        name = _part(line, 0, len(text[:start].rstrip(" ,•·|")))
        separated += [name, _part(lower, start, len(text))]
    return separated


def _end_of_name(text: str) -> int:
    """Return where the names before an institution end, or 0."""
    if match := _BULLET.search(text):
        second = _BULLET.split(text)[1]
        return 0 if _are_names(second) or any(map(str.isdigit, second)) else match.start()
    parts = text.split(",")
    named = next((n for n, part in enumerate(parts) if not _are_names(part)), len(parts))
    end = len(",".join(parts[:named]))
    return end if INSTITUTION.search(text, end) or "@" in text[end:] else 0


_BEHIND_NAME = re.compile(r",\s|\s[–—-]\s")


def _leading_name(line: Line) -> Line:
    """Return the likely name that a line begins with, without what it says of the person."""
    match = _BEHIND_NAME.search(line.text)
    if match is None:
        return line
    name = _part(line, 0, match.start())
    return name if people.is_likely_name(name.text) else line


def _are_names(text: str) -> bool:
    return all(is_name(cleaned(part)) for part in _JOINED.split(text) if part)


def _part(line: Line, start: int, end: int) -> Line:
    width = (line.right - line.left) / len(line.text)
    raised = tuple((a - start, b - start) for a, b in line.raised if start <= a and b <= end)
    return line._replace(
        text=line.text[start:end], hyphenated=False, raised=raised,
        right=line.left + end * width,
    )  # fmt: skip


def rejoin_names(region: Sequence[Line]) -> list[Line]:
    joined: list[Line] = []
    for line in region:
        if joined and _breaks_name(joined[-1], line):
            before = joined[-1]
            whole = line.with_prefix(before.text + " " * (not before.text.endswith("-")))
            joined[-1] = before._replace(
                text=whole.text, raised=(*before.raised, *whole.raised), bottom=line.bottom,
                left=min(before.left, line.left), right=max(before.right, line.right),
            )  # fmt: skip
        else:
            joined.append(line)
    return joined


def _breaks_name(before: Line, line: Line) -> bool:
    """Return whether the last of several names is broken before its family name."""
    is_below = 0 < before.bottom - line.bottom < front_page.DOUBLE_SPACING * before.size
    is_next = is_below and front_page.overlap(before, line) > 0
    if not (is_next and front_page.same_style(before, line)):
        return False
    last = before.text[before.raised[-1][1] if before.raised else 0 :]
    last = _SEPARATOR.split(last)[-1].strip(" &")
    start = line.text[: line.raised[0][0]] if line.raised else line.text
    first = cleaned(_SEPARATOR.split(start)[0])
    names = people.find_people(before)[0]
    is_cut = " " not in last and bool(names) and first[1:2] == "."
    is_given = is_cut or ((" " not in last or last.endswith(".")) and len(names) > 1)
    is_listed = line.raised or people.find_people(line)[0]
    is_family = len(names) > 1 and is_listed and " " not in first
    is_open = before.text[-1] == "-" or (before.raised and names) or is_given or is_family
    return bool(is_open and last and first and is_name(cleaned(f"{last} {first}")))


_THESIS = words("document_types")
_UNIVERSITY = words("university_names")
_JOINING = pattern("joining_words")
_NAME = re.compile(
    rf"[^\W\d_]\S*(?:\s(?:(?:{_JOINING}|&)\s)*(?:(?:la|[ld]['’])\s?)?(?-i:[^\W\d_a-zà-ÿ])\S*)*"
    rf"(?:\s{_JOINING}$)?"
)  # words with a capital, and those that join them
_JOINT = re.compile(rf"\s{_JOINING}$")
_SYSTEM = words("university_systems")  # of several places; their lines are below
_FULL_NAME = re.compile(rf"(?:\b[^\W\d_a-zà-ÿ](?=\S*?[a-zà-ÿ])\S*+\s)*{_UNIVERSITY.pattern}")
_SOUGHT = rf"\s{pattern('degrees_sought')}.*"
_END_OF_NAME = re.compile(rf",\s|{_SOUGHT}", re.IGNORECASE)  # in a statement
_DEGREE_BELOW = re.compile(_SOUGHT, re.IGNORECASE)
_CONTINUATION = re.compile(rf"{_JOINING}(?:\s{_NAME.pattern})?")
_FORMER = re.compile(
    rf"\(?(?:(?:{pattern('degrees')}|[BM]\.)[^:]*\s{YEAR}\W*$|[BM]\.\S*,\s)"
)  # a former degree
_STATE = re.compile(rf"\W*{pattern('states')}(?!\w)")  # the state or ministry above a university
_LARGER = 1.2  # how much larger a line is, such as the name of an archive, that goes on no name
_NEAR_IN_NAME = 3.0  # greatest distance of two lines of the name of an institution, in font sizes


def is_thesis_cover(page: Sequence[Line]) -> bool:
    """Return whether a cover names a type of thesis, or begins with a university."""
    if not is_cover(page, 2):
        return False
    top = front_page.height_from_top(page)[:1] if is_cover(page) else []
    texts = [line.text for line in page]
    labels = [] if "and" in texts else texts  # between two authors of a working paper
    is_named = any(map(_THESIS.search, texts)) or any(map(front_page.is_degree, labels))
    return is_named or any(_UNIVERSITY.search(line.text) for line in top)


def find_university(page: Sequence[Line], title: Container[Line]) -> str:
    """Return the first university with its departments, or an institution outside the title."""
    statements = grouped(front_page.height_from_top(page), _continues_statement)
    ordered = [run[-1]._replace(text=join_lines(run, {})) for run in statements]
    universities = filter(_UNIVERSITY.search, _runs(ordered))
    others = _runs([line for line in ordered if line not in title])
    return tidy(_DEGREE_BELOW.sub("", next(iter([*universities, *others]), "")))


def _continues_statement(run: Sequence[Line], line: Line) -> bool:
    text = "".join(before.text for before in run)
    is_quoted = text.count("«") > text.count("»") and not text.endswith("»")
    is_open = front_page.is_prose(line.text) or line.text[:1].islower() or run[-1].hyphenated
    goes_on = is_quoted or (is_open and front_page.is_degree(text))
    return goes_on and run[-1].bottom - line.bottom < _NEAR_IN_NAME * line.size


def _runs(lines: Sequence[Line]) -> list[str]:
    runs: list[list[Line]] = [[]]
    for line in lines:
        run, name = runs[-1], _name(line.text)
        goes_on = bool(run) and run[-1].bottom - line.bottom < _NEAR_IN_NAME * line.size
        goes_on = goes_on and line.size < _LARGER * run[-1].size
        is_joint = goes_on and _is_joint(run[-1], line)
        if run and not (goes_on and (name or is_joint)):
            runs.append([])
        if name or is_joint:
            runs[-1].append(line._replace(text=name or line.text))
    return [_JOINT.sub("", " ".join(line.text for line in run)) for run in runs if run]


def _is_joint(before: Line, line: Line) -> bool:
    begins = _CONTINUATION.fullmatch(line.text) and not front_page.is_degree(line.text)
    is_placed = _SYSTEM.search(before.text) and line.text.replace(" ", "").isalpha()
    is_open = is_placed or before.text.endswith(",") or _JOINT.search(before.text)
    is_beside = before.bottom == line.bottom and not is_date(line.text)
    return bool(begins or is_open or is_beside)


def _name(text: str) -> str:
    """Return the institution on a line without the degree before it, or nothing."""
    institution = INSTITUTION.search(text)
    is_other = _FORMER.match(text) or _STATE.match(text) or is_date(text)
    if institution is None or ":" in text or is_other or front_page.is_type(text):
        return ""
    if front_page.is_degree(text):
        named, university = _NAME.match(text, institution.start()), _FULL_NAME.search(text)
        # As in `Faculty of Cornell University`, which begins before the university.
        is_whole = named and university and named.end() >= university.end()
        if university and not (is_whole and institution.start() < university.start()):
            named = _NAME.match(text, university.start())
        return _END_OF_NAME.split(named[0])[0] if named else ""
    return "" if front_page.is_prose(text) and not text.endswith("»") else text


_MIN_LOCAL = 3  # least length of a name that an address can contain


def make_author(name: str, affiliations: tuple[str, ...], emails: Sequence[str] = ()) -> Author:
    family, given = divided(name)
    return Author(name, given, family, affiliations, _own_email(given, family, emails))


def _own_email(given: str, family: str, emails: Sequence[str]) -> str:
    """Return the address that contains the family name, the given name or the initials."""
    names = [fold(family), fold(family.rpartition(" ")[2]), fold(given.partition(" ")[0])]
    for name in names:
        for email in emails:
            local = fold(email.partition("@")[0])
            is_part = len(local) > _MIN_LOCAL and local in name
            if len(name) >= _MIN_LOCAL and (name in local or is_part):
                return email
    initials = "".join(fold(word)[:1] for word in f"{given} {family}".split())
    return next((email for email in emails if fold(email.partition("@")[0]) == initials), "")


def fold(text: str) -> str:
    return "".join(filter(str.isalpha, letters(text)))


def add_orcids(authors: Sequence[Author], lines: Sequence[Line]) -> tuple[Author, ...]:
    families = {n: fold(author.family) for n, author in enumerate(authors)}
    identified: dict[int, str] = {}
    for line in lines:
        for match in ORCID.finditer(line.text):
            before = fold(line.text[: match.start()])
            named = [n for n, family in families.items() if len(family) > 1 and family in before]
            if named:
                identified.setdefault(max(named, key=lambda n: before.rfind(families[n])), match[1])
    return tuple(replace(author, orcid=identified.get(n, "")) for n, author in enumerate(authors))


_NEAR, _LIST_NEAR, _FAR = 3.0, 4.0, 14.0  # farthest family name, names above and below a title
_NAMES_TOLERANCE = 0.1  # how much the font sizes of names can differ, relative to the size
_CLEAR, _CLEAR_TOLERANCE = 4.0, 0.2  # the likeness of clear names, whose sizes can differ more
_CAPITALS_TOLERANCE = 0.25  # the same of names in capitals beside an institution in smaller letters
_NOWHERE = -1e9  # the height at which authors end that nothing ends
_NAME_ABOVE = 0.8  # greatest font size of an address beside a title, relative to the name above it
_SIDE = 2.0  # how far left of the title its authors can begin, in font sizes
_SAME_MIDDLE = 0.4  # how much the middles of centred lines differ, in font sizes, with marks
_MIN_NAMED = 0.6  # least share of the parts of a line of authors that are names
_NEXT = 5  # lines after the web page of a person in which the next name is
_MIN_ACRONYM = 3  # letters
_NOTE = 0.94  # greatest font size of a note or running head, relative to that of the names
_LEADING = 1.2  # the usual distance of baselines, in font sizes


@dataclass(frozen=True, slots=True)
class Byline:
    authors: tuple[Author, ...] = ()
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    places: tuple[int, ...] = ()  # indexes of their lines on the first page
    named: tuple[NamedLine, ...] = ()


NO_BYLINE = Byline()


def find_authors(zoned: Sequence[tuple[Line, Zone]], title: Sequence[int]) -> Byline:
    """Return the authors around a title on the first page; their list can go on overleaf."""
    page = [(line, zone) for line, zone in zoned if line.page == zoned[0][0].page]
    byline = _find_around(page, title)
    if not byline.named:
        return byline
    last = min((row.line for row in byline.named), key=lambda line: line.bottom)
    overleaf = _overleaf(last, [line for line, _ in page], zoned[len(page) :])
    # What is below the names on the first page is between them and the other names.
    above = [(line, Zone.NOTE if line.bottom < last.bottom else zone) for line, zone in page]
    return _find_around([*above, *overleaf], title) if overleaf else byline


def _overleaf(
    last: Line, page: Sequence[Line], after: Sequence[tuple[Line, Zone]]
) -> list[tuple[Line, Zone]]:
    """Return the next pages as if below the last names of a page, if names go on there."""
    if any(line.size >= _NOTE * last.size for line in page if line.bottom < last.bottom):
        return []
    heads = list(takewhile(lambda pair: pair[0].size < _NOTE * last.size, after))
    rest = list(takewhile(lambda pair: pair[0].size < _LARGER * last.size, after[len(heads) :]))
    if not rest:
        return []
    moved = _move_below(last, [line for line, _ in rest])
    rows = [NamedLine(line, people.find_people(line)[0]) for line in (last, moved[0])]
    are_lists = all(len(row.people) > 1 and _is_mostly_names(row.line) for row in rows)
    if not (are_lists and moved[0].font == last.font and _goes_with(rows[1], rows[0])):
        return []
    unused = ((line, Zone.NOTE) for line, _ in heads)
    return [*unused, *zip(moved, (zone for _, zone in rest), strict=True)]


def _move_below(last: Line, after: Sequence[Line]) -> list[Line]:
    moved: list[Line] = []
    lowest = last.bottom
    for page in group_by_page(after).values():
        shift = lowest - _LEADING * last.size - max(line.bottom for line in page)
        for line in page:
            # Only the first page tells whether long lines are bold.
            bold = last.bold if line.font == last.font else line.bold
            place = line.bottom + shift, line.top + shift
            moved.append(line._replace(bottom=place[0], top=place[1], bold=bold))
        lowest = min(line.bottom for line in moved)
    return moved


def _find_around(zoned: Sequence[tuple[Line, Zone]], title: Sequence[int]) -> Byline:
    page = [line for line, _ in zoned]
    heading = [page[place] for place in title]
    region = _region(zoned, heading)
    is_thesis = is_thesis_cover(page)
    role_lines = people.belongs_to_others(region)
    below = _named_lines(region, role_lines)
    are_likely = any(likeness(person.name) > 0 for row in below for person in row.people)
    is_far = not are_likely or heading[-1].bottom - below[0].line.bottom > _FAR * heading[0].size
    above, beside = _named_above(page, heading, anywhere=is_thesis and is_far)
    if is_thesis:
        untitled = [row for row in below if not people.TITLE.match(row.line.text)]
        below = untitled or ([] if above else below)
    named = (is_thesis and is_far and above) or below or above
    region = [*beside, *region] if named and named is above else region
    if not named:
        anywhere = map(_leading_name, _region(zoned, heading, anywhere=True))
        region = _left_of(heading, page) or list(anywhere)
        named = _named_lines(region, role_lines)
    # A sentence or a note elsewhere can also begin with a word such as `by`.
    explicit = page if is_thesis or not named else [line for line in region if ":" in line.text]
    names = people.labelled_names([line for line in explicit if line not in heading])
    rows = [NamedLine(line, people.find_people(line)[0]) for line in names] or named
    named = _without_transcripts(rows)
    universities = tuple(filter(None, [find_university(page, heading)])) if is_thesis else ()
    if not named:
        return Byline(affiliations=universities)
    name_rows = {row.line for row in rows}
    top, right = named[0].line.top, max(row.line.right for row in named)
    near = (line for line in region if line.bottom < top or line.left > right)
    lower = (line for line in near if line not in role_lines)
    named_text = "\n".join(row.text for row in name_rows)
    lines = [line for line in lower if line.text.isdigit() or line.text not in named_text]
    for text in (None, Zone.ABSTRACT):  # most of a page can be notes
        asides = notes.find_notes(zoned, [*region, *heading], text)
        affiliations = Affiliations(named, lines, asides)
        if affiliations.all():
            break
    noted = (line.text for note in asides for line in note)
    emails = emails_in(*(line.text for line in region)) or emails_in(*noted)
    authors: dict[str, Author] = {}
    for row in named:
        bracketed = notes.find_in_brackets(row.line.text, [one.name for one in row.people])
        for person in row.people:
            printed = affiliations.find(person, row.line)
            printed = printed or tuple(filter(None, [tidy(bracketed.get(person.name, ""))]))
            own = (printed if person.marks else ()) or universities or printed
            authors.setdefault(fold(person.name), make_author(person.name, own, emails))
    used = {*name_rows, *lines}
    places = tuple(place for place, line in enumerate(page) if line in used)
    every = universities or affiliations.all()
    return Byline(tuple(authors.values()), every, emails, places, tuple(named))


def _without_transcripts(named: list[NamedLine]) -> list[NamedLine]:
    """Leave out names in Latin letters that repeat as many in Chinese, Japanese or Korean ones."""
    own = [row for row in named if HAN.search(row.line.text)]
    others = [row for row in named if row not in own]
    counts = [sum(len(row.people) for row in rows) for rows in (own, others)]
    return own if own[:1] == named[:1] and counts[0] == counts[1] else named


_FIRST, _LAST = 2, 3  # pages on which a paper says who its authors are


def add_affiliations_at_end(byline: Byline, lines: Sequence[Line]) -> Byline:
    """Return the authors with the affiliations that only the end of the document has."""
    printed = [(person, row.line) for row in byline.named for person in row.people]
    entries = notes.find_list(lines) or notes.find_directory(lines)
    if not (entries or all(author.affiliations for author in byline.authors)):
        near = [line for line in lines if line.page < _FIRST or line.page > lines[-1].page - _LAST]
        entries = notes.find_statements(near, [person.name for person, _ in printed])
    if entries:
        affiliations = Affiliations(byline.named, (), entries)
        by_name = {fold(person.name): affiliations.find(person, line) for person, line in printed}
        byline = _add(byline, by_name)
    if not byline.authors or byline.affiliations:
        return byline
    listed, blocks = notes.find_at_end(lines)
    others = [line for line in listed if not _is_mostly_names(line)]
    owned = [[block for block in blocks if _is_of(block, one)] for one in byline.authors]
    free = [block for block in blocks if block not in chain(*owned)]
    if len(free) == owned.count([]):  # in the order of the names
        owned = [own or [free.pop(0)] for own in owned]
    by_key = dict(zip((fold(one.name) for one in byline.authors), owned, strict=True))
    by_name = {}
    for person, line in printed:
        own = by_key.get(fold(person.name), []) if len(by_key) > 1 else blocks
        rows = byline.named if listed else [NamedLine(line, (person,))]
        at_end = Affiliations(rows, others, own).find(person, line)
        by_name[fold(person.name)] = tuple(filter(INSTITUTION.search, at_end))
    return _add(byline, by_name)


def _add(byline: Byline, by_name: Mapping[str, tuple[str, ...]]) -> Byline:
    """Return the authors with those affiliations of which they have fewer.

    A cover can have other forms of their names.
    """
    located = tuple(
        replace(one, affiliations=max(one.affiliations, by_name.get(fold(one.name), ()), key=len))
        for one in byline.authors
    )
    every = chain.from_iterable(author.affiliations for author in located)
    return replace(byline, authors=located, affiliations=tuple(dict.fromkeys(every)))


def _is_of(block: Sequence[Line], author: Author) -> bool:
    """Return whether a block of lines begins with the author's name or has the address."""
    is_named = fold(block[0].text).startswith(fold(author.name))
    emails = emails_in(*(line.text for line in block))
    return is_named or _own_email(author.given, author.family, emails) != ""


def _named_above(
    page: Sequence[Line], title: Sequence[Line], *, anywhere: bool
) -> tuple[list[NamedLine], list[Line]]:
    """Return the nearest names above a title, and the lines beside and below them.

    What is in between is near; with `anywhere`, the first names can be far from the title.
    """
    top = max(title, key=lambda line: line.bottom)
    named: list[NamedLine] = []
    beside: list[Line] = []
    others: list[Line] = []
    for line in reversed(front_page.height_from_top(page)):
        if line.bottom <= top.bottom or not (anywhere or front_page.overlap(line, top) > 0):
            continue
        first, *rest = separate_names([line])
        names, other_parts = people.find_people(first)
        if names and not other_parts:
            named.insert(0, NamedLine(first, names))
            beside, others = [*beside, *others, *rest], []
            continue
        near = [top, *(row.line for row in named[:1]), *others][-1]
        is_far = line.bottom - near.bottom > _LIST_NEAR * top.size
        if is_far and (named or not anywhere):
            break
        others.append(line)
    return named, beside


def _region(
    zoned: Sequence[tuple[Line, Zone]], title: Sequence[Line], *, anywhere: bool = False
) -> list[Line]:
    """Return the lines of the front below a title; with `anywhere`, also those to the left."""
    lowest = min(line.bottom for line in title)
    left = min(line.left for line in title)
    right = max(line.right for line in title)
    is_centred = anywhere or _is_centred(title, [line for line, _ in zoned if line.size])
    start = -1.0 if is_centred else left - _SIDE * title[0].size
    column = _text_beside(title, [line for line, _ in zoned])
    under = [(line, zone) for line, zone in zoned if line.bottom < lowest and line.size]
    right_of = [(line, zone) for line, zone in under if start <= line.left]
    covered = {
        line for line, _ in right_of if any(front_page.overlap(line, text) > 0 for text in column)
    }
    below = [(line, zone) for line, zone in right_of if line not in covered]
    bounds = under if title[0].size == front_page.PLAIN_SIZE else below
    ends = (line for line, zone in bounds if zone in (Zone.ABSTRACT, Zone.KEYWORDS))
    top = next((line.bottom + front_page.ROW * line.size for line in ends), _NOWHERE)
    below.sort(key=lambda pair: (-pair[0].bottom, pair[0].left))
    abstract = [line for line, zone in below if zone is Zone.ABSTRACT]
    edge = max((line.right for line in abstract), default=math.inf)
    front = (line for line, zone in below if zone is Zone.FRONT)
    # Text right of the abstract can begin beside the names.
    free = [line for line in front if line.left < edge or not front_page.is_prose(line.text)]
    lines = separate_names(free)
    end = max(top, _end(lines, left, right, centred=is_centred))
    side = _beside_abstract(lines, abstract)
    return [line for line in lines if line.bottom > end or line in side]


def _left_of(title: Sequence[Line], page: Sequence[Line]) -> list[Line]:
    """Return a column left of a title, of names and smaller addresses, as in papers of the ASME."""
    left, lowest = min(line.left for line in title), min(line.bottom for line in title)
    column = [line for line in front_page.height_from_top(page) if line.right < left]
    first = next((n for n, line in enumerate(column) if people.is_likely_name(line.text)), 0)
    name, *below = column[first:] or title
    near = grouped(below, lambda rows, line: rows[-1].bottom - line.bottom < _NEAR * name.size)
    are_beside = name.bottom > lowest and near and near[0][0].size < _NAME_ABOVE * name.size
    return [name, *near[0]] if are_beside else []


def _beside_abstract(front: Sequence[Line], abstract: Sequence[Line]) -> list[Line]:
    """Return the lines of a column left of an abstract that begins above it."""
    left = min((line.left for line in abstract), default=_NOWHERE)
    column = [line for line in front if line.right < left]
    above = [line for line in column if line.bottom > abstract[0].bottom]
    if not (above and (MARKED.match(above[-1].text) or INSTITUTION.search(above[-1].text))):
        return []
    lowest = min(line.bottom for line in abstract)
    below = [line for line in column if abstract[0].bottom >= line.bottom > lowest]
    return grouped([above[-1], *below], lambda rows, line: front_page.same_style(rows[-1], line))[0]


def _text_beside(title: Sequence[Line], page: Sequence[Line]) -> list[Line]:
    """Return the lines of text in another column than the title, at its height."""
    level = (line for line in page if any(abs(line.bottom - r.bottom) < r.size for r in title))
    prose = (line for line in level if front_page.is_prose(line.text))
    return [line for line in prose if not any(front_page.overlap(line, row) > 0 for row in title)]


def _is_centred(title: Sequence[Line], page: Sequence[Line]) -> bool:
    size = title[0].size
    if size == front_page.PLAIN_SIZE:
        return True
    if len(title) > 1:
        lefts = [line.left for line in title]
        middles = [(line.left + line.right) / 2 for line in title]
        apart = max(lefts) - min(lefts)
        return apart > size or max(middles) - min(middles) < min(apart, _SAME_MIDDLE * size)
    middle = min(line.left for line in page) + max(line.right for line in page)
    return abs(title[0].left + title[0].right - middle) < 3 * size


def _end(below: Sequence[Line], left: float, right: float, *, centred: bool) -> float:
    for place, line in enumerate(below):
        is_beside = line.left > right or line.right < left
        names = list(filter(_is_mostly_names, below[:place]))
        # Dates can be in a column left of the names.
        is_aside = all(line.right < name.left < right for name in names)
        if (is_beside and not centred) or is_aside:
            continue
        text = front_page.unmarked(line)
        is_text = front_page.is_prose(remove_emails(text)) and not _is_mostly_names(line)
        is_own = "/~" in line.text and any(map(_is_mostly_names, below[place + 1 : place + _NEXT]))
        is_after = front_page.ends_authors(line.text) and not (is_beside or is_own)
        is_other = INSTITUTION.search(text) or ORCID.search(text)
        if (is_text or is_after) and names and not is_other:
            return line.bottom + front_page.ROW * line.size
    return _NOWHERE


def _is_mostly_names(line: Line) -> bool:
    names, rest = people.find_people(line)
    return bool(names) and len(names) >= _MIN_NAMED * (len(names) + rest)


def _named_lines(region: Sequence[Line], excluded: Container[Line]) -> list[NamedLine]:
    named: list[NamedLine] = []
    for line in rejoin_names([line for line in region if line not in excluded]):
        row = NamedLine(line, people.find_people(line)[0])
        is_entry = not (named and named[0].line.raised[:1] == ((0, 1),))  # marks before names
        is_marked = is_entry and MARKED.match(line.text) and len(row.people) == 1
        if is_marked or not _is_mostly_names(line):
            continue
        likely = named[:1] if line.text.endswith(".") else named  # as in `Rivers L.P.`
        is_next = any(_goes_with(row, names) for names in likely)
        if not named or is_next:
            named.append(row)
    return named


def _goes_with(row: NamedLine, first: NamedLine) -> bool:
    """Return whether names have the style and marks of the first ones, and are no institution."""
    names = [person.name for person in row.people]
    are_clear = all(likeness(name) > _CLEAR and not name.endswith(".") for name in names)
    tolerance = _CLEAR_TOLERANCE if are_clear else _NAMES_TOLERANCE
    all_names = [person.name for person in (*first.people, *row.people)]
    if row.line.font == first.line.font and all(map(str.isupper, all_names)):
        tolerance = _CAPITALS_TOLERANCE
    are_beside = abs(first.line.bottom - row.line.bottom) < front_page.ROW * first.line.size
    if "," in names[0] and "," not in first.people[0].name:
        return False  # a place looks like an inverted name
    is_same = front_page.same_size if are_beside else front_page.same_style
    is_alike = is_same(first.line, row.line, tolerance)
    are_marked = len(first.people) > 1 and all(person.marks for person in first.people)
    is_bare = are_marked and not any(person.marks for person in row.people)
    first_word, *words = names[0].split()  # as in `LMU München`, which is no person
    is_acronym = first_word.isupper() and len(first_word.split(".")[0]) >= _MIN_ACRONYM
    return is_alike and not is_bare and (not is_acronym or any(map(str.isupper, words)))
