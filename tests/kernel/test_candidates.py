"""Which pairs of papers are candidates."""

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import Formula, are_candidates, have_similar_titles, shared_totals


def features(*names: str, title: str = "") -> Features:
    return paper_of(Record("", names, (title,))).features


def are_compared(left: Features, right: Features, formula: Formula = Formula.TOLERANT) -> bool:
    return are_candidates(shared_totals(left, right), left, right, formula)


@pytest.mark.parametrize("formula", Formula)
def test_an_author_and_a_title_feature_in_common_are_enough(formula: Formula) -> None:
    assert are_compared(
        features("Anna Smith", title="Trade and Growth in Asia"),
        features("Smith", title="Trade and Growth"),
        formula,
    )


def test_very_few_common_windows_of_long_titles_are_not_enough_if_words_are_compared() -> None:
    short, long = (Features(("smith",), tuple(map(str, range(size)))) for size in (7, 8))
    one = Features(("smith",), ("0", *"abcdef"))
    assert are_compared(one, short)
    assert not are_compared(one, long)
    assert are_compared(one, long, Formula.SPECIFIED)


@pytest.mark.parametrize(
    ("shared", "left", "right", "expected"),
    [
        (4, 6, 6, True),
        (4, 6, 7, False),
        (3, 4, 4, False),
        (3, 3, 6, True),
        (3, 3, 7, False),
        (2, 3, 3, False),
        (2, 2, 2, True),
        (1, 1, 1, False),
        (1, 1, 8, False),
        (0, 0, 0, False),
    ],
)
def test_two_thirds_of_the_windows_are_enough_if_they_are_four_or_all_of_the_shorter_title(
    shared: int, left: int, right: int, *, expected: bool
) -> None:
    for one, other in ((left, right), (right, left)):
        assert have_similar_titles(shared, Totals(2, one), Totals(3, other)) is expected


@pytest.mark.parametrize(
    ("shared", "left", "right", "expected"),
    [(2, 12, 20, True), (1, 12, 20, False), (1, 1, 31, True), (1, 1, 32, False), (0, 0, 4, False)],
)
def test_two_windows_or_all_are_enough_if_a_paper_has_no_names(
    shared: int, left: int, right: int, *, expected: bool
) -> None:
    for authors in ((0, 3), (3, 0), (0, 0)):
        papers = Totals(authors[0], left), Totals(authors[1], right)
        assert have_similar_titles(shared, *papers) is expected


def test_two_words_of_one_name_in_common_are_enough_for_the_wider_rule() -> None:
    one, other = features("José A. Scheinkman"), features("Scheinkman, José Alexandre", "Al Bo")
    assert are_compared(one, other)
    assert not are_compared(one, other, Formula.SPECIFIED)


@pytest.mark.parametrize(
    "names",
    [("Scheinkman",), ("José Bo", "Al Scheinkman"), ("J. Scheinkman",)],
)
def test_words_of_different_names_are_not(names: tuple[str, ...]) -> None:
    assert not are_compared(features("José Scheinkman"), features(*names))


def test_a_list_of_names_in_one_name_is_nobody() -> None:
    crowd = features("Al Bo, Cy Di, Ed Fa, Gu Ha, Anna Smith")
    assert not are_compared(crowd, features("Anna Smith"))
