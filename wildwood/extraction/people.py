"""Find the names on lines, and tell the author of a thesis from supervisors and examiners."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from wildwood.biblio.field_texts import MONTH
from wildwood.biblio.person import PARTICLES
from wildwood.biblio.words import entries, pattern, words
from wildwood.extraction import front_page
from wildwood.extraction.data import Line
from wildwood.extraction.name_likeness import likeness
from wildwood.extraction.names import IN_BRACKETS, cleaned, is_name

_LONG = sorted(word for word in entries("conjunctions") if len(word) > 1)
_SEPARATOR = re.compile(
    rf"(?:(?<!\s)\s+)?(?:[;,；，、•·∙․|]|(?<!\S)Æ(?!\S)|\s[–—]\s|\s\.(?=\s|$)|(?<!\w)(?i:{'|'.join(_LONG)})(?!\w)|&"
    r"|(?<=[\w)\s]):\s(?=[^\W\d_]\.))\s*"
)
_FAMILY_BEFORE_INITIALS = re.compile(
    r"((?:^|[,;&]\s?|\sand\s)[^\W\d_a-z][\w’'-]+),(?=\s(?:[^\W\d_a-z]\.[\s-]?){1,4})"
)
_CIRCLES = r"[○◯\u20dd]?"
_JOINT = re.compile(rf"\s([a-zà-ÿа-џα-ω][^\W\d_]{{0,3}}|{_CIRCLES}[rⓡ®]{_CIRCLES})\s")
"""What can be a conjunction, or is the `ⓡ` between authors in random order."""
_RANDOM = re.compile(r"(?<=[\d*†‡§¶∗])\s?(?:[○◯\u20dd]r|ⓡ)(?=\s)")  # the same behind marks
_CHINESE = rf"(?=[一-鿿]){pattern('family_names')}[一-鿿]{{1,3}}"
_CHINESE_ROW = re.compile(rf"^{_CHINESE}(?: {_CHINESE})+(?=\W*$)")
_MARKS = re.compile(
    r"(?<=[^\W_])(?:\s[–-])?\s?[\d*†‡§¶#∗⋆✉✝♯♭∥‖$+]+(?:,\s?\d{1,2}(?!\d))*"
    r"|(?<=[^\W_])\s?\(\d[\d,\s]*\)|[*†‡§¶∗⋆✉\x01-\x08]+"
    r"|(?<=[A-ZÀ-ÖØ-Þ]{2})[tyz](?!\w)"
)  # marks that are printed like the names
_ENVELOPE = "(B)"  # the symbol before an address, as Springer's fonts encode it
_LETTER_MARK = re.compile(r"(?<=[*†‡§¶∗])[a-z](?=[\s,]|$)")  # behind a raised mark
_MARK = re.compile(r"\d+|[^\W\d_]|([^\w\s,.;()\[\]])\1*")
_ADDRESS = re.compile(
    r"(?<!\S)\S*[\w}]\s?@\s?[\w-]+(?:\.[\w-]+)+|(?:(?<!\S)\S*orcid\.org/)?(?:\d{4}-){3}\d{3}[\dX]\b"
    r"|\(https?://\S{0,200}$|^[\d-]*\d{3}[\dX]\)"
)  # of an e-mail, or an ORCID iD, also in part
_LISTED = re.compile(
    r"\((?:[A-Z][^()]*[,:][^()]*|\w?\d{4,})\)|(?:\b(?:Graduate|Student|Senior|Life|Associate)\s){0,2}"
    r"\b(?:Member|Fellow)(?:, IEEE\b|,$)|^IEEE(?=,)|(?<=,\s)(?:Graduate\s)?(?:Student|Senior|Life)$"
    r"|\s(?:and\s)?on behalf of .*$"
    rf"|\s(?:and\s)?the\s(?:[^\W\d_a-z]\S*\s){{1,6}}(?i:{pattern('institutions')})$"
)  # such as `(Member, IEEE)`
_CAPITALISED = re.compile(rf"(?!(?i:{MONTH})(?!\w))[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+)*")
_GLUED = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])")  # names without the space between them
_INITIAL = re.compile(r"[^\W\d_]\.")
_NUMBER = re.compile(r"\d{5,}")  # beside a name, such as that of a student, but no year
_SUFFIX = words("suffixes")
_KNOWN_LINES = 2_000  # lines whose names are kept: title and authors ask for them several times


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A name as printed, and marks after it such as `1` and `*`."""

    name: str
    marks: tuple[str, ...] = ()


