"""Find the names on lines, and tell the author of a thesis from supervisors and examiners."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from wildwood.biblio.names import IN_BRACKETS, cleaned, is_name
from wildwood.biblio.person import PARTICLES
from wildwood.biblio.words import entries, pattern
from wildwood.extraction import front_page
from wildwood.extraction.data import Line

_LONG = sorted(word for word in entries("conjunctions") if len(word) > 1)
_SHORT = sorted(entries("conjunctions") - set(_LONG))  # also in names, as in `Ortega y Gasset`
_SEPARATOR = re.compile(
    rf"\s*(?:[;,•·∙|]|\s[–—]\s|\s\.(?=\s|$)|(?<!\w)(?i:{'|'.join(_LONG)})(?!\w)|&)\s*"
)
_VOWEL = re.compile(rf"\s(?:{'|'.join(_SHORT)})\s")
_MARKS = re.compile(
    r"(?<=[^\W_])\s?[\d*†‡§¶#∗⋆✉✝♯♭∥‖$+]+(?:,\s?\d{1,2}(?!\d))*"
    r"|(?<=[^\W_])\s?\(\d[\d,\s]*\)|[*†‡§¶∗⋆✉]+"
)  # marks that are printed like the names
_POSTAL_CODE = re.compile(r"\d{4}")
_MARK = re.compile(r"\d+|[^\W\d_]|([^\w\s,.;()\[\]])\1*")
_IN_BRACKETS = re.compile(r"\((?=[^()]*(?:[^\W\d_]{3}|\d{5}))[^()]*\)")
"""An institution or the number of a student in brackets, not a mark."""
_EMAIL = re.compile(r"(?<!\S)\S*[\w}]\s?@\s?[\w-]+(?:\.[\w-]+)+")
_KNOWN_LINES = 2_000  # lines whose names are kept: title and authors ask for them several times


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A name as printed, and marks after it such as `1` and `*`."""

    name: str
    marks: tuple[str, ...] = ()


@lru_cache(maxsize=_KNOWN_LINES)
def find_people(line: Line) -> tuple[tuple[PrintedName, ...], int]:
    """Return the people on a line, and the number of other parts."""
    people: list[PrintedName] = []
    rest = 0
    for text, marks in _has_vowels(_parts(line)):
        name = cleaned(text)
        if not name:
            if people:
                people[-1] = replace(people[-1], marks=(*people[-1].marks, *marks_in(marks)))
        elif is_name(name) and not _POSTAL_CODE.search(marks) and ":" not in text:
            people.append(PrintedName(name, marks_in(marks)))
        else:
            rest += 1
    return tuple(people), rest


def has_only_people(line: Line) -> bool:
    people, rest = find_people(line)
    return bool(people) and not rest


def inverted(text: str) -> list[PrintedName]:
    """Return the people of a text such as `Smith, Anna; Jones, Robert`; none if it has others."""
    parts = text.strip(" ;").split(";")
    people = [person for part in parts if (person := _inverted(part))]
    if len(people) != len(parts):
        return []
    families = [person.name.partition(",")[0] for person in people]
    short = sum(_is_one_word(family, in_list=len(parts) > 1) for family in families)
    return people if 2 * short > len(parts) else []


def _inverted(text: str) -> PrintedName | None:
    name = " ".join(IN_BRACKETS.sub(" ", text).split()).strip(" ,:")
    family, _, given = name.partition(",")
    is_whole = is_name(f"{given.strip()} {family}") and not (
        _VOWEL.search(given) or _SEPARATOR.search(given)
    )
    return PrintedName(name) if given.strip() and is_whole else None


def _is_one_word(family: str, *, in_list: bool) -> bool:
    """Return whether a family name is one word besides particles, in lists also in capitals."""
    return all((word.lower() if in_list else word) in PARTICLES for word in family.split()[:-1])


