"""The names of people on a line of the header, each with its marks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from wildwood.extraction.extracted import Line
from wildwood.lexicon.patterns import entries
from wildwood.names.forms import IN_BRACKETS, cleaned, is_name
from wildwood.names.name_words import PARTICLES

_LONG = sorted(one for one in entries("conjunctions") if len(one) > 1)
_SHORT = sorted(entries("conjunctions") - set(_LONG))
"""Conjunctions that are also in names, as in `Ortega y Gasset`."""
_SEPARATOR = re.compile(
    rf"\s*(?:[;,•·∙|]|\s[–—]\s|\s\.(?=\s|$)|(?<!\w)(?i:{'|'.join(_LONG)})(?!\w)|&)\s*"
)
_VOWEL = re.compile(rf"\s(?:{'|'.join(_SHORT)})\s")
_MARKS = re.compile(
    r"(?<=[^\W_])\s?[\d*†‡§¶#∗⋆✉✝♯♭∥‖$+]+(?:,\s?\d{1,2}(?!\d))*"
    r"|(?<=[^\W_])\s?\(\d[\d,\s]*\)|[*†‡§¶∗⋆✉]+"
)
"""Marks that are printed like the names."""
_POSTAL_CODE = re.compile(r"\d{4}")
_MARK = re.compile(r"\d+|[^\W\d_]|([^\w\s,.;()\[\]])\1*")
_IN_BRACKETS = re.compile(r"\((?=[^()]*[^\W\d_]{3})[^()]*\)")
"""What stands in brackets beside a name, such as an institution; no mark."""
_EMAIL = re.compile(r"(?<!\S)\S*[\w}]\s?@\s?[\w-]+(?:\.[\w-]+)+")
_KNOWN_LINES = 2_000
"""Lines whose names are kept: title and authors ask for them several times."""


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A name on a line, as printed, and the marks after it, such as `1` and `*`."""

    name: str
    marks: tuple[str, ...]
    left: float
    """About where it begins, in points."""


@lru_cache(maxsize=_KNOWN_LINES)
def people(line: Line) -> tuple[tuple[PrintedName, ...], int]:
    """Return the people on a line, and the number of parts that are not names."""
    found: list[PrintedName] = []
    others = 0
    parts = list(_by_vowels(_parts(line)))
    for text, marks, place in parts:
        name = cleaned(text)
        if not name:
            if found and marks:
                found[-1] = _with_marks(found[-1], marks)
        elif is_name(name) and not _POSTAL_CODE.search(marks) and ":" not in text:
            share = place / max(len(line.text), 1)
            left = line.left + share * (line.right - line.left)
            found.append(_with_marks(PrintedName(name, (), left), marks))
        else:
            others += 1
    return tuple(found), others


def has_only_people(line: Line) -> bool:
    """Return whether there is nothing but people on a line."""
    found, others = people(line)
    return bool(found) and not others


def inverted(text: str) -> list[PrintedName]:
    """Return the people of a text such as `Smith, Anna; Jones, Robert`; none if it has others."""
    parts = text.strip(" ;").split(";")
    found = [person for part in parts if (person := _inverted(part))]
    if len(found) != len(parts):
        return []
    families = [person.name.partition(",")[0] for person in found]
    short = sum(len(_without_particles(one, of_list=len(parts) > 1)) == 1 for one in families)
    return found if 2 * short > len(parts) else []


def _inverted(text: str) -> PrintedName | None:
    """Return the person whose family name stands before the given names."""
    name = " ".join(IN_BRACKETS.sub(" ", text).split()).strip(" ,:")
    family, _, given = name.partition(",")
    is_whole = is_name(f"{given.strip()} {family}") and not (
        _VOWEL.search(given) or _SEPARATOR.search(given)
    )
    return PrintedName(name, (), 0.0) if given.strip() and is_whole else None


def _without_particles(family: str, *, of_list: bool) -> list[str]:
    """Return the words of a family name; in a list, particles can be in upper case too."""
    *before, last = family.split()
    return [one for one in before if (one.lower() if of_list else one) not in PARTICLES] + [last]


def _by_vowels(parts: Iterator[tuple[str, str, int]]) -> Iterator[tuple[str, str, int]]:
    """Divide a part at `y` or `e`, which mean `and`, if there are whole names on both sides."""
    for text, marks, place in parts:
        match = _VOWEL.search(text)
        if (
            match
            and is_name(cleaned(text[: match.start()]))
            and is_name(cleaned(text[match.end() :]))
        ):
            yield text[: match.start()], "", place
            yield text[match.end() :], marks, place + match.end()
        else:
            yield text, marks, place


def _with_marks(person: PrintedName, marks: str) -> PrintedName:
    return PrintedName(person.name, (*person.marks, *marks_in(marks)), person.left)


def marks_in(text: str) -> tuple[str, ...]:
    """Return the marks in a text, such as `1` and `*` in `1,*`."""
    return tuple(match[0] for match in _MARK.finditer(text))


def _parts(line: Line) -> Iterator[tuple[str, str, int]]:
    """Yield the parts of a line that can be names, each with its marks and its place."""
    text = _EMAIL.sub(
        lambda found: "," * len(found[0]),
        _IN_BRACKETS.sub(lambda found: " " * len(found[0]), line.text),
    )
    place = 0
    pieces: list[tuple[str, str, int]] = []
    for start, end in [*_mark_spans(text, line.raised), (len(text), len(text))]:
        apart = "," * (place < start or start == end)
        mark = apart + text[max(start, place) : end]
        *before, last = _split(text[place:start], place)
        pieces += [(part, "", at) for part, at in before]
        if last[0].strip(" .,") or not pieces:
            pieces.append((last[0], mark, last[1]))
        else:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + mark, pieces[-1][2])
        place = end
    return iter(pieces)


def _mark_spans(text: str, raised: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans of the raised marks and of those that are printed like the names."""
    for start, end in raised:
        text = text[:start] + " " * (end - start) + text[end:]
    plain = [match.span() for match in _MARKS.finditer(text)]
    return sorted([*raised, *plain])


def _split(text: str, offset: int) -> list[tuple[str, int]]:
    parts = []
    place = 0
    for separator in [*_SEPARATOR.finditer(text), None]:
        end = len(text) if separator is None else separator.start()
        parts.append((text[place:end], offset + place))
        place = end if separator is None else separator.end()
    return parts