@lru_cache(maxsize=_KNOWN_LINES)
def find_people(line: Line) -> tuple[tuple[PrintedName, ...], int]:
    """Return the people on a line, and the number of other parts."""
    if inverted := _inverted(_LISTED.sub(" ", line.text)):
        return inverted, 0
    are_inverted = len(_FAMILY_BEFORE_INITIALS.findall(line.text)) > 1
    if are_inverted:
        line = line._replace(text=_FAMILY_BEFORE_INITIALS.sub(r"\1 ", line.text))
    parts: list[tuple[PrintedName, bool]] = []
    for text, marks in _divide_at_conjunctions(_parts(line)):
        name = cleaned(text)
        if name.isdigit() and _NUMBER.fullmatch(f"{name}{marks.replace(',', '')}"):
            continue
        if name and not (parts and _SUFFIX.fullmatch(name)):
            is_person = is_name(name) and not (":" in text.lstrip(" :") or front_page.is_type(name))
            parts.append((PrintedName(name, marks_in(marks)), is_person))
        elif parts:
            last, is_person = parts[-1]
            whole = f"{last.name} {name}".rstrip()
            parts[-1] = PrintedName(whole, (*last.marks, *marks_in(marks))), is_person
    # Among names that all have marks, a marked word is a name without a family name.
    are_marked = {bool(part.marks) for part, is_person in parts if is_person} == {True}
    people = tuple(
        part if is_person else replace(part, name=_GLUED.sub(" ", part.name))
        for part, is_person in parts
        if is_person or (are_marked and part.marks and _CAPITALISED.fullmatch(part.name))
    )
    if are_inverted:
        people = tuple(replace(one, name=one.name.replace(" ", ", ", 1)) for one in people)
    return people, len(parts) - len(people)


def has_only_people(line: Line) -> bool:
    people, rest = find_people(line)
    return bool(people) and not rest


def _inverted(text: str) -> tuple[PrintedName, ...]:
    """Return the people of a text such as `Smith, Anna; Jones, Robert`; none if it has others."""
    parts = " ".join(IN_BRACKETS.sub(" ", text).split()).strip(" ;,").split(";")
    names = [part.strip(" ,:").partition(",") for part in parts]
    check = is_name if len(parts) > 1 else is_likely_name  # a function and a place look alike
    are_names = all(
        given and not (_INITIAL.match(family) or TITLE.match(family)) and check(f"{given} {family}")
        for family, _, given in names
    )
    short = sum(all(word in PARTICLES for word in name[0].split()[:-1]) for name in names)
    is_list = are_names and 2 * short > len(names)
    return tuple(PrintedName("".join(name)) for name in names) if is_list else ()


