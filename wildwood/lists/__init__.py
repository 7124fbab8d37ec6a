"""Read a list of papers in any of nine formats, and write one."""

from wildwood.lists.content import STDIN
from wildwood.lists.entry import Author, Entry, Fault, Series
from wildwood.lists.formats import Format
from wildwood.lists.reading import COMPLETE, Need, ReadList, read_list

__all__ = [
    "COMPLETE",
    "STDIN",
    "Author",
    "Entry",
    "Fault",
    "Format",
    "Need",
    "ReadList",
    "Series",
    "read_list",
]
