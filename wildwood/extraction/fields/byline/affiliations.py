"""The affiliations of the authors, by their marks or by their places."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front, notes, validation
from wildwood.extraction.fields.first_page.people import PrintedName
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import pattern, words
from wildwood.names.name_words import AND
from wildwood.records.dates import MONTH, YEAR
from wildwood.records.field_text import EMAIL, without_emails

ROW = 0.5
"""How much the baselines of one row can differ, in font sizes."""
MARKED = re.compile(r"^\(?(\d{1,2}|[a-z]|([*†‡§¶#∗⋆])\2*)[.):]?\s?(?=[^\W\d_a-z]|\s)")
_COLUMN = 2.0
"""The least distance of two columns, in font sizes."""
_MARKED_INSIDE = re.compile(
    r"(?:(?<=[;,.:–—])\s|^)\(?(?:(\d{1,2})[.)]?\s|([a-z])[:)]\s)(?=[^\W\d_a-z])"
)
CONTACT = re.compile(rf"\*?\s?{pattern('contacts')}(?!\w)", re.IGNORECASE)
_OPENING = re.compile(
    rf"\W*(?:{CONTACT.pattern}(?:\s\w+){{0,2}}\s?(?:\([^()]*\)\s?)?[.:,]\s*|{EMAIL.pattern}\W+)+",
    re.IGNORECASE,
)
"""What a note can say before an affiliation."""
_LABEL = re.compile(rf"^{pattern('affiliation_labels')}\s*:\s*")
_LEAD = re.compile(rf"^(?:(?-i:[^\W\d_A-ZÀ-Þ]+\s)?{pattern('at_the')}|(?-i:the))\s", re.IGNORECASE)
"""Words before an affiliation, such as `from the`."""
_OTHER = re.compile(
    rf"^\w[\w\s]{{1,20}}:(?:\s|$)|\d{{1,2}}[./]\d{{1,2}}[./]{YEAR}$|"
    rf"^\w+[\s,–—-]+(?:\d{{1,2}}\.?\s+)?{MONTH}\s+(?:\d{{1,2}},?\s+)?{YEAR}$",
    re.IGNORECASE,
)
"""What a line without an institution can have instead: a label, or a place with a date."""
_PUNCTUATION = " .,;:–—-|(¶*"
_UNIVERSITY = words("university_names")
_NEAR = 3.0
"""The greatest distance of a line from the name or the line above it, in font sizes."""
_TAIL = re.compile(
    rf"(?<=[.,;¶)–—-])\s*\(?(?:{pattern('contacts')}|{pattern('front_matter')})(?!\w).*$|"
    rf"\s*[(¶]\s?{pattern('contacts')}(?!\w).*$|\s{AND}$",
    re.IGNORECASE,
)
"""What follows an affiliation on its line, or joins it to that of the next author."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line with the names of authors."""

    line: Line
    people: tuple[PrintedName, ...]


