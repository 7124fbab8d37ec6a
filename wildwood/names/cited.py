"""Separate the names of several people in a text."""

import re
from collections.abc import Sequence
from itertools import chain, starmap

from wildwood.lexicon.patterns import uncapitalised
from wildwood.names.forms import DEGREE
from wildwood.names.name_words import AND_OTHERS, INITIALS, PARTICLE, SUFFIX
from wildwood.names.person import is_institution

_AND = re.compile(
    r"\s*(?:;|•|·|\||\n)\s*|"
    rf",?\s*(?:\b{uncapitalised('conjunctions')}\b(?:(?<=\w\w)|(?=\s(?:[^\W\d_a-z]|{PARTICLE}\s)))|&)\s*"
)
_AND_OTHERS = re.compile(rf",?\s*(?:\b{AND_OTHERS}|…|\.\.\.)\s*")
_MARKS = re.compile(r"[\d*†‡§¶#∗⋆]+")
_SUFFIX = re.compile(rf"\s{SUFFIX.pattern}$")
_EDITORS = re.compile(r"(?:eds?|editors?|hrsg)\.?", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_a-z][.\s]")
_ALL = 10_000
"""More names than a list has."""
_MORE_THAN_NAMES = re.compile(r"[\[\]]|[a-z]{3}\.\s")
"""The end of a sentence, or a bracket."""
_PAIR = 2
"""The parts of an inverted name: the family name and the given names."""
_MAX_GIVEN_NAMES = 3
_FULL_STOP = re.compile(r"(?<=[a-z]{3})\.$")


def cited_names(text: str) -> tuple[str, ...]:
    """Return the authors of a reference; `Knuth, D. E.` is one."""
    text = _AND_OTHERS.sub(", ", re.sub(r"\(.*?\)\.?", " ", text))
    groups = [parts for group in _AND.split(text) if (parts := _parts(group))]
    inverted = _count_inverted(groups, has_semicolon=";" in text)
    people: list[str] = []
    for group in groups:
        first = len(people)
        for part in group:
            is_open = len(people) > first and "," not in people[-1]
            if is_open and _completes(part, people[-1], can_be_full=len(people) <= inverted):
                people[-1] += f", {part}"
            else:
                people.append(part)
    return tuple(_FULL_STOP.sub("", person) for person in people)


def _parts(group: str) -> list[str]:
    """Return the parts between commas, each with the suffix after it, without `ed.`."""
    parts: list[str] = []
    for part in (part.strip(" ,:") for part in group.split(",")):
        if parts and SUFFIX.fullmatch(part):
            parts[-1] += f" {part}"
        elif any(map(str.isalpha, part)) and not _EDITORS.fullmatch(part):
            parts.append(part)
    return parts


def _completes(part: str, family: str, *, can_be_full: bool) -> bool:
    """Return whether a part is the given names that belong to the family name before it."""
    if INITIALS.fullmatch(_SUFFIX.sub("", part)) and len(family) > 1 and family[-1] != ".":
        return True
    return can_be_full and not (is_institution(family) or is_institution(part))


def _count_inverted(groups: Sequence[Sequence[str]], *, has_semicolon: bool) -> int:
    """Return how many names can be inverted with full given names: all, the first or none.

    Args:
        groups: the parts between commas, divided at conjunctions and semicolons.
        has_semicolon: whether a semicolon divides them, so that each can have a form of its own.
    """
    people = [[part for part in group if not is_institution(part)] for group in groups]
    people = list(filter(None, people))
    parts = list(chain.from_iterable(people))
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    are_even = all(len(group) % _PAIR == 0 for group in people)
    if has_semicolon and all(len(group) <= _PAIR for group in people):
        return _ALL
    if are_even and all(starmap(_is_inverted if len(people) == 1 else _can_be_inverted, pairs)):
        return _ALL
    is_first = bool(people and people[0][1:]) and _is_inverted(*pairs[0])
    return int(is_first and not any(map(_is_family_alone, parts[_PAIR:])))


def _is_family_alone(part: str) -> bool:
    return len(_without_particles(part)) <= 1 and INITIALS.fullmatch(part) is None


def _can_be_inverted(family: str, given: str) -> bool:
    """Return whether two parts can be a family name and given names."""
    behind = _SUFFIX.sub("", family).split()[1:]
    has_initials = _INITIAL.match(family) or any(map(INITIALS.fullmatch, behind))
    is_more = _MORE_THAN_NAMES.search(given) or len(_without_particles(given)) > _MAX_GIVEN_NAMES
    return not (has_initials or is_more)


def _is_inverted(family: str, given: str) -> bool:
    """Return whether two parts are a family name and given names, rather than two names."""
    names = given.split()
    is_short = len(_without_particles(family)) == 1 or len(names) == 1 or names[-1][1:] in {"", "."}
    return is_short and _can_be_inverted(family, given)


def _without_particles(name: str) -> list[str]:
    return [word for word in name.split() if not word.islower()]


def header_names(text: str) -> tuple[str, ...]:
    """Return the authors of a header, without reference marks and degrees."""
    text = _MARKS.sub(", ", text)
    candidates = (
        " ".join(part.split()).strip(" .,-–:()[]")
        for group in _AND.split(text)
        for part in group.split(",")
    )
    return tuple(
        name
        for name in candidates
        if len(name.split()) > 1 and name[0].isalpha() and not DEGREE.fullmatch(name)
    )
