"""Find what cites the entries of bibliographies and calls figures, and the text around it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from wildwood.biblio import person
from wildwood.biblio.entry import YEAR
from wildwood.biblio.person import AND, AND_OTHERS, PARTICLE
from wildwood.biblio.words import pattern
from wildwood.extraction.data import Called, Callout, Caption, Citation, Passage, Span

_SUFFIXED = re.compile(rf"(?<!\d)({YEAR})\s?([a-z])(?![a-z])")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_MIN_SHARE = 0.5  # the least share of the entries of a list with a number, in a list with numbers


class CitedList(NamedTuple):
    citations: Sequence[Citation]
    labels: Sequence[str]  # the number or label of each citation in the list, or an empty string
    text: str


@dataclass(frozen=True)
class Named:
    place: int
    surname: str
    co_authors: frozenset[str]  # the surnames of the other authors, in lower case
    suffix: str


@dataclass(frozen=True)
class Bibliography:
    lists: Sequence[CitedList]

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """The entries in order; callouts refer to them by index."""
        return tuple(citation for cited_list in self.lists for citation in cited_list.citations)

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Return the indexes of the entries by number; the first list has priority."""
        places: dict[str, int] = {}
        for start, cited_list in self._starts():
            labels = [label if label.isdigit() else "" for label in cited_list.labels]
            if sum(map(bool, labels)) >= _MIN_SHARE * len(labels):
                for number, label in enumerate(labels):
                    places.setdefault(label or str(number + 1), start + number)
        return places

    @cached_property
    def labelled(self) -> dict[str, int]:
        """Return the indexes of the entries by labels such as `ABC99`."""
        return {
            label: start + number
            for start, cited_list in self._starts()
            for number, label in enumerate(cited_list.labels)
            if label and not label.isdigit()
        }

    @cached_property
    def entries_by_year(self) -> dict[str, list[Named]]:
        entries: dict[str, list[Named]] = {}
        for place, citation in enumerate(self.citations):
            if citation.year and citation.authors:
                entries.setdefault(citation.year, []).append(_named(place, citation))
        return entries

    def _starts(self) -> Iterator[tuple[int, CitedList]]:
        starts = accumulate((len(cited_list.citations) for cited_list in self.lists), initial=0)
        yield from zip(starts, self.lists, strict=False)


def _named(place: int, citation: Citation) -> Named:
    suffixes = dict(_SUFFIXED.findall(citation.raw))
    families = (_WORD.findall(person.cited(name).family) for name in citation.authors)
    surname, *co_authors = (words[-1].lower() if words else "" for words in families)
    return Named(place, surname, frozenset(co_authors), suffixes.get(citation.year, ""))


_FLOAT_LABEL = re.compile(r"(?:S|[A-Z]\.)?\d{1,3}")
_PART = r"[a-zA-Z]?(?!\w)(?:\s?\([a-z]\))*"  # a part of a figure, such as `b` or `(a)`
_CALL = re.compile(
    rf"(?<!\w)(?:(?P<figure>{pattern('figure_labels')})|(?P<table>{pattern('table_labels')}))\.?[\s–-]*"
    rf"(?P<labels>{_FLOAT_LABEL.pattern}{_PART}(?:\s*(?:,|–|-|&|{AND})\s*{_FLOAT_LABEL.pattern}{_PART})*)"
)


class Floats:
    def __init__(self, captions: Sequence[Caption]) -> None:
        self._captions = captions
        self._places: dict[tuple[str, str], list[int]] = {}
        for place, caption in enumerate(captions):
            label = caption.label.lower().rstrip(".")
            self._places.setdefault((caption.type, label), []).append(place)

    def find(self, passage: Passage) -> Iterator[Callout]:
        """Yield each number of a figure or table; the first callout includes the word.

        If several have a number, as in parts of a thesis, the one on the nearest page is called.
        """
        for call in _CALL.finditer(passage.text):
            kind = Called.FIGURE if call["figure"] else Called.TABLE
            labels = list(_FLOAT_LABEL.finditer(passage.text, *call.span("labels")))
            page = passage.page_of(call.start())
            for number, label in enumerate(labels):
                start = label.start() if number else call.start()
                end = label.end() if number < len(labels) - 1 else call.end()
                places = self._places.get((kind.value, label[0].lower()), [])
                nearest = sorted(places, key=lambda place: abs(self._captions[place].page - page))
                yield Callout(start, end, kind, tuple(nearest[:1]))