class Affiliations:
    """The affiliations below the names or, if there are none, in the notes of the page."""

    def __init__(
        self, named: Sequence[NamedLine], others: Sequence[Line], notes: Sequence[Sequence[Line]]
    ) -> None:
        self._named = named
        self._by_line: dict[Line, list[str]] = {one.line: [] for one in named}
        marks = {mark for one in named for person in one.people for mark in person.marks}
        self._marks = marks.union(*(mark for mark in marks if mark.isdigit()))
        others = list(_without_contacts(others))
        pieces = self._pieces([line for line in others if is_affiliation(line)])
        self._by_mark = self._marked((mark, _beside(text)) for mark, text in pieces)
        self._by_name: dict[str, str] = {}
        if not self._by_mark:
            for line, text in self._stacked(others):
                self._by_line[line].append(text)
        if not (self._by_mark or any(self._by_line.values())):
            self._seek_in(notes)

    def all(self) -> tuple[str, ...]:
        """Return all affiliations, each once."""
        marked = [text for texts in self._by_mark.values() for text in texts]
        stacked = [text for texts in self._by_line.values() for text in texts]
        bound = marked + stacked + list(self._by_name.values())
        return tuple(dict.fromkeys(bound))

    @property
    def has_marks(self) -> bool:
        """Return whether the marks of the names are those of affiliations."""
        return bool(self._by_mark)

    def of(self, person: PrintedName, line: Line) -> tuple[str, ...]:
        """Return the affiliations of a person on a line."""
        # Two digits can be two marks without a comma.
        marks = chain(*([mark] if mark in self._by_mark else mark for mark in person.marks))
        marked = [text for mark in marks for text in self._by_mark.get(mark, [])]
        named = [self._by_name[person.name]] if person.name in self._by_name else []
        return tuple(dict.fromkeys(marked or named or self._by_line[line]))

    def _seek_in(self, found: Sequence[Sequence[Line]]) -> None:
        """Take the affiliations that notes begin with after a name or a mark."""
        names = [person.name for one in self._named for person in one.people]
        said_of = notes.by_names(found, names).items()
        by_name = {
            name: text for name, said in said_of if (text := _beside(notes.before_thanks(said)))
        }
        pieces = [(mark, _of_note(text)) for note in found for mark, text in self._pieces(note)]
        by_mark = self._marked(pieces)
        alone = next((text for _, text in pieces if text), "")
        if len(names) == 1 and not by_mark and INSTITUTION.search(alone):
            by_name = {names[0]: alone} | by_name
        self._by_name = by_name
        if not by_name.keys() >= set(names):
            self._by_mark = by_mark

    def _marked(self, pieces: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for mark, text in pieces:
            if mark in self._marks and text:
                found.setdefault(mark, []).append(text)
        return found

    def _pieces(self, lines: Sequence[Line]) -> list[tuple[str, str]]:
        """Return the parts of the lines, each with its mark; the first can lack one."""
        pieces = self._marked_parts(self._with_marks(lines))
        known = {mark for mark, _ in pieces}
        return [one for mark, text in pieces for one in self._in_sequence(mark, text, known)]

    def _with_marks(self, lines: Iterable[Line]) -> Iterable[Line]:
        """Yield the lines, with the marks that are lines of their own before the next ones."""
        mark = ""
        for line in lines:
            if line.text in self._marks:
                mark = line.text
            elif mark:
                yield line._replace(text=f"{mark} {line.text}", raised=((0, len(mark)),))
                mark = ""
            else:
                yield line

    def _in_sequence(self, mark: str, text: str, known: set[str]) -> Iterable[tuple[str, str]]:
        """Divide a text before each next number, as in `1 University of Oslo 2 Bank`."""
        while (
            mark.isdigit()
            and (after := str(int(mark) + 1)) in self._marks - known
            and after in text
        ):
            match = re.search(rf"(?<=[^\s,]\s){after}\s+(?=[^\W\d_a-z])|(?<=,\s){after}\.\s", text)
            if match is None:
                break
            yield mark, text[: match.start()]
            mark, text = after, text[match.end() :]
        yield mark, text

    def _marked_parts(self, lines: Iterable[Line]) -> list[tuple[str, str]]:
        """Return the parts of the lines after each mark, of which several can be in columns."""
        pieces: list[tuple[str, list[Line]]] = []
        for line in lines:
            for mark, text in self._divided(line):
                part = line._replace(text=text)
                before = None if mark else _before(part, [piece for _, piece in pieces])
                if before is None:
                    pieces.append((mark, [part]))
                else:
                    before.append(part)
        return [(mark, notes.joined(piece)) for mark, piece in pieces]

    def _divided(self, line: Line) -> list[tuple[str, str]]:
        """Divide a line before each mark of an affiliation; the first part can lack one."""
        text = line.text
        cuts = [
            (start, end, mark.strip("()., "))
            for start, end in line.raised
            for mark in [text[start:end]]
            if start == 0 or mark.strip("()., ") in self._marks
        ]
        if not any(mark in self._marks for _, _, mark in cuts):
            found = (
                (match.start(), match.end(), match[1] or match[2])
                for pattern in (_MARKED_INSIDE, MARKED)
                for match in pattern.finditer(text)
            )
            known = {cut[2]: cut for cut in found if cut[2] in self._marks}
            cuts = sorted([*cuts, *known.values()])
        ends = [(len(text), 0, ""), *cuts]
        parts = [("", text[: min(end[0] for end in ends)])]
        for cut, after in pairwise([*cuts, (len(text), 0, "")]):
            parts.append((cut[2], text[cut[1] : after[0]]))
        return [(mark, part) for mark, part in parts if part.strip(_PUNCTUATION)]

    def _stacked(self, others: Sequence[Line]) -> Iterable[tuple[Line, str]]:
        """Yield each affiliation with each line of names that it is below."""
        columns: dict[tuple[Line, ...], list[Line]] = {}
        for line in others:
            columns.setdefault(self._above(line, others), []).append(line)
        stacks = {names: text for names, below in columns.items() if (text := _stack(names, below))}
        for names, text in stacks.items():
            is_only = len(stacks) == 1 and names
            for name in self._by_line if is_only else names:
                yield name, text

    def _above(self, line: Line, others: Sequence[Line]) -> tuple[Line, ...]:
        """Return the lines of names directly above an affiliation, in its column if there are."""
        above = [one.line for one in self._named if one.line.bottom > line.bottom]
        if not above:
            return ()
        nearest = min(above, key=lambda one: one.bottom)
        row = [one for one in above if abs(one.bottom - nearest.bottom) < ROW * one.size]
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


def _without_contacts(lines: Sequence[Line]) -> Iterable[Line]:
    """Yield the lines that say nothing of contacts, nor go on from a full line that does."""
    edge = max((line.right for line in lines), default=0.0)
    before: Line | None = None
    for line in lines:
        goes_on = (
            before is not None and before.right > edge - 2 * line.size
            and not line.raised and not _is_apart(before, line)
        )  # fmt: skip
        before = line if goes_on or _is_contact(line) else None
        if before is None:
            yield line


def _is_contact(line: Line) -> bool:
    text = line.text[line.raised[0][1] :] if line.raised[:1] == ((0, 1),) else line.text
    return CONTACT.match(text) is not None and _LABEL.match(text) is None


def is_affiliation(line: Line) -> bool:
    """Return whether a line below the names can be part of an affiliation."""
    without = without_emails(line.text, "").strip(_PUNCTUATION)
    return (
        sum(character.isalpha() for character in without) > 1
        and not front.ends_authors(without)
        and not (" " not in without and "." in without)
        and (INSTITUTION.search(without) is not None or not _is_other(line.text, without))
    )


def _is_other(text: str, without: str) -> bool:
    """Return whether a line without an institution has a label, a date or names of addresses."""
    return _OTHER.search(text) is not None or ("@" in text and without.islower())


def _before(line: Line, pieces: Sequence[list[Line]]) -> list[Line] | None:
    """Return the piece that a line goes on with: the last one, or that of its column."""
    near = [piece for piece in pieces if not _is_apart(piece[-1], line)]
    if not near or near[-1] is not pieces[-1]:
        return None
    above = (piece for piece in near if near[-1][-1].left - piece[-1].right > _COLUMN * line.size)
    return next((one for one in above if front.overlap(one[-1], line) > 0), near[-1])


def _is_apart(last: Line, line: Line) -> bool:
    """Return whether a line below another one is in another style or far away from it."""
    is_far = last.bottom - line.bottom > _NEAR * last.size
    return last.size > 0 and (is_far or not front.same_size(last, line))


def _stack(names: Sequence[Line], lines: Sequence[Line]) -> str:
    """Return the affiliation on the lines near some names, or known blocks up to a university."""
    near, *further = _blocks(names, lines)
    if text := _beside(near):
        return text
    known = list(filter(None, map(_known, further)))
    first = next((n for n, text in enumerate(known) if _UNIVERSITY.search(text)), len(known))
    return " ".join(known[: first + 1])


def _blocks(names: Sequence[Line], lines: Sequence[Line]) -> list[str]:
    """Return the texts of the lines that are near each other; of the first, near the names."""
    last = min(names, key=lambda name: name.bottom, default=None)
    blocks: list[list[Line]] = [[]]
    for line in sorted(lines, key=lambda line: (-line.bottom, line.left)):
        if last is not None and last.bottom - line.bottom > _NEAR * max(last.size, line.size):
            blocks.append([])
        if len(blocks) > 1 or any(front.overlap(line, one) > 0 for one in (*names, *blocks[0])):
            blocks[-1].append(line)
            last = line
    return [" ".join(line.text for line in block if is_affiliation(line)) for block in blocks]


def _tidy(text: str) -> str:
    """Return an affiliation without addresses of e-mail and what follows; empty for a record."""
    text = without_emails(_TAIL.sub("", text))
    text = _LEAD.sub("", _LABEL.sub("", " ".join(text.split()).strip(_PUNCTUATION)))
    return "" if validation.is_record(text) or front.is_article_type(text) else text


def _known(text: str) -> str:
    """Return an affiliation; empty if it has no word that names of institutions have."""
    text = _tidy(text)
    return text if INSTITUTION.search(text) and not text[0].isdigit() else ""


def _beside(text: str) -> str:
    """Return an affiliation that its mark or place shows; empty if it does not look like one."""
    text = _tidy(text)
    is_name = text[:1].isupper() and ":" not in text and not front.is_prose(text)
    return text if INSTITUTION.search(text) or is_name else ""


def _of_note(text: str) -> str:
    """Return the affiliation that a note begins with; empty if it begins with none."""
    opening = _OPENING.match(text)
    if opening is None and CONTACT.match(text.strip(_PUNCTUATION)):
        return ""
    text = _beside(notes.before_thanks(text[opening.end() :] if opening else text))
    is_named = INSTITUTION.search(text) if opening else text[:1].isupper()
    return text if is_named and not front.is_prose(text) else ""
