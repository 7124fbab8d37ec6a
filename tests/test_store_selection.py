"""The keys that a document is found by, and the queries for them."""

from wildwood.model import Features
from wildwood.store.selection import selecting_keys, selections
from wildwood.targets import WIDE

FEATURES = Features(("smith", "anna", "smith"), ("b c d", "a b c", "b c d"))
WIDE_FEATURES = Features(("anna",), tuple(map(str, range(WIDE + 1))))


def test_the_keys_say_their_type_and_stand_once() -> None:
    assert selecting_keys(FEATURES) == {
        "author:anna",
        "author:smith",
        "title:a b c",
        "title:b c d",
        "pair:anna|a b c",
        "pair:anna|b c d",
        "pair:smith|a b c",
        "pair:smith|b c d",
    }


def test_a_paper_with_too_many_pairs_is_marked_instead() -> None:
    keys = selecting_keys(WIDE_FEATURES)
    assert "wide" in keys
    assert not any(key.startswith("pair:") for key in keys)


def test_an_issue_is_asked_for_by_pairs_and_its_wide_targets_apart() -> None:
    by_pairs, by_both = selections([FEATURES])
    assert by_pairs.query == {
        "features": {
            "$in": ["pair:anna|a b c", "pair:anna|b c d", "pair:smith|a b c", "pair:smith|b c d"]
        }
    }
    assert by_both.query == {
        "$and": [
            {"features": "wide"},
            {"features": {"$in": ["title:a b c", "title:b c d"]}},
            {"features": {"$in": ["author:anna", "author:smith"]}},
        ]
    }
    assert list(by_pairs.positions) == list(by_both.positions) == [0]


def test_papers_share_a_query_until_it_is_large() -> None:
    many = Features(("anna",), tuple(map(str, range(600))))
    by_pairs = [
        selection.positions
        for selection in selections([many, FEATURES, many, FEATURES])
        if "$and" not in selection.query
    ]
    # Equal pairs are asked for once, so two alike papers do not fill a query.
    assert by_pairs == [[0, 1, 2, 3]]


def test_no_query_holds_more_keys_than_mongodb_takes() -> None:
    wide = Features(WIDE_FEATURES.titles, WIDE_FEATURES.titles)
    for selection in selections([wide]):
        for condition in selection.query["$and"]:
            assert len(condition["features"]["$in"]) <= 10_000


def test_a_paper_without_authors_or_titles_asks_nothing() -> None:
    assert list(selections([Features((), ("a b c",)), Features(("anna",), ())])) == []
