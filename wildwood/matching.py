"""Which papers resemble which: external and internal matching over one interface."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from wildwood.model import Features, Limits, Paper, Similar, SimilarityType
from wildwood.similarity import strength

Key = TypeVar("Key", bound=Hashable)
Key_co = TypeVar("Key_co", bound=Hashable, covariant=True)


class TargetIndex(Protocol[Key_co]):
    """Anything that knows papers by their features: the database, an issue, the history."""

    def targets(self, features: Features) -> Iterable[tuple[Key_co, Features]]:
        """The target set (candidates): papers with a common author AND title feature."""
        ...


class MemoryIndex(Generic[Key]):
    """A target index in memory, from feature to keys."""

    def __init__(self) -> None:
        self._known: dict[Key, Features] = {}
        self._by_author: defaultdict[str, set[Key]] = defaultdict(set)
        self._by_title: defaultdict[str, set[Key]] = defaultdict(set)

    def add(self, key: Key, features: Features) -> None:
        """Know the paper `key` by these features, and by no earlier ones."""
        old = self._known.get(key)
        if old is not None:
            for feature in old.authors:
                self._by_author[feature].discard(key)
            for feature in old.titles:
                self._by_title[feature].discard(key)
        self._known[key] = features
        for feature in features.authors:
            self._by_author[feature].add(key)
        for feature in features.titles:
            self._by_title[feature].add(key)

    def targets(self, features: Features) -> Iterator[tuple[Key, Features]]:
        """See `TargetIndex.targets`."""
        by_author = _hits(self._by_author, features.authors)
        by_title = _hits(self._by_title, features.titles)
        return ((key, self._known[key]) for key in by_author & by_title)


def _hits(postings: defaultdict[str, set[Key]], features: Iterable[str]) -> set[Key]:
    return set().union(*(postings.get(feature, ()) for feature in set(features)))


def matches(
    features: Features, index: TargetIndex[Key], limit: float
) -> Iterator[tuple[Key, float]]:
    """The papers of the target set whose strength is above the limit, strictly."""
    for key, known in index.targets(features):
        found = strength(features, known)
        if found > limit:
            yield key, found


def find_similar(
    papers: Sequence[Paper], history: TargetIndex[str], limits: Limits
) -> list[list[Similar]]:
    """For each paper of an issue its similar ones, in the order of what is printed."""
    issue: MemoryIndex[int] = MemoryIndex()
    for position, paper in enumerate(papers):
        issue.add(position, paper.features)
    return [
        _printed_order(
            [
                *_external(paper, history, limits.external),
                *_internal(position, papers, issue, limits.internal),
            ]
        )
        for position, paper in enumerate(papers)
    ]


def _external(paper: Paper, history: TargetIndex[str], limit: float) -> Iterator[Similar]:
    for handle, found in matches(paper.features, history, limit):
        yield Similar(handle, found, SimilarityType.EXTERNAL)


def _internal(
    position: int, papers: Sequence[Paper], issue: TargetIndex[int], limit: float
) -> Iterator[Similar]:
    """The similar papers of the same issue; a handle that stands there twice counts once."""
    strongest: dict[str, float] = {}
    for other, found in matches(papers[position].features, issue, limit):
        if other != position:
            handle = papers[other].handle
            strongest[handle] = max(found, strongest.get(handle, 0.0))
    for handle, found in strongest.items():
        yield Similar(handle, found, SimilarityType.INTERNAL)


def _printed_order(similars: Iterable[Similar]) -> list[Similar]:
    """Strongest as printed first, then ext before int, then by handle."""
    return sorted(
        similars, key=lambda found: (-float(found.printed), found.type.value, found.handle)
    )
