"""Sets of items that pairs connect."""

from hypothesis import given
from hypothesis import strategies as st

from wildwood.kernel.relation import DisjointSets

NUMBERS = st.integers(0, 9)


def test_an_item_by_itself_stands_for_itself() -> None:
    assert DisjointSets[int]().root(1) == 1


def test_the_first_of_two_items_stands_for_both_sets() -> None:
    sets = DisjointSets[str]()
    sets.join("b", "c")
    sets.join("a", "c")
    assert {sets.root(item) for item in "abc"} == {"a"}


@given(st.lists(st.tuples(NUMBERS, NUMBERS)))
def test_items_are_of_one_set_if_pairs_lead_from_one_to_the_other(
    pairs: list[tuple[int, int]],
) -> None:
    sets, groups = DisjointSets[int](), {number: {number} for number in range(10)}
    for one, other in pairs:
        sets.join(one, other)
        both = groups[one] | groups[other]
        groups.update(dict.fromkeys(both, both))
    for one, group in groups.items():
        assert {other for other in groups if sets.root(other) == sets.root(one)} == group
