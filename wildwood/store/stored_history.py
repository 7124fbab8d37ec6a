"""All past papers as a target index."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wildwood.matching.target_index import Target
from wildwood.model import SPECIFIED, Features, Formula, Totals
from wildwood.scoring.bounds import PrunedClasses
from wildwood.scoring.similarity import shared_totals
from wildwood.store import documents
from wildwood.store.connection import Connection, Document
from wildwood.store.frequencies import Frequencies
from wildwood.store.selection import IssuePostings, queries, single_keys

_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    connection: Connection
    before: datetime.date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        postings = IssuePostings(issue)
        pruned = partial(PrunedClasses, limit=limit, formula=formula)
        with self.connection.translated_errors():
            for document in self._select(issue, pruned):
                for known in documents.features_before(document, self.before):
                    for position in postings.sharing(known):
                        shared = shared_totals(issue[position], known)
                        yield Target(position, document["_id"], shared, known.totals)

    def _select(
        self, issue: Sequence[Features], pruned: Callable[[Totals], PrunedClasses]
    ) -> Iterator[Document]:
        """Yield each document that can be similar to a paper of the issue, once."""
        seen: set[str] = set()
        handles = self.connection.collection("handles")
        frequencies = Frequencies(
            self.connection, handles, self.connection.collection("frequencies")
        )
        shares = frequencies.shares(single_keys(issue))
        for query in queries(issue, shares, pruned):
            for found in self.connection.find(handles, query, _SELECTED):
                if found["_id"] not in seen:
                    seen.add(found["_id"])
                    yield found
