"""Join papers in memory on people: two words of one name."""

import numpy as np

from wildwood.matching.index.columns import Column, counters, owners
from wildwood.matching.index.hits import Pairs
from wildwood.matching.index.postings import posted
from wildwood.matching.index.scope import Scope


class PersonIndex:
    """Papers by the people in their names."""

    def __init__(self, people: Column, least: int) -> None:
        """Index papers by people that at least so many of them have.

        With 2, it can be queried for these papers only.
        """
        papers = owners(people.totals).astype(np.int32)
        self._keys, times, self._papers = posted(people.hashes, papers, least)
        self._firsts = np.append(0, np.cumsum(times, dtype=np.int64))

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        """Return pairs of a paper of the query and one of the index, as often as they share one.

        `among` selects the papers of the index that count; by default, all do.
        """
        places = np.searchsorted(self._keys, query.hashes)
        ends = np.searchsorted(self._keys, query.hashes, "right")
        times = self._firsts[ends] - self._firsts[places]
        numbers = self._papers[np.repeat(self._firsts[places], times) + counters(times)]
        pairs = Pairs(np.repeat(owners(query.totals), times), numbers.astype(np.int64))
        return pairs if among is None else pairs.selected(among.mask(pairs.numbers))
