"""Find the authors below the title, with their affiliations and addresses."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wildwood.extraction.fields import front
from wildwood.extraction.fields.people import Person, cleaned, is_name, people, split_name
from wildwood.extraction.model import Author, Line

_SIZE_TOLERANCE = 0.06
_NAMES_TOLERANCE = 0.1
"""How much the font sizes of names can differ, relative to the size."""
_SIDE = 2.0
"""How far left of the title its authors can begin, in font sizes."""
_MIN_NAMED = 0.6
"""The least share of the parts of a line of authors that are names."""
_ROW = 0.5
"""How much the baselines of one row can differ, in font sizes."""
_EMAIL = re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+")
_EMAIL_GROUP = re.compile(r"[{(\[]\s*([\w.+\s,;|/-]+?)\s*[})\]]\s?@\s?([\w-]+(?:\.[\w-]+)+)")
_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
_MARKED = re.compile(r"^\(?(\d{1,2}|[a-z]|[*†‡§¶#∗⋆])[.):]?\s?(?=[^\W\d_a-z]|\s)")
_MARKED_INSIDE = re.compile(r"(?:(?<=[;,.–—])\s|^)\(?(\d{1,2})[.)]?\s(?=[^\W\d_a-z])")
_CONTACT = re.compile(
    r"(?:\*?\s?correspond\w*|e-?mails?\b|address(?:es)?\b\s?:|contact|tel\b|fax\b|phone|"
    r"author(?:s)? contributed|these authors|equal|orcid|present address|deceased)", re.IGNORECASE
)  # fmt: skip
_SEPARATOR = re.compile(r",|\band\b|;|·|•|\d")
_LABEL = re.compile(r"^(?:address(?:es)?|affiliations?|from)\s*:\s*", re.IGNORECASE)
_INSTITUTION = re.compile(
    r"\b(?:univ\w*|institu\w*|depart\w*|dept|départ\w*|laborat\w*|labor|labs?|school|college|facul\w*|"
    r"fakult\w*|cent(?:er|re|ro|rum)|zentrum|hospital\w*|clinic\w*|klinik\w*|academ\w*|akademie|"
    r"minist\w*|agency|council|foundation|corporation|corp|inc|ltd|llc|gmbh|company|technolog\w*|"
    r"research|recherche\w*|national\w*|polytech\w*|politec\w*|équipe|école|ecole|cnrs|inria|umr|csic|"
    r"division|section|unit|group|society|association|museum|observatory|bank|service|"
    r"google|microsoft|ibm|nasa|cern|mit|eth|epfl|max[\s-]planck\S*|fraunhofer)\b", re.IGNORECASE
)  # fmt: skip
_MIN_LOCAL = 3
"""The least length of a name that an address can contain."""
_PUNCTUATION = " .,;:–—-|"


@dataclass(frozen=True, slots=True)
class _NamedLine:
    line: Line
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Byline:
    """The authors of a document, all affiliations and all e-mail addresses beside them."""

    authors: tuple[Author, ...] = ()
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """The indexes of their lines on the first page."""


def find(page: Sequence[Line], title: Sequence[int]) -> Byline:
    """Return the authors of a page whose title is the lines at these indexes."""
    region = _region(page, [page[place] for place in title])
    named = _named_lines(region)
    if not named:
        return Byline()
    of_names = {one.line for one in named}
    others = [
        line for line in region if line not in of_names and line.bottom <= named[0].line.bottom
    ]
    affiliations = _Affiliations(named, others)
    emails = _emails(region)
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


def _region(page: Sequence[Line], title: Sequence[Line]) -> list[Line]:
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
    end = _end(below, left, right, centred=is_centred)
    return [line for line in below if line.bottom > end]


def _is_centred(title: Sequence[Line], page: Sequence[Line]) -> bool:
    """Return whether the lines of a title have their centres in common, or one line the page's."""
    size = title[0].size
    if len(title) > 1:
        lefts = [line.left for line in title]
        return max(lefts) - min(lefts) > size
    middle = min(line.left for line in page) + max(line.right for line in page)
    return abs(title[0].left + title[0].right - middle) < 3 * size


