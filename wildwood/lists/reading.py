"""Read a list of papers in any known format."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from wildwood.display import clipped, quoted
from wildwood.errors import InputError, RifError
from wildwood.lists.amf import read_amf
from wildwood.lists.content import Content, content_of
from wildwood.lists.entry import Entry, Fault
from wildwood.lists.formats import Format, format_of
from wildwood.lists.jsonlines import read_json_lines


class Need(Enum):
    """What an entry must have, as messages call it."""

    ID = "id"
    TITLE = "title"
    NAMES = "author names"


COMPLETE = frozenset(Need)
"""What two papers are compared by."""


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list of papers as it was read."""

    name: str
    """Of its file, for messages."""
    format: Format
    encoding: str
    """Such as "UTF-8", for messages."""
    digest: str
    """SHA-256 of the file, before it was unpacked."""
    entries: tuple[Entry, ...]
    """In the list's order, with different handles."""
    faults: tuple[Fault, ...] = ()
    """What was left out."""

    @property
    def messages(self) -> list[str]:
        """A sentence for each fault."""
        return [
            f"{self.name}, {fault.place}: {_subject(fault)} {fault.reason}; it is left out."
            for fault in self.faults
        ]


def _subject(fault: Fault) -> str:
    if fault.id:
        return clipped(fault.id)
    return quoted(fault.title) if fault.title else "the record"


_READERS: Mapping[Format, Callable[[Content], Iterable[Entry | Fault]]] = {
    Format.AMF: read_amf,
    Format.JSON_LINES: read_json_lines,
}


def read_list(
    source: Path | BinaryIO,
    columns: Mapping[str, str] | None = None,
    needs: frozenset[Need] = COMPLETE,
    *,
    details: bool = True,
) -> ReadList:
    """Read a list of papers; its content tells the format. Nothing in it is fetched or expanded.

    Args:
        source: a file, gzipped or not; the path `-` is standard input.
        columns: the column of a field, for CSV whose columns have unusual names.
        needs: what an entry must have; one that lacks it becomes a fault.
        details: whether to keep abstracts and source texts, which need most of the memory.

    Raises:
        InputError: the list cannot be read, or has no known format.
        WildwoodError: the format needs the extra `lists`, which is not installed.
    """
    content = content_of(source, columns)
    try:
        found = format_of(content.text)
        entries, faults = _kept(_READERS[found](content), needs, details=details)
    except (InputError, RifError) as error:
        raise InputError(f"{content.name} {error}.") from error
    encoding = content.decoded.encoding
    return ReadList(content.name, found, encoding, content.digest, tuple(entries), tuple(faults))


def _kept(
    read: Iterable[Entry | Fault], needs: frozenset[Need], *, details: bool
) -> tuple[list[Entry], list[Fault]]:
    entries: list[Entry] = []
    faults: list[Fault] = []
    handles: dict[str, int] = {}
    for one in read:
        if isinstance(one, Fault):
            faults.append(one)
        elif lacking := [need.value for need in _lacking(one) if need in needs]:
            title = one.titles[0].text if one.titles else ""
            faults.append(Fault(one.place, f"has no {' and no '.join(lacking)}", one.id, title))
        else:
            entry = one if details else replace(one, abstracts=(), source="")
            entries.append(_told_apart(entry, handles))
    return entries, faults


def _lacking(entry: Entry) -> Iterator[Need]:
    if not entry.id:
        yield Need.ID
    if not entry.titles:
        yield Need.TITLE
    if not entry.authors:
        yield Need.NAMES


def _told_apart(entry: Entry, handles: dict[str, int]) -> Entry:
    """Number an entry whose id an earlier one has; `handles` counts those of each id."""
    if entry.id not in handles:
        handles[entry.id] = 1
        return entry
    while True:
        handles[entry.id] += 1
        numbered = replace(entry, number=handles[entry.id])
        if numbered.handle not in handles:
            handles[numbered.handle] = 1
            return numbered
