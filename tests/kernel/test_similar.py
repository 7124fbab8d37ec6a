"""Similar papers of the history and of the same issue."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Features, Limits, Paper, Similar, SimilarityType
from wildwood.kernel.similar import find_matches, find_similar
from wildwood.kernel.strength import Formula, Target, shared_totals, strength, tie_breaker

EXT, INT = SimilarityType.EXTERNAL, SimilarityType.INTERNAL
ALL = Limits(external=0, internal=0)

TRADE = Features(("anna", "smith"), ("trade and growth", "and growth in"))
MONEY = Features(("bob", "jones"), ("money and banks", "and banks in"))
HALF_OF_TRADE = Features(("anna", "jones"), ("trade and growth", "and growth out"))


@dataclass(frozen=True)
class Known:
    """A history whose papers are all targets, in this order."""

    papers: dict[str, Features]

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        del limit, formula
        for position, new in enumerate(issue):
            for handle, known in self.papers.items():
                yield Target(position, handle, shared_totals(new, known), known.totals)


NOTHING = Known({})


SPECIFIED, DICE = Formula.SPECIFIED, Formula.DICE


def between(left: Features, right: Features, formula: Formula = Formula.SPECIFIED) -> float:
    return strength(shared_totals(left, right), left.totals, right.totals, formula)


def paper(handle: str, features: Features = TRADE) -> Paper:
    return Paper(Record(handle, names=(), titles=()), features)


# Matches


def test_a_match_is_a_target_with_its_strength() -> None:
    index = Known({"copy": TRADE, "half": HALF_OF_TRADE, "other": MONEY})
    found = [match[:3] for match in find_matches([TRADE], index, 0, SPECIFIED)]
    assert found == [(0, "copy", 1), (0, "half", 0.5)]


@pytest.mark.parametrize(
    ("limit", "reported"),
    [(0.499999, True), (0.5, False), (0.500001, False)],
    ids=["below", "at it", "above"],
)
def test_a_match_is_strictly_above_the_limit(limit: float, *, reported: bool) -> None:
    assert (
        bool(list(find_matches([TRADE], Known({"half": HALF_OF_TRADE}), limit, SPECIFIED)))
        == reported
    )


@pytest.mark.parametrize("totals", range(1, 21))
def test_an_exact_half_is_not_above_a_limit_of_a_half_with_any_weights(totals: int) -> None:
    shared, left, right = (tuple(f"{word} {n}" for n in range(totals)) for word in "slr")
    known = Features(("anna", "smith"), shared + left)
    new = Features(("anna", "jones"), shared + right)
    assert list(find_matches([new], Known({"half": known}), 0.5, SPECIFIED)) == []


def test_not_even_a_copy_is_above_a_limit_of_1() -> None:
    assert list(find_matches([TRADE], Known({"copy": TRADE}), 1, SPECIFIED)) == []


# Similar papers of the history


def test_a_paper_of_the_history_is_external() -> None:
    history = Known({"known": TRADE})
    assert find_similar([paper("new")], history, ALL, SPECIFIED) == [[Similar("known", 1, EXT)]]


def test_a_handle_that_was_in_the_history_is_reported_like_any_other() -> None:
    history = Known({"a": HALF_OF_TRADE})
    assert find_similar([paper("a")], history, ALL, SPECIFIED) == [[Similar("a", 0.5, EXT)]]


def test_similar_papers_are_returned_for_each_paper_in_the_order_of_the_issue() -> None:
    history = Known({"money": MONEY, "trade": TRADE})
    papers = [paper("a", MONEY), paper("b", Features((), ())), paper("c", TRADE)]
    assert find_similar(papers, history, Limits(0.5, 1), SPECIFIED) == [
        [Similar("money", 1, EXT)],
        [],
        [Similar("trade", 1, EXT)],
    ]


def test_an_empty_issue_has_no_similar_papers() -> None:
    assert find_similar([], Known({"known": TRADE}), ALL, SPECIFIED) == []


# Similar papers of the same issue


def test_papers_of_the_issue_are_internal_and_listed_under_both() -> None:
    assert find_similar([paper("a"), paper("b", HALF_OF_TRADE)], NOTHING, ALL, SPECIFIED) == [
        [Similar("b", 0.5, INT)],
        [Similar("a", 0.5, INT)],
    ]


def test_a_paper_is_not_similar_to_itself() -> None:
    assert find_similar([paper("a")], NOTHING, ALL, SPECIFIED) == [[]]


def test_two_texts_with_one_handle_are_compared_with_each_other() -> None:
    assert find_similar([paper("a"), paper("a", HALF_OF_TRADE)], NOTHING, ALL, SPECIFIED) == [
        [Similar("a", 0.5, INT)],
        [Similar("a", 0.5, INT)],
    ]


@pytest.mark.parametrize("texts", [[TRADE, HALF_OF_TRADE], [HALF_OF_TRADE, TRADE]])
def test_a_handle_that_occurs_twice_is_one_target_as_strong_as_its_strongest_text(
    texts: list[Features],
) -> None:
    papers = [paper("new"), *(paper("twice", features) for features in texts)]
    assert find_similar(papers, NOTHING, ALL, SPECIFIED)[0] == [Similar("twice", 1, INT)]


def test_the_texts_of_a_handle_that_occurs_twice_are_omitted_below_the_limit() -> None:
    papers = [paper("new"), paper("twice", HALF_OF_TRADE), paper("twice", MONEY)]
    assert find_similar(papers, NOTHING, Limits(0.5, 0.5), SPECIFIED) == [[], [], []]


def test_each_text_of_a_handle_that_occurs_three_times_has_its_own_strength() -> None:
    papers = [paper("a"), paper("a"), paper("a", HALF_OF_TRADE)]
    assert find_similar(papers, NOTHING, ALL, SPECIFIED) == [
        [Similar("a", 1, INT)],
        [Similar("a", 1, INT)],
        [Similar("a", 0.5, INT)],
    ]


# Both


def test_a_target_can_be_external_and_internal() -> None:
    history = Known({"b": HALF_OF_TRADE})
    assert find_similar([paper("a"), paper("b")], history, ALL, SPECIFIED)[0] == [
        Similar("b", 1, INT),
        Similar("b", 0.5, EXT),
    ]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(external=0.4, internal=0.4), {EXT, INT}),
        (Limits(external=0.4, internal=0.5), {EXT}),
        (Limits(external=0.5, internal=0.4), {INT}),
        (Limits(external=0.5, internal=0.5), set()),
    ],
)
def test_each_type_has_its_own_limit(limits: Limits, expected: set[SimilarityType]) -> None:
    history = Known({"known": HALF_OF_TRADE})
    similars, _ = find_similar([paper("a"), paper("b", HALF_OF_TRADE)], history, limits, SPECIFIED)
    assert {similar.type for similar in similars} == expected


# The order of similar papers


WINDOWS = tuple(f"window {number}" for number in range(100))
LONG = Features(("anna", "smith"), WINDOWS)
HARDLY_WEAKER = Features(("anna", "jones"), (*WINDOWS, "one more window"))


def test_the_strongest_comes_first() -> None:
    history = Known({"half": HALF_OF_TRADE, "copy": TRADE})
    assert find_similar([paper("a")], history, ALL, SPECIFIED) == [
        [Similar("copy", 1, EXT), Similar("half", 0.5, EXT)]
    ]


def test_a_stronger_internal_paper_comes_before_a_weaker_external_one() -> None:
    history = Known({"a": HALF_OF_TRADE})
    similars = find_similar([paper("new"), paper("b")], history, ALL, SPECIFIED)[0]
    assert similars == [Similar("b", 1, INT), Similar("a", 0.5, EXT)]


def test_external_comes_before_internal_if_strengths_are_equal() -> None:
    similars = find_similar([paper("new"), paper("a")], Known({"z": TRADE}), ALL, SPECIFIED)[0]
    assert similars == [Similar("z", 1, EXT), Similar("a", 1, INT)]


def test_the_handle_decides_if_strength_and_type_are_equal() -> None:
    history = Known(dict.fromkeys(["b", "é", "B", "a.10", "a.9", "a"], TRADE))
    similars = find_similar([paper("new")], history, ALL, SPECIFIED)[0]
    assert [similar.handle for similar in similars] == ["B", "a", "a.10", "a.9", "b", "é"]


def test_strengths_that_print_the_same_are_equal_in_the_order() -> None:
    weaker = Features(HARDLY_WEAKER.authors, (*WINDOWS, "one more window"))
    closer = Features(("anna", "jones"), (*WINDOWS[1:], "another window"))
    assert between(LONG, weaker) > between(LONG, closer)
    history = Known({"y": weaker, "z": weaker})
    similars = find_similar([paper("new", LONG)], history, ALL, SPECIFIED)[0]
    assert [found.handle for found in similars] == ["y", "z"]


PART = Features(("anna", "smith"), WINDOWS[:50])
WHOLE = Features(("anna", "smith"), (*WINDOWS, "one more"))


def test_the_paper_with_fewer_other_features_comes_first_if_strengths_print_the_same() -> None:
    history = Known({"a part": PART, "the whole": WHOLE})
    similars = find_similar([paper("new", LONG)], history, ALL, SPECIFIED)[0]
    assert [(found.handle, found.printed) for found in similars] == [
        ("the whole", "1.0000"),
        ("a part", "1.0000"),
    ]


def test_other_features_decide_before_the_type() -> None:
    papers = [paper("new", LONG), paper("a", WHOLE)]
    similars = find_similar(papers, Known({"z": PART}), ALL, SPECIFIED)[0]
    assert [(found.handle, found.type) for found in similars] == [("a", INT), ("z", EXT)]


def test_ties_are_decided_by_the_strength_with_dices_ratio() -> None:
    [match] = find_matches([LONG], Known({"part": PART}), 0.0, SPECIFIED)
    dice = tie_breaker(shared_totals(LONG, PART), LONG.totals, PART.totals, Formula.SPECIFIED)
    assert match.tie == dice < match.strength


def test_the_strength_itself_decides_ties_with_another_formula() -> None:
    [match] = find_matches([LONG], Known({"part": PART}), 0.0, DICE)
    assert match.tie == match.strength


# Another formula


def test_another_formula_gives_other_strengths() -> None:
    [[found]] = find_similar([paper("new", LONG)], Known({"part": PART}), ALL, DICE)
    assert found.strength == between(LONG, PART, Formula.DICE) < between(LONG, PART)


def test_internal_strengths_follow_the_formula_too() -> None:
    similars = find_similar([paper("a", LONG), paper("b", PART)], NOTHING, ALL, DICE)
    assert similars[0][0].strength == between(LONG, PART, Formula.DICE)
