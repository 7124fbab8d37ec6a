"""The `$in` queries that select the target sets of an issue by the `features` array.

The `features` of a document hold each author word, each title window, and each pair of the two
(`pair:krugman|the impact of`). One key of a pair stands for both hits, so a query reads only the
target sets. A paper with too many pairs (`target_index.MAX_FEATURE_PAIRS`) is marked `wide`
instead, and is found by both hits separately.

Of a target set, only papers that can pass the limit are read. Sort the features of a new paper
by type, rarest first. A known paper is found by the pair of the first author feature and the
first title feature that it shares; it then shares no more features than those from there to the
end. So a pair is not queried for papers whose totals rule out a strength above the limit. For
most pairs of common features, those are nearly all papers. This is the prefix filter of AllPairs
(Bayardo et al., 2007) and PPJoin (Xiao et al., 2008), for two types of features and their
weighted mean.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from wildwood.matching.target_index import is_wide
from wildwood.model import Features, Totals
from wildwood.scoring.bounds import PrunedClasses, totals_of_classes
from wildwood.store.batches import batches
from wildwood.store.connection import Document

WIDE_KEY = "wide"

_KEYS_PER_QUERY = 10_000
"""Keys in one `$in`; a query is a document too, of 16 MB at most."""


def selecting_keys(features: Features) -> set[str]:
    """Return the keys under which a paper is found."""
    keys = {*_author_keys([features]), *_title_keys([features])}
    if is_wide(features):
        keys.add(WIDE_KEY)
    else:
        keys |= _pair_keys(features)
    return keys


def totals_key(totals: Totals) -> str:
    """Return the totals of a paper in the form that its document has, such as `4+8`."""
    return f"{totals.authors}+{totals.titles}"


def single_keys(issue: Iterable[Features]) -> set[str]:
    """Return the keys of all single features, without pairs."""
    papers = list(issue)
    return _author_keys(papers) | _title_keys(papers)


def queries(
    issue: Sequence[Features],
    shares: Mapping[str, float],
    pruned: Callable[[Totals], PrunedClasses],
) -> Iterator[Document]:
    """Yield the queries that together read the target sets of an issue, without pruned papers.

    Args:
        issue: the features of the new papers.
        shares: how common the keys of single features are, roughly; others count as rare.
        pruned: returns the known papers that cannot pass the limit, for a new paper's totals.
    """
    wide = [features for features in issue if is_wide(features)]
    narrow = [features for features in issue if not is_wide(features)]
    yield from _by_pairs(narrow, shares, pruned)
    yield from _by_both(narrow, {"features": WIDE_KEY})
    for features in wide:
        yield from _by_both([features])


def _by_pairs(
    issue: Sequence[Features],
    shares: Mapping[str, float],
    pruned: Callable[[Totals], PrunedClasses],
) -> Iterator[Document]:
    pruned = cache(pruned)
    keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
    for features in issue:
        for key, shared in _leading_pairs(features, shares):
            keys_by_classes[pruned(features.totals).classes(shared)].add(key)
    for classes, keys in sorted(keys_by_classes.items()):
        totals = [totals_key(excluded) for excluded in totals_of_classes(classes)]
        condition = {"totals": {"$nin": totals}} if totals else {}
        for batch in batches(sorted(keys), _KEYS_PER_QUERY):
            yield {"features": {"$in": batch}, **condition}


def _leading_pairs(features: Features, shares: Mapping[str, float]) -> Iterator[tuple[str, Totals]]:
    """Yield the key of each pair, with what a paper shares at most that shares no rarer pair."""
    authors = _remaining_counts(features.authors, shares, "author:")
    titles = _remaining_counts(features.titles, shares, "title:")
    for (author, shared_authors), (title, shared_titles) in product(authors, titles):
        yield f"pair:{author}|{title}", Totals(shared_authors, shared_titles)


def _remaining_counts(
    features: Sequence[str], shares: Mapping[str, float], prefix: str
) -> list[tuple[str, int]]:
    """Return each feature and how many follow from its first occurrence on, rarest first."""
    ordered = sorted(features, key=lambda feature: shares.get(prefix + feature, 0.0))
    places: dict[str, int] = {}
    for place, feature in enumerate(ordered):
        places.setdefault(feature, place)
    return [(feature, len(ordered) - place) for feature, place in places.items()]


def _by_both(issue: Iterable[Features], *conditions: Document) -> Iterator[Document]:
    with_both = [features for features in issue if features.authors and features.titles]
    authors = batches(sorted(_author_keys(with_both)), _KEYS_PER_QUERY)
    titles = list(batches(sorted(_title_keys(with_both)), _KEYS_PER_QUERY))
    for author_batch, title_batch in product(authors, titles):
        hits = [{"features": {"$in": keys}} for keys in (title_batch, author_batch)]
        yield {"$and": [*conditions, *hits]}


def _author_keys(papers: Iterable[Features]) -> set[str]:
    return {f"author:{feature}" for features in papers for feature in features.authors}


def _title_keys(papers: Iterable[Features]) -> set[str]:
    return {f"title:{feature}" for features in papers for feature in features.titles}


def _pair_keys(features: Features) -> set[str]:
    return {f"pair:{author}|{title}" for author in features.authors for title in features.titles}


class IssuePostings:
    """The papers of an issue by feature (posting lists)."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._by_author: defaultdict[str, set[int]] = defaultdict(set)
        self._by_title: defaultdict[str, set[int]] = defaultdict(set)
        for position, features in enumerate(issue):
            for feature in features.authors:
                self._by_author[feature].add(position)
            for feature in features.titles:
                self._by_title[feature].add(position)

    def sharing(self, features: Features) -> set[int]:
        """Return the positions of the papers that share an author and a title feature."""
        return _union(self._by_author, features.authors) & _union(self._by_title, features.titles)


def _union(postings: defaultdict[str, set[int]], features: Iterable[str]) -> set[int]:
    return set().union(*(postings[feature] for feature in set(features) if feature in postings))
