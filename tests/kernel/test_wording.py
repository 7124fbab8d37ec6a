"""What papers have in common word by word, and what silence means."""

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Totals
from wildwood.kernel.tolerant import (
    NO_NAMES,
    SILENT,
    Likeness,
    Names,
    Wording,
    totals_with_words,
    wording_of,
)


def wording(title: str, *names: str) -> Wording:
    return wording_of(paper_of(Record("", names, (title,))).features)


SMITH = wording("On Trade", "Anna B. Smith")


def test_words_are_folded_and_sorted() -> None:
    found = wording("Schrödinger on Łódź", "É. Çetin")
    assert found == Wording(Names(("cetin",), ("e",)), ("lodz", "on", "schrodinger"))


def test_a_word_that_folds_to_nothing_stays() -> None:
    assert wording("x \N{COMBINING ACUTE ACCENT}").title == ("x", "\N{COMBINING ACUTE ACCENT}")


def test_totals_count_title_words() -> None:
    features = paper_of(Record("", ("Anna",), ("a b c d", "e"))).features
    assert totals_with_words(features) == Totals(1, 3, 5)


def test_a_paper_without_names_is_silent() -> None:
    found = Likeness(SMITH, wording("On Trade"))
    assert found.names is None
    assert found.agreed == SILENT
    assert Likeness(wording("On Trade", "Cy"), SMITH).agreed == 0
    assert Likeness(wording("On Trade", "J."), SMITH).agreed == SILENT


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("On Trade by Anna B. Smith", Names(("anna", "smith"), ("b",))),
        ("Smith: on trade", Names(("smith",), ())),
        ("B on trade", NO_NAMES),
        ("Smith Smith", Names(("smith",), ())),
    ],
)
def test_names_are_found_in_the_title_of_a_paper_without(title: str, expected: Names) -> None:
    assert Likeness(SMITH, wording(title)).in_titles == (NO_NAMES, expected)
    assert Likeness(wording(title), SMITH).in_titles == (expected, NO_NAMES)


def test_words_of_both_titles_are_no_names() -> None:
    on_smith = wording("Adam Smith on Trade", "Vernon Smith")
    assert Likeness(on_smith, wording("Adam Smith on Trade")).in_titles == (NO_NAMES, NO_NAMES)


def test_the_title_of_a_paper_with_names_has_no_others() -> None:
    found = Likeness(SMITH, wording("Anna Smith on Trade", "Bo"))
    assert found.in_titles == (NO_NAMES, NO_NAMES)


def test_names_in_a_title_do_not_count_as_title_words() -> None:
    found = Likeness(SMITH, wording("On Trade in Asia Anna Smith"))
    left, right = found.totals(Totals(0, 0), Totals(2, 1), Totals(0, 4))
    assert (left, right) == (Totals(2, 1, 2), Totals(0, 2, 4))
    assert found.shared(Totals(0, 0)) == Totals(0, 0, 2)


def test_features_that_are_shared_are_never_taken_for_names() -> None:
    found = Likeness(SMITH, wording("Anna Smith"))
    _, right = found.totals(Totals(0, 1), Totals(2, 1), Totals(0, 1))
    assert (right.titles, right.words) == (1, 0)