def _has_vowels(parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Divide parts at `y` or `e`, which mean `and` between two whole names."""
    for text, marks in parts:
        sides = _VOWEL.split(text, maxsplit=1)
        if len(sides) > 1 and all(is_name(cleaned(side)) for side in sides):
            yield sides[0], ""
            yield sides[1], marks
        else:
            yield text, marks


def marks_in(text: str) -> tuple[str, ...]:
    return tuple(match[0] for match in _MARK.finditer(text))


def _parts(line: Line) -> list[tuple[str, str]]:
    bare = _IN_BRACKETS.sub(lambda match: " " * len(match[0]), line.text)
    text = _EMAIL.sub(lambda match: "," * len(match[0]), bare)
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
    for start, end in raised:
        text = text[:start] + " " * (end - start) + text[end:]
    plain = [match.span() for match in _MARKS.finditer(text)]
    return sorted([*raised, *plain])


_ROLE = re.compile(
    rf"(?:co-?)?(?:{pattern('supervisors')}|{pattern('teachers')}(?=\s?:))[^\s:,]*"
    rf"(?P<rest>[^:,]{{0,20}}{pattern('document_types')}?(?::|$))?",
    re.IGNORECASE,
)  # before or above supervisors and examiners
_COMMITTEE = re.compile(rf"{pattern('committees')}(?!\w)")
_AUTHOR = re.compile(
    rf"(?:{pattern('document_types')}\s)?{pattern('author_labels', spaced=True)}(?!\w)\s*:?\s*",
    re.IGNORECASE,
)  # before or above the author
_AUTHOR_INSIDE = re.compile(rf"(?<=\s){pattern('author_labels')}\s*:\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[\s,;(–-]+(?:[^\W\d_][\w.-]*[.:]\s)?\(?\d{5,}\)?$")  # a student's number
_TITLED = re.compile(rf"(?i:{pattern('honorifics', 'abbreviated_honorifics')}\.?)\s[^\W\d_a-z]")
"""The beginning of a name, or of more titles, before what else a line says of a person."""
_NAME = "X"  # any name, before which a line can be nothing but the titles of a person
_BELOW = 2.4  # greatest distance of a name from the name above it, in font sizes
_FIRST = 4.5  # greatest distance of the first name from its label, in font sizes
_SIGNED = 14.0  # greatest distance of a name from its role, with a signature between, in font sizes


def belongs_to_others(region: Sequence[Line], *, can_sign: bool) -> set[Line]:
    """Return the lines with roles and their names; `can_sign` allows roles below names."""
    excluded: set[Line] = set()
    for place, line in enumerate(region):
        if _COMMITTEE.match(line.text):
            return excluded | set(region[place:])
        if end := _role_end(line):
            share = end % len(line.text) / len(line.text)
            label = line._replace(left=line.left + share * (line.right - line.left))
            names = _names_of(label, region[place + 1 :])
            if can_sign and not names and end >= len(line.text):
                names = _name_above(line, region[:place]) or _signed(line, region[place + 1 :])
            excluded |= {line, *names}
    return excluded


def _name_above(role: Line, above: Sequence[Line]) -> list[Line]:
    name = next((line for line in reversed(above) if _is_in_column(role, line)), None)
    if name is None or ":" in role.text or name.bottom - role.bottom > _BELOW * name.size:
        return []
    return [name] if has_only_people(name) else []


def _signed(role: Line, below: Sequence[Line]) -> list[Line]:
    """Return the lines below a role to the first name, which can be beside a rank."""
    lines: list[Line] = []
    for line in below if ":" not in role.text else ():
        if not _is_in_column(role, line):
            continue
        is_label = _role_end(line) or _AUTHOR.match(line.text)
        if is_label or role.bottom - line.bottom > _SIGNED * role.size:
            break
        lines.append(line)
        if _TITLED.match(line.text):
            return lines
        names = [beside for beside in below if front_page.is_beside(line, beside)] or [line]
        if has_only_people(names[0]):
            return [*lines, *names]
    return []


def _role_end(line: Line) -> int:
    """Return where the role at the beginning of a line ends, or 0."""
    role = _ROLE.match(line.text)
    if role is None or role["rest"] is not None:
        return role.end() if role else 0
    return role.end() if has_only_people(line.text_from(role.end())) else 0


def labelled_names(page: Iterable[Line]) -> list[Line]:
    """Return the names beside or below the first label such as `presented by`."""
    unnumbered = (line._replace(text=_NUMBER.sub("", line.text)) for line in page)
    lines = front_page.height_from_top(unnumbered)
    for place, line in enumerate(lines):
        label = _AUTHOR.match(line.text) or _stands_behind_others(line)
        if label is None:
            continue
        rest = line.text_from(label.end())
        is_label = not rest.text or any(map(str.isdigit, rest.text))
        names = [rest] * has_only_people(rest)
        names = names or (_names_of(line, lines[place + 1 :]) if is_label else [])
        if names:
            # In French, `M.` is a title and no initial.
            title = "M. " * label[0].lower().strip(" :").endswith("par")
            return [name.text_from(len(title) * name.text.startswith(title)) for name in names]
    return []


def _stands_behind_others(line: Line) -> re.Match[str] | None:
    """Return the label of the author behind a role and its names, or nothing."""
    label = _AUTHOR_INSIDE.search(line.text)
    if label is None:
        return None
    before = line._replace(text=line.text[: label.start()], raised=())
    return label if has_only_people(before.text_from(_role_end(before))) else None


def _names_of(label: Line, after: Sequence[Line]) -> list[Line]:
    """Return the names beside and below a label, or only below it."""
    for place, line in enumerate(after):
        if front_page.is_beside(label, line) and has_only_people(line):
            below = _names_below(line, after[place + 1 :])
            own = takewhile(
                lambda name: not any(front_page.is_beside(left, name) for left in after), below
            )
            return [line, *own]
    return list(_names_below(label, after)) or _name_in_two_rows(label, after)


def _name_in_two_rows(label: Line, after: Sequence[Line]) -> list[Line]:
    """Return a given and a family name on the two lines below a label."""
    near = [line for line in after if label.bottom - line.bottom < 2 * _BELOW * label.size]
    match [line for line in near if _is_in_column(label, line)]:
        case [given, family, *_] if front_page.same_style(given, family):
            whole = given._replace(text=f"{given.text} {family.text}", bottom=family.bottom)
            return [whole] * (has_only_people(whole) and not has_only_people(family))
    return []


def _names_below(label: Line, below: Sequence[Line]) -> Iterator[Line]:
    last = label
    for line in below:
        if not _is_in_column(label, line):
            continue
        is_title = cleaned(f"{line.text} {_NAME}") == _NAME
        reach = _FIRST if last is label else _BELOW
        is_near = 0 < last.bottom - line.bottom < reach * max(last.size, line.size)
        if not is_near or not (is_title or has_only_people(line)):
            return
        if not is_title:
            yield line
        last = line


def _is_in_column(label: Line, line: Line) -> bool:
    left, right = abs(label.left - line.left), abs(label.right - line.right)
    middles = abs(label.left + label.right - line.left - line.right) / 2
    return min(left, right, middles) < 2 * label.size
