"""Read a list of papers in any of many formats, and write one."""

from wildwood.lists.content import STDIN
from wildwood.lists.faults import ANY_RECORD, COMPLETE, DAMAGED, Fault, Need
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, list_of_rif, read_list, told_apart
from wildwood.records.entry import Entry, Series

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
    "list_of_rif",
    "read_list",
    "told_apart",
]
