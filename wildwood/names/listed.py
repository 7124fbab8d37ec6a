"""Divide fields of names, in the forms that people write them, into one author each."""

import re
from collections.abc import Iterable, Iterator

from wildwood.names.name_words import SUFFIX, is_particle
from wildwood.names.person import INSTITUTION, Person

_WRITTEN_LIST = re.compile(r"""\[\s*['"].*['"]\s*\]""", re.DOTALL)
_NEXT_ITEM = re.compile(r"""['"]\s*,\s*['"]""")
_SEPARATOR = re.compile(r"\s*[;|]\s*")
_AND = re.compile(r",?\s+(?:and|&)\s+|,\s*&\s*", re.IGNORECASE)
_LOOSE_AND = re.compile(r"^(?:and|&)\s+|\s+(?:and|&)$")
_OTHERS = re.compile(
    r"(?:,|;|&|\band\b)?\s*\b(?:et\.?\s+al\b\.?|and\s+others\.?)\s*$|(?:^|[;|])\s*others\.?\s*$",
    re.IGNORECASE,
)
_OTHERS_END = ("al", "al.", "others", "others.")
_NUMBER = re.compile(r"\s*\(\d{4,}\)")
"""The number of an author, as Scopus puts it after the name."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?\s*)+|[^\W\d_](?:[-\s][^\W\d_])*")
_PLAIN = re.compile(
    r"[^\W\d_]{2,}+(?:-[^\W\d_]+)?, (?!and\b)[^\W\d_]++(?:-[^\W\d_]+|\.)?(?: [^\W\d_]\.?)*",
    re.IGNORECASE,
)
"""A name that all rules below leave alone unless it ends in a suffix: "Keen, Michael J."."""
_INITIALS_TOGETHER = re.compile(r"[^\W\d_a-z]{2,3}")
"""As in "Keen MJ". It can be a name of its own, so it counts only after another word."""


def authors_in(text: str) -> tuple[Person, ...]:
    """Read a field that can have several names.

    They are separated by `;`, `|`, "and", "&" or commas, and written given name first, as
    "Family, Given" or as "Family G". Where the form leaves it open, as in "Alex Bryson, Dora
    Costa", a comma separates names. Programs also write a list as ['Keen, M.', 'Slemrod, J.'].
    """
    if _WRITTEN_LIST.fullmatch(text):
        items = _NEXT_ITEM.split(text.strip("[]'\" "))
        return tuple(author for item in items for author in author_in(item))
    return tuple(_read(text, is_one=False))


def author_in(text: str) -> tuple[Person, ...]:
    """Read a field that should have one name; where the form leaves it open, it has.

    Real files have several names even here, so those that the form tells apart are divided. A
    comma at the end makes it one name that is not divided, as reference managers have it for
    institutions.
    """
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
        whole = _OTHERS.sub("", whole)
    parts = _SEPARATOR.split(whole)
    for part in parts:
        pieces = _divided_at_and(_LOOSE_AND.sub("", part))
        are_inverted = len(pieces) > 1 and all(piece.count(",") == 1 for piece in pieces)
        for piece in pieces:
            yield from _from_commas(piece, is_one=is_one or are_inverted or len(parts) > 1)


def _divided_at_and(text: str) -> list[str]:
    """Divide at "and", but not within the name of an institution."""
    pieces: list[str] = []
    start = 0
    for found in _AND.finditer(text):
        before, after = text[start : found.start()], text[found.end() :]
        if not _is_one_institution(before, after):
            pieces.append(before)
            start = found.end()
    return [*pieces, text[start:]]


def _is_one_institution(before: str, after: str) -> bool:
    """Return whether "and" is within one name: Ministry of Finance and Economy."""
    return bool(INSTITUTION.search(before)) and not (
        INSTITUTION.search(after) or any(sign in after for sign in ",.")
    )


def _from_commas(text: str, *, is_one: bool) -> Iterator[Person]:
    """Read names separated by commas, of which some can be inverted."""
    if "," not in text:
        if name := text.strip():
            yield Person(name)
        return
    parts = _with_suffixes(part.strip() for part in text.split(","))
    if is_one and len(parts) == len(Person._fields) and not _are_two(*parts):
        yield _inverted(*parts)
        return
    position = 0
    while position < len(parts):
        pair = parts[position : position + 2]
        if len(pair) > 1 and _is_inverted(*pair):
            yield _inverted(*pair)
            position += 2
        else:
            yield Person(pair[0])
            position += 1


def _inverted(family: str, given: str) -> Person:
    """Make an author, with a suffix after the given name behind the family name."""
    *before, last = given.split()
    if before and SUFFIX.fullmatch(last):
        return Person(f"{family} {last}", " ".join(before))
    return Person(family, given)


def _with_suffixes(parts: Iterable[str]) -> list[str]:
    """Put a suffix such as "Jr." behind the part before it, and leave out empty parts."""
    joined: list[str] = []
    for part in parts:
        if joined and SUFFIX.fullmatch(part):
            joined[-1] += f" {part}"
        elif part:
            joined.append(part)
    return joined


def _are_two(first: str, second: str) -> bool:
    """Return whether two parts are names of their own: M. Keen, J. Slemrod.

    In "M. McPherson, Jana" they are not: some tools put a middle initial before the family name.
    """
    if not _is_whole(first):
        return False
    is_given = not re.search(r"[\s.]", second) or _INITIALS.fullmatch(second) is not None
    return not is_given or INSTITUTION.search(first) is not None


def _is_inverted(family: str, given: str) -> bool:
    """Return whether two parts are a family name and the given name that belongs to it."""
    if _is_whole(family) or INSTITUTION.search(given):
        return False
    words = given.split()
    return (
        _is_family(family)
        or len(words) == 1
        or _INITIALS.fullmatch(given) is not None
        or _INITIALS.fullmatch(words[-1]) is not None
    )


def _is_whole(part: str) -> bool:
    """Return whether a part is a whole name: M. Keen, Keen M, Keen MJ, World Bank."""
    words = _words_of_family(part)
    return len(words) > 1 and (
        INSTITUTION.search(part) is not None
        or _INITIALS.fullmatch(words[0]) is not None
        or _INITIALS.fullmatch(words[-1]) is not None
        or _INITIALS_TOGETHER.fullmatch(words[-1]) is not None
    )


def _is_family(part: str) -> bool:
    """Return whether a part is one word, with particles before it and a suffix behind it."""
    return len(_words_of_family(part)) == 1


def _words_of_family(part: str) -> list[str]:
    """Return the words of a part without the particles before it and a suffix behind it."""
    words = part.split()
    if len(words) > 1 and SUFFIX.fullmatch(words[-1]):
        words.pop()
    while len(words) > 1 and is_particle(words[0]):
        del words[0]
    return words