def _end(below: Sequence[Line], left: float, right: float, *, centred: bool) -> float:
    """Return the height at which no more authors can follow."""
    for place, line in enumerate(below):
        beside = line.left > right or line.right < left
        if beside and not centred:
            continue
        if front.ends_authors(line.text):
            if front.is_heading(line.text) or _names_before(below[:place]):
                return line.bottom + _ROW * line.size
        elif (
            front.is_prose(line.text)
            and not _CONTACT.match(line.text)
            and _names_before(below[:place])
            and not _INSTITUTION.search(line.text)
        ):
            return line.bottom + _ROW * line.size
    return -1e9


def _names_before(lines: Iterable[Line]) -> bool:
    return any(people(line)[0] for line in lines)


def _named_lines(region: Sequence[Line]) -> list[_NamedLine]:
    """Return the lines with names in the style of the first of them."""
    named: list[_NamedLine] = []
    for line in _rejoined(region):
        if _MARKED.match(line.text) or (line.raised and line.raised[0][0] == 0):
            continue
        if _CONTACT.match(line.text) or front.is_article_type(line.text):
            continue
        found, others = people(line)
        if not found or len(found) < _MIN_NAMED * (len(found) + others):
            continue
        if named and not _same_style(named[0].line, line, _NAMES_TOLERANCE):
            continue
        named.append(_NamedLine(line, tuple(found)))
    return named


def _rejoined(region: Sequence[Line]) -> list[Line]:
    """Return lines in which a name that goes on on the next line is whole."""
    joined: list[Line] = []
    for line in region:
        if joined and _breaks_name(joined[-1], line):
            before = joined[-1]
            offset = len(before.text) + 1
            raised = tuple((start + offset, end + offset) for start, end in line.raised)
            joined[-1] = before._replace(
                text=f"{before.text} {line.text}", raised=(*before.raised, *raised),
                bottom=line.bottom, left=min(before.left, line.left),
                right=max(before.right, line.right),
            )  # fmt: skip
        else:
            joined.append(line)
    return joined


def _breaks_name(before: Line, line: Line) -> bool:
    """Return whether the last name of a line of several is broken before its family name."""
    if not _same_style(before, line) or not front.overlap(before, line) > 0:
        return False
    if not 0 < before.bottom - line.bottom < 2.2 * before.size:
        return False
    if before.text.rstrip().endswith((",", ";", "and", "&")):
        return False
    last = cleaned(_SEPARATOR.split(before.text)[-1])
    start = line.text[: line.raised[0][0]] if line.raised else line.text
    first = cleaned(_SEPARATOR.split(start)[0])
    if not last or not is_name(f"{last} {first}"):
        return False
    if before.raised:
        return before.raised[-1][1] < len(before.text)
    return _SEPARATOR.search(before.text) is not None and not is_name(last) and not is_name(first)


def _same_style(one: Line, other: Line, tolerance: float = _SIZE_TOLERANCE) -> bool:
    return abs(one.size - other.size) <= tolerance * one.size and one.bold == other.bold


