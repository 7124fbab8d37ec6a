"""The similar papers of each paper, as they are found."""

from hypothesis import example, given
from hypothesis import strategies as st

from wildwood.kernel.model import Similar, SimilarityType
from wildwood.kernel.similar import SimilarLists

similars = st.builds(
    Similar,
    handle=st.sampled_from("abcdefgh"),
    strength=st.sampled_from([0.25, 0.5, 0.50001, 1.0]),
    type=st.sampled_from(SimilarityType),
    tie=st.sampled_from([0.1, 0.2]),
)


def listed(found: list[Similar], most: int = 0) -> list[Similar]:
    """Return what a paper lists of these similar papers."""
    lists = SimilarLists(1, most)
    for similar in found:
        lists.add(0, similar)
    return lists.lists()[0]


_EXTERNAL, _INTERNAL = SimilarityType.EXTERNAL, SimilarityType.INTERNAL
_LATER_VERSION_COMES_LATER = [
    Similar("a", 0.5, _INTERNAL, tie=0.2),
    Similar("b", 0.5, _EXTERNAL, tie=0.1),
    Similar("c", 0.5, _EXTERNAL, tie=0.1),
    Similar("a", 0.50001, _INTERNAL, tie=0.1),
]


@given(st.lists(similars, max_size=60), st.integers(1, 5))
@example(_LATER_VERSION_COMES_LATER, 1)
def test_the_most_are_the_first_of_all(found: list[Similar], most: int) -> None:
    assert listed(found, most) == listed(found)[:most]


@given(st.lists(similars, max_size=30))
def test_a_handle_is_listed_once_for_each_type_with_its_strongest_version(
    found: list[Similar],
) -> None:
    strongest: dict[tuple[str, SimilarityType], Similar] = {}
    for similar in sorted(found, key=lambda one: (float(one.printed), one.tie, one.strength)):
        strongest[similar.handle, similar.type] = similar
    assert sorted(map(repr, listed(found))) == sorted(map(repr, strongest.values()))


def test_papers_have_lists_of_their_own() -> None:
    lists = SimilarLists(2)
    lists.add(1, Similar("a", 0.5, SimilarityType.EXTERNAL))
    assert lists.lists() == [[], [Similar("a", 0.5, SimilarityType.EXTERNAL)]]
