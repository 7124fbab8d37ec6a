"""Read a list of papers in any of nine formats, and write one."""

from wildwood.lists.content import STDIN
from wildwood.lists.entry import ANY_RECORD, COMPLETE, DAMAGED, Entry, Fault, Need, Series
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, list_of_rif, read_list
from wildwood.lists.writing import list_as

__all__ = [
    "ANY_RECORD",
    "COMPLETE",
    "DAMAGED",
    "STDIN",
    "Entry",
    "Fault",
    "Format",
    "Need",
    "ReadList",
    "Series",
    "list_as",
    "list_of_rif",
    "read_list",
]