class _Affiliations:
    """The affiliations of the lines below the names, by their marks or by their places."""

    def __init__(self, named: Sequence[_NamedLine], others: Sequence[Line]) -> None:
        self._named = named
        self._by_mark: dict[str, list[str]] = {}
        self._by_line: dict[Line, list[str]] = {one.line: [] for one in named}
        marks = {mark for one in named for person in one.people for mark in person.marks}
        self._marks = marks
        pieces = list(self._pieces([line for line in others if _is_affiliation(line)]))
        for mark, text in pieces:
            if mark in marks and mark and text:
                self._by_mark.setdefault(mark, []).append(text)
        self._common = [text for mark, text in pieces if text and not mark]
        if not self._by_mark:
            for line, text in self._stacked(others):
                self._by_line[line].append(text)

    def all(self) -> tuple[str, ...]:
        """Return all affiliations, each once."""
        marked = [text for texts in self._by_mark.values() for text in texts]
        stacked = [text for texts in self._by_line.values() for text in texts]
        return tuple(dict.fromkeys(marked + stacked if marked or stacked else self._common))

    def of(self, person: Person, line: Line) -> tuple[str, ...]:
        """Return the affiliations of a person on a line."""
        if self._by_mark:
            texts = [text for mark in person.marks for text in self._by_mark.get(mark, [])]
            return tuple(dict.fromkeys(texts))
        return tuple(dict.fromkeys(self._by_line[line]))

    def _pieces(self, lines: Sequence[Line]) -> Iterable[tuple[str, str]]:
        """Yield the affiliations, each with its mark, if any."""
        current: tuple[str, str] | None = None
        for line in lines:
            for mark, text in self._divided(line):
                if mark or current is None:
                    if current:
                        yield current[0], _tidy(current[1])
                    current = (mark, text)
                else:
                    current = (current[0], f"{current[1]} {text}")
        if current:
            yield current[0], _tidy(current[1])

    def _divided(self, line: Line) -> list[tuple[str, str]]:
        """Divide a line before each mark of an affiliation; the first part can lack one."""
        text = _LABEL.sub("", line.text)
        shift = len(line.text) - len(text)
        cuts = [
            (start - shift, end - shift, mark.strip("()., "))
            for start, end in line.raised
            for mark in [line.text[start:end]]
            if start >= shift and mark.strip("()., ") in self._marks
        ]
        if not cuts:
            cuts = [
                (match.start(), match.end(), match[1])
                for pattern in (_MARKED, _MARKED_INSIDE)
                for match in pattern.finditer(text)
                if match[1] in self._marks
            ]
            cuts = sorted({cut[2]: cut for cut in reversed(cuts)}.values())
        ends = [(len(text), 0, ""), *cuts]
        parts = [("", text[: min(end[0] for end in ends)])]
        if cuts and not text[cuts[-1][1] :].strip() and text[: cuts[0][0]].strip():
            return [(cuts[0][2], text[: cuts[0][0]])]
        for cut, after in pairwise([*cuts, (len(text), 0, "")]):
            parts.append((cut[2], text[cut[1] : after[0]]))
        return [(mark, part) for mark, part in parts if part.strip(_PUNCTUATION)]

    def _stacked(self, others: Sequence[Line]) -> Iterable[tuple[Line, str]]:
        """Yield each affiliation with each line of names that it is below."""
        rows: dict[tuple[Line, ...], list[Line]] = {}
        for line in others:
            if _is_affiliation(line):
                rows.setdefault(self._above(line, others), []).append(line)
        for names, lines in rows.items():
            text = _tidy(" ".join(line.text for line in lines))
            for name in names:
                if text:
                    yield name, text

    def _above(self, line: Line, others: Sequence[Line]) -> tuple[Line, ...]:
        """Return the lines of names directly above an affiliation, in its column if there are."""
        above = [one.line for one in self._named if one.line.bottom > line.bottom]
        if not above:
            return ()
        nearest = min(above, key=lambda one: one.bottom)
        row = [one for one in above if abs(one.bottom - nearest.bottom) < _ROW * one.size]
        if len(row) > 1:
            centre = (line.left + line.right) / 2
            return (min(row, key=lambda one: abs((one.left + one.right) / 2 - centre)),)
        group = [nearest]
        for one in sorted(above, key=lambda one: one.bottom):
            between = any(group[-1].bottom < other.bottom < one.bottom for other in others)
            if one is not nearest and not between:
                group.append(one)
            elif one is not nearest:
                break
        return tuple(group)


def _is_affiliation(line: Line) -> bool:
    text = line.text
    if _CONTACT.match(text) and not _LABEL.match(text):
        return False
    without = _EMAIL.sub("", _EMAIL_GROUP.sub("", text)).strip(_PUNCTUATION)
    return (
        sum(character.isalpha() for character in without) > 1
        and not front.ends_authors(without)
        and not front.is_article_type(without)
    )


def _tidy(text: str) -> str:
    """Return an affiliation without e-mail addresses; empty if it does not look like one."""
    text = _EMAIL.sub(" ", _EMAIL_GROUP.sub(" ", text))
    text = re.sub(r"\be-?mails?\b\s*:?", " ", text, flags=re.IGNORECASE)
    text = " ".join(text.split()).strip(_PUNCTUATION)
    is_place = "," in text and text[:1].isupper()
    return text if _INSTITUTION.search(text) or is_place else ""


def _emails(region: Sequence[Line]) -> list[str]:
    """Return the addresses of the lines; `{a,b}@example.org` is two."""
    found: list[str] = []
    for line in region:
        for group in _EMAIL_GROUP.finditer(line.text):
            names = re.split(r"[\s,;|/]+", group[1])
            found += [f"{name}@{group[2]}" for name in names if name]
        found += [
            address.replace(" ", "") for address in _EMAIL.findall(_EMAIL_GROUP.sub(" ", line.text))
        ]
    return list(dict.fromkeys(found))


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
