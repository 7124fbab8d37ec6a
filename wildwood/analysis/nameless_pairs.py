"""Pairs of papers of which one has no authors: those with the same title."""

from collections.abc import Iterator, Sequence

from wildwood.analysis.stated_facts import StatedFacts
from wildwood.report.shown import ReportPaper


def pairs_of_one_title(papers: Sequence[ReportPaper]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of papers with one title, of which one has no authors; the later first.

    Papers with a short title must also have the first page or a DOI in common.
    """
    nameless = {StatedFacts(paper).title for paper in papers if not paper.record.names}
    by_place: dict[tuple[str, int | str], list[tuple[int, bool]]] = {}
    pairs: set[tuple[int, int]] = set()
    for number, paper in enumerate(papers):
        facts = StatedFacts(paper)
        for place in _places(facts) if facts.title in nameless else ():
            earlier = by_place.setdefault(place, [])
            has_names = bool(paper.record.names)
            for other, other_has_names in earlier:
                if not (has_names and other_has_names) and (number, other) not in pairs:
                    pairs.add((number, other))
                    yield number, other
            earlier.append((number, has_names))


def _places(facts: StatedFacts) -> Iterator[tuple[str, int | str]]:
    """Yield what one of two papers must have in common with the other."""
    if facts.has_long_title:
        yield facts.title, ""
        return
    if facts.pages:
        yield facts.title, facts.pages.first
    for doi in facts.dois:
        yield facts.title, doi
