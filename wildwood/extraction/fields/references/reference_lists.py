"""Find all lists of references: supplements and chapters can have their own."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from wildwood.extraction.documents.joined_lines import Words
from wildwood.extraction.documents.remembered import remembered
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.references import reference_section, references
from wildwood.extraction.fields.references.reference_section import Section
from wildwood.extraction.fields.references.references import PrintedReference

_MIN_ENTRIES = 2
_MIN_LIKENESS, _MIN_LIKENESS_OF_MAIN = 0.7, 0.3
"""The least share of the entries of a list that look like references."""
_MIN_CHARACTERS, _MAX_CHARACTERS = 30, 2_000
"""The lengths of an entry that looks like one; the cells of a table are shorter."""
_DOUBTFUL = 0.3
"""How much an entry that does not begin with a name counts, if nothing else is against it."""
_MAX_CUTS = 3


class ReferenceList(NamedTuple):
    """A list of references."""

    section: Section
    lines: list[Line]
    starts: list[int]
    """The lines at which its entries begin."""

    def entries(self, words: Words) -> list[PrintedReference]:
        """Return its entries; the words of the document decide about hyphens."""
        return list(references.entries(self.lines, self.starts, words))


def sections_of(lines: Sequence[Line]) -> list[Section]:
    """Return the sections of the lists of a document."""
    return [one.section for one in find_all(lines)]


def places(lines: Sequence[Line]) -> set[int]:
    """Return the places of the lines of these lists, with their headings."""
    return {place for one in sections_of(lines) for place in range(one.heading, one.end)}


def texts_between(lines: Sequence[Line], sections: Sequence[Section]) -> Iterator[list[Line]]:
    """Yield the text before each list; what follows the last one belongs to that before it."""
    start = 0
    for section in sections:
        text = list(lines[start : section.heading])
        start = section.end
        yield text if section is not sections[-1] else [*text, *lines[start:]]


@remembered
def find_all(lines: Sequence[Line]) -> list[ReferenceList]:
    """Return the lists of a document in order: those whose entries look like references.

    The main list is held to less than others, and is returned alone if none looks like one.
    """
    sections = reference_section.candidates(lines)
    main = reference_section.main(sections)
    found: list[ReferenceList] = []
    before = 0
    for section in sections:
        one = _without_tail(lines, section, before)
        least = _MIN_LIKENESS_OF_MAIN if section is main else _MIN_LIKENESS
        if len(sections) == 1 or (len(one.starts) >= _MIN_ENTRIES and _share(one) >= least):
            found.append(one)
            before = len(one.starts)
    return found or [_without_tail(lines, main, 0)]


def _without_tail(lines: Sequence[Line], section: Section, before: int) -> ReferenceList:
    """Return a section without what follows its list, such as an imprint or a form.

    Without the tail, the entries can be divided better, and more of it be seen.
    """
    listed = reference_section.entries_of(lines, section)
    starts = references.starts_of(listed, before)
    for _ in range(_MAX_CUTS):
        sums = list(accumulate(map(_likeness, _texts(listed, starts))))
        best = max(sums, default=0)
        count = len(sums) - sums[::-1].index(best) if best > 0 else len(sums)
        if count == len(starts):
            break
        listed = listed[: starts[count]]
        starts = references.starts_of(listed, before)
    if not listed:
        return ReferenceList(section, [], [])
    end = next(n for n in range(section.start, section.end) if lines[n] is listed[-1]) + 1
    return ReferenceList(section._replace(end=end), listed, starts)


def _texts(lines: Sequence[Line], starts: Sequence[int]) -> Iterator[str]:
    """Yield about the texts of the entries of a list."""
    for start, end in pairwise([*starts, len(lines)]):
        yield " ".join(line.text for line in lines[start:end])


def _share(listed: ReferenceList) -> float:
    """Return the share of entries that surely are references."""
    sure = sum(_likeness(text) == 1 for text in _texts(listed.lines, listed.starts))
    return sure / len(listed.starts)


def _likeness(text: str) -> float:
    """Return how much a text looks like a reference: from -1, not at all, to 1."""
    if not _MIN_CHARACTERS <= len(text) <= _MAX_CHARACTERS:
        return -1
    if not reference_section.has_source(text):
        return -1
    is_sure = references.entry(text).label or reference_section.begins_entry(text)
    return 1 if is_sure else _DOUBTFUL
