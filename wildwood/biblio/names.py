"""Divide fields of several names into authors."""

import re
from collections.abc import Iterable, Iterator

from wildwood.biblio.person import INSTITUTIONS, SUFFIX, Person, is_particle
from wildwood.biblio.words import words

_INSTITUTION = words(*INSTITUTIONS)
_WRITTEN_LIST = re.compile(r"""\[\s*['"].*['"]\s*\]""", re.DOTALL)
_NEXT_ITEM = re.compile(r"""['"]\s*,\s*['"]""")
_SEPARATOR = re.compile(r"\s*[;|]\s*")
_LISTED_AND = re.compile(r",?\s+(?:and|&)\s+|,\s*&\s*", re.IGNORECASE)
_LOOSE_AND = re.compile(r"^(?:and|&)\s+|\s+(?:and|&)$")
_ET_AL = re.compile(
    r"(?:,|;|&|\band\b)?\s*\b(?:et\.?\s+al\b\.?|and\s+others\.?)\s*$|(?:^|[;|])\s*others\.?\s*$",
    re.IGNORECASE,
)
_OTHERS_END = ("al", "al.", "others", "others.")
_NUMBER = re.compile(r"\s*\(\d{4,}\)")  # the number of an author, as Scopus puts it after the name
_LISTED_INITIALS = re.compile(r"(?:[^\W\d_]\.-?\s*)+|[^\W\d_](?:[-\s][^\W\d_])*")
_PLAIN = re.compile(
    r"[^\W\d_]{2,}+(?:-[^\W\d_]+)?, (?!and\b)[^\W\d_]++(?:-[^\W\d_]+|\.)?(?: [^\W\d_]\.?)*",
    re.IGNORECASE,
)  # only a suffix is split from it by the rules below: "Keen, Michael J."
_INITIALS_TOGETHER = re.compile(r"[^\W\d_a-z]{2,3}")  # "Keen MJ"; only after another word


def authors_in(text: str) -> tuple[Person, ...]:
    """Read names, such as "Family, Given" and "Family G"; an ambiguous comma separates names."""
    if _WRITTEN_LIST.fullmatch(text):
        items = _NEXT_ITEM.split(text.strip("[]'\" "))
        return tuple(author for item in items for author in author_in(item))
    return tuple(_read(text, is_one=False))


def author_in(text: str) -> tuple[Person, ...]:
    """Read a field of one name; divide several if that is clear and no comma is at the end."""
    if _PLAIN.fullmatch(text):
        family, given = text.split(", ")
        if not SUFFIX.fullmatch(given.rpartition(" ")[2]):
            return (Person(family, given),)
    return tuple(_read(text, is_one=True))


def _read(text: str, *, is_one: bool) -> Iterator[Person]:
    if is_one and text.rstrip().endswith(","):
        if name := " ".join(text.split()).rstrip(", "):
            yield Person(name)
        return
    whole = _NUMBER.sub("", " ".join(text.split()))
    if whole.lower().endswith(_OTHERS_END):
        whole = _ET_AL.sub("", whole)
    parts = _SEPARATOR.split(whole)
    for part in parts:
        pieces = _divided_at_and(_LOOSE_AND.sub("", part))
        are_inverted = len(pieces) > 1 and all(piece.count(",") == 1 for piece in pieces)
        for piece in pieces:
            yield from _divide_at_commas(piece, is_one=is_one or are_inverted or len(parts) > 1)


def _divided_at_and(text: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for match in _LISTED_AND.finditer(text):
        before, after = text[start : match.start()], text[match.end() :]
        begins_name = _INSTITUTION.search(after) or any(sign in after for sign in ",.")
        if begins_name or not _INSTITUTION.search(before):  # not Ministry of Finance and Economy
            pieces.append(before)
            start = match.end()
    return [*pieces, text[start:]]


def _divide_at_commas(text: str, *, is_one: bool) -> Iterator[Person]:
    if "," not in text:
        if name := text.strip():
            yield Person(name)
        return
    parts = join_suffixes(part.strip() for part in text.split(","))
    if is_one and len(parts) == len(Person._fields) and not _are_two(*parts):
        yield _inverted(*parts)
        return
    position = 0
    while position < len(parts):
        pair = parts[position : position + 2]
        if len(pair) > 1 and _has_inverted_form(*pair):
            yield _inverted(*pair)
            position += 2
        else:
            yield Person(pair[0])
            position += 1


def _inverted(family: str, given: str) -> Person:
    """Make an author; a suffix after the given name belongs to the family name."""
    *before, last = given.split()
    if before and SUFFIX.fullmatch(last):
        return Person(f"{family} {last}", " ".join(before))
    return Person(family, given)


def join_suffixes(parts: Iterable[str]) -> list[str]:
    """Join a suffix such as "Jr." to the part before it, and drop empty parts."""
    joined: list[str] = []
    for part in parts:
        if joined and SUFFIX.fullmatch(part):
            joined[-1] += f" {part}"
        elif part:
            joined.append(part)
    return joined


def _are_two(first: str, second: str) -> bool:
    """Return whether parts are two names (M. Keen, J. Slemrod), not one (M. McPherson, Jana)."""
    if not _is_whole(first):
        return False
    is_given = not re.search(r"[\s.]", second) or _LISTED_INITIALS.fullmatch(second) is not None
    return not is_given or _INSTITUTION.search(first) is not None


def _has_inverted_form(family: str, given: str) -> bool:
    if _is_whole(family) or _INSTITUTION.search(given):
        return False
    words = given.split()
    has_initials = any(map(_LISTED_INITIALS.fullmatch, (given, *words[-1:])))
    return has_initials or len(words) == 1 or len(_words_of_family(family)) == 1


def _is_whole(part: str) -> bool:
    """Return whether a part is a whole name: M. Keen, Keen M, Keen MJ, World Bank."""
    words = _words_of_family(part)
    return len(words) > 1 and (
        _INSTITUTION.search(part) is not None
        or _LISTED_INITIALS.fullmatch(words[0]) is not None
        or _LISTED_INITIALS.fullmatch(words[-1]) is not None
        or _INITIALS_TOGETHER.fullmatch(words[-1]) is not None
    )


def _words_of_family(part: str) -> list[str]:
    words = part.split()
    if len(words) > 1 and SUFFIX.fullmatch(words[-1]):
        words.pop()
    while len(words) > 1 and is_particle(words[0]):
        del words[0]
    return words
