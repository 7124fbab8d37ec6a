"""The names of people on a line of the header, each with its marks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
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
_IN_BRACKETS = re.compile(r"\((?=[^()]*(?:[^\W\d_]{3}|\d{5}))[^()]*\)")
"""What stands in brackets beside a name: an institution, the number of a student; no mark."""
_EMAIL = re.compile(r"(?<!\S)\S*[\w}]\s?@\s?[\w-]+(?:\.[\w-]+)+")
_KNOWN_LINES = 2_000
"""Lines whose names are kept: title and authors ask for them several times."""


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A name on a line, as printed, and the marks after it, such as `1` and `*`."""

    name: str
    marks: tuple[str, ...] = ()


@lru_cache(maxsize=_KNOWN_LINES)
def people(line: Line) -> tuple[tuple[PrintedName, ...], int]:
    """Return the people on a line, and the number of parts that are not names."""
    found: list[PrintedName] = []
    others = 0
    for text, marks in _by_vowels(_parts(line)):
        name = cleaned(text)
        if not name:
            last = found[-1:]
            found[-1:] = [replace(one, marks=(*one.marks, *marks_in(marks))) for one in last]
        elif is_name(name) and not _POSTAL_CODE.search(marks) and ":" not in text:
            found.append(PrintedName(name, marks_in(marks)))
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
    return PrintedName(name) if given.strip() and is_whole else None


def _without_particles(family: str, *, of_list: bool) -> list[str]:
    """Return the words of a family name; in a list, particles can be in upper case too."""
    *before, last = family.split()
    return [one for one in before if (one.lower() if of_list else one) not in PARTICLES] + [last]


def _by_vowels(parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Divide a part at `y` or `e`, which mean `and`, if there are whole names on both sides."""
    for text, marks in parts:
        both = _VOWEL.split(text, maxsplit=1)
        if len(both) > 1 and all(is_name(cleaned(one)) for one in both):
            yield both[0], ""
            yield both[1], marks
        else:
            yield text, marks


def marks_in(text: str) -> tuple[str, ...]:
    """Return the marks in a text, such as `1` and `*` in `1,*`."""
    return tuple(match[0] for match in _MARK.finditer(text))


def _parts(line: Line) -> list[tuple[str, str]]:
    """Return the parts of a line that can be names, each with its marks."""
    text = _EMAIL.sub(
        lambda found: "," * len(found[0]),
        _IN_BRACKETS.sub(lambda found: " " * len(found[0]), line.text),
    )
    place = 0
    pieces: list[tuple[str, str]] = []
    for start, end in [*_mark_spans(text, line.raised), (len(text), len(text))]:
        apart = "," * (place < start or start == end)
        mark = apart + text[max(start, place) : end]
        *before, last = _SEPARATOR.split(text[place:start])
        pieces += [(part, "") for part in before]
        if last.strip(" .,") or not pieces:
            pieces.append((last, mark))
        else:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + mark)
        place = end
    return pieces


def _mark_spans(text: str, raised: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans of the raised marks and of those that are printed like the names."""
    for start, end in raised:
        text = text[:start] + " " * (end - start) + text[end:]
    plain = [match.span() for match in _MARKS.finditer(text)]
    return sorted([*raised, *plain])
