"""The `$in` queries that select the target sets of an issue by the `features` array.

A document's `features` holds each author word, each title window, and each pair of the two
(`pair:krugman|the impact of`), so that one key is both hits at once and a query reads no more
than the target sets. Where a paper has too many pairs (`wildwood.targets.WIDE`), its document
is marked `wide` instead, and the two hits are asked for one by one.

Of a target set only what may pass the limit is read. A new paper's features of either type
stand in a line, rarest first. A known paper is found by the pair of the first author and the
first title feature that it shares, and shares then no more than those from there to the end
of each line. So a pair is not asked for among papers whose totals make the strength fall short
of the limit even so; for most pairs of common features that is nearly all papers (the prefix
filter of AllPairs and PPJoin, for two types of features and their weighted mean).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from wildwood.bounds import Hopeless, totals_in
from wildwood.model import Features, Totals
from wildwood.store.batches import batches
from wildwood.store.connection import Document
from wildwood.targets import is_wide

WIDE_KEY = "wide"

_KEYS_A_QUERY = 10_000
"""Keys in one `$in`; a query, too, is a document of 16 MB at most."""


def selecting_keys(features: Features) -> set[str]:
    """The keys under which a paper is found."""
    keys = {*_author_keys([features]), *_title_keys([features])}
    if is_wide(features):
        keys.add(WIDE_KEY)
    else:
        keys |= _pair_keys(features)
    return keys


def totals_key(totals: Totals) -> str:
    """How the totals of a paper stand in its document, as in `4+8`."""
    return f"{totals.authors}+{totals.titles}"


def single_keys(issue: Iterable[Features]) -> set[str]:
    """The keys of all features by themselves."""
    papers = list(issue)
    return _author_keys(papers) | _title_keys(papers)


def queries(
    issue: Sequence[Features],
    shares: Mapping[str, float],
    hopeless: Callable[[Totals], Hopeless],
) -> Iterator[Document]:
    """The queries that together read the target sets of an issue, but for hopeless papers.

    `shares` says how common the keys of single features are; that need be roughly right only
    to be fast, and those that it does not name count as rare.
    """
    wide = [features for features in issue if is_wide(features)]
    narrow = [features for features in issue if not is_wide(features)]
    yield from _by_pairs(narrow, shares, hopeless)
    yield from _by_both(narrow, {"features": WIDE_KEY})
    for features in wide:
        yield from _by_both([features])


def _by_pairs(
    issue: Sequence[Features],
    shares: Mapping[str, float],
    hopeless: Callable[[Totals], Hopeless],
) -> Iterator[Document]:
    hopeless = cache(hopeless)
    keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
    for features in issue:
        for key, shared in _leading_pairs(features, shares):
            keys_by_classes[hopeless(features.totals).classes(shared)].add(key)
    for classes, keys in sorted(keys_by_classes.items()):
        among = {"totals": {"$nin": list(map(totals_key, totals_in(classes)))}} if classes else {}
        for batch in batches(sorted(keys), _KEYS_A_QUERY):
            yield {"features": {"$in": batch}, **among}


def _leading_pairs(features: Features, shares: Mapping[str, float]) -> Iterator[tuple[str, Totals]]:
    """Each pair's key, with what a paper shares at most that shares nothing rarer."""
    authors = _to_the_end(features.authors, shares, "author:")
    titles = _to_the_end(features.titles, shares, "title:")
    for (author, shared_authors), (title, shared_titles) in product(authors, titles):
        yield f"pair:{author}|{title}", Totals(shared_authors, shared_titles)


def _to_the_end(
    features: Sequence[str], shares: Mapping[str, float], kind: str
) -> list[tuple[str, int]]:
    """Each feature, with how many stand from its first occurrence on, rarest first."""
    line = sorted(features, key=lambda feature: shares.get(kind + feature, 0.0))
    places: dict[str, int] = {}
    for place, feature in enumerate(line):
        places.setdefault(feature, place)
    return [(feature, len(line) - place) for feature, place in places.items()]


def _by_both(issue: Iterable[Features], *conditions: Document) -> Iterator[Document]:
    asking = [features for features in issue if features.authors and features.titles]
    authors = batches(sorted(_author_keys(asking)), _KEYS_A_QUERY)
    titles = list(batches(sorted(_title_keys(asking)), _KEYS_A_QUERY))
    for some_authors, some_titles in product(authors, titles):
        hits = [{"features": {"$in": keys}} for keys in (some_titles, some_authors)]
        yield {"$and": [*conditions, *hits]}


def _author_keys(papers: Iterable[Features]) -> set[str]:
    return {f"author:{feature}" for features in papers for feature in features.authors}


def _title_keys(papers: Iterable[Features]) -> set[str]:
    return {f"title:{feature}" for features in papers for feature in features.titles}


def _pair_keys(features: Features) -> set[str]:
    return {f"pair:{author}|{title}" for author in features.authors for title in features.titles}


class Askers:
    """Which papers of an issue have a document in their target sets."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._by_author: defaultdict[str, set[int]] = defaultdict(set)
        self._by_title: defaultdict[str, set[int]] = defaultdict(set)
        for position, features in enumerate(issue):
            for feature in features.authors:
                self._by_author[feature].add(position)
            for feature in features.titles:
                self._by_title[feature].add(position)

    def of(self, features: Features) -> set[int]:
        """The positions of the papers that share both types with these features."""
        return _union(self._by_author, features.authors) & _union(self._by_title, features.titles)


def _union(postings: defaultdict[str, set[int]], features: Iterable[str]) -> set[int]:
    return set().union(*(postings[feature] for feature in set(features) if feature in postings))
