"""Write a list again, in whole or in part, as RIS or BibTeX."""

from collections.abc import Callable, Iterable, Mapping

from wildwood.lists.as_bibtex import as_bibtex
from wildwood.lists.as_ris import as_ris
from wildwood.lists.entry import Entry
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList

_WRITERS: Mapping[Format, Callable[[Entry, str, str], str]] = {
    Format.RIS: as_ris,
    Format.BIBTEX: as_bibtex,
}


def list_as(
    target: Format,
    read: ReadList,
    entries: Iterable[Entry],
    marks: Mapping[str, str] | None = None,
) -> str:
    """Return entries of a list as RIS or BibTeX.

    An entry that is in this format already stays as it is.

    Args:
        target: the format to write.
        read: the list that the entries are of.
        entries: all of its entries, or some.
        marks: a note for each handle whose entry is to have one.
    """
    writer = _WRITERS[target]
    keeps = read.format is target
    prologue = [f"{read.prologue}\n"] if keeps and read.prologue else []
    marked = marks or {}
    written = (
        writer(entry, entry.source if keeps else "", marked.get(entry.handle, ""))
        for entry in entries
    )
    return "\n".join([*prologue, *written])
