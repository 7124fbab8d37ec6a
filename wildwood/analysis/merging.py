"""What an entry gets from others that are the same record."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.analysis.stated_facts import StatedFacts
from wildwood.lists import Entry, Series
from wildwood.report.shown import ReportPaper

_EMPTY = Entry("", (), ())
_FILLED = (
    "authors", "date", "languages", "abstracts", "classifications", "dois", "pmid", "edition",
    "archive",
)  # fmt: skip
"""The fields that an entry takes over if it has none."""
_LISTS = frozenset({"ids", "groups", "file", "AN", "DB", "DP", "LB", "UT", "L1", "L4"})
"""The extra fields that can have the values of several entries."""


def gains_of(stays: Entry, gone: Sequence[Entry]) -> Entry | None:
    """Return what only the entries that go have, or None if that is nothing.

    Addresses, keywords, notes, and keys and files of BibTeX and RIS are added. Where values
    contradict, the note has those of the entry that goes.
    """
    gains = _EMPTY
    for entry in gone:
        known = stays.joined(gains)
        filled = {name: getattr(entry, name) for name in _FILLED if not getattr(known, name)}
        conflicts = "; ".join(_conflicts(stays, entry))
        notes = [*entry.notes, f"{entry.handle}: {conflicts}" if conflicts else ""]
        more = replace(
            _EMPTY,
            **filled,
            series=_missing(known.series, entry.series),
            urls=_new(entry.urls, known.urls),
            keywords=_new(entry.keywords, known.keywords),
            extra=tuple(_extra(known, entry)),
            notes=_new(filter(None, notes), known.notes),
        )
        gains = gains.joined(more)
    return None if gains == _EMPTY and not (gains.notes or gains.extra) else gains


def _missing(known: Series, other: Series) -> Series:
    """Return the fields of a series that the known one lacks."""
    return Series(
        *("" if getattr(known, name) else getattr(other, name) for name in Series.__slots__)
    )


def _extra(known: Entry, entry: Entry) -> Iterator[tuple[str, str]]:
    names = {name for name, _ in known.extra}
    for name, value in entry.extra:
        if (name in _LISTS or name not in names) and (name, value) not in known.extra:
            yield name, value


def _new(values: Sequence[str] | Iterator[str], known: Sequence[str]) -> tuple[str, ...]:
    folded = {value.casefold() for value in known}
    return tuple(value for value in values if value.casefold() not in folded)


def _conflicts(stays: Entry, gone: Entry) -> Iterator[str]:
    """Yield the fields of an entry that goes which say something else, in words."""
    ours, theirs = (StatedFacts(ReportPaper.of(entry)) for entry in (stays, gone))
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
