"""The pairs that a ps rif names, with both papers as they were written."""

from dataclasses import dataclass

from wildwood.errors import RifError
from wildwood.model import Record, Similar
from wildwood.rif import RifFile
from wildwood.store import Store


@dataclass(frozen=True, slots=True)
class NamedPair:
    """A paper of an issue, and one that it resembles."""

    paper: Record
    other: Record
    similar: Similar


def named_pairs(source: RifFile, store: Store) -> list[NamedPair]:
    """The pairs of a ps rif, strongest first; equal ones in the order of the file.

    A similar paper is taken from the file where it stands there, else from the store; one
    that has been forgotten since has neither names nor titles.

    Raises:
        RifError: the rif is not one that Wildwood wrote.
    """
    found = _found(source)
    here = {record.handle: record for record in source.rif.records}
    wanted = {similar.handle for _, similar in found} - here.keys()
    stored = {handle: paper.record for handle, paper in store.papers(sorted(wanted)).items()}
    known = {**stored, **here}
    pairs = [
        NamedPair(record, known.get(similar.handle, Record(similar.handle, (), ())), similar)
        for record, similar in found
    ]
    return sorted(pairs, key=lambda pair: -pair.similar.strength)


def _found(source: RifFile) -> list[tuple[Record, Similar]]:
    try:
        similars = source.rif.similars()
    except RifError as error:
        raise RifError(f"{source.name} {error}.") from error
    return [
        (record, similar)
        for record, entries in zip(source.rif.records, similars, strict=True)
        for similar in entries
    ]
