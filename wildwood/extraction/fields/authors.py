"""Find the authors below the title, with their affiliations and addresses."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from wildwood.extraction.fields import banners, front, notes, roles, title_names
from wildwood.extraction.fields.affiliations import (
    CONTACT,
    EMAIL,
    INSTITUTION,
    MARKED,
    ROW,
    Affiliations,
    NamedLine,
    emails_of,
)
from wildwood.extraction.fields.people import (
    DEGREE,
    Person,
    cleaned,
    inverted,
    is_name,
    people,
    split_name,
)
from wildwood.extraction.fields.records import AUTHORS_LABEL
from wildwood.extraction.model import Author, Line

_NAMES_TOLERANCE = 0.1
"""How much the font sizes of names can differ, relative to the size."""
_NOWHERE = -1e9
"""The height at which authors end that nothing ends."""
_LEADING = 1.2
"""The usual distance of baselines, in font sizes."""
_SIDE = 2.0
"""How far left of the title its authors can begin, in font sizes."""
_ABOVE = 4.0
"""How far above the title its authors can be, in font sizes."""
_NEAR, _LIST_NEAR = 3.0, 4.0
"""How far from the title a name that begins with the family name, and a list, can be, in sizes."""
_FAR = 14.0
"""How far below the title names are less likely the authors than those above it, in font sizes."""
_GOES_ON = re.compile(r"[;,]$")
"""The end of a line after which a list of names goes on."""
_SAME_MIDDLE = 0.1
"""How much the middles of centred lines can differ, in font sizes."""
_MIN_NAMED = 0.6
"""The least share of the parts of a line of authors that are names."""
_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
_SEPARATOR = re.compile(r",|\b(?:and|und|et|y|e)\b|;|·|•|\d")
_JOINED = re.compile(r"\s(?:and|et|und|y|e|&)\s")
_AND = re.compile(r"[ey]\s(?=[^\W\d_a-z])")
"""A line that goes on with the last name of a list, in Portuguese, Spanish or Italian."""
_CAPITAL = r"[^\W\d_a-zà-ÿ]"
_CAPITALS = re.compile(
    rf"(?:{_CAPITAL}(?:{_CAPITAL}|[.’'‐-])*\s){{1,4}}{_CAPITAL}(?:{_CAPITAL}|[’'‐-])+"
    rf"(?=,?\s[^\W\d_]+[a-zà-ÿ])"
)
"""A name in capitals, such as `ANNA B. SMITH`, before other words."""
_WORD = re.compile(r"\S+")
_MAX_NAME_WORDS = 5
_MIN_LOCAL = 3
"""The least length of a name that an address can contain."""


@dataclass(frozen=True, slots=True)
class Byline:
    """The authors of a document, all affiliations and all e-mail addresses beside them."""

    authors: tuple[Author, ...] = ()
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """The indexes of their lines on the first page."""


NO_BYLINE = Byline()


def find(page: Sequence[Line], title: Sequence[int], after: Sequence[Line] = ()) -> Byline:
    """Return the authors of a page whose title is the lines at these indexes.

    Args:
        page: the lines of the first page.
        title: the indexes of those of the title.
        after: the lines of the next page, on which many authors go on.
    """
    region = _region(page, [page[place] for place in title], after)
    heading = [page[place] for place in title]
    named = _inverted_lines(page, heading) or _closer(
        _named_lines(region), _named_above(page, heading), heading
    )
    named = named or [NamedLine(line, people(line)[0]) for line in roles.labelled_names(page)]
    if not named:
        return NO_BYLINE
    of_names = {one.line for one in named}
    others = [
        line
        for line in region
        if line.bottom < named[0].line.top and not any(line.text in one.text for one in of_names)
    ]
    asides = notes.find(page, [*region, *(page[place] for place in title)])
    affiliations = Affiliations(named, others, asides)
    emails = emails_of(region) or emails_of(list(chain.from_iterable(asides)))
    authors = [
        _author(person, affiliations.of(person, one.line), emails)
        for one in named
        for person in one.people
    ]
    kept = _of_all(authors)
    used = {*of_names, *others}
    return Byline(
        tuple(kept),
        affiliations.all(),
        tuple(emails),
        tuple(place for place, line in enumerate(page) if line in used),
    )


def _named_above(page: Sequence[Line], title: Sequence[Line]) -> list[NamedLine]:
    """Return the closest lines above a title, if there is nothing but names on them."""
    top = max(title, key=lambda line: line.bottom)
    above = sorted(
        (line for line in page if line.bottom > top.bottom and front.overlap(line, top) > 0),
        key=lambda line: line.bottom,
    )
    is_cover = sum(len(line.text) for line in page) < front.COVER_CHARACTERS
    named: list[NamedLine] = []
    for line in above:
        found, others = people(line)
        is_near = is_cover or line.bottom - top.bottom < _ABOVE * top.size
        is_alike = not named or front.same_style(named[0].line, line)
        if not (found and is_near and is_alike) or others or title_names.is_type(line.text):
            break
        named.insert(0, NamedLine(line, found))
    return named


def _closer(
    below: list[NamedLine], above: list[NamedLine], title: Sequence[Line]
) -> list[NamedLine]:
    """Return the names below a title, or those above it if the former are far away."""
    lowest = min(title, key=lambda line: line.bottom)
    is_far = below and lowest.bottom - below[0].line.bottom > _FAR * lowest.size
    return above if above and (is_far or not below) else below


def _inverted_lines(page: Sequence[Line], title: Sequence[Line]) -> list[NamedLine]:
    """Return the closest lines below or above a title if their names begin with the family name.

    So repositories print them. A kind of paper can be between the names and the title.
    """
    others = [
        line
        for line in page
        if line.size and line not in title and not banners.is_document_type(line.text)
    ]
    lowest = min(title, key=lambda line: line.bottom)
    top = max(title, key=lambda line: line.bottom)
    below = [line for line in others if 0 < lowest.bottom - line.bottom < _reach(line, lowest)]
    above = [line for line in others if 0 < line.bottom - top.bottom < _reach(line, top)]
    below.sort(key=lambda line: -line.bottom)
    above.sort(key=lambda line: line.bottom)
    return _inverted_list(below) or _inverted_list(above[:1])


def _reach(line: Line, title: Line) -> float:
    """Return how far from a title a line can be whose names begin with the family name."""
    return (_LIST_NEAR if ";" in line.text else _NEAR) * title.size


def _inverted_list(lines: Sequence[Line]) -> list[NamedLine]:
    """Return the first of some lines, which names begin, and those that its list goes on in."""
    text = ""
    for number, line in enumerate(lines):
        goes_on = _GOES_ON.search(text) or (";" in text and ";" in line.text)
        if number and not (goes_on and front.same_style(lines[0], line)):
            break
        text = f"{text} {line.text}".lstrip()
    found = inverted(AUTHORS_LABEL.sub("", text))
    return [NamedLine(lines[0], tuple(found))] if found else []


def _region(page: Sequence[Line], title: Sequence[Line], after: Sequence[Line]) -> list[Line]:
    """Return the lines below the title that can belong to its authors, from the top."""
    lowest = min(line.bottom for line in title)
    size = title[0].size
    left = min(line.left for line in title)
    right = max(line.right for line in title)
    is_centred = _is_centred(title, page)
    start = -1.0 if is_centred else left - _SIDE * size
    below = [
        line
        for line in page
        if line.bottom < lowest and line.size and line.left >= start and line not in title
    ]
    below.sort(key=lambda line: (-line.bottom, line.left))
    below = _separated(below)
    end = _end(below, left, right, centred=is_centred)
    if end == _NOWHERE and below and people(below[-1])[0]:
        further = [line for line in after if line.size and line.left >= start]
        below += _moved_below(below[-1], further)
        end = _end(below, left, right, centred=is_centred)
    return [line for line in below if line.bottom > end]


def _separated(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name and the institution after it are lines of their own.

    Names in capitals can be so on each line; other names only on the first lines.
    """
    separated: list[Line] = []
    at_top = True
    for line in region:
        address = EMAIL.search(line.text) if "@" in line.text else None
        end = _end_before(line.text, address) or _end_of_capitals(line.text)
        end = end or (at_top and _end_of_name(line.text)) or 0
        at_top = at_top and (end > 0 or address is not None)
        separated += _divided(line, end) if end else [line]
    return separated


