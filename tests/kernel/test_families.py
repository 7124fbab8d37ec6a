"""Pairs become families; loosely connected ones are told apart."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import Family, ReportPair, ReportPaper, families, once

from tests.support.shown_pairs import MakePair, MakePaper


def handles(family: Family) -> list[str]:
    return [paper.record.handle for paper in family.papers]


def test_pairs_that_share_no_paper_are_families_of_their_own(pair: MakePair) -> None:
    found = families([pair("a", "b", 0.9), pair("c", "d", 0.8)])
    assert [handles(family) for family in found] == [["a", "b"], ["c", "d"]]


def test_pairs_that_share_a_paper_are_one_family(pair: MakePair) -> None:
    strongest, joining = pair("a", "b", 0.9), pair("c", "b", 0.7)
    [found] = families([strongest, joining])
    assert handles(found) == ["a", "b", "c"]
    assert found.pairs == (strongest, joining)


def test_families_come_in_the_order_of_their_strongest_pairs(pair: MakePair) -> None:
    found = families([pair("a", "b", 0.9), pair("c", "d", 0.8), pair("e", "a", 0.7)])
    assert [handles(family) for family in found] == [["a", "b", "e"], ["c", "d"]]


def test_two_families_become_one_by_a_later_pair(pair: MakePair) -> None:
    [found] = families([pair("a", "b", 0.9), pair("c", "d", 0.8), pair("d", "a", 0.7)])
    assert handles(found) == ["a", "b", "c", "d"]


def test_a_family_holds_together_up_to_the_weakest_pair_that_it_needs(pair: MakePair) -> None:
    links = [pair("a", "b", 0.9), pair("b", "c", 0.8), pair("a", "c", 0.65)]
    [found] = families(links)
    assert found.holds_to == 0.8


def test_no_pair_is_needed_less_than_the_one_that_joins_two_groups(pair: MakePair) -> None:
    links = [pair("a", "b", 0.9), pair("c", "d", 0.9), pair("b", "c", 0.61)]
    [found] = families(links)
    assert found.holds_to == 0.61


class TestLoose:
    def test_a_pair_is_not_loose(self, pair: MakePair) -> None:
        assert not families([pair("a", "b", 0.7)])[0].is_loose

    def test_three_papers_are_not_loose(self, pair: MakePair) -> None:
        [found] = families([pair("a", "b", 0.9), pair("b", "c", 0.8)])
        assert (found.found, found.compared, found.is_loose) == (2, 3, False)

    def test_a_chain_of_four_is_loose(self, pair: MakePair) -> None:
        [found] = families([pair("a", "b", 0.9), pair("b", "c", 0.8), pair("c", "d", 0.7)])
        assert (found.found, found.compared, found.is_loose) == (3, 6, True)

    def test_four_papers_with_one_pair_more_are_not(self, pair: MakePair) -> None:
        chain = [pair("a", "b", 0.9), pair("b", "c", 0.8), pair("c", "d", 0.7)]
        [found] = families([*chain, pair("a", "c", 0.65)])
        assert not found.is_loose

    def test_papers_of_the_past_are_not_compared_with_each_other(
        self, pair: MakePair, paper: MakePaper
    ) -> None:
        past = [paper(handle, is_new=False) for handle in "bcd"]
        [found] = families([pair("a", one, 0.9) for one in past])
        assert (found.found, found.compared, found.is_loose) == (3, 3, False)


class TestOneHandleTwice:
    """A handle that was in an earlier issue resembles itself."""

    def test_is_one_paper_of_a_family(self, pair: MakePair, paper: MakePaper) -> None:
        new, old = paper("a"), paper("a", is_new=False)
        [found] = families([pair(new, old, 1.0), pair(new, "b", 0.7)])
        assert handles(found) == ["a", "b"]
        assert (found.found, found.compared, found.holds_to) == (1, 1, 0.7)

    def test_can_be_a_family_by_itself(self, pair: MakePair, paper: MakePaper) -> None:
        [found] = families([pair(paper("a"), paper("a", is_new=False), 1.0)])
        assert (handles(found), found.is_loose, found.holds_to) == (["a"], False, 1.0)

    def test_is_shown_as_the_new_one(self, pair: MakePair, paper: MakePaper) -> None:
        new, old = paper("a"), paper("a", is_new=False)
        [found] = families([pair("b", old, 0.9), pair(new, "b", 0.7)])
        assert new in found.papers


def test_an_internal_pair_is_there_once(pair: MakePair) -> None:
    one = pair("a", "b", 0.9, SimilarityType.INTERNAL)
    other = pair("b", "a", 0.9, SimilarityType.INTERNAL)
    external = pair("a", "b", 0.8)
    assert once([one, other, external]) == [one, external]


Edges = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 9)), max_size=14)


@given(Edges)
def test_families_are_what_a_search_of_the_graph_finds(edges: list[tuple[int, int, int]]) -> None:
    papers = [ReportPaper(str(number), Record(str(number), (), ())) for number in range(9)]
    pairs = [
        ReportPair(papers[one], papers[other], strength / 10, SimilarityType.EXTERNAL)
        for one, other, strength in sorted(edges, key=lambda edge: -edge[2])
    ]
    found = families(pairs)
    assert {frozenset(handles(family)) for family in found} == connected(pairs)
    for family in found:
        above = [pair for pair in family.pairs if pair.strength > family.holds_to]
        at_least = [pair for pair in family.pairs if pair.strength >= family.holds_to]
        everything = frozenset(handles(family))
        assert connected(at_least) == {everything}
        assert len(everything) == 1 or connected(above) != {everything}


def connected(pairs: Iterable[ReportPair]) -> set[frozenset[str]]:
    """Restate the connected parts: grow sets until none of them meet."""
    parts: set[frozenset[str]] = set()
    for pair in pairs:
        meeting = {part for part in parts if part & pair.keys}
        parts = (parts - meeting) | {pair.keys.union(*meeting)}
    return parts
