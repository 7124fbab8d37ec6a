"""Papers of large lists in little memory: a fifth of what their objects take."""

from collections.abc import Sequence
from operator import attrgetter
from typing import overload

from wildwood.lists import Entry, Series
from wildwood.matching.packed_texts import PackedTexts
from wildwood.model import Record
from wildwood.records.entry import NO_SERIES
from wildwood.report.shown import ReportPaper

_PARTS = attrgetter(*Series.__slots__)
_FIELD, _VALUE = "\x1f", "\x1e"
"""Separators, which cannot be in the texts of an entry: they count as white space there."""


class PackedPapers(Sequence[ReportPaper]):
    """What a report shows of papers, which are numbered in the order in which they are added."""

    def __init__(self) -> None:
        self._texts = PackedTexts()

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, entry: Entry, record: Record) -> None:
        """Add a paper, which is given as it is listed and as it is compared."""
        several = (record.titles, record.names, entry.dois, entry.urls)
        series = "" if entry.series == NO_SERIES else _VALUE.join(_PARTS(entry.series))
        more = (entry.pmid, entry.edition, series)
        fields = (record.handle, entry.date, entry.kind, *map(_VALUE.join, several), *more)
        self._texts.append(_FIELD.join(fields))

    @overload
    def __getitem__(self, number: int) -> ReportPaper: ...
    @overload
    def __getitem__(self, number: slice) -> list[ReportPaper]: ...
    def __getitem__(self, number: int | slice) -> ReportPaper | list[ReportPaper]:
        """Return a paper by its number, which is also its key."""
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        handle, date, kind, *several, pmid, edition, series = self._texts[number].split(_FIELD)
        titles, names, dois, urls = (tuple(filter(None, text.split(_VALUE))) for text in several)
        return ReportPaper(
            str(number),
            Record(handle, names, titles),
            date=date,
            kind=kind,
            dois=dois,
            urls=urls,
            pmid=pmid,
            edition=edition,
            series=Series(*series.split(_VALUE)),
        )
