"""How much each of several lists contributes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wildwood.analysis.deduplication import same_records
from wildwood.report.shown import ReportPair


@dataclass(frozen=True, slots=True)
class ListCounts:
    """A list among several."""

    name: str
    papers: int
    works: int
    """Its papers, each record once."""
    alone: int
    """The works that no other list has."""


def sources_of(papers: Mapping[str, int], pairs: Iterable[ReportPair]) -> list[ListCounts]:
    """Count what each list has, and has alone.

    Args:
        papers: the number of papers of each list, by its name.
        pairs: the pairs of all of them.
    """
    pairs = list(pairs)
    source = {
        paper.record.handle: paper.source for pair in pairs for paper in (pair.left, pair.right)
    }
    repeated, shared = Counter[str](), Counter[str]()
    for group in same_records(pairs):
        members = Counter(source[handle] for _, handle in group)
        repeated.update({name: count - 1 for name, count in members.items()})
        if len(members) > 1:
            shared.update(members.keys())
    return [
        ListCounts(name, count, count - repeated[name], count - repeated[name] - shared[name])
        for name, count in papers.items()
    ]
