"""Read the pairs that a ps rif lists, each with the records of both papers."""

from dataclasses import dataclass

from wildwood.errors import RifError
from wildwood.model import Record, Similar
from wildwood.rif import RifFile
from wildwood.store import Store


@dataclass(frozen=True, slots=True)
class PsPair:
    """A paper of an issue and a paper that it resembles."""

    paper: Record
    other: Record
    similar: Similar


def ps_pairs(ps_file: RifFile, store: Store) -> list[PsPair]:
    """Return the pairs of a ps rif, strongest first; equal ones in the order of the file.

    A similar paper is taken from the file if it is there, or else from the store. One that has
    been forgotten since has neither names nor titles.

    Raises:
        RifError: the rif is not one that Wildwood wrote.
    """
    listed = _listed(ps_file)
    in_file = {record.handle: record for record in ps_file.rif.records}
    elsewhere = sorted({similar.handle for _, similar in listed} - in_file.keys())
    stored = {handle: paper.record for handle, paper in store.handles.papers(elsewhere).items()}
    known = {**stored, **in_file}
    pairs = [
        PsPair(record, known.get(similar.handle, Record(similar.handle, (), ())), similar)
        for record, similar in listed
    ]
    return sorted(pairs, key=lambda pair: -pair.similar.strength)


def _listed(ps_file: RifFile) -> list[tuple[Record, Similar]]:
    try:
        similars = ps_file.rif.similars()
    except RifError as error:
        raise RifError(f"{ps_file.name} {error}.") from error
    return [
        (record, similar)
        for record, similars_of_record in zip(ps_file.rif.records, similars, strict=True)
        for similar in similars_of_record
    ]