def _divide_at_conjunctions(parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Divide parts between whole names, at `y` or a short word of any language, and at `ⓡ`."""
    for text, marks in parts:
        *before, last = _JOINT.split(IN_BRACKETS.sub(" ", text))
        sides = [*before[::2], last]
        # A lone letter is a conjunction between whole names, and elsewhere often a particle.
        are_joints = all(len(word) == 1 or word not in PARTICLES for word in before[1::2])
        if before and are_joints and all(map(is_likely_name, filter(str.strip, sides))):
            yield from ((side, "") for side in before[::2])
            yield last, marks
        else:
            yield text, marks


def is_likely_name(text: str) -> bool:
    name = cleaned(text)
    return is_name(name) and likeness(name) > 0


def marks_in(text: str) -> tuple[str, ...]:
    return tuple(match[0] for match in _MARK.finditer(text))


def _parts(line: Line) -> list[tuple[str, str]]:
    text = line.text.replace(_ENVELOPE, "***")
    text = _ADDRESS.sub(lambda match: "," * len(match[0]), text)
    text = _LISTED.sub(lambda match: " " * len(match[0]), text)
    if not text.isascii():
        text = _CHINESE_ROW.sub(lambda match: match[0].replace(" ", ","), text)
        text = _RANDOM.sub(lambda match: "," * len(match[0]), text)
    spans = _mark_spans(text, line.raised)
    if leading := _behind_marks(text, spans):
        return leading
    place = 0
    pieces: list[tuple[str, str]] = []
    for start, end in [*spans, (len(text), len(text))]:
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


def _behind_marks(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Return the parts of a text such as `1Anna Smith, 2Eva Jones`, or nothing."""
    if not spans or spans[0][0]:
        return []
    ends = [*(start for start, _ in spans[1:]), len(text)]
    behind = [text[end:after] for (_, end), after in zip(spans, ends, strict=True)]
    if not all(part.strip(" ,.") for part in behind):
        return []
    return [
        (part, "" if place else text[start:end])
        for (start, end), names in zip(spans, behind, strict=True)
        for place, part in enumerate(filter(None, _SEPARATOR.split(names)))
    ]


def _mark_spans(text: str, raised: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    raised = [(start, end + bool(_LETTER_MARK.match(text, end))) for start, end in raised]
    return sorted([*raised, *(mark.span() for mark in _MARKS.finditer(blank(text, raised)))])


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text of the same length with spaces in some spans."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


_ROLE = re.compile(
    rf"(?:co-?)?(?:{pattern('committees', 'supervisors')}|{pattern('teachers')}(?=\s?:))[^\s:：,]*"
    rf"[^:：,]{{0,20}}{pattern('document_types')}?(?:[:：]|$)",
    re.IGNORECASE,
)  # before or above supervisors and examiners
TITLE = re.compile(
    rf"{pattern('honorifics', 'teachers')}(?!\w)|{pattern('abbreviated_honorifics')}\.",
    re.IGNORECASE,
)  # before a name, such as `Dr.` or `Professor`
_LABEL = pattern("author_labels", spaced=True)
AUTHOR_LABEL = re.compile(
    rf"(?:{pattern('document_types')}\s)?{_LABEL}(?:\s?/\s?{_LABEL})?(?!\w)[\s_]*[:：]?\s*",
    re.IGNORECASE,
)  # before or above the author
_BESIDE_NAME = re.compile(r",\s|\s(?=\d)|(?<=\d)\s")  # around a student's year or group
_FIRST = 4.5  # greatest distance of the first name from its label, in font sizes


def belongs_to_others(region: Sequence[Line]) -> set[Line]:
    """Return the lines with roles, such as that of a supervisor, and their names."""
    excluded: set[Line] = set()
    for place, line in enumerate(region):
        if role := _ROLE.match(line.text):
            share = role.end() % len(line.text) / len(line.text)
            label = line._replace(left=line.left + share * (line.right - line.left))
            excluded |= {line, *_names_of(label, region[place + 1 :])}
    return excluded


def labelled_names(page: Iterable[Line]) -> list[Line]:
    """Return the names beside or below the first label such as `presented by`."""
    lines = front_page.height_from_top(page)
    for place, line in enumerate(lines):
        label = AUTHOR_LABEL.match(line.text)
        if label is None:
            continue
        rest = line._replace(text=front_page.ON_DATE.sub("", line.text)).text_from(label.end())
        if not has_only_people(rest):
            name = next(filter(is_likely_name, _BESIDE_NAME.split(rest.text)), rest.text)
            rest = rest._replace(text=name)
        below = lines[place + 1 :]
        is_beside = has_only_people(rest)
        names = [rest, *_names_below(rest, below)] if is_beside else _names_of(line, below)
        if names:
            # In French, `M.` is a title and no initial.
            title = "M. " * label[0].lower().strip(" :").endswith("par")
            return [name.text_from(len(title) * name.text.startswith(title)) for name in names]
    return []


def _names_of(label: Line, after: Sequence[Line]) -> list[Line]:
    """Return the names beside and below a label, or only below it."""
    for place, line in enumerate(after):
        if front_page.is_beside(label, line) and has_only_people(line):
            below = _names_below(line, after[place + 1 :])
            own = takewhile(
                lambda name: not any(front_page.is_beside(left, name) for left in after), below
            )
            return [line, *own]
    return list(_names_below(label, after))


def _names_below(label: Line, below: Sequence[Line]) -> Iterator[Line]:
    last = label
    for line in below:
        is_function = last is label and line.text.islower()  # such as `dr hab.`
        if is_function or not (_is_in_column(label, line) or _is_in_column(last, line)):
            continue
        reach = _FIRST if last is label else front_page.DOUBLE_SPACING
        is_near = 0 < last.bottom - line.bottom < reach * max(last.size, line.size)
        if not is_near or not has_only_people(line):
            return
        yield line
        last = line


def _is_in_column(label: Line, line: Line) -> bool:
    left, right = abs(label.left - line.left), abs(label.right - line.right)
    middles = abs(label.left + label.right - line.left - line.right) / 2
    return min(left, right, middles) < 2 * label.size
