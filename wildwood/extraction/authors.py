"""Find the authors beside the title, with their affiliations, addresses and ORCID iDs."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from wildwood.biblio.entry import emails_in, letters, remove_emails
from wildwood.biblio.person import divided
from wildwood.extraction import front_page, name_lines, notes
from wildwood.extraction.affiliations import MARKED, Affiliations, NamedLine
from wildwood.extraction.data import Author, Line
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.people import (
    PrintedName,
    belongs_to_others,
    find_people,
    inverted,
    labelled_names,
)
from wildwood.extraction.zones import Zone

_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
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
    if not authors:
        return ()
    identified: dict[int, str] = {}
    for line in lines:
        for match in _ORCID.finditer(line.text):
            before = fold(line.text[: match.start()])
            places = [
                (before.rfind(fold(author.family)), number)
                for number, author in enumerate(authors)
                if len(fold(author.family)) > 1 and fold(author.family) in before
            ]
            if places:
                identified.setdefault(max(places)[1], match[1])
    return tuple(replace(author, orcid=identified.get(n, "")) for n, author in enumerate(authors))


_NEAR, _LIST_NEAR = 3.0, 4.0  # farthest inverted name and list, in font sizes of the title


def find_inverted_names(page: Sequence[Line], title: Sequence[Line]) -> list[NamedLine]:
    """Return the nearest lines below a title whose names begin with the family name."""
    lines = [
        line
        for line in front_page.height_from_top(page)
        if line not in title
        and not front_page.is_document_type(line.text)
        and any(front_page.overlap(line, heading) > 0 for heading in title)
    ]
    lowest = min(title, key=lambda line: line.bottom)
    below = [line for line in lines if 0 < lowest.bottom - line.bottom < _reach(line, lowest)]
    return _inverted_list(below)


def _reach(line: Line, title: Line) -> float:
    return (_LIST_NEAR if ";" in line.text else _NEAR) * title.size


def _inverted_list(lines: Sequence[Line]) -> list[NamedLine]:
    text = ""
    for number, line in enumerate(lines):
        goes_on = text.endswith((";", ","))
        if number and not (goes_on and front_page.same_style(lines[0], line)):
            break
        text = f"{text} {line.text}".lstrip()
    names = inverted(text)
    return [NamedLine(lines[0], tuple(names))] if names else []


_NAMES_TOLERANCE = 0.1  # how much the font sizes of names can differ, relative to the size
_NOWHERE = -1e9  # the height at which authors end that nothing ends
_SIDE = 2.0  # how far left of the title its authors can begin, in font sizes
_FAR = 14.0  # distance below the title from which names above it are likelier, in font sizes
_SAME_MIDDLE = 0.4  # how much the middles of centred lines differ, in font sizes, with marks
_MIN_NAMED = 0.6  # least share of the parts of a line of authors that are names
_ACRONYM = re.compile(r"[^\W\d_a-zà-ÿ]{3,}")


@dataclass(frozen=True, slots=True)
class Byline:
    authors: tuple[Author, ...] = ()
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    places: tuple[int, ...] = ()  # indexes of their lines on the first page


NO_BYLINE = Byline()


def find_authors(zoned: Sequence[tuple[Line, Zone]], title: Sequence[int]) -> Byline:
    """Return the authors around a title."""
    page = [line for line, _ in zoned]
    heading = [page[place] for place in title]
    region = _region(zoned, heading)
    is_thesis = name_lines.is_thesis_cover(page)
    role_lines = belongs_to_others(region)
    below = _named_lines(region, role_lines)
    above = _named_above(page, heading, anywhere=is_thesis and not below)
    named = find_inverted_names(page, heading) or _closer(below, above, heading)
    # A sentence or a note elsewhere can also begin with a word such as `by`.
    explicit = page if is_thesis or not named else [line for line in region if ":" in line.text]
    besides = [line for line in explicit if line not in heading]
    labelled = [NamedLine(line, find_people(line)[0]) for line in labelled_names(besides)]
    if labelled and (is_thesis or not _people(labelled) <= _people(named)):
        named = labelled
    if not named:
        university = name_lines.find_university(page) if is_thesis else ""
        return Byline(affiliations=(university,) if university else ())
    name_rows = {row.line for row in named}
    lines = [
        line
        for line in region
        if line.bottom < named[0].line.top
        and line not in role_lines
        and not any(line.text in row.text for row in name_rows)
    ]
    asides = notes.find_notes(zoned, [*region, *heading])
    affiliations = Affiliations(named, lines, asides)
    university = name_lines.find_university(page) if is_thesis else ""
    emails = emails_in(*(line.text for line in region)) or emails_in(
        *(line.text for note in asides for line in note)
    )
    authors: dict[str, Author] = {}
    for row in named:
        for person in row.people:
            own = (university,) if university else affiliations.find(person, row.line)
            key = fold(person.name)
            authors.setdefault(key, make_author(person.name, own, emails))
    used = {*name_rows, *lines}
    return Byline(
        tuple(authors.values()),
        (university,) if university else affiliations.all(),
        emails,
        tuple(place for place, line in enumerate(page) if line in used),
    )


def _people(named: Iterable[NamedLine]) -> set[str]:
    return {person.name for row in named for person in row.people}


def _named_above(page: Sequence[Line], title: Sequence[Line], *, anywhere: bool) -> list[NamedLine]:
    """Return the nearest lines above a title with only names; `anywhere` skips lines in between."""
    top = max(title, key=lambda line: line.bottom)
    named: list[NamedLine] = []
    for line in reversed(front_page.height_from_top(page)):
        if line.bottom <= top.bottom or not (anywhere or front_page.overlap(line, top) > 0):
            continue
        names, rest = find_people(line)
        if names and not rest and not front_page.is_type(line.text):
            named.insert(0, NamedLine(line, names))
        elif named or not anywhere:
            break
    return named


def _closer(
    below: list[NamedLine], above: list[NamedLine], title: Sequence[Line]
) -> list[NamedLine]:
    """Return the names below a title, or those above if the former are far away."""
    lowest = min(title, key=lambda line: line.bottom)
    is_far = below and lowest.bottom - below[0].line.bottom > _FAR * lowest.size
    return above if above and (is_far or not below) else below


def _region(zoned: Sequence[tuple[Line, Zone]], title: Sequence[Line]) -> list[Line]:
    lowest = min(line.bottom for line in title)
    size = title[0].size
    left = min(line.left for line in title)
    right = max(line.right for line in title)
    page = [line for line, _ in zoned]
    is_centred = _is_centred(title, page)
    start = -1.0 if is_centred else left - _SIDE * size
    below = [
        (line, zone)
        for line, zone in zoned
        if line.bottom < lowest and line.size and start <= line.left
    ]
    below.sort(key=lambda pair: (-pair[0].bottom, pair[0].left))
    lines = name_lines.separate_names([line for line, zone in below if zone is Zone.FRONT])
    ends = [line for line, zone in below if zone in (Zone.ABSTRACT, Zone.KEYWORDS)]
    top = max((line.bottom + front_page.ROW * line.size for line in ends), default=_NOWHERE)
    end = max(top, _end(lines, left, right, centred=is_centred))
    return [line for line in lines if line.bottom > end]


def _is_centred(title: Sequence[Line], page: Sequence[Line]) -> bool:
    size = title[0].size
    if len(title) > 1:
        lefts = [line.left for line in title]
        middles = [(line.left + line.right) / 2 for line in title]
        apart = max(lefts) - min(lefts)
        return apart > size or max(middles) - min(middles) < min(apart, _SAME_MIDDLE * size)
    middle = min(line.left for line in page) + max(line.right for line in page)
    return abs(title[0].left + title[0].right - middle) < 3 * size


def _end(below: Sequence[Line], left: float, right: float, *, centred: bool) -> float:
    for place, line in enumerate(below):
        beside = line.left > right or line.right < left
        if beside and not centred:
            continue
        is_prose = front_page.is_prose(remove_emails(line.text))
        is_text = is_prose and not INSTITUTION.search(line.text)
        can_end = front_page.ends_authors(line.text) or is_text
        is_below = can_end and any(map(_is_mostly_names, below[:place]))
        if is_below or front_page.is_heading(line.text):
            return line.bottom + front_page.ROW * line.size
    return _NOWHERE


def _is_mostly_names(line: Line) -> bool:
    names, rest = find_people(line)
    return bool(names) and len(names) >= _MIN_NAMED * (len(names) + rest)


def _named_lines(region: Sequence[Line], excluded: Container[Line]) -> list[NamedLine]:
    named: list[NamedLine] = []
    for line in name_lines.rejoin_names([line for line in region if line not in excluded]):
        is_other = MARKED.match(line.text) or front_page.is_document_type(line.text)
        if is_other or not _is_mostly_names(line):
            continue
        row = NamedLine(line, find_people(line)[0])
        if not named or _goes_with(row, named[0]):
            named.append(row)
    return named


def _goes_with(row: NamedLine, first: NamedLine) -> bool:
    """Return whether names have the style of the first ones, and are no institution."""
    is_alike = front_page.same_style(first.line, row.line, _NAMES_TOLERANCE)
    return is_alike and not _begins_with_acronym(row.people)


def _begins_with_acronym(people: Sequence[PrintedName]) -> bool:
    """Return whether names look like `LMU München`, which is no person."""
    first, *words = people[0].name.split()
    return _ACRONYM.fullmatch(first) is not None and not any(map(str.isupper, words))
