"""Write a list again, in whole or in part, in its own format or as RIS or BibTeX."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property, partial
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
from wildwood.lists.tables import TableWriter

Additions = Callable[[str, Entry], Iterable[tuple[int, str]]]  # returns places, and what to add

_ADDITIONS: Mapping[Format, Additions] = {
    Format.RIS: as_ris.ris_additions,
    Format.BIBTEX: as_bibtex.bibtex_additions,
    Format.MEDLINE: tagged.MEDLINE.additions,
    Format.WEB_OF_SCIENCE: tagged.WEB_OF_SCIENCE.additions,
    Format.PROQUEST: tagged.PROQUEST.additions,
    Format.REFWORKS: tagged.REFWORKS.additions,
    Format.NOTEEXPRESS: tagged.NOTEEXPRESS.additions,
    Format.ENDNOTE: tagged.ENDNOTE.additions,
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
        return TableWriter(text, read.columns).additions
    if read.format is Format.OVID:
        return tagged.ovid_dialect(text).additions
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
_SPREADSHEETS = frozenset({".xlsx", ".xls", ".xlsb", ".ods"})
_BLANK = " \t\r"
_BLANK_REST = re.compile(r"[ \t\r]*(?:\n|\Z)(?:[ \t\r]*\n)*")
_COMMA = re.compile(r"\s*,\s*")


def own_suffix(name: str, kind: Format | None = None) -> str:
    """Return the suffix of a list in its own format, by its name; a spreadsheet becomes CSV."""
    suffix = Path(name.removesuffix(".gz")).suffix
    return ".csv" if kind is Format.SPREADSHEET or suffix in _SPREADSHEETS else suffix


def list_as(
    target: Format,
    read: ReadList,
    entries: Iterable[Entry],
    notes: Mapping[str, str] | None = None,
    gains: Mapping[str, Entry] | None = None,
) -> bytes:
    """Return entries of a list in its own format, which keeps the rest, or in RIS or BibTeX."""
    rewriting = _Rewriting(target, read, notes or {}, gains or {})
    if read.format is target and read.original:
        return read.original.edited(rewriting.edits(read.original.text, entries))
    return "\n".join(map(rewriting.text_of, entries)).encode(errors="replace")


def entries_as(target: Format, entries: Iterable[Entry]) -> bytes:
    texts = (_CONVERTERS[target].made(entry, "") for entry in entries)
    return "\n".join(texts).encode(errors="replace")


def joined_lists(lists: Iterable[bytes]) -> bytes:
    first, *following = lists
    for data in following:
        first += b"\n" * (first != b"" and not first.endswith((b"\n", b"\r")))
        first += data.removeprefix(BYTE_ORDER_MARK.encode())
    return first


@dataclass(frozen=True)
class _Rewriting:
    target: Format
    read: ReadList
    notes: Mapping[str, str]
    gains: Mapping[str, Entry]

    def text_of(self, entry: Entry) -> str:
        if self.target not in _CONVERTERS:
            raise InputError(
                f"{self.read.name} cannot be written with the values that were chosen for"
                f" {clipped(entry.handle)}; write the list as .ris or .bib."
            )
        whole = entry.joined(self.gains[entry.handle]) if entry.handle in self.gains else entry
        return _CONVERTERS[self.target].made(whole, self.notes.get(entry.handle, ""))

    def _changes(self, handle: str, text: str) -> Iterator[tuple[int, str]]:
        if handle in self.gains and self._additions:
            yield from sorted(self._additions(text, self.gains[handle]), key=itemgetter(0))
        if handle in self.notes and self.target in _CONVERTERS:
            yield _CONVERTERS[self.target].insertion(text, self.notes[handle])

    @cached_property
    def _additions(self) -> Additions | None:
        return additions_to(self.read)

    def edits(self, text: str, entries: Iterable[Entry]) -> Iterator[Edit]:
        own = {entry.handle: entry for entry in self.read.entries}
        staying = {entry.handle: entry for entry in entries}
        gone: list[EntrySpan] = []
        for span, handle in _places(self.read, staying.keys()):
            if handle not in staying:
                gone.append(span)
                continue
            yield from _removed(text, gone, self.read.format)
            gone = []
            if staying[handle] is not own[handle]:
                yield Edit(*span, self.text_of(staying[handle]).rstrip("\n"))
                continue
            for place, added in self._changes(handle, text[slice(*span)]):
                yield Edit(span.start + place, span.start + place, added)
        yield from _removed(text, gone, self.read.format)


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
    removals = deduplicated.removals
    rows = ({**removal_cells(one), "record": texts[one.removed.record.handle]} for one in removals)
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
    if len(lists) > 1:
        lists = [replace(each, original=each.original and each.original.in_utf_8) for each in lists]
    target = CONVERTED.get(out.suffix, lists[0].format)
    if deduplicated is None:
        notes = repeats([entry for read in lists for entry in read.entries], pairs)
        return joined_lists(list_as(target, read, read.entries, notes) for read in lists)
    staying = ((read, deduplicated.staying(read.entries)) for read in lists)
    return joined_lists(list_as(target, *each, {}, deduplicated.gains) for each in staying)
