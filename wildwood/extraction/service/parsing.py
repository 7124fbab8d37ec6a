"""Parse single strings in confined processes: references, names, affiliations."""

from collections.abc import Iterator, Sequence
from typing import Any

from wildwood.extraction.extracted import Citation, Kind
from wildwood.extraction.fields.affiliation_parts import AffiliationParts
from wildwood.extraction.service import confined_work
from wildwood.extraction.service.plain_data import typed
from wildwood.extraction.service.processes import Workers
from wildwood.names.person import Person

_BATCH_CHARACTERS = 10_000
"""About how long the references of one job are together."""


def citations(workers: Workers, texts: Sequence[str]) -> list[Citation]:
    """Return the fields of references, in their order."""
    found: list[Any] = []
    for batch in _batches(texts):
        found += workers.run(confined_work.parse_references, batch)
    return list(typed(Kind.CITATIONS, found))


def names(workers: Workers, text: str, *, cited: bool) -> list[Person]:
    """Return the people in a text, as in a reference or as below a title."""
    return list(typed(list[Person], workers.run(confined_work.divide_names, text, cited)))


def affiliations(workers: Workers, text: str) -> list[AffiliationParts]:
    """Return the affiliations in a text."""
    found = workers.run(confined_work.parse_affiliations, text)
    return list(typed(list[AffiliationParts], found))


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Divide texts into lists that a job can have."""
    batch: list[str] = []
    length = 0
    for text in texts:
        if batch and length + len(text) > _BATCH_CHARACTERS:
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text)
    if batch:
        yield batch
