"""What on a first page is like the name of an institution, and not like a title."""

import pytest

from wildwood.extraction import front_page


@pytest.mark.parametrize(
    "name",
    [
        "University of Oslo", "Universitas Indonesia", "Universiti Malaya",
        "Universitetet i Bergen",
    ],
)  # fmt: skip
def test_the_name_of_a_university_is_a_banner(name: str) -> None:
    assert front_page.likeness(name) > 0


@pytest.mark.parametrize(
    "title", ["Departures from trade", "Peer effects at universities", "Schooling: A Reform"]
)
def test_a_title_about_one_is_none(title: str) -> None:
    assert front_page.likeness(title) == 0


@pytest.mark.parametrize("title", ["Field of Study, Earnings, and Rain", "Im Rahmen der Flüsse"])
def test_a_title_that_begins_like_a_label_is_like_no_degree(title: str) -> None:
    assert front_page.likeness(title) == 0


@pytest.mark.parametrize(
    "statement",
    ["Presented at the Meeting of Towns, Oslo", "Date of publication June 1", "To appear in Towns"],
)
def test_a_statement_of_where_a_paper_appears_is_no_title(statement: str) -> None:
    assert front_page.likeness(statement) > 0
