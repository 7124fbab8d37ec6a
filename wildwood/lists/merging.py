"""Merge records: what one lacks, what contradicts, and the values that a person chooses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wildwood.biblio.entry import KEYS, Entry, Series
from wildwood.kernel.pairs import VALUES, ReportPaper
from wildwood.lists.fields import words_of
from wildwood.lists.stated_facts import StatedFacts

EMPTY = Entry("", (), ())
_FILLED = (
    "authors", "editors", "date", "languages", "abstracts", "classifications", "dois", "pmid",
    "edition", "archive",
)  # fmt: skip
_PARTS = {"title": "titles", "journal": "title", "doi": "dois"}
_LISTS, _NOTED = KEYS.union(words_of("lists_of_fields")), frozenset(words_of("noted_fields"))
"""The extra fields that a record can have several times, and those whose others become a note."""


def gains_of(stays: Entry, gone: Sequence[Entry]) -> Entry | None:
    """Return what only the removed entries have; values that contradict become a note."""
    gains = EMPTY
    for entry in gone:
        has = stays.joined(gains)
        filled = {name: getattr(entry, name) for name in _FILLED if not getattr(has, name)}
        extra = tuple(_extra(has, entry))
        conflicts = "; ".join((*_conflicts(stays, entry), *_origins(has, entry, extra)))
        notes = [*entry.notes, f"{entry.handle}: {conflicts}" if conflicts else ""]
        gain = replace(
            EMPTY,
            **filled,
            series=_missing(has.series, entry.series),
            urls=_new(entry.urls, has.urls),
            keywords=_new(entry.keywords, has.keywords),
            extra=extra,
            notes=_new(filter(None, notes), has.notes),
        )
        gains = gains.joined(gain)
    return None if gains == EMPTY and not (gains.notes or gains.extra) else gains


def _missing(series: Series, source: Series) -> Series:
    parts = ("" if getattr(series, name) else getattr(source, name) for name in Series.__slots__)
    return Series(*parts)


def _extra(stays: Entry, entry: Entry) -> Iterator[tuple[str, str]]:
    names = {name for name, _ in stays.extra}
    for name, value in entry.extra:
        if (name in _LISTS or name not in names) and (name, value) not in stays.extra:
            yield name, value


def _origins(stays: Entry, gone: Entry, extra: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield identifiers and sources that no field of its format takes in."""
    added = " ".join(value for _, value in extra).lower()
    for identifier in gone.identifiers:
        kind, _, number = identifier.partition(":")
        if identifier not in stays.identifiers and number not in added:
            yield "the same record" if identifier == gone.id.lower() else f"{kind} {number}"
    if gone.archive not in ("", stays.archive) and stays.archive:
        yield f"source {gone.archive}"
    names = {name for name, _ in stays.extra}
    for name, value in gone.extra:
        if name in _NOTED & names and (name, value) not in stays.extra:
            yield f"{name} {value}"


def _new(values: Sequence[str] | Iterator[str], present: Sequence[str]) -> tuple[str, ...]:
    folded = {value.casefold() for value in present}
    return tuple(value for value in values if value.casefold() not in folded)


def _conflicts(stays: Entry, gone: Entry) -> Iterator[str]:
    ours, theirs = (StatedFacts(ReportPaper.make(entry)) for entry in (stays, gone))
    if ours.title != theirs.title and gone.title:
        yield f"title “{gone.title}”"
    series = gone.series
    for name, left, right, shown in (
        ("DOI", ours.dois, theirs.dois, ", ".join(gone.dois)),
        ("PMID", stays.pmid, gone.pmid, gone.pmid),
        ("year", ours.year, theirs.year, gone.date[:4]),
        ("volume", ours.volumes, theirs.volumes, series.volume),
        ("issue", ours.issues, theirs.issues, series.issue),
        ("pages", ours.pages, theirs.pages, series.pages),
        ("ISBN", ours.isbn, theirs.isbn, series.isbn),
        ("edition", ours.editions, theirs.editions, gone.edition),
    ):
        if left and right and left != right:
            yield f"{name} {shown}"


def take_values(entry: Entry, sources: Mapping[str, Entry]) -> Entry:
    """Return an entry with values of others; its own become a note."""
    own, series = ReportPaper.make(entry), entry.series
    replaced = "; ".join(f"{name} {VALUES[name](own)}" for name in sources)
    entry = replace(entry, notes=(*entry.notes, f"{entry.handle}: {replaced}"))
    for name, source in sources.items():
        part = _PARTS.get(name, name)
        if hasattr(series, part):
            series = replace(series, **{part: getattr(source.series, part)})
        else:
            entry = replace(entry, **{part: getattr(source, part)})
    return replace(entry, series=series)
