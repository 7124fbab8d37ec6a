"""Write a list again, in whole or in part, in its own format or as RIS or BibTeX."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from wildwood.biblio import as_bibtex, as_ris
from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.kernel.errors import InputError
from wildwood.kernel.pairs import ReportPair
from wildwood.kernel.text import clipped, write_rows
from wildwood.lists import json, redif, reference_xml, tagged, xml
from wildwood.lists.content import BYTE_ORDER_MARK, Edit
from wildwood.lists.deduplication import Deduplicated, Preference, Removal, deduplicated, repeats
from wildwood.lists.fields import places_of
from wildwood.lists.formats import Format, Syntax
from wildwood.lists.reading import ReadList
from wildwood.lists.ris import additions as tagged_additions
from wildwood.lists.tables import TableWriter

Additions = Callable[[str, Entry], Iterable[tuple[int, str]]]  # returns places, and what to add

_ADDITIONS: Mapping[Format, Additions] = {
    Format.RIS: as_ris.ris_additions,
    Format.BIBTEX: as_bibtex.bibtex_additions,
    Format.MEDLINE: partial(tagged_additions, tagged.MEDLINE),
    Format.WEB_OF_SCIENCE: partial(tagged_additions, tagged.WEB_OF_SCIENCE),
    Format.PROQUEST: partial(tagged_additions, tagged.PROQUEST),
    Format.REFWORKS: partial(tagged_additions, tagged.REFWORKS),
    Format.NOTEEXPRESS: partial(tagged_additions, tagged.NOTEEXPRESS),
    Format.ENDNOTE: partial(tagged_additions, tagged.ENDNOTE),
    Format.REDIF: redif.redif_additions,
    Format.CSL_JSON: json.csl_additions,
    Format.JSON_LINES: json.json_additions,
    Format.ENDNOTE_XML: partial(xml.xml_additions, reference_xml.ENDNOTE_PLACES, fills=True),
    Format.WORD: partial(xml.xml_additions, places_of("word")),
    Format.MODS: partial(xml.xml_additions, reference_xml.MODS_PLACES),
    Format.MARCXML: partial(xml.xml_additions, places_of("marcxml")),
    Format.PICA_XML: partial(xml.xml_additions, places_of("pica_xml")),
}


def additions_to(read: ReadList) -> Additions | None:
    if read.original is None:
        return None
    text = read.original.text
    if read.format in {Format.CSV, Format.SPREADSHEET}:
        return TableWriter.make(text, read.columns).additions
    if read.format is Format.OVID:
        return partial(tagged_additions, tagged.ovid_dialect(text))
    return _ADDITIONS.get(read.format)


class _Converter(NamedTuple):
    suffix: str
    made: Callable[[Entry, str], str]
    insertion: Callable[[str, str], tuple[int, str]]


_CONVERTERS: Mapping[Format, _Converter] = {
    Format.RIS: _Converter(".ris", as_ris.write_ris, as_ris.ris_insertion),
    Format.BIBTEX: _Converter(".bib", as_bibtex.write_bibtex, as_bibtex.bibtex_insertion),
}
CONVERTED = {converter.suffix: target for target, converter in _CONVERTERS.items()}
_BLANK = " \t\r"
_BLANK_REST = re.compile(r"[ \t\r]*(?:\n|\Z)(?:[ \t\r]*\n)*")
_COMMA = re.compile(r"\s*,\s*")


def list_as(
    target: Format,
    read: ReadList,
    entries: Iterable[Entry],
    notes: Mapping[str, str] | None = None,
    gains: Mapping[str, Entry] | None = None,
) -> bytes:
    """Return entries of a list in its own format, which keeps the rest, or in RIS or BibTeX."""
    noted, gained = notes or {}, gains or {}
    converter = _CONVERTERS.get(target)

    def text_of(entry: Entry) -> str:
        if converter is None:
            raise InputError(
                f"{read.name} cannot be written with the values that were chosen for"
                f" {clipped(entry.handle)}; write the list as .ris or .bib."
            )
        whole = entry.joined(gained[entry.handle]) if entry.handle in gained else entry
        return converter.made(whole, noted.get(entry.handle, ""))

    if read.format is target and read.original:
        own = {entry.handle: entry for entry in read.entries}
        staying = {entry.handle: entry for entry in entries}
        texts = {
            handle: text_of(entry).rstrip("\n")
            for handle, entry in staying.items()
            if entry is not own[handle]
        }
        insertion = converter and converter.insertion
        added = _Added(noted, gained, additions_to(read) if gained else None, insertion, texts)
        return read.original.edited(_edits(read, staying.keys(), added))
    return "\n".join(map(text_of, entries)).encode(errors="replace")


def entries_as(target: Format, entries: Iterable[Entry]) -> bytes:
    texts = (_CONVERTERS[target].made(entry, "") for entry in entries)
    return "\n".join(texts).encode(errors="replace")


def joined_lists(lists: Iterable[bytes]) -> bytes:
    first, *following = lists
    for data in following:
        first += b"\n" * (first != b"" and not first.endswith((b"\n", b"\r")))
        first += data.removeprefix(BYTE_ORDER_MARK.encode())
    return first


class _Added(NamedTuple):
    notes: Mapping[str, str]
    gains: Mapping[str, Entry]
    additions: Additions | None
    insertion: Callable[[str, str], tuple[int, str]] | None
    texts: Mapping[str, str]  # of entries that are rewritten

    def changes(self, handle: str, text: str) -> Iterator[tuple[int, str]]:
        if self.additions and handle in self.gains:
            yield from sorted(self.additions(text, self.gains[handle]), key=itemgetter(0))
        if self.insertion and (note := self.notes.get(handle)):
            yield self.insertion(text, note)


def _edits(read: ReadList, staying: AbstractSet[str], added: _Added) -> Iterator[Edit]:
    text = read.original.text if read.original else ""
    gone: list[EntrySpan] = []
    for span, handle in _places(read, staying):
        if handle not in staying:
            gone.append(span)
            continue
        yield from _removed(text, gone, read.format)
        gone = []
        if handle in added.texts:
            yield Edit(span.start, span.end, added.texts[handle])
            continue
        for place, addition in added.changes(handle, text[slice(*span)]):
            yield Edit(span.start + place, span.start + place, addition)
    yield from _removed(text, gone, read.format)


def _places(read: ReadList, staying: AbstractSet[str]) -> list[tuple[EntrySpan, str]]:
    for entry in read.entries:
        if entry.span is None and entry.handle not in staying:
            raise InputError(
                f"{read.name} cannot be written without {clipped(entry.handle)}, because where that"
                " is in the file cannot be told; write the list as .ris or .bib."
            )
    return sorted((entry.span, entry.handle) for entry in read.entries if entry.span)


def _removed(text: str, gone: Sequence[EntrySpan], target: Format) -> Iterator[Edit]:
    if target.traits.syntax is Syntax.JSON:
        yield from _removed_items(text, gone)
    else:
        yield from (_removed_lines(text, *span) for span in gone)


def _removed_lines(text: str, start: int, end: int) -> Edit:
    line_start = text.rfind("\n", 0, start) + 1
    rest = _BLANK_REST.match(text, end)
    is_whole = rest is not None and not text[line_start:start].strip(_BLANK)
    return Edit(line_start, rest.end()) if rest and is_whole else Edit(start, end)


def _removed_items(text: str, gone: Sequence[EntrySpan]) -> Iterator[Edit]:
    """Yield the edits that leave out values of an array, with a comma behind or before."""
    runs: list[tuple[int, int, bool]] = []
    for start, end in gone:
        comma = _COMMA.match(text, end)
        stop = comma.end() if comma else end
        begin = runs.pop()[0] if runs and runs[-1][1] == start else start
        runs.append((begin, stop, comma is not None))
    for start, end, has_comma in runs:
        before = "" if has_comma else text[:start].rstrip()
        if has_comma or before.endswith("["):
            yield Edit(start, end)
        elif before.endswith(","):
            yield Edit(len(before[:-1].rstrip()), end)
        else:
            yield _removed_lines(text, start, end)


_PAPER = ("id", "title", "list")
_REMOVED = (*(f"{side}_{name}" for side in ("removed", "kept") for name in _PAPER), "why", "record")


def deduplicated_lists(
    lists: Sequence[ReadList], pairs: Sequence[ReportPair], preference: Preference
) -> Deduplicated:
    entries = [entry for read in lists for entry in read.entries]
    references = frozenset(key for read in lists for key in read.references)
    return deduplicated(entries, pairs, preference, references)


def removed_as_csv(lists: Iterable[ReadList], deduplicated: Deduplicated) -> bytes:
    texts = {
        entry.handle: original.part(entry.span)
        if original and entry.span
        else as_ris.write_ris(entry)
        for read in lists
        for original in [read.original]
        for entry in read.entries
        if entry.handle in deduplicated.gone
    }
    rows = (
        {**removal_cells(removal), "record": texts[removal.removed.record.handle]}
        for removal in deduplicated.removals
    )
    return write_rows(_REMOVED, rows).encode(errors="replace")


def removal_cells(removal: Removal) -> dict[str, str]:
    papers = removal.removed, removal.kept
    values = ((p.record.handle, p.record.title_line, p.source) for p in papers)
    return dict(zip(_REMOVED, (*chain.from_iterable(values), removal.why), strict=False))


def list_again(
    lists: Sequence[ReadList],
    out: Path,
    pairs: Sequence[ReportPair],
    deduplicated: Deduplicated | None,
) -> bytes:
    """Return lists as one in the format of `out`: deduplicated, or with likely repeats marked."""
    lists = lists if len(lists) == 1 else [read.in_utf_8 for read in lists]
    target = CONVERTED.get(out.suffix, lists[0].format)
    if deduplicated is None:
        entries = [entry for read in lists for entry in read.entries]
        notes = repeats(entries, pairs)
        return joined_lists(list_as(target, read, read.entries, notes) for read in lists)
    return joined_lists(
        list_as(target, read, deduplicated.staying(read.entries), {}, deduplicated.gains)
        for read in lists
    )