def _end_of_capitals(text: str) -> int:
    """Return where a name in capitals ends that an institution follows; 0 without one."""
    match = _CAPITALS.match(text)
    if match is None or not is_name(cleaned(match[0])):
        return 0
    return match.end() * (INSTITUTION.search(text, match.end()) is not None)


def _end_before(text: str, address: re.Match[str] | None) -> int:
    """Return where a name ends that an e-mail address follows; 0 without one."""
    before = text[: address.start()].rstrip(" ,") if address else ""
    return len(before) if is_name(before) else 0


def _end_of_name(text: str) -> int:
    """Return where the names end that a line begins with, if an institution follows; else 0."""
    words = list(_WORD.finditer(text))
    for before, word in pairwise(words[1 : _MAX_NAME_WORDS + 1]):
        if INSTITUTION.match(text, word.start()) and is_name(text[: before.end()]):
            return before.end()
    parts = text.split(",")
    named = next((n for n, part in enumerate(parts) if not _are_names(part)), len(parts))
    if not named or any(map(_are_names, parts[named:])):
        return 0
    end = len(",".join(parts[:named]))
    return end * (INSTITUTION.search(text, end) is not None)


def _are_names(text: str) -> bool:
    return all(is_name(cleaned(part)) for part in _JOINED.split(text))


