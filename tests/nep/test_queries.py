"""The keys by which a document is found, and the queries for them."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import chain

import bson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wildwood.kernel.model import Features
from wildwood.kernel.strength import MAX_FEATURE_PAIRS, Formula, are_candidates, shared_totals
from wildwood.nep.connection import Document
from wildwood.nep.documents import feature_keys, pair_key, pair_keys, totals_key
from wildwood.nep.history import Queries

from tests.support.strengths import strength_of_papers

FEATURES = Features(("smith", "anna", "smith"), ("b c d", "a b c", "b c d"))
WIDE_FEATURES = Features(("anna",), tuple(map(str, range(MAX_FEATURE_PAIRS + 1))))


def test_an_issue_is_queried_by_pairs_and_separately_for_wide_targets() -> None:
    by_pairs, by_both = Queries([FEATURES], {}, 0.0).by_pairs()
    assert by_pairs == {
        "features": {"$in": [pair_key(a, t) for a in ("smith", "anna") for t in ("b c d", "a b c")]}
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
    for query in Queries([wide], {}, 0.0).by_pairs():
        for condition in query["$and"]:
            assert len(condition["features"]["$in"]) <= 10_000


def queried_pairs(papers: list[Features]) -> list[list[int]]:
    queries = Queries(papers, {}, 0.0).by_pairs()
    return [query["features"]["$in"] for query in queries if "$and" not in query]


def test_many_pairs_are_split_into_queries_of_a_thousand_keys() -> None:
    papers = [Features(("anna", str(n)), tuple(map(str, range(n, n + 500)))) for n in range(20)]
    by_pairs = queried_pairs(papers)
    pairs = set[int]().union(*map(pair_keys, papers))
    assert sorted(chain.from_iterable(by_pairs)) == sorted(pairs)
    assert max(map(len, by_pairs)) == 1000


def test_the_pairs_of_a_paper_are_in_one_query_if_they_can() -> None:
    """So a paper that has several of them is read once."""
    papers = [Features((f"a{n}", f"b{n}"), tuple(map(str, range(250)))) for n in range(6)]
    asked = list(map(set, queried_pairs(papers)))
    pairs = list(map(pair_keys, papers))
    assert asked == [pairs[0] | pairs[1], pairs[2] | pairs[3], pairs[4] | pairs[5]]


def test_wide_papers_with_very_many_features_are_queried_once_for_each_title_feature() -> None:
    both = [Features((f"anna{n}",), tuple(f"{n}of{k}" for k in range(15_000))) for n in range(2)]
    found = [query["$and"] for query in Queries(both, {}, 0.0).by_pairs()]
    asked = [key for [condition] in found for key in condition["features"]["$in"]]
    assert sorted(asked) == sorted(f"title:{title}" for paper in both for title in paper.titles)
    assert max(len(condition["features"]["$in"]) for [condition] in found) <= 10_000


LONG = "x" * 300


def test_a_very_long_feature_is_queried_by_the_keys_that_a_paper_has() -> None:
    paper = Features((LONG + "y", "anna"), (LONG, LONG + "z"))
    by_pairs, by_both = Queries([paper], {}, 0.0).by_pairs()
    assert {*by_pairs["features"]["$in"]} == pair_keys(paper)
    asked = {key for condition in by_both["$and"][1:] for key in condition["features"]["$in"]}
    assert asked == feature_keys(paper)


def test_keys_of_many_bytes_are_split_into_several_queries() -> None:
    papers = [Features((), (f"{n}" + "李" * 250,)) for n in range(3000)]
    queries = Queries(papers, {}, 0.0, Formula.TOLERANT).by_titles()
    asked = [query["features"]["$in"] for query in queries]
    assert len({*chain.from_iterable(asked)}) == 3000
    assert max(len(bson.encode({"in": keys})) for keys in asked) <= 2 * 1024 * 1024


def test_a_paper_without_authors_or_titles_has_no_queries() -> None:
    papers = [Features((), ("a b c",)), Features(("anna",), ())]
    assert list(Queries(papers, {}, 0.0).by_pairs()) == []


FOUR = Features(("anna", "smith", "bob", "jones"), tuple("abcdefgh"))
COMMON = {"author:smith": 0.05, "title:a": 0.015}


def is_queried(pair: str, totals: str, limit: float) -> bool:
    """Return whether a paper with these totals that has only this pair would be read."""
    key = pair_key(*pair.split("|"))
    return any(
        key in query["features"]["$in"] and totals not in query.get("totals", {"$nin": []})["$nin"]
        for query in Queries([FOUR], COMMON, limit).by_pairs()
        if "$and" not in query
    )


def test_the_rarest_pair_is_queried_for_all_papers() -> None:
    assert is_queried("anna|b", "4+8", 0.6)


def test_the_most_common_pair_is_not_queried_if_it_cannot_be_enough() -> None:
    # One of 4 authors and one of 8 titles: at most (1/4)^(2/3) * (1/8)^(1/3) = 0.198.
    assert not is_queried("smith|a", "4+8", 0.6)


def test_the_most_common_pair_is_queried_for_papers_for_which_it_can_be_enough() -> None:
    assert is_queried("smith|a", "1+1", 0.6)
    assert is_queried("smith|a", "4+8", 0.15)


def test_papers_with_very_many_features_or_changing_totals_are_always_queried() -> None:
    assert is_queried("smith|a", "40+80", 0.6)
    assert is_queried("smith|a", "no totals at all", 0.6)


def reads(query: Document, features: Features) -> bool:
    """Return whether a query by pairs, or by both, finds a paper, as MongoDB evaluates it."""
    keys = feature_keys(features) | pair_keys(features)
    totals = totals_key(features.totals)
    if "$and" in query:
        return all(_hit(condition["features"], keys) for condition in query["$and"])
    condition = query.get("totals", {"$nin": []})
    read = (
        totals < condition["$not"]["$gte"]
        if "$not" in condition
        else totals not in condition["$nin"]
    )
    return read and _hit(query["features"], keys)


def _hit(condition: str | dict[str, list[str | int]], keys: AbstractSet[str | int]) -> bool:
    return condition in keys if isinstance(condition, str) else bool(keys & {*condition["$in"]})


def bags(words: Iterable[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(list(words)), min_size=1, max_size=12).map(tuple)


people = st.sampled_from([(), ("a b",), ("a b", "c d")])
papers = st.builds(
    lambda authors, titles, named: Features(
        (*authors, *" ".join(named).split()), titles, people=named
    ),
    bags("abcdefgh"),
    bags("stuvwxyz"),
    people,
)
nameless = st.builds(Features, st.just(()), bags("stuvwxyz"))


def all_queries(
    new: Features, shares: dict[str, float], limit: float, formula: Formula
) -> list[Document]:
    queries = Queries([new], shares, limit, formula)
    wider = (queries.by_titles(), queries.by_people()) if formula.compares_words else ()
    return [*queries.by_pairs(), *chain.from_iterable(wider)]


shares = st.dictionaries(
    st.sampled_from([f"author:{c}" for c in "abcdefgh"] + [f"title:{c}" for c in "stuvwxyz"]),
    st.floats(0, 1),
)


@settings(max_examples=300, deadline=None)
@given(
    new=papers | nameless,
    known=papers | nameless,
    shares=shares,
    formula=st.sampled_from(Formula),
    below=st.sampled_from([1e-9, 0.1]),
)
def test_every_candidate_above_the_limit_is_read_with_any_shares(
    new: Features, known: Features, shares: dict[str, float], formula: Formula, below: float
) -> None:
    shared = shared_totals(new, known)
    limit = strength_of_papers(new, known, formula) - below
    if limit >= 0 and are_candidates(shared, new, known, formula):
        assert any(reads(query, known) for query in all_queries(new, shares, limit, formula))


@pytest.mark.parametrize(
    ("windows", "queried"), [(2, ""), (4, "abcde"), (6, "abcd"), (8, "abcd"), (16, "ab"), (17, "")]
)
def test_only_windows_from_which_on_titles_can_be_similar_are_queried(
    windows: int, queried: str
) -> None:
    # Two thirds of 8 and 5 windows are 5, so one of the first four must be among them; papers of
    # 5 and 6 windows are of one class.
    found = set[str]()
    paper = Features(("anna",), tuple("abcdefgh"))
    for query in Queries([paper], {}, 0.0, Formula.TOLERANT).by_titles():
        if f"1+{windows}" not in query.get("totals", {}).get("$nin", [f"1+{windows}"]):
            found |= {*query["features"]["$in"]}
    assert found == {f"title:{window}" for window in queried}


@pytest.mark.parametrize(("limit", "read"), [(0.6, True), (0.88, False)])
def test_a_title_of_very_different_length_is_read_with_a_low_limit_only(
    limit: float, *, read: bool
) -> None:
    # Titles of 8 and of 12 to 16 windows, each one word: at most (16 / 21) ** 0.5 = 0.87.
    new = Features(("anna",), tuple("abcdefgh"))
    known = Features(("bo",), (*"abcdefgh", *map(str, range(8))))
    assert (
        any(reads(query, known) for query in all_queries(new, {}, limit, Formula.TOLERANT)) is read
    )
