"""Find the stored papers that can be similar to those of an issue, by `$in` on `features`.

The array has each author word and title window, and the key of each pair of the two, which stands
for both hits, so a query reads only the target sets. A paper with too many pairs
(`strength.MAX_FEATURE_PAIRS`) is marked `wide` and found by both hits separately.

Only papers that can pass the limit are read. Sort the features of a new paper by type, rarest
first. A stored paper is found by the pair of the first author feature and the first title feature
that it shares; it shares at most the features from there on. So a pair is not queried for papers
whose totals rule out a strength above the limit: nearly all, for most pairs of common features.
This is the prefix filter of AllPairs (Bayardo et al., 2007) and PPJoin (Xiao et al., 2008), for two
types of features and their weighted mean. Single windows find papers with similar titles alone in
the same way, and keys of people those with a common person.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

import numpy as np
from pymongo.collection import Collection

from wildwood.kernel import bounds, strength
from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import Formula, Target, is_wide
from wildwood.kernel.tolerant import NO_WORDING, folded, folded_title, totals_with_words, wording_of
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, batches, key_batches
from wildwood.nep.handles import Frequencies

_KEYS_PER_QUERY = 10_000
_NAMELESS: Document = {"totals": {"$not": {"$gte": "1"}}}
"""The condition of papers without names, whose totals begin with 0, or of several versions."""


@dataclass(frozen=True, slots=True)
class Queries:
    """Queries for the stored papers that can pass a limit with a paper of an issue.

    A formula that does not compare words needs those by pairs alone.
    """

    issue: Sequence[Features]
    shares: Mapping[str, float]  # of papers by feature; features without one count as rare
    limit: float
    formula: Formula = Formula.SPECIFIED

    def by_pairs(self) -> Iterator[Document]:
        """Yield queries that read the target sets, pruned."""
        wide = [features for features in self.issue if is_wide(features)]
        narrow = [features for features in self.issue if not is_wide(features)]
        yield from self._by_keys(narrow)
        yield from _query_both(narrow, {"features": documents.WIDE_KEY})
        yield from _query_both(wide)

    def _by_keys(self, issue: Iterable[Features]) -> Iterator[Document]:
        pruned = cache(partial(bounds.PrunedClasses, limit=self.limit, formula=self.formula))
        keys_by_classes: defaultdict[int, dict[int, None]] = defaultdict(dict)
        for features in issue:
            totals = totals_with_words(features)
            for key, shared in _leading_pairs(features, self.shares):
                keys_by_classes[pruned(totals).classes(shared)][key] = None
        for classes, keys in sorted(keys_by_classes.items()):
            condition = _leave_out(bounds.totals_of_classes(classes))
            # The pairs of a paper stay together: a stored paper with several of them is read once.
            for batch in batches(keys):
                yield {"features": {"$in": batch}, **condition}

    def by_titles(self) -> Iterator[Document]:
        """Yield queries for papers with similar titles, by any authors; `Sieve` follows.

        To share k of n title features a paper must have one of the n - k + 1 rarest. So a feature
        is queried only for papers for which it and those after it can be enough.
        """
        pruned = cache(partial(bounds.PrunedByTitles, limit=self.limit, formula=self.formula))
        keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
        for features in self.issue:
            totals = totals_with_words(features)
            rule = strength.SIMILAR if features.authors else strength.NAMELESS
            remaining = _remaining_counts(features.titles, self.shares, documents.title_key)
            for title, shared in remaining:
                if shared >= rule.least:
                    keys_by_classes[pruned(totals).classes(shared)].add(documents.title_key(title))
        yield from _query_by_titles(keys_by_classes)
        yield from _query_features(_title_keys(self.issue), _NAMELESS)

    def by_people(self) -> Iterator[Document]:
        """Yield queries for papers with a common person and few common title features."""
        keys_by_classes: defaultdict[int, set[str]] = defaultdict(set)
        for features in self.issue:
            totals = totals_with_words(features)
            if bounds.can_pass_by_person(totals, self.limit, self.formula):
                classes = bounds.pruned_by_person(totals, self.limit, self.formula)
                keys_by_classes[classes].update(map(documents.person_key, features.people))
        yield from _query_by_titles(keys_by_classes)


def _query_by_titles(keys_by_classes: Mapping[int, set[str]]) -> Iterator[Document]:
    for classes, keys in sorted(keys_by_classes.items()):
        yield from _query_features(keys, _leave_out(bounds.totals_of_title_classes(classes)))


def _query_features(keys: Iterable[str], condition: Document) -> Iterator[Document]:
    for batch in key_batches(sorted(keys)):
        yield {"features": {"$in": batch}, **condition}


def _leave_out(excluded: Iterable[Totals]) -> Document:
    keys = [documents.totals_key(totals) for totals in excluded]
    return {"totals": {"$nin": keys}} if keys else {}


def _leading_pairs(features: Features, shares: Mapping[str, float]) -> Iterator[tuple[int, Totals]]:
    """Yield the key of each pair, and the most that a paper shares if it shares no rarer pair."""
    authors = _remaining_counts(features.authors, shares, documents.author_key)
    titles = _remaining_counts(features.titles, shares, documents.title_key)
    for (author, shared_authors), (title, shared_titles) in product(authors, titles):
        yield documents.pair_key(author, title), Totals(shared_authors, shared_titles)


def _remaining_counts(
    features: Sequence[str], shares: Mapping[str, float], key_of: Callable[[str], str]
) -> list[tuple[str, int]]:
    """Return each `shortened` feature, rarest first, and how many there are from it on."""
    shortened = map(documents.shortened, features)
    ordered = sorted(shortened, key=lambda feature: shares.get(key_of(feature), 0.0))
    places: dict[str, int] = {}
    for place, feature in enumerate(ordered):
        places.setdefault(feature, place)
    return [(feature, len(ordered) - place) for feature, place in places.items()]


def _query_both(issue: Iterable[Features], *conditions: Document) -> Iterator[Document]:
    """Query papers by author and title features; for very many, by title features alone."""
    comparable = [features for features in issue if features.authors and features.titles]
    both = _author_keys(comparable), _title_keys(comparable)
    authors, titles = (list(key_batches(sorted(keys), _KEYS_PER_QUERY)) for keys in both)
    by_author = authors if len(authors) == len(titles) == 1 else []
    for batch in titles:
        hits = [{"features": {"$in": keys}} for keys in (batch, *by_author)]
        yield {"$and": [*conditions, *hits]}


def _author_keys(papers: Iterable[Features]) -> set[str]:
    return {documents.author_key(feature) for features in papers for feature in features.authors}


def _title_keys(papers: Iterable[Features]) -> set[str]:
    return {documents.title_key(feature) for features in papers for feature in features.titles}


Considered = Mapping[int, int]  # by position, an upper bound of shared title features


class IssuePostings:
    """The papers of an issue by feature (posting lists)."""

    def __init__(self, issue: Sequence[Features], formula: Formula = Formula.SPECIFIED) -> None:
        self.issue, self.formula = issue, formula
        self.words = [folded_title(paper) if formula.compares_words else () for paper in issue]
        self.totals = list(map(_add_words, issue, self.words))
        self._authors = [frozenset(paper.authors) for paper in issue]
        self._by_title: defaultdict[str, set[int]] = defaultdict(set)
        self._by_person: dict[str, dict[str, set[int]]] = {}  # by both words of a person
        for position, paper in enumerate(issue):
            for title in paper.titles:
                self._by_title[title].add(position)
            for person in paper.people:
                first, second = person.split(" ")
                self._by_person.setdefault(first, {}).setdefault(second, set()).add(position)

    def candidates(self, stored: Features, limit: float) -> Iterator[tuple[int, Totals]]:
        """Yield the positions of the candidates that can pass a limit, with their co-features."""
        words = folded_title(stored) if self.formula.compares_words else ()
        totals, counts = _add_words(stored, words), Counter(words)
        considered = self.match_pairs(stored)
        if self.formula.compares_words:
            considered = {**self.match_people(stored), **self.match_titles(stored), **considered}
        for position in considered:
            shared = strength.shared_totals(self.issue[position], stored)
            if strength.are_candidates(shared, self.issue[position], stored, self.formula):
                common = (counts & Counter(self.words[position])).total()
                counted = shared._replace(words=common)
                if bounds.can_pass(counted, self.totals[position], totals, limit, self.formula):
                    yield position, shared

    def match_pairs(self, stored: Features) -> Considered:
        """Return the papers that share an author feature and enough title features."""
        compares_words, titles = self.formula.compares_words, len(stored.titles)
        return {
            position: shared
            for position, shared in self._sharing_titles(stored).items()
            if not compares_words
            or strength.share_enough(shared, self.totals[position].titles, titles)
            if not self._authors[position].isdisjoint(stored.authors)
        }

    def match_titles(self, stored: Features) -> Considered:
        sharing, totals = self._sharing_titles(stored).items(), stored.totals
        are_similar, ours = strength.have_similar_titles, self.totals
        return {place: most for place, most in sharing if are_similar(most, ours[place], totals)}

    def match_people(self, stored: Features) -> Considered:
        """Return the papers with a person whose words are both stored author features."""
        sharing, words = set[int](), set(stored.authors)
        for first in words & self._by_person.keys():
            for second, positions in self._by_person[first].items():
                if second in words:
                    sharing |= positions
        by_title = self._sharing_titles(stored) if sharing else {}
        return {position: by_title.get(position, 0) for position in sharing}

    def _sharing_titles(self, stored: Features) -> Considered:
        most: dict[int, int] = {}
        for title in filter(self._by_title.__contains__, stored.titles):
            for position in self._by_title[title]:
                most[position] = most.get(position, 0) + 1
        return most


def _add_words(features: Features, words: Sequence[str]) -> Totals:
    return features.totals._replace(words=len(words))


_ROWS = 100_000  # pairs that are kept until they are looked at together


class Sieve:
    """Stored papers with enough title words in common, for a formula that compares words."""

    def __init__(self, postings: IssuePostings, limit: float) -> None:
        self._limit, self._formula = limit, postings.formula
        self._words = list(map(frozenset, postings.words))
        self._totals = np.array(postings.totals, dtype=np.int64).reshape(-1, 3)
        self._distinct = np.array(list(map(len, self._words)), dtype=np.int64)
        self._handles: list[str] = []
        self._rows: list[tuple[int, ...]] = []
        self._passing: set[str] = set()

    def add(
        self, handle: str, stored: Features, considered: Callable[[Features], Considered]
    ) -> None:
        positions = considered(stored)
        if not positions:
            return
        words = {*folded(" ".join(stored.titles).split())}
        counts = len(self._handles), len(stored.authors), len(stored.titles), len(words)
        self._handles.append(handle)
        self._rows += [
            (position, shared, len(self._words[position] & words), *counts)
            for position, shared in positions.items()
        ]
        if len(self._rows) > _ROWS:
            self._look()

    def passing(self) -> set[str]:
        self._look()
        return self._passing

    def _look(self) -> None:
        columns = np.array(self._rows, dtype=np.int64).reshape(-1, 7).T
        positions, titles, common, papers, *stored_counts = columns
        # The most: each time that the new title repeats a word can count, and the stored title is
        # as short as its words allow.
        new, distinct = bounds.CountArrays(*self._totals[positions].T), self._distinct[positions]
        shared = bounds.CountArrays(np.ones_like(titles), titles, common + new.words - distinct)
        stored = bounds.CountArrays(*stored_counts)
        passes = bounds.which_pass(shared, new, stored, self._limit, self._formula)
        passing = np.unique(papers[passes])
        self._passing.update(self._handles[paper] for paper in passing.tolist())
        self._handles, self._rows = [], []


_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}
_SELECTED_WITH_NAMES = {**_SELECTED, "issues.names": 1}
_FEATURES = {"issues.author_features": 1, "issues.title_features": 1}


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    connection: Connection
    before: datetime.date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        postings = IssuePostings(issue, formula)
        by_words = formula.compares_words
        with self.connection.translated_errors():
            for document in self._select(postings, limit):
                for stored in documents.features_before(document, self.before, names=by_words):
                    words = wording_of(stored) if by_words else NO_WORDING
                    for position, shared in postings.candidates(stored, limit):
                        yield Target(position, document["_id"], shared, stored.totals, words)

    def dates(
        self, papers: Sequence[Features], limit: float, formula: Formula
    ) -> Iterator[datetime.date]:
        """Yield the date of each version, earlier or later, that can be similar to a paper."""
        postings = IssuePostings(papers, formula)
        make = documents.features_with_names if formula.compares_words else documents.features_of
        with self.connection.translated_errors():
            for document in self._select(postings, limit):
                for version in document["issues"]:
                    if any(postings.candidates(make(version), limit)):
                        yield datetime.date.fromisoformat(version["date"])

    def _select(self, postings: IssuePostings, limit: float) -> Iterator[Document]:
        """Yield each document that can be similar to a paper of the issue, once."""
        collection = self.connection.collection("frequencies")
        frequencies = Frequencies(self.connection, self._handles, collection)
        shares = frequencies.shares(_author_keys(postings.issue) | _title_keys(postings.issue))
        queries = Queries(postings.issue, shares, limit, postings.formula)
        if not postings.formula.compares_words:
            yield from self.connection.find_all(self._handles, queries.by_pairs(), _SELECTED)
            return
        sieve = Sieve(postings, limit)
        for selecting, considered in (
            (queries.by_pairs(), postings.match_pairs),
            (queries.by_titles(), postings.match_titles),
            (queries.by_people(), postings.match_people),
        ):
            # Most share one title feature or a person and nothing else, so names are read later.
            for document in self.connection.find_all(self._handles, selecting, _FEATURES):
                for version in document["issues"]:
                    sieve.add(document["_id"], documents.features_of(version), considered)
        for batch in key_batches(sorted(sieve.passing())):
            query = {"_id": {"$in": batch}}
            yield from self.connection.find(self._handles, query, _SELECTED_WITH_NAMES)

    @property
    def _handles(self) -> Collection[Document]:
        return self.connection.collection("handles")