def _divided(line: Line, end: int) -> list[Line]:
    """Divide a line; the second part is a little lower, as if it were below the first."""
    middle = line.left + (line.right - line.left) * end / len(line.text)
    start = end + len(line.text[end:]) - len(line.text[end:].lstrip(" ,"))
    return [
        line._replace(
            text=line.text[:end].rstrip(" ,"), right=middle, hyphenated=False,
            raised=tuple(span for span in line.raised if span[1] <= end),
        ),
        line.text_from(start)._replace(bottom=line.bottom - 2 * ROW, top=line.top - 2 * ROW),
    ]  # fmt: skip


def _moved_below(last: Line, after: Sequence[Line]) -> list[Line]:
    """Return the lines of a page as if they were below a line of the page before."""
    top = max((line.bottom for line in after), default=0.0)
    shift = last.bottom - _LEADING * last.size - top
    # Only the first page tells whether long lines are bold.
    return [
        line._replace(
            bottom=line.bottom + shift,
            top=line.top + shift,
            bold=last.bold if line.size == last.size else line.bold,
        )
        for line in sorted(after, key=lambda line: (-line.bottom, line.left))
    ]


def _is_centred(title: Sequence[Line], page: Sequence[Line]) -> bool:
    """Return whether the lines of a title have their centres in common.

    One line has that of the page, or of the longer line below it.
    """
    size = title[0].size
    if len(title) > 1:
        lefts = [line.left for line in title]
        middles = [(line.left + line.right) / 2 for line in title]
        apart = max(lefts) - min(lefts)
        return apart > size or max(middles) - min(middles) < min(apart, _SAME_MIDDLE * size)
    middle = min(line.left for line in page) + max(line.right for line in page)
    below = max(
        (line for line in page if line.bottom < title[0].bottom and line.size),
        key=lambda line: line.bottom,
        default=title[0],
    )
    own = title[0].left + title[0].right
    is_over = abs(own - below.left - below.right) < size and below.left < title[0].left - size
    return is_over or abs(own - middle) < 3 * size


def _end(below: Sequence[Line], left: float, right: float, *, centred: bool) -> float:
    """Return the height at which no more authors can follow."""
    for place, line in enumerate(below):
        beside = line.left > right or line.right < left
        if beside and not centred:
            continue
        if front.ends_authors(line.text):
            if front.is_heading(line.text) or _names_before(below[:place]):
                return line.bottom + ROW * line.size
        elif (
            front.is_prose(line.text)
            and not CONTACT.match(line.text)
            and _names_before(below[:place])
            and not INSTITUTION.search(line.text)
            and not _is_beside_names(line, below, place)
        ):
            return line.bottom + ROW * line.size
    return _NOWHERE


def _is_beside_names(line: Line, below: Sequence[Line], place: int) -> bool:
    """Return whether a line of text is in another column than the names, which go on below it."""
    before = [one for one in below[:place] if people(one)[0]]
    if any(front.overlap(one, line) > 0 for one in before):
        return False
    after = [one for one in below[place:] if _is_next_name(before[-1], one)]
    return bool(after)


def _is_next_name(last: Line, line: Line) -> bool:
    """Return whether a line below a name is a name in its column and style."""
    found, others = people(line)
    is_below = -ROW * line.size < last.bottom - line.bottom < 2.2 * last.size
    is_same = front.same_style(last, line) and abs(last.left - line.left) < last.size
    return bool(found) and not others and is_below and is_same and line.text != last.text


def _names_before(lines: Iterable[Line]) -> bool:
    return any(people(line)[0] for line in lines)


