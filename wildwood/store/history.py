"""All past papers as a target index."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wildwood.bounds import Hopeless
from wildwood.model import SPECIFIED, Features, Formula, Totals
from wildwood.similarity import common
from wildwood.store import documents
from wildwood.store.connection import Connection, Document
from wildwood.store.frequencies import Frequencies
from wildwood.store.selection import Askers, queries, single_keys
from wildwood.targets import Target

_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    connection: Connection
    before: datetime.date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[str]]:
        """See `TargetIndex.targets`; the version of the latest issue before the date counts."""
        askers = Askers(issue)
        with self.connection.speaking():
            for document in self._selected(issue, partial(Hopeless, limit=limit, formula=formula)):
                version = documents.version_before(document, self.before)
                if version is not None:
                    known = documents.features_of(version)
                    for position in askers.of(known):
                        shared = common(issue[position], known)
                        yield Target(position, document["_id"], shared, known.totals)

    def _selected(
        self, issue: Sequence[Features], hopeless: Callable[[Totals], Hopeless]
    ) -> Iterator[Document]:
        """Each document that may be similar to a paper of an issue, once."""
        seen: set[str] = set()
        handles = self.connection.collection("handles")
        frequencies = Frequencies(
            self.connection, handles, self.connection.collection("frequencies")
        )
        shares = frequencies.shares(single_keys(issue))
        for query in queries(issue, shares, hopeless):
            for found in self.connection.found(handles, query, _SELECTED):
                if found["_id"] not in seen:
                    seen.add(found["_id"])
                    yield found
