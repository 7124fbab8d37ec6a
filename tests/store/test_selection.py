"""The keys by which a document is found, and the queries for them."""

from collections.abc import Iterable
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from wildwood.matching.target_index import MAX_FEATURE_PAIRS
from wildwood.model import Features, Formula, Ratio, Weights
from wildwood.scoring.bounds import PrunedClasses
from wildwood.scoring.similarity import shared_totals, strength
from wildwood.store.connection import Document
from wildwood.store.selection import queries, selecting_keys, totals_key

ANY = partial(PrunedClasses, limit=0.0)
FEATURES = Features(("smith", "anna", "smith"), ("b c d", "a b c", "b c d"))
WIDE_FEATURES = Features(("anna",), tuple(map(str, range(MAX_FEATURE_PAIRS + 1))))


def test_each_key_names_its_type_and_occurs_once() -> None:
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


def test_a_wide_paper_is_marked_and_has_no_pairs() -> None:
    keys = selecting_keys(WIDE_FEATURES)
    assert "wide" in keys
    assert not any(key.startswith("pair:") for key in keys)


def test_an_issue_is_queried_by_pairs_and_separately_for_wide_targets() -> None:
    by_pairs, by_both = queries([FEATURES], {}, ANY)
    assert by_pairs == {
        "features": {
            "$in": ["pair:anna|a b c", "pair:anna|b c d", "pair:smith|a b c", "pair:smith|b c d"]
        }
    }
    assert by_both == {
        "$and": [
            {"features": "wide"},
            {"features": {"$in": ["title:a b c", "title:b c d"]}},
            {"features": {"$in": ["author:anna", "author:smith"]}},
        ]
    }


def test_no_query_has_more_keys_than_mongodb_accepts() -> None:
    wide = Features(WIDE_FEATURES.titles, WIDE_FEATURES.titles)
    for query in queries([wide], {}, ANY):
        for condition in query["$and"]:
            assert len(condition["features"]["$in"]) <= 10_000


def test_many_pairs_are_split_into_several_queries() -> None:
    papers = [Features(("anna", str(n)), tuple(map(str, range(n, n + 500)))) for n in range(20)]
    by_pairs = [
        query["features"]["$in"] for query in queries(papers, {}, ANY) if "$and" not in query
    ]
    assert [len(keys) <= 10_000 for keys in by_pairs] == [True, True]


def test_a_paper_without_authors_or_titles_has_no_queries() -> None:
    assert list(queries([Features((), ("a b c",)), Features(("anna",), ())], {}, ANY)) == []


FOUR = Features(("anna", "smith", "bob", "jones"), tuple("abcdefgh"))
COMMON = {"author:smith": 0.05, "title:a": 0.015}


def is_queried(key: str, totals: str, limit: float) -> bool:
    """Return whether a paper with these totals that has only this pair would be read."""
    return any(
        key in query["features"]["$in"] and totals not in query.get("totals", {"$nin": []})["$nin"]
        for query in queries([FOUR], COMMON, partial(PrunedClasses, limit=limit))
        if "$and" not in query
    )


def test_the_rarest_pair_is_queried_for_all_papers() -> None:
    assert is_queried("pair:anna|b", "4+8", 0.6)


def test_the_most_common_pair_is_not_queried_if_it_cannot_be_enough() -> None:
    # One of 4 authors and one of 8 titles: at most (1/4)^(2/3) * (1/8)^(1/3) = 0.198.
    assert not is_queried("pair:smith|a", "4+8", 0.6)


def test_the_most_common_pair_is_queried_for_papers_for_which_it_can_be_enough() -> None:
    assert is_queried("pair:smith|a", "1+1", 0.6)
    assert is_queried("pair:smith|a", "4+8", 0.15)


def test_papers_with_very_many_features_or_changing_totals_are_always_queried() -> None:
    assert is_queried("pair:smith|a", "40+80", 0.6)
    assert is_queried("pair:smith|a", "no totals at all", 0.6)


def reads(query: Document, features: Features) -> bool:
    """Return whether a query by pairs, or by both, finds a paper, as MongoDB evaluates it."""
    keys, totals = selecting_keys(features), totals_key(features.totals)
    if "$and" in query:
        return all(_hit(condition["features"], keys) for condition in query["$and"])
    return _hit(query["features"], keys) and totals not in query.get("totals", {"$nin": []})["$nin"]


def _hit(condition: str | dict[str, list[str]], keys: set[str]) -> bool:
    return condition in keys if isinstance(condition, str) else bool(keys & {*condition["$in"]})


def bags(words: Iterable[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(list(words)), min_size=1, max_size=12).map(tuple)


papers = st.builds(Features, bags("abcdefgh"), bags("stuvwxyz"))
formulas = st.builds(Formula, st.sampled_from(Ratio), st.sampled_from(Weights))
shares = st.dictionaries(
    st.sampled_from([f"author:{c}" for c in "abcdefgh"] + [f"title:{c}" for c in "stuvwxyz"]),
    st.floats(0, 1),
)


@given(
    new=papers, known=papers, shares=shares, formula=formulas, below=st.sampled_from([1e-9, 0.1])
)
def test_every_paper_above_the_limit_is_read_with_any_shares(
    new: Features, known: Features, shares: dict[str, float], formula: Formula, below: float
) -> None:
    limit = strength(shared_totals(new, known), new.totals, known.totals, formula) - below
    pruned = partial(PrunedClasses, limit=limit, formula=formula)
    if limit >= 0:
        assert any(reads(query, known) for query in queries([new], shares, pruned))