def _named_lines(region: Sequence[Line]) -> list[NamedLine]:
    """Return the lines with names in the style of the first of them."""
    named: list[NamedLine] = []
    of_others = roles.of_others(region)
    for line in _rejoined(region):
        if line in of_others or CONTACT.match(line.text) or title_names.is_type(line.text):
            continue
        found, others = people(line)
        if _is_marked(line):
            marks_first = not named or _is_marked(named[0].line)
            if not (marks_first and line.raised and len(found) == 1 and not others):
                continue
        elif MARKED.match(line.text) and not (named and _AND.match(line.text)):
            continue
        if not found or len(found) < _MIN_NAMED * (len(found) + others):
            continue
        if named and not front.same_style(named[0].line, line, _NAMES_TOLERANCE):
            continue
        named.append(NamedLine(line, found))
    return named


def _is_marked(line: Line) -> bool:
    """Return whether a line begins with a raised mark."""
    return bool(line.raised) and line.raised[0][0] == 0


def _rejoined(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name that goes on on the next line is whole."""
    joined: list[Line] = []
    for line in region:
        if joined and _breaks_name(joined[-1], line):
            before = joined[-1]
            space = " " * (not before.text.endswith("-"))
            offset = len(before.text) + len(space)
            raised = tuple((start + offset, end + offset) for start, end in line.raised)
            joined[-1] = before._replace(
                text=f"{before.text}{space}{line.text}", raised=(*before.raised, *raised),
                bottom=line.bottom, left=min(before.left, line.left),
                right=max(before.right, line.right),
            )  # fmt: skip
        else:
            joined.append(line)
    return joined


def _breaks_name(before: Line, line: Line) -> bool:
    """Return whether the last name of a line of several is broken before its family name."""
    is_below = 0 < before.bottom - line.bottom < 2.2 * before.size
    if not (is_below and front.same_style(before, line) and front.overlap(before, line) > 0):
        return False
    last = before.text[before.raised[-1][1] :] if before.raised else before.text
    last = _SEPARATOR.split(last)[-1].strip(" &")
    start = line.text[: line.raised[0][0]] if line.raised else line.text
    first = cleaned(_SEPARATOR.split(start)[0])
    joint = "" if last.endswith("-") else " "
    if not last or DEGREE.fullmatch(last) or not is_name(cleaned(f"{last}{joint}{first}")):
        return False
    if before.raised:
        return True
    if _SEPARATOR.search(before.text) is None or is_name(cleaned(last)):
        return False
    named, others = people(before)
    return not is_name(first) or len(named) > others


def _author(person: Person, affiliations: tuple[str, ...], emails: Sequence[str]) -> Author:
    given, family = split_name(person.name)
    return Author(
        person.name, given, family, tuple(filter(None, affiliations)),
        _own_email(given, family, emails),
    )  # fmt: skip


def _own_email(given: str, family: str, emails: Sequence[str]) -> str:
    """Return the address that contains the family name, or the given name."""
    names = [_folded(family), _folded(family.rpartition(" ")[2]), _folded(given.partition(" ")[0])]
    for name in names:
        for email in emails:
            local = _folded(email.partition("@")[0])
            is_part = len(local) > _MIN_LOCAL and local in name
            if len(name) >= _MIN_LOCAL and (name in local or is_part):
                return email
    initials = "".join(word[0] for word in _words(given, family))
    return next((one for one in emails if _folded(one.partition("@")[0]) == initials), "")


def _words(given: str, family: str) -> list[str]:
    return [_folded(word) for word in f"{given} {family}".split() if _folded(word)]


def _folded(text: str) -> str:
    """Return the letters of a text in lower case, without diacritics."""
    return "".join(
        character
        for character in unicodedata.normalize("NFKD", text).lower()
        if character.isalpha() and not unicodedata.combining(character)
    )


def _of_all(authors: Sequence[Author]) -> list[Author]:
    """Return the authors, each name once."""
    by_name: dict[str, Author] = {}
    for author in authors:
        by_name.setdefault(_folded(author.name), author)
    return list(by_name.values())


def with_orcids(authors: Sequence[Author], lines: Sequence[Line]) -> tuple[Author, ...]:
    """Return the authors with the identifiers that are on lines with their names."""
    if not authors:
        return ()
    identified: dict[int, str] = {}
    for line in lines:
        for match in _ORCID.finditer(line.text):
            before = _folded(line.text[: match.start()])
            places = [
                (before.rfind(_folded(author.family)), number)
                for number, author in enumerate(authors)
                if len(_folded(author.family)) > 1 and _folded(author.family) in before
            ]
            if places:
                identified.setdefault(max(places)[1], match[1])
    return tuple(
        Author(one.name, one.given, one.family, one.affiliations, one.email, identified.get(n, ""))
        for n, one in enumerate(authors)
    )