_YEAR = re.compile(rf"(?<![\d/.-])({YEAR})([a-z]?)(?![\d/]|\w)")
_REACH = 110  # characters before a year in which the surname must be
_BETWEEN = re.compile(
    rf"(?:[\s,.;:&()\[\]]|(?:’s|'s)\b|[’']|{AND_OTHERS}|in\spress\b|{AND}\b|"
    rf"[^\W\d_a-z][\w’'-]*|{PARTICLE}\b|{YEAR}[a-z]?(?!\w)|"
    r"(?<=\W)[a-z](?!\w)|pp?\.|\d{1,4}(?!\d))*+"
)  # other names and years


def find_cited_names(text: str, by_year: Mapping[str, Sequence[Named]]) -> Iterator[Callout]:
    """Yield a callout for each year after the surname of an entry of that year."""
    last = 0
    for year in _YEAR.finditer(text):
        near = _nearest(text, by_year.get(year[1], ()), year)
        if near is not None:
            start, entry = near
            # A further year after the same names is a callout of its own.
            start = start if start >= last else year.start()
            yield Callout(start, year.end(), Called.CITATION, (entry.place,))
            last = year.end()


def _nearest(text: str, entries: Sequence[Named], year: re.Match[str]) -> tuple[int, Named] | None:
    surnames = {entry.surname for entry in entries}
    if not surnames:
        return None
    words = list(_WORD.finditer(text, max(0, year.start() - _REACH), year.start()))
    for number, word in reversed(list(enumerate(words))):
        bare = word[0].lower().removesuffix("’s").removesuffix("'s")
        if bare not in surnames or not word[0][0].isupper():
            continue
        if _BETWEEN.fullmatch(text, word.start() + len(bare), year.start()):
            beside = {near[0].lower() for near in words[number + 1 :]}
            same = [entry for entry in entries if entry.surname == bare]
            best = max(same, key=lambda entry: _likeness(entry, beside, year[2]))
            return word.start(), best
    return None


def _likeness(entry: Named, beside: Collection[str], suffix: str) -> tuple[bool, int]:
    named = len(entry.co_authors.intersection(beside))
    missing = 0 if "al" in beside else len(entry.co_authors) - named
    return entry.suffix == suffix, named - missing


_GROUP = rf"\d{{1,3}}(?:\s*(?:[,;–—−-]|\b{AND}\b|&)\s*\d{{1,3}})*"
BRACKETS = re.compile(rf"\[\s*{_GROUP}\s*[,;]?\s*\]")
PARENTHESES = re.compile(rf"(?<!\w)\(\s*{_GROUP}\s*\)")
_LABELS = re.compile(r"\[([^\[\]]{2,80})\]")
_GROUP_LABEL = re.compile(r"[^\s,;](?:[^,;]*[^\s,;])?")
_NUMBER = re.compile(r"\d{1,3}")
_RANGE = re.compile(r"\s*[–—−-]\s*")
_MAX_RANGE = 30


def read_group(text: str, group: Span, entries: Mapping[str, int]) -> Iterator[Callout]:
    """Yield a callout for each number or range; none if a number has no entry."""
    numbers = list(_NUMBER.finditer(text, *group))
    if not numbers or not all(number[0] in entries for number in numbers):
        return
    starts = [group[0], *(number.start() for number in numbers[1:])]
    ends = [*(number.end() for number in numbers[:-1]), group[1]]
    for place, number in enumerate(numbers):
        skipped = _read_range(text, numbers[place - 1], number, entries) if place else ()
        if skipped:
            yield Callout(ends[place - 1], starts[place], Called.CITATION, skipped)
        yield Callout(starts[place], ends[place], Called.CITATION, (entries[number[0]],))


def _read_range(
    text: str, first: re.Match[str], last: re.Match[str], entries: Mapping[str, int]
) -> tuple[int, ...]:
    """Return the entries of a range; none if it is not one."""
    numbers = range(int(first[0]) + 1, int(last[0]))
    if len(numbers) > _MAX_RANGE or not _RANGE.fullmatch(text, first.end(), last.start()):
        return ()
    return tuple(entries[str(number)] for number in numbers if str(number) in entries)


def find_labels(text: str, entries: Mapping[str, int]) -> Iterator[Callout]:
    for group in _LABELS.finditer(text):
        for label in _GROUP_LABEL.finditer(text, *group.span(1)):
            if label[0] in entries:
                yield Callout(*label.span(), Called.CITATION, (entries[label[0]],))


