"""Tell the author of a thesis from those who guided or judged it, by the words beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.extraction.fields.first_page.people import has_only_people
from wildwood.lexicon.patterns import pattern
from wildwood.names.forms import cleaned

_ROLE = re.compile(
    rf"(?:co-?)?(?:{pattern('supervisors')}|{pattern('teachers')}(?=\s?:))[^\s:,]*"
    rf"(?P<rest>[^:,]{{0,20}}{pattern('document_types')}?(?::|$))?",
    re.IGNORECASE,
)
"""What stands before or above the names of those who only guided or judged a thesis."""
_COMMITTEE = re.compile(rf"{pattern('committees')}(?!\w)")
"""What stands above the names of several who judged a thesis."""
_AUTHOR = re.compile(
    rf"(?:{pattern('document_types')}\s)?{pattern('author_labels', spaced=True)}(?!\w)\s*:?\s*",
    re.IGNORECASE,
)
"""What stands above or before the name of the author."""
_AUTHOR_INSIDE = re.compile(rf"(?<=\s){pattern('author_labels')}\s*:\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[\s,;(–-]+(?:[^\W\d_][\w.-]*[.:]\s)?\(?\d{5,}\)?$")
"""The number of a student behind the name, perhaps with a word for it."""
_TITLED = re.compile(rf"(?i:{pattern('honorifics', 'abbreviated_honorifics')}\.?)\s[^\W\d_a-z]")
"""The beginning of a name, or of more titles, before what else a line says of a person."""
_NAME = "X"
"""Any name, before which a line can be nothing but the titles of a person."""
_BELOW = 2.4
"""The greatest distance of a name from the name above it, in font sizes."""
_FIRST = 4.5
"""The greatest distance of the first name from its label, in font sizes."""
_SIGNED = 14.0
"""The greatest distance of a name from its role, with a rank and a signature between them."""


def of_others(region: Sequence[Line], *, can_sign: bool) -> set[Line]:
    """Return the lines with the roles and names of those who are no authors.

    Args:
        region: the lines below a title, from the top.
        can_sign: whether a role can be below its name, as below the signatures of a thesis.
    """
    found: set[Line] = set()
    for place, line in enumerate(region):
        if _COMMITTEE.match(line.text):
            return found | set(region[place:])
        if end := _role_end(line):
            share = end % len(line.text) / len(line.text)
            label = line._replace(left=line.left + share * (line.right - line.left))
            names = _names_of(label, region[place + 1 :])
            if can_sign and not names and end >= len(line.text):
                names = _name_above(line, region[:place]) or _signed(line, region[place + 1 :])
            found |= {line, *names}
    return found


def _name_above(role: Line, above: Sequence[Line]) -> list[Line]:
    """Return the name directly above a role without a colon."""
    name = next((line for line in reversed(above) if _is_in_column(role, line)), None)
    if name is None or ":" in role.text or name.bottom - role.bottom > _BELOW * name.size:
        return []
    return [name] if has_only_people(name) else []


def _signed(role: Line, below: Sequence[Line]) -> list[Line]:
    """Return the lines below a role to the first name, which can be beside its rank."""
    found: list[Line] = []
    for line in below if ":" not in role.text else ():
        if not _is_in_column(role, line):
            continue
        is_label = _role_end(line) or _AUTHOR.match(line.text)
        if is_label or role.bottom - line.bottom > _SIGNED * role.size:
            break
        found.append(line)
        if _TITLED.match(line.text):
            return found
        names = [one for one in below if front.is_beside(line, one)] or [line]
        if has_only_people(names[0]):
            return [*found, *names]
    return []


def _role_end(line: Line) -> int:
    """Return where the role ends that a line begins with, before a colon or names; or 0."""
    role = _ROLE.match(line.text)
    if role is None or role["rest"] is not None:
        return role.end() if role else 0
    return role.end() if has_only_people(line.text_from(role.end())) else 0


def labelled_names(page: Iterable[Line]) -> list[Line]:
    """Return the names beside or below the first label such as `presented by` of a page."""
    lines = front.from_top(line._replace(text=_NUMBER.sub("", line.text)) for line in page)
    for place, line in enumerate(lines):
        label = _AUTHOR.match(line.text) or _behind_others(line)
        if label is None:
            continue
        rest = line.text_from(label.end())
        is_label = not rest.text or any(map(str.isdigit, rest.text))
        names = [rest] * has_only_people(rest)
        names = names or (_names_of(line, lines[place + 1 :]) if is_label else [])
        if names:
            # In French, `M.` is a title and no initial.
            title = "M. " * label[0].lower().strip(" :").endswith("par")
            return [one.text_from(len(title) * one.text.startswith(title)) for one in names]
    return []


def _behind_others(line: Line) -> re.Match[str] | None:
    """Return the label of the author behind a role and its names, or nothing."""
    label = _AUTHOR_INSIDE.search(line.text)
    if label is None:
        return None
    before = line._replace(text=line.text[: label.start()], raised=())
    return label if has_only_people(before.text_from(_role_end(before))) else None


def _names_of(label: Line, after: Sequence[Line]) -> list[Line]:
    """Return the names beside a label, in its row, and below them; or those below the label."""
    for place, line in enumerate(after):
        if front.is_beside(label, line) and has_only_people(line):
            below = _names_below(line, after[place + 1 :])
            own = takewhile(
                lambda name: not any(front.is_beside(one, name) for one in after), below
            )
            return [line, *own]
    return list(_names_below(label, after)) or _name_in_two_rows(label, after)


def _name_in_two_rows(label: Line, after: Sequence[Line]) -> list[Line]:
    """Return the name whose given and family names are on the two lines below a label."""
    near = [line for line in after if label.bottom - line.bottom < 2 * _BELOW * label.size]
    match [line for line in near if _is_in_column(label, line)]:
        case [given, family, *_] if front.same_style(given, family):
            whole = given._replace(text=f"{given.text} {family.text}", bottom=family.bottom)
            return [whole] * (has_only_people(whole) and not has_only_people(family))
    return []


def _names_below(label: Line, below: Sequence[Line]) -> Iterator[Line]:
    """Yield the names below a label, in its column."""
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
    """Return whether a line has the left or right edge or the middle of a label, about."""
    left, right = abs(label.left - line.left), abs(label.right - line.right)
    middles = abs(label.left + label.right - line.left - line.right) / 2
    return min(left, right, middles) < 2 * label.size
