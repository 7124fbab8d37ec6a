"""The affiliations of the authors, found by their superscripts or positions, and their parts."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

from wildwood.biblio.field_texts import MONTH, YEAR
from wildwood.biblio.person import AND
from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page
from wildwood.extraction.data import Line, Span
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.lines import join_lines
from wildwood.extraction.names import EMAIL, remove_emails
from wildwood.extraction.notes import (
    AUTHORS_AT,
    CONTACTS,
    NOW_AT,
    cut_thanks,
    group_below_names,
    group_by_names,
)
from wildwood.extraction.people import PrintedName, marks_in

MARKED = re.compile(
    r"^[(（\[]?(?:\d{1,2}(?:,\s?\d{1,2})*|[a-z]|([*†‡§¶#∗⋆])\1*)[.):\]]?\s?(?=[^\W\d_a-zß-ÿ]|\s)(?![A-Z]\d|[A-Z]{2},)"
)
_PAIR = 2  # names
_COLUMN = 2.0  # least distance of two columns, in font sizes
_MARKED_INSIDE = re.compile(
    rf"{MARKED.pattern}|(?<=[;,.:–—])\s[(\[]?(?:\d{{1,2}}[.)\]]?|[a-z][:)])\s(?=[^\W\d_a-z])|"
    r"(?<=[；;])\s?\d{1,2}[.．、]?\s?(?=[一-鿿])"
)
_CAPITAL = re.compile(r"(?!\d)\S*[^\W\d_a-zß-ÿа-я]")  # or a letter without case, in the first word
_OTHER_NUMBER = re.compile(
    r"^\(?\d{1,2}[.)]?\s?(?=[^\W\d_a-z])(?!PUBLICATION)"
)  # a mark that no author has
_NUMBER_INSIDE = re.compile(
    r"(?<=[^\s,]\s)(\d{1,2})\.?\s*(?=[^\W\d_a-z]|[a-z]+[A-Z-])|(?<=,\s)(\d{1,2})(?:\.\s|\s?(?=[A-Z][a-z]))"
)
_GLUED = re.compile(
    r"(?:^|(?<=;\s)|(?<=;\sand\s))[a-z](?=[^\W\d_a-zß-ÿ])|"
    r"(?:^|(?<=[^*†‡§¶][,;]\s)|(?<=[,;]\sand\s))[*†‡§¶⋆∥‖#]{1,2}(?=[^\W\d_a-z])"
)  # as in `University of Oslo; bBank of Oslo`, or a sign that is not raised
CONTACT = re.compile(rf"[*∗†‡y]?\s?{CONTACTS}", re.IGNORECASE)  # some fonts have `y` as a dagger
_CONTACT_WORD = re.compile(rf"(?<!\w){CONTACTS}", re.IGNORECASE)
_CONTACT_LABEL = re.compile(rf"^{CONTACTS}(?:\s\w+)?:\s", re.IGNORECASE)
_PHONE = r"\+\d[\d\s()–-]{6,}"
_OPENING = re.compile(
    rf"\W*(?:{_PHONE}\W*|{CONTACT.pattern}(?:\s\w+){{0,4}}\s?(?:\([^()]*\)\s?|\))?[.:,;]\s*|{EMAIL.pattern}\W+|{AUTHORS_AT})+",
    re.IGNORECASE,
)  # what a note can say before an affiliation
_GOES_ON = re.compile(r"\s(?!\S+@)\w")  # a phrase that is cut, as `These` of `These authors`
_ALSO = re.compile(
    rf"(?:,?\sand\s(?:is\s)?also\s(?:is\s)?with\s|{NOW_AT})(?:the\s)?"
)  # one more affiliation
_FURTHER = re.compile(rf"(?:^|(?<=[.;]\s)){pattern('further_affiliations')}[\s:,]\s?(?:the\s)?")
_WORK_REMARK = words("work_remarks")  # such as `Work done during an internship`
_LABEL = re.compile(rf"^{pattern('affiliation_labels')}\s*[:：]\s*")
_LEAD = re.compile(
    rf"^(?:(?-i:[^\W\d_A-ZÀ-Þ]+\s)?{pattern('at_the')}|(?-i:(?:and\s)?the|and)|\d{{6}}(?=\s[一-鿿]))\s|^l['’]",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"^\w[\w\s]{{1,30}}:(?:\s|$)|\d{{1,2}}[./]\d{{1,2}}[./]{YEAR}$|"
    rf"^\w+[\s,–—-]+(?:\d{{1,2}}\.?\s+)?{MONTH}\s+(?:\d{{1,2}},?\s+)?{YEAR}$|"
    rf"^\w+\s{YEAR}(?:\s?[–/-]\s?{YEAR})?$|^(?:[A-Z]+-)+\d\S*$|^[IVX]+\.\s|"
    rf"^{pattern('supervisors', 'thesis_words')}(?!\w)|^(?:\w+\s)?(?:Member|Fellow),\sIEEE\W*$",
    re.IGNORECASE,
)  # what a line without an institution can have instead, such as a label, or a place with a date
_AFFILIATION_PUNCTUATION = " .,;:–—-|·•(（）；，。¶*∗†‡✉~!"
_EMPTY = re.compile(
    r"\(\s*\)|[;,]?\s{2,}\((?:[A-Z]\.-?)+[A-Z]?\)|\{[^{}]*$|\s\d[\d,]*\sPUBLICATIONS?\s.*$"
)  # brackets and initials beside addresses of e-mail, and the figures of ResearchGate
ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
_WHOLE_CONTACT = re.compile(rf"(?:{EMAIL.pattern}|{ORCID.pattern})\W*$")
_NOTICE = words("notices")
_UNIVERSITY = words("university_names")
_JOINED = re.compile(rf"\s(?:{AND}|&)\s")
_WORD = re.compile(r"[\w’'-]+")
_PART_END = re.compile(r";\s(?![^()]{0,300}\))")  # outside brackets
_NEXT = re.compile(
    rf"((?<!\w){pattern('countries')}|\d{{4}}),?\s{AND}\n|"
    rf"((?:(?<=,\s)|(?<=\n)){pattern('countries')})[.;]?\n(?=[^\n]*{INSTITUTION.pattern})"
)  # where an affiliation ends, and the next line begins another
_NEAR = 3.0  # greatest distance of a line from the name or the line above it, in font sizes
_TAIL = re.compile(
    rf"(?<=[.,;¶)~!–—-])\s*\(?(?:{_PHONE}|{CONTACTS}|{pattern('front_matter')})(?!\w).*$|"
    rf"\s\((?:\w+\s)?{pattern('front_matter')}(?!\w).*$|\s[a-z]\)\s?{CONTACTS}.*$|"
    rf"\s*[(¶*]\s?{CONTACTS}.*$|[\s,;(]{{0,3}}https?://\S{{0,200}}$|\s{AND}\s?$|\s{CONTACTS}(?:\W*$|:\s?[+(\d].*$)|"
    rf"(?<!\d)(?<!\d\.)\s{MONTH}\s{YEAR}$|(?<=[a-z]),\s{YEAR}$|(?-i:(?<=[a-zß-ÿ])\d$)",
    re.IGNORECASE,
)  # what follows an affiliation on its line, or joins it to that of the next author
_Marks = tuple[str, ...]
_Piece = tuple[_Marks, str]  # a part of an affiliation, with the marks before or behind it
_Found = dict[str | Line, list[str]]  # by mark, name or line of names above


@dataclass(frozen=True, slots=True)
class NamedLine:
    line: Line
    people: tuple[PrintedName, ...]


class Affiliations:
    """The affiliations below the names or, failing that, in the notes of the page."""

    def __init__(
        self, named: Sequence[NamedLine], lines: Sequence[Line], notes: Sequence[Sequence[Line]]
    ) -> None:
        self._named = named
        self._people = [person for row in named for person in row.people]
        marks = {mark for person in self._people for mark in person.marks}
        self._marks = marks.union(*(mark for mark in marks if mark.isdigit()))
        self._are_raised = self._count_raised([*lines, *chain.from_iterable(notes)]) > 1
        listed = takewhile(lambda line: not front_page.LEADER.search(line.text), lines)
        unlabelled = (line for line in listed if not _LABEL.fullmatch(f"{line.text}:"))
        front = [line for line in unlabelled if not front_page.SERIES.search(line.text)]
        lines = list(_remove_contacts(front))
        own = [line for line in lines if self._is_numbered(line) or is_affiliation(line)]
        pieces = self._pieces(own)
        by_mark = self._marked((marks, _stands_beside(text)) for marks, text in pieces)
        in_front = by_mark or self._stacked(lines)
        bare = (person.marks for person in self._people if by_mark.keys().isdisjoint(person.marks))
        left: set[str | Line] = set(chain(*bare)) if by_mark else set()
        noted = self._in_notes(notes) if left or not in_front else {}
        lacking = {mark: texts for mark, texts in noted.items() if mark in left}
        self._found = in_front | lacking or noted or self._in_notes([front])
        self._further = self._in_further_notes(notes) if in_front else {}

    def _count_raised(self, lines: Iterable[Line]) -> int:
        """Return how many lines begin with raised marks of authors."""
        leading = (line for line in lines if line.raised and line.raised[0][0] == 0)
        marks = (self._own(line.text[: line.raised[0][1]]) for line in leading)
        return sum(not self._marks.isdisjoint(own) for own in marks)

    def _is_numbered(self, line: Line) -> bool:
        """Return whether a line is a mark, or begins with a number."""
        return line.text in self._marks or re.match(r"\d{1,2}\.?\s", line.text) is not None

    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(self._found.values())))

    def find(self, person: PrintedName, line: Line) -> tuple[str, ...]:
        beside = self._found.get(person.name) or self._in_turn(person, line)
        own = self._marked_by(person) or beside or self._of_all()
        keys = (*person.marks, person.name)
        added = (text for key in keys for text in self._further.get(key, []))
        return tuple(dict.fromkeys(_without_name(text, person.name) for text in [*own, *added]))

    def _in_turn(self, person: PrintedName, line: Line) -> list[str]:
        """Return what is below a line of names: one each if as many universities are joined."""
        texts = self._found.get(line, [])
        names = next((row.people for row in self._named if row.line == line), ())
        parts = _JOINED.split(texts[0]) if len(texts) == 1 and len(names) > 1 else []
        are_apart = len(parts) == len(names) and all(map(_UNIVERSITY.search, parts))
        return [parts[names.index(person)]] if are_apart else texts

    def _marked_by(self, person: PrintedName) -> list[str]:
        # Two digits can be two marks without a comma.
        marks = chain(*([mark] if mark in self._found else mark for mark in person.marks))
        return [text for mark in marks for text in self._found.get(mark, [])]

    def _of_all(self) -> list[str]:
        """Return the affiliations at the only mark, behind the last name, which are of all."""
        *others, last = self._people
        return [] if any(person.marks for person in others) else self._marked_by(last)

    def _in_notes(self, notes: Sequence[Sequence[Line]]) -> _Found:
        names = [person.name for person in self._people]
        noted = [*group_by_names(notes, names).items(), *group_below_names(notes, names)]
        by_name: _Found = {}
        for name, text in noted:
            if own := _stands_beside(cut_thanks(_behind_opening(text))):
                by_name.setdefault(name, []).extend(_divide(own))
        marked = chain.from_iterable(map(self._pieces, notes))
        pieces = [(marks, _note_affiliation(text)) for marks, text in marked]
        by_mark = self._marked(pieces)
        bare = [person.name for person in self._people if by_mark.keys().isdisjoint(person.marks)]
        unmarked = (text for marks, text in pieces if self._marks.isdisjoint(marks))
        named = (text for text in unmarked if INSTITUTION.search(text) and not _NOTICE.search(text))
        free = (t for t in named if not (front_page.ends_authors(t) or front_page.is_prose(t)))
        families = {name.split()[-1].lower() for name in names}
        nameless = (t for t in free if families.isdisjoint(_WORD.findall(t.lower())))
        alone = list(dict.fromkeys(nameless))
        for name in bare if alone and 1 in (len(alone), len(names)) else ():
            by_name.setdefault(name, alone)
        # What follows the names in a running head is a journal.
        is_known = bare or any(map(INSTITUTION.search, chain(*by_name.values())))
        return by_name if is_known and by_name.keys() >= set(names) else by_mark | by_name

    def _in_further_notes(self, notes: Sequence[Sequence[Line]]) -> _Found:
        """Return by mark or name what notes add to the affiliations below the names."""
        marked = chain.from_iterable(map(self._pieces, notes))
        opened = ((marks, text, _FURTHER.search(text)) for marks, text in marked)
        return self._marked((m, _note_affiliation(t[o.end() :])) for m, t, o in opened if o)

    def _marked(self, pieces: Iterable[_Piece]) -> _Found:
        by_mark: _Found = {}
        for marks, text in pieces:
            for mark in filter(self._marks.__contains__, marks if text else ()):
                by_mark.setdefault(mark, []).extend(_ALSO.split(text))
        return by_mark

    def _pieces(self, lines: Sequence[Line]) -> list[_Piece]:
        """Return the parts of the lines with their marks; only the first part can lack them."""
        edge = min((line.left for line in lines if MARKED.match(line.text)), default=0.0)
        # What is far left of all marks is in the margin, such as a date.
        inside = [line for line in lines if edge - line.right < _COLUMN * line.size]
        cells = [cell for line in inside for cell in self._cells(line)]
        step = -1 if self._are_behind(cells) else 1
        pieces: list[tuple[_Marks, list[Line]]] = []
        marks: _Marks = ()
        for cell in cells[::step]:
            if not isinstance(cell, Line):
                marks += cell
            elif not marks and (before := _stands_before(cell, [piece for _, piece in pieces])):
                before.append(cell)
            else:
                pieces.append((marks, [cell]))
                marks = ()
        marks_seen = set(chain(*(marks for marks, _ in pieces)))
        joined = [(marks, join_lines(piece[::step], {})) for marks, piece in pieces[::step]]
        if self._are_raised:  # other numbers are those of streets
            return joined
        return [part for piece in joined for part in self._in_sequence(*piece, marks_seen)]

    def _cells(self, line: Line) -> Iterable[Line | _Marks]:
        place = 0
        for start, end, marks in [*self._cuts(line), (len(line.text), len(line.text), ())]:
            if line.text[place:start].strip(f"{_AFFILIATION_PUNCTUATION})]"):
                yield line._replace(text=line.text[place:start])
            if marks:
                yield marks
            place = end

    def _cuts(self, line: Line) -> list[tuple[int, int, _Marks]]:
        if line.text in self._marks:
            return [(0, len(line.text), (line.text,))]
        cuts = self._marked_spans(line.text, line.raised)
        glued = self._marked_spans(line.text, [m.span() for m in _GLUED.finditer(line.text)])
        if self._are_raised or any(self._marks.intersection(marks) for _, _, marks in cuts):
            return sorted({*cuts, *glued})
        matches = _MARKED_INSIDE.finditer(line.text)
        inside = [(match.start(), match.end(), marks_in(match[0])) for match in matches]
        own = (cut for cut in inside if self._marks.intersection(cut[2]))
        return sorted({*cuts, *glued, *own})

    def _marked_spans(self, text: str, spans: Iterable[Span]) -> list[tuple[int, int, _Marks]]:
        """Return the spans at the start or with marks of authors, and their marks."""
        marked = [(start, end, self._own(text[start:end])) for start, end in spans]
        return [cut for cut in marked if cut[0] == 0 or self._marks.intersection(cut[2])]

    def _own(self, text: str) -> _Marks:
        """Return the marks in a text; in `123`, they can be three marks of authors."""
        marks = marks_in(text)
        digits = "".join(marks)
        one_mark = {digits, str(int(digits) - 1)} if digits.isdecimal() else marks
        is_run = self._marks.isdisjoint(one_mark) and self._marks.issuperset(digits)
        return tuple(digits) if is_run else marks

    def _are_behind(self, cells: Sequence[Line | _Marks]) -> bool:
        """Return whether all marks are behind their parts, as in `University of Oslo*`."""
        if not cells or isinstance(cells[-1], Line) or not isinstance(cells[0], Line):
            return False
        marks = {mark for cell in cells if not isinstance(cell, Line) for mark in cell}
        return all(marks.intersection(person.marks) for person in self._people)

    def _in_sequence(self, marks: _Marks, text: str, marks_seen: set[str]) -> Iterable[_Piece]:
        """Divide a text before each next number, as in `1 University of Oslo 2 Bank`."""
        number = int(marks[-1]) if marks and marks[-1].isdecimal() else 0
        while number and (after := str(number + 1)) in self._marks - marks_seen and after in text:
            numbers = (match for match in _NUMBER_INSIDE.finditer(text) if after in match.groups())
            if (match := next(numbers, None)) is None:
                break
            yield marks, text[: match.start()]
            marks, number, text = (after,), number + 1, text[match.end() :]
        yield marks, text

    def _stacked(self, lines: Sequence[Line]) -> _Found:
        columns: dict[tuple[Line, ...], list[Line]] = {}
        heights = [line.bottom for line in lines if is_affiliation(line)]
        for line in lines:
            columns.setdefault(self._above(line, lines, heights), []).append(line)
        every = ((names, _stack(names, below)) for names, below in columns.items())
        stacks = [(names, stack) for names, stack in every if stack]
        all_names = tuple(row.line for row in self._named) if len(stacks) == 1 else ()
        by_line: _Found = {}
        for names, stack in stacks:
            for name in all_names or names:
                by_line.setdefault(name, []).extend(stack)
        return by_line

    def _above(
        self, line: Line, lines: Sequence[Line], heights: Sequence[float]
    ) -> tuple[Line, ...]:
        """Return the names that a line is of, with all lines and the heights of affiliations."""
        above = [row.line for row in self._named if row.line.bottom > line.bottom]
        above.sort(key=lambda name: name.bottom)
        row = [name for name in above if name.bottom - above[0].bottom < front_page.ROW * name.size]
        if len(row) > 1:
            row.sort(key=lambda name: name.left)
            is_column = all(abs(near.left - row[0].left) < near.size for near in lines)
            return tuple(row) if is_column else _centred_above(line, lines, row)
        between = [height for height in heights if above and height > above[0].bottom]
        return tuple(name for name in above if name.bottom <= min(between, default=name.bottom))


def _centred_above(line: Line, lines: Sequence[Line], row: Sequence[Line]) -> tuple[Line, ...]:
    """Return the names of a row that a line is centred below, or else the nearest one."""
    centre, reach = line.left + line.right, 2 * line.size
    alike = [other for other in lines if abs(other.left + other.right - centre) < reach]
    left, right = min(other.left for other in alike), max(other.right for other in alike)
    nearest: Sequence[Line] = [min(row, key=lambda name: abs(name.left + name.right - centre))]
    parts = [row[n:end] for n in range(len(row)) for end in range(n + _PAIR, len(row) + 1)]
    centred = [part for part in parts if abs(part[0].left + part[-1].right - centre) < reach]
    # What is of more than two is below all of them, not only below the one in the middle.
    wide = [part for part in centred if left < part[0].right and part[-1].left < right]
    pairs = [part for part in centred if len(part) == _PAIR]
    names = max([*wide, *pairs, nearest], key=len)
    return tuple(names)


def _without_name(text: str, name: str) -> str:
    """Return an affiliation without the name of its author before it."""
    start, bare = f"{name}, ".lower(), _CONTACT_LABEL.sub("", text)
    return bare[len(start) :] if bare.lower().startswith(start) else text


def _divide(text: str) -> list[str]:
    """Divide a text before another affiliation: at a semicolon, only if all parts are one."""
    parts = _PART_END.split(text)
    named = parts if all(map(INSTITUTION.search, parts)) else [text]
    return list(chain.from_iterable(map(_ALSO.split, named)))


def _remove_contacts(lines: Sequence[Line]) -> Iterable[Line]:
    edge = max((line.right for line in lines), default=0.0)
    before: Line | None = None
    for line in lines:
        is_whole = line.raised or (before is not None and _WHOLE_CONTACT.search(before.text))
        goes_on = before is not None and before.right > edge - 2 * line.size and not is_whole
        is_contact = CONTACT.match(line.text) and not _LABEL.match(line.text)
        before = line if goes_on or is_contact else None
        if before is None:
            yield line


def is_affiliation(line: Line) -> bool:
    without = remove_emails(front_page.unmarked(line), "").strip(_AFFILIATION_PUNCTUATION)
    is_address = " " not in without and "." in without and (without[0].islower() or "/" in without)
    if sum(map(str.isalpha, without)) <= 1 or ORCID.search(without) or is_address:
        return False
    if front_page.ends_authors(without) or front_page.LEADER.search(without):
        return False
    named, is_prose = INSTITUTION.search(without), front_page.is_prose(without)
    if named and (named[0][0].isupper() or not is_prose):
        return True
    is_other = _OTHER.search(_LABEL.sub("", line.text)) or ("@" in line.text and without.islower())
    return not (is_prose or is_other)


def _stands_before(line: Line, pieces: Sequence[list[Line]]) -> list[Line] | None:
    lasts = ((piece, piece[-1]) for piece in pieces)
    near = [piece for piece, last in lasts if abs(last.bottom - line.bottom) <= _NEAR * last.size]
    if not near:
        return None
    above = (piece for piece in near if near[-1][-1].left - piece[-1].right > _COLUMN * line.size)
    return next((piece for piece in above if front_page.overlap(piece[-1], line) > 0), near[-1])


def _stack(names: Sequence[Line], lines: Sequence[Line]) -> list[str]:
    """Return the affiliations on the lines near some names, or other blocks up to a university."""
    near, *blocks = _blocks(names, lines)
    beside = _OTHER_NUMBER.sub("", near).split("\f")
    if texts := list(filter(None, map(_stands_beside, beside))):
        return texts
    named = list(filter(None, map(_known, blocks)))
    first = next((n for n, text in enumerate(named) if _UNIVERSITY.search(text)), len(named))
    return [" ".join(named[: first + 1])] if named else []


def _blocks(names: Sequence[Line], lines: Sequence[Line]) -> list[str]:
    """Return the text near some names and the next texts, with form feeds between addresses."""
    last = min(names, key=lambda name: name.bottom, default=None)
    blocks: list[list[Line]] = [[]]
    for line in sorted(lines, key=lambda line: (-line.bottom, line.left)):
        if last is not None and last.bottom - line.bottom > _NEAR * max(last.size, line.size):
            blocks.append([])
        near = (*names, *blocks[0])
        if len(blocks) > 1 or any(front_page.overlap(line, beside) > 0 for beside in near):
            blocks[-1].append(line)
            last = line
    texts = [[line.text for line in block if is_affiliation(line)] for block in blocks]
    return [_NEXT.sub(r"\1\2\f", "\n".join(text)).replace("\n", " ") for text in texts]


def tidy(text: str) -> str:
    """Remove e-mail addresses and what follows; return nothing for a record."""
    text = _EMPTY.sub("", remove_emails(_TAIL.sub("", text)))
    text = " ".join(text.split()).strip(_AFFILIATION_PUNCTUATION).lstrip(") ")
    text = text.rstrip(")") if text.count("(") < text.count(")") else text
    text = _LEAD.sub("", _FURTHER.sub("", _LABEL.sub("", text)))
    is_other = front_page.is_article_type(text) or front_page.is_introduction(text)
    return "" if is_other or front_page.is_record(text) else text


def _known(text: str) -> str:
    """Return a text if it has a word typical of institutions, else nothing."""
    text = tidy(_OTHER_NUMBER.sub("", text))
    return text if INSTITUTION.search(text) and not text[0].isdigit() else ""


def _stands_beside(text: str) -> str:
    """Return a text found by its mark or position if it looks like an affiliation, else nothing."""
    text = tidy(text)
    is_prose = front_page.is_prose(text)
    is_other = ":" in text or is_prose or _CONTACT_WORD.search(text) or _WORK_REMARK.match(text)
    is_capital = text[:1].isalpha() and not text[0].islower()
    is_name = is_capital and len(text) > 1 and not (is_other or front_page.likeness(text))
    is_named = any(name[0][0].isupper() or not is_prose for name in INSTITUTION.finditer(text))
    return text if is_named or is_name else ""


def _behind_opening(text: str) -> str:
    opening = _OPENING.match(text)
    return text[opening.end() :] if opening else text


def _note_affiliation(text: str) -> str:
    """Return the affiliation at the beginning of a note, or nothing."""
    noted = _behind_opening(text)
    own = _stands_beside(cut_thanks(noted))
    is_part = noted != text or _GOES_ON.match(noted, noted.find(own) + len(own))
    is_named = INSTITUTION.search(own) if is_part else _CAPITAL.match(own)
    return own if is_named and not _WORK_REMARK.match(own) else ""


_DEPARTMENT = words("departments")
_COUNTRY = words("countries")
_SEVERAL = re.compile(r"\s*[;\n]\s*")
_NAMED = re.compile(rf"{INSTITUTION.pattern}|{_DEPARTMENT.pattern}")
_POST_CODE = re.compile(
    r"\b(?:[A-Z]{1,2}[- ])?\d{4,6}(?:-\d{3,4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b"
)
_PART_PUNCTUATION = " .,;:–—-"


@dataclass(frozen=True, slots=True)
class AffiliationParts:
    departments: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    post_code: str = ""
    settlement: str = ""
    region: str = ""
    country: str = ""


def parse_affiliation(text: str) -> list[AffiliationParts]:
    """Return the affiliations of a text, separated by semicolons or line breaks."""
    parts = (part.strip(_PART_PUNCTUATION) for part in _SEVERAL.split(text))
    return [_parts(part) for part in parts if part]


def _parts(raw: str) -> AffiliationParts:
    """Divide an affiliation at its commas: institutions first, then the address."""
    pieces = [piece for piece in MARKED.sub("", raw).split(",") if piece.strip(_PART_PUNCTUATION)]
    post_code = next((code[0] for code in map(_POST_CODE.search, pieces[1:]) if code), "")
    bare = (piece.replace(post_code, "").strip(_PART_PUNCTUATION) for piece in pieces)
    names = list(filter(None, bare))
    country = names.pop() if len(names) > 1 and _COUNTRY.fullmatch(names[-1]) else ""
    last = max((n for n, name in enumerate(names) if _NAMED.search(name)), default=0)
    inside, address = names[: last + 1], names[last + 1 :]
    return AffiliationParts(
        departments=tuple(name for name in inside if _DEPARTMENT.search(name)),
        institutions=tuple(name for name in inside if not _DEPARTMENT.search(name)),
        post_code=post_code,
        settlement=address[-2] if len(address) > 1 else "".join(address),
        region=address[-1] if len(address) > 1 else "",
        country=country,
    )
