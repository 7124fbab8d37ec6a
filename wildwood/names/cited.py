"""Separate the names of several people in a text."""

import re

from wildwood.lexicon.patterns import uncapitalised
from wildwood.names.forms import DEGREE
from wildwood.names.name_words import AND_OTHERS, INITIALS, PARTICLE, SUFFIX

_AND = re.compile(
    r"\s*(?:;|•|·|\||\n)\s*|"
    rf",?\s*(?:\b{uncapitalised('conjunctions')}\b(?:(?<=\w\w)|(?=\s(?:[^\W\d_a-z]|{PARTICLE}\s)))|&)\s*"
)
_AND_OTHERS = re.compile(rf",?\s*(?:\b{AND_OTHERS}|…|\.\.\.)\s*")
_MARKS = re.compile(r"[\d*†‡§¶#∗⋆]+")
_MAX_GIVEN_NAMES = 2
_FULL_STOP = re.compile(r"(?<=[a-z]{3})\.$")


def cited_names(text: str) -> tuple[str, ...]:
    """Return the authors of a reference; `Knuth, D. E.` is one."""
    text = _AND_OTHERS.sub(", ", re.sub(r"\(.*?\)", " ", text))
    people: list[str] = []
    for group in _AND.split(text):
        parts = [part.strip(" ,:") for part in group.split(",")]
        in_group: list[str] = []
        for part in filter(None, parts):
            if in_group and "," not in in_group[-1] and _completes(part, in_group, len(people)):
                in_group[-1] += f", {part}"
            elif SUFFIX.fullmatch(part) and in_group:
                in_group[-1] += f" {part}"
            else:
                in_group.append(part)
        people += in_group
    named = (person for person in people if any(character.isalpha() for character in person))
    return tuple(_FULL_STOP.sub("", person) for person in named)


def _completes(part: str, before: list[str], people: int) -> bool:
    """Return whether a part is the given names that belong to the surname before it."""
    if INITIALS.fullmatch(part) and len(before[-1]) > 1 and not before[-1].endswith("."):
        return True
    # `Knuth, Donald, and Leslie Lamport`: only the first name is inverted.
    return (
        people == 0
        and len(before) == 1
        and " " not in before[-1]
        and len(part.split()) <= _MAX_GIVEN_NAMES
    )


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
