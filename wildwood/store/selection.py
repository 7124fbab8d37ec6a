"""The `$in` queries that select the target sets of an issue by the `features` array.

A document's `features` holds each author word, each title window, and each pair of the two
(`pair:krugman|the impact of`), so that one key is both hits at once and a query reads no more
than the target sets. Where a paper has too many pairs (`wildwood.targets.WIDE`), its document
is marked `wide` instead, and the two hits are asked for one by one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from wildwood.model import Features
from wildwood.store.batches import batches
from wildwood.store.connection import Document
from wildwood.targets import is_wide

WIDE_KEY = "wide"

_KEYS_A_QUERY = 10_000
"""Keys in one `$in`; a query, too, is a document of 16 MB at most."""
_PAIRS_A_QUERY = 1000
"""Pairs after which the next papers of an issue get a query of their own."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A query, and the papers of the issue whose target sets it reads."""

    query: Document
    positions: Sequence[int]


def selecting_keys(features: Features) -> set[str]:
    """The keys under which a paper is found."""
    keys = {*_author_keys([features]), *_title_keys([features])}
    if is_wide(features):
        keys.add(WIDE_KEY)
    else:
        keys |= _pair_keys(features)
    return keys


def selections(issue: Sequence[Features]) -> Iterator[Selection]:
    """The queries that together read the target sets of all papers of an issue."""
    wide = [position for position, features in enumerate(issue) if is_wide(features)]
    narrow = [position for position, features in enumerate(issue) if not is_wide(features)]
    yield from _by_pairs(issue, narrow)
    yield from _by_both(issue, narrow, {"features": WIDE_KEY})
    for position in wide:
        yield from _by_both(issue, [position])


def _by_pairs(issue: Sequence[Features], positions: Sequence[int]) -> Iterator[Selection]:
    keys: set[str] = set()
    asking: list[int] = []
    for position in positions:
        keys |= _pair_keys(issue[position])
        asking.append(position)
        if len(keys) >= _PAIRS_A_QUERY:
            yield Selection({"features": {"$in": sorted(keys)}}, asking)
            keys, asking = set(), []
    if keys:
        yield Selection({"features": {"$in": sorted(keys)}}, asking)


def _by_both(
    issue: Sequence[Features], positions: Sequence[int], *conditions: Document
) -> Iterator[Selection]:
    both = [
        position for position in positions if issue[position].authors and issue[position].titles
    ]
    asking = [issue[position] for position in both]
    authors = batches(sorted(_author_keys(asking)), _KEYS_A_QUERY)
    titles = list(batches(sorted(_title_keys(asking)), _KEYS_A_QUERY))
    for some_authors, some_titles in product(authors, titles):
        hits = [{"features": {"$in": keys}} for keys in (some_titles, some_authors)]
        yield Selection({"$and": [*conditions, *hits]}, both)


def _author_keys(papers: Iterable[Features]) -> set[str]:
    return {f"author:{feature}" for features in papers for feature in features.authors}


def _title_keys(papers: Iterable[Features]) -> set[str]:
    return {f"title:{feature}" for features in papers for feature in features.titles}


def _pair_keys(features: Features) -> set[str]:
    return {f"pair:{author}|{title}" for author in features.authors for title in features.titles}


class Askers:
    """Which papers of a selection have a document in their target sets."""

    def __init__(self, issue: Sequence[Features], positions: Sequence[int]) -> None:
        self._by_author: defaultdict[str, set[int]] = defaultdict(set)
        self._by_title: defaultdict[str, set[int]] = defaultdict(set)
        for position in positions:
            for feature in issue[position].authors:
                self._by_author[feature].add(position)
            for feature in issue[position].titles:
                self._by_title[feature].add(position)

    def of(self, features: Features) -> set[int]:
        """The positions of the papers that share both types with these features."""
        return _union(self._by_author, features.authors) & _union(self._by_title, features.titles)


def _union(postings: defaultdict[str, set[int]], features: Iterable[str]) -> set[int]:
    return set().union(*(postings[feature] for feature in set(features) if feature in postings))
