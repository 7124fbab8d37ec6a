"""Find what cites the entries of bibliographies and calls figures, and the text around it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from wildwood.biblio.field_texts import UNSPACED, YEAR
from wildwood.biblio.person import AND, AND_OTHERS, PARTICLE
from wildwood.biblio.words import entries, pattern
from wildwood.extraction import names
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
    families = (_WORD.findall(names.cited(name).family) for name in citation.authors)
    surname, *co_authors = (words[-1].lower() if words else "" for words in families)
    return Named(place, surname, frozenset(co_authors), suffixes.get(citation.year, ""))


_NUMBERED = r"(?:[A-Z]{1,2}[.-]?|[IVX]{3,5}[.-])?\d{1,3}(?:\.\d{1,3}){0,2}"
_CAPTION_LABEL = rf"{_NUMBERED}(?:-\d{{1,3}})?[a-z]?|[IVXL]{{1,6}}"
CAPTION_START = (
    rf"(?:(?P<type>{pattern('figure_labels', 'table_labels')}\.?)[\s–-]*"
    rf"(?P<label>{_CAPTION_LABEL})(?![\w)])(?!\s{pattern('words_behind_labels')})|"
    rf"(?P<number>{_NUMBERED})\.?\s?"
    rf"(?P<behind>{pattern('figure_labels_behind', 'table_labels_behind')}(?!\w)))"
)  # as in `Figure 1` or `1. ábra`
CONTINUED = rf"\(?{pattern('continuations')}(?!\w)"  # of a table on a further page
_CONTINUATION = re.compile(CONTINUED, re.IGNORECASE)
_SPACED = rf"[^\W{UNSPACED}가-힣]"  # a character of scripts that have spaces between words
_PART = rf"(?:(?<=\d)[a-zA-Z])?(?!{_SPACED})(?:\s?\([a-z]\))*"  # of a figure, as `b` or `(a)`
_INITIALS = "".join(word[0] for word in entries("supplements", "figure_labels", "table_labels"))
_FLOAT = re.compile(
    rf"(?<!{_SPACED})(?i:(?=[{_INITIALS}]))(?P<supplement>{pattern('supplements')}\s)?"
    rf"(?:{pattern('figure_labels')}|(?P<table>{pattern('table_labels')}))\.?[\s–-]*"
)  # the word of a callout; its initial refuses most words at once
_RANGE = re.compile(rf"\s*[–—−-]\s*|\s{pattern('range_words')}\s")
_BETWEEN_LABELS = rf"(?:,\s*|\s*&\s*|,?\s{AND}\s|{_RANGE.pattern})"
_MAX_RANGE = 30


class Floats:
    def __init__(self, captions: Sequence[Caption]) -> None:
        self._captions = captions
        self._places: dict[tuple[str, str], list[int]] = {}
        for place, caption in enumerate(captions):
            places = self._places.setdefault((caption.type, caption.label.lower()), [])
            if not (places and _CONTINUATION.match(caption.text)):
                places.append(place)
        # A label is first sought as captions have it: `3a`, `I` and `2-4` can be something else.
        labels = sorted({caption.label for caption in captions}, key=len, reverse=True)
        forms = (f"(?{'-i' if label.isalpha() else 'i'}:{re.escape(label)})" for label in labels)
        label = rf"({'|'.join([*forms, _NUMBERED])}){_PART}"
        self._label = re.compile(rf"(?<!{_SPACED}){label}")
        self._labels = re.compile(rf"{label}(?:{_BETWEEN_LABELS}{label})*")

    def find(self, passage: Passage) -> Iterator[Callout]:
        """Yield each label of a figure or table; the first callout includes the word.

        `Supplementary Figure 1` is another than `Figure 1`, and most often in another document.
        """
        for word in _FLOAT.finditer(passage.text):
            group = self._labels.match(passage.text, word.end())
            kind = Called.TABLE if word["table"] else Called.FIGURE
            if group and word["supplement"] and group[0][0].isdigit():
                yield Callout(word.start(), group.end(), kind, ())
            elif group:
                labels = list(self._label.finditer(passage.text, *group.span())) or [group]
                page = passage.page_of(word.start())
                targets = (self._nearest(kind, label[1], page) for label in labels)
                spans = zip(_divide((word.start(), group.end()), labels), targets, strict=True)
                places = [n for n, of in enumerate(self._captions) if of.type == kind.value]
                yield from _callouts(passage.text, kind, dict(spans), places)

    def _nearest(self, kind: Called, label: str, page: int) -> tuple[int, ...]:
        """Return the caption with a label; of several, as in parts of a thesis, the nearest."""
        places = self._places.get((kind.value, label.lower()), [])
        return tuple(sorted(places, key=lambda place: abs(self._captions[place].page - page))[:1])


def _divide(group: Span, labels: Sequence[re.Match[str]]) -> Iterator[Span]:
    """Yield the span of each label in a group; those at its ends reach to them."""
    starts = [group[0], *(label.start() for label in labels[1:])]
    return zip(starts, [*(label.end() for label in labels[:-1]), group[1]], strict=True)


def _callouts(
    text: str, called: Called, targets: Mapping[Span, tuple[int, ...]], places: Iterable[int]
) -> Iterator[Callout]:
    """Yield a callout for each span, and one between the two of a range, of the places between."""
    for before, span in pairwise([(0, 0), *targets]):
        if before in targets and _RANGE.fullmatch(text, before[1], span[0]):
            first, last = targets[before], targets[span]
            skipped = tuple(sorted(n for n in places if () < first < (n,) < last))
            if 0 < len(skipped) <= _MAX_RANGE:
                yield Callout(before[1], span[0], called, skipped)
        yield Callout(*span, called, targets[span])


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
        if near := _nearest(text, by_year.get(year[1], ()), year):
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
            return word.start(), max(same, key=lambda entry: _likeness(entry, beside, year[2]))
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


def read_group(text: str, group: Span, entries: Mapping[str, int]) -> Iterator[Callout]:
    """Yield a callout for each number or range; none if a number has no entry."""
    numbers = list(_NUMBER.finditer(text, *group))
    if numbers and all(number[0] in entries for number in numbers):
        targets = ((entries[number[0]],) for number in numbers)
        spans = dict(zip(_divide(group, numbers), targets, strict=True))
        yield from _callouts(text, Called.CITATION, spans, entries.values())


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
        numbered = self._bibliography.numbered
        match form:
            case Form.LABELS:
                return list(find_labels(text.text, self._bibliography.labelled))
            case Form.NAMES:
                return list(find_cited_names(text.text, self._bibliography.entries_by_year))
            case _ if not numbered:
                return []
            case Form.RAISED:
                groups = text.raised
            case _:
                printed = BRACKETS if form is Form.BRACKETS else PARENTHESES
                groups = tuple(group.span() for group in printed.finditer(text.text))
        return [callout for group in groups for callout in read_group(text.text, group, numbered)]


_CHARACTERS_AROUND = 120  # characters of a context before and after the place
_MAX_CONTEXTS = 5


def add_excerpts(lists: Sequence[CitedList]) -> list[Citation]:
    """Add excerpts to the citations; a callout refers to the list of its own text first."""
    excerpts: dict[int, list[str]] = {}
    for number, excerpt in _find_called(lists):
        excerpts.setdefault(number, []).append(excerpt)
    return [
        replace(citation, contexts=tuple(excerpts.get(number, ())[:_MAX_CONTEXTS]))
        for number, citation in enumerate(chain(*(one.citations for one in lists)))
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