class Form(Enum):
    BRACKETS = "[1]"
    RAISED = "¹"
    PARENTHESES = "(1)"
    LABELS = "[ABC99]"
    NAMES = "(Smith, 2001)"


class Callouts:
    """The callouts of a document, which cites in a single form."""

    def __init__(
        self, texts: Sequence[Passage], bibliography: Bibliography, captions: Sequence[Caption]
    ) -> None:
        self._bibliography = bibliography
        self._floats = Floats(captions)
        callouts = {form: {text: self._find_in_form(text, form) for text in texts} for form in Form}
        called = {form: chain(*callouts[form].values()) for form in Form}
        targets = {form: {n for one in called[form] for n in one.targets} for form in Form}
        self._form = max(Form, key=lambda form: len(targets[form]))
        self._callouts = callouts[self._form]

    def find_all(self, text: Passage) -> tuple[Callout, ...]:
        cited = self.find_citations(text)
        floats = (
            call
            for call in self._floats.find(text)
            if not any(call.start < ref.end and ref.start < call.end for ref in cited)
        )
        return tuple(sorted([*cited, *floats], key=lambda call: call.start))

    def find_citations(self, text: Passage) -> list[Callout]:
        callouts = self._callouts.get(text)
        return self._find_in_form(text, self._form) if callouts is None else callouts

    def _find_in_form(self, text: Passage, form: Form) -> list[Callout]:
        match form:
            case Form.LABELS:
                return list(find_labels(text.text, self._bibliography.labelled))
            case Form.NAMES:
                return list(find_cited_names(text.text, self._bibliography.entries_by_year))
        numbered = self._bibliography.numbered
        groups = _groups(text, form) if numbered else []
        return [callout for group in groups for callout in read_group(text.text, group, numbered)]


def _groups(text: Passage, form: Form) -> list[Span]:
    if form is Form.RAISED:
        return list(text.raised)
    pattern = BRACKETS if form is Form.BRACKETS else PARENTHESES
    return [group.span() for group in pattern.finditer(text.text)]


_CHARACTERS_AROUND = 120  # characters of a context before and after the place
_MAX_CONTEXTS = 5


def add_excerpts(lists: Sequence[CitedList]) -> list[Citation]:
    """Add excerpts to the citations; a callout refers to the list of its own text first."""
    excerpts: dict[int, list[str]] = {}
    for number, excerpt in _find_called(lists):
        excerpts.setdefault(number, []).append(excerpt)
    citations = [citation for cited_list in lists for citation in cited_list.citations]
    return [
        replace(citation, contexts=tuple(excerpts.get(number, ())[:_MAX_CONTEXTS]))
        for number, citation in enumerate(citations)
    ]


def _find_called(lists: Sequence[CitedList]) -> Iterator[tuple[int, str]]:
    """Yield the index of each called citation among all lists, and an excerpt."""
    starts = accumulate((len(cited_list.citations) for cited_list in lists), initial=0)
    places = [range(*span) for span in pairwise(starts)]
    for number, cited_list in enumerate(lists):
        order = sorted(range(len(lists)), key=lambda index: index != number)
        targets = [place for index in order for place in places[index]]
        text = Passage(cited_list.text)
        bibliography = Bibliography([lists[index] for index in order])
        for callout in Callouts([text], bibliography, ()).find_citations(text):
            for target in callout.targets:
                yield targets[target], _excerpt(cited_list.text, callout.start)


def _excerpt(text: str, place: int) -> str:
    start, end = max(place - _CHARACTERS_AROUND, 0), place + _CHARACTERS_AROUND
    piece = text[start:end]
    if start:
        piece = piece.partition(" ")[2]
    if end < len(text):
        piece = piece.rpartition(" ")[0]
    return piece.strip()


def float_contexts(text: Passage, captions: Sequence[Caption]) -> dict[Caption, tuple[str, ...]]:
    """Return for each caption the excerpts of a text that name its figure or table."""
    contexts: dict[Caption, tuple[str, ...]] = dict.fromkeys(captions, ())
    for callout in Floats(captions).find(text):
        for caption in (captions[target] for target in callout.targets):
            excerpts = (*contexts[caption], _excerpt(text.text, callout.start))
            contexts[caption] = excerpts[:_MAX_CONTEXTS]
    return contexts
