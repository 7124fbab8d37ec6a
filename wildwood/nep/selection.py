"""The `$in` queries that select the target sets of an issue by the array `features`.

It has each author word and title window, and the key of each pair of the two. A pair stands for
both hits, so a query reads only the target sets. A paper with too many pairs
(`targets.MAX_FEATURE_PAIRS`) is marked `wide` and found by both hits separately.

Only papers that can pass the limit are read. Sort the features of a new paper by type, rarest
first. A stored paper is found by the pair of the first author feature and the first title feature
that it shares; it shares at most the features from there on. So a pair is not queried for papers
whose totals rule out a strength above the limit: nearly all, for most pairs of common features.
This is the prefix filter of AllPairs (Bayardo et al., 2007) and PPJoin (Xiao et al., 2008), for two
types of features and their weighted mean. Single windows find papers with similar titles alone in
the same way, and keys of people those with a common person.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product

from wildwood.kernel.bounds import (
    PrunedByTitles,
    PrunedClasses,
    can_pass_by_person,
    pruned_by_person,
    totals_of_classes,
    totals_of_title_classes,
)
from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import NAMELESS, SIMILAR, Formula
from wildwood.kernel.targets import is_wide
from wildwood.kernel.tolerant import totals_with_words
from wildwood.nep.connection import Document, batches, key_batches
from wildwood.nep.documents import (
    WIDE_KEY,
    author_key,
    pair_key,
    person_key,
    shortened,
    title_key,
    totals_key,
)

_KEYS_PER_QUERY = 10_000
_NAMELESS: Document = {"totals": {"$not": {"$gte": "1"}}}
"""The condition of papers without names, whose totals begin with 0, or of several versions."""
_KEYS_AT_ONCE = 1000  # keys in one of several queries that the server answers at the same time


def single_keys(issue: Sequence[Features]) -> set[str]:
    return _author_keys(issue) | _title_keys(issue)


def queries(
    issue: Sequence[Features],
    shares: Mapping[str, float],
    limit: float,
    formula: Formula = Formula.SPECIFIED,
) -> Iterator[Document]:
    """Yield queries that read the target sets, pruned; features without a share count as rare."""
    wide = [features for features in issue if is_wide(features)]
    narrow = [features for features in issue if not is_wide(features)]
    yield from _query_pairs(narrow, shares, limit, formula)
    yield from _query_both(narrow, {"features": WIDE_KEY})
    yield from _query_both(wide)


def _query_pairs(
    issue: Sequence[Features], shares: Mapping[str, float], limit: float, formula: Formula
) -> Iterator[Document]:
    pruned = cache(partial(PrunedClasses, limit=limit, formula=formula))
    keys_by_classes: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for features in issue:
        totals = totals_with_words(features)
        for key, shared in _leading_pairs(features, shares):
            keys_by_classes[pruned(totals).classes(shared)][key] = None
    for classes, keys in sorted(keys_by_classes.items()):
        condition = _leave_out(totals_of_classes(classes))
        # The pairs of a paper stay together, so that a query reads what has several of them once.
        for batch in batches(keys, _KEYS_AT_ONCE):
            yield {"features": {"$in": batch}, **condition}


def _leave_out(excluded: Iterable[Totals]) -> Document:
    keys = [totals_key(totals) for totals in excluded]
    return {"totals": {"$nin": keys}} if keys else {}


def _query_features(keys: Iterable[str], condition: Document) -> Iterator[Document]:
    for batch in key_batches(sorted(keys), _KEYS_AT_ONCE):
        yield {"features": {"$in": batch}, **condition}


def title_queries(
    issue: Sequence[Features], shares: Mapping[str, float], limit: float, formula: Formula
) -> Iterator[Document]:
    """Yield the queries that read the papers with similar titles, whoever their authors are.

    To share k of n title features a paper must have one of the n - k + 1 rarest. So a feature is
    queried only for papers for which it and those after it can be enough. `Sieve` follows.
    """
    if not formula.compares_words:
        return
    pruned = cache(partial(PrunedByTitles, limit=limit, formula=formula))
    keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
    for features in issue:
        totals = totals_with_words(features)
        rule = SIMILAR if features.authors else NAMELESS
        for title, shared in _remaining_counts(features.titles, shares, title_key):
            if shared >= rule.least:
                keys_by_classes[pruned(totals).classes(shared)].add(title_key(title))
    for classes, keys in sorted(keys_by_classes.items()):
        yield from _query_features(keys, _leave_out(totals_of_title_classes(classes)))
    yield from _query_features(_title_keys(issue), _NAMELESS)


def person_queries(issue: Sequence[Features], limit: float, formula: Formula) -> Iterator[Document]:
    """Yield queries for papers with a common person and few common title features; see `Sieve`."""
    if not formula.compares_words:
        return
    keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
    for features in issue:
        totals = totals_with_words(features)
        if can_pass_by_person(totals, limit, formula):
            classes = pruned_by_person(totals, limit, formula)
            keys_by_classes[classes].update(map(person_key, features.people))
    for classes, keys in sorted(keys_by_classes.items()):
        yield from _query_features(keys, _leave_out(totals_of_title_classes(classes)))


def _leading_pairs(features: Features, shares: Mapping[str, float]) -> Iterator[tuple[int, Totals]]:
    """Yield the key of each pair, and the most that a paper shares if it shares no rarer pair."""
    authors = _remaining_counts(features.authors, shares, author_key)
    titles = _remaining_counts(features.titles, shares, title_key)
    for (author, shared_authors), (title, shared_titles) in product(authors, titles):
        yield pair_key(author, title), Totals(shared_authors, shared_titles)


def _remaining_counts(
    features: Sequence[str], shares: Mapping[str, float], key_of: Callable[[str], str]
) -> list[tuple[str, int]]:
    """Return each `shortened` feature, rarest first, and how many there are from it on."""
    ordered = sorted(map(shortened, features), key=lambda feature: shares.get(key_of(feature), 0.0))
    places: dict[str, int] = {}
    for place, feature in enumerate(ordered):
        places.setdefault(feature, place)
    return [(feature, len(ordered) - place) for feature, place in places.items()]


def _query_both(issue: Iterable[Features], *conditions: Document) -> Iterator[Document]:
    """Query papers by author and title features; for very many, by title features alone."""
    comparable = [features for features in issue if features.authors and features.titles]
    authors, titles = (
        list(key_batches(sorted(keys(comparable)), _KEYS_PER_QUERY))
        for keys in (_author_keys, _title_keys)
    )
    by_author = authors if len(authors) == len(titles) == 1 else []
    for batch in titles:
        hits = [{"features": {"$in": keys}} for keys in (batch, *by_author)]
        yield {"$and": [*conditions, *hits]}


def _author_keys(papers: Iterable[Features]) -> set[str]:
    return {author_key(feature) for features in papers for feature in features.authors}


def _title_keys(papers: Iterable[Features]) -> set[str]:
    return {title_key(feature) for features in papers for feature in features.titles}
