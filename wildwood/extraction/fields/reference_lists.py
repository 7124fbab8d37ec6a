"""Find all lists of references: supplements and chapters can have their own."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wildwood.extraction.documents.text import Words, words_of
from wildwood.extraction.fields import reference_section
from wildwood.extraction.fields.reference_section import Section
from wildwood.extraction.fields.references import PrintedReference, split_references
from wildwood.extraction.model import Line

_MIN_ENTRIES = 2
_MIN_LIKENESS, _MIN_LIKENESS_OF_MAIN = 0.7, 0.3
"""The least share of the entries of a list that look like references."""
_MIN_CHARACTERS = 30
"""The least length of an entry that looks like one; the cells of a table are shorter."""


class ReferenceList(NamedTuple):
    """A list of references."""

    section: Section
    entries: tuple[PrintedReference, ...]


def find_all(lines: Sequence[Line], words: Words) -> list[ReferenceList]:
    """Return the lists of a document in order: those whose entries look like references.

    The main list is held to less than others, and is returned alone if none looks like one.
    """
    sections = reference_section.candidates(lines)
    main = reference_section.main(sections)
    found: list[ReferenceList] = []
    for section in sections:
        before = len(found[-1].entries) if found else 0
        listed = reference_section.entries_of(lines, section)
        entries = tuple(split_references(listed, words, before))
        if len(entries) >= _MIN_ENTRIES and _likeness(entries) >= (
            _MIN_LIKENESS_OF_MAIN if section is main else _MIN_LIKENESS
        ):
            found.append(ReferenceList(section, entries))
    if found:
        return found
    entries = tuple(split_references(reference_section.entries_of(lines, main), words))
    return [ReferenceList(main, entries)]


def sections_of(lines: Sequence[Line]) -> list[Section]:
    """Return the sections of these lists."""
    sections = reference_section.candidates(lines)
    if len(sections) == 1:
        return sections
    return [one.section for one in find_all(lines, words_of(lines))]


def texts_between(lines: Sequence[Line], sections: Sequence[Section]) -> Iterator[list[Line]]:
    """Yield the text before each list; what follows the last one belongs to that before it."""
    start = 0
    for section in sections:
        text = list(lines[start : section.heading])
        start = section.end
        yield text if section is not sections[-1] else [*text, *lines[start:]]


def _likeness(entries: Sequence[PrintedReference]) -> float:
    """Return the share of entries that look like references."""
    likely = sum(
        len(entry.text) >= _MIN_CHARACTERS
        and reference_section.has_source(entry.text)
        and bool(entry.label or reference_section.begins_entry(entry.text))
        for entry in entries
    )
    return likely / len(entries)
