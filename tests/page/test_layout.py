"""What the page shows of pairs, and in which order."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from wildwood.biblio.entry import Series
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import PairFacts, ReportPair
from wildwood.kernel.relation import Decision
from wildwood.page.page import Card, count_open, laid_out, role_of

from tests.support.shown_pairs import MakePair, MakePaper

SAME, VERSION, UNSURE, DIFFERENT = PairVerdict


@pytest.fixture
def chain(pair: MakePair) -> list[ReportPair]:
    """Make pairs of a family of four, and one of two papers between them."""
    pairs = (("a", "b", 0.9), ("x", "y", 0.8), ("b", "c", 0.7), ("c", "d", 0.65))
    return [pair(*one) for one in pairs]


def judged(pairs: Sequence[ReportPair], *verdicts: PairVerdict) -> list[ReportPair]:
    return [replace(one, verdict=verdict) for one, verdict in zip(pairs, verdicts, strict=True)]


def strengths(pairs: Sequence[PairFacts]) -> list[float]:
    return [facts.pair.strength for facts in pairs]


def all_strengths(pairs: Sequence[ReportPair]) -> list[list[float]]:
    return [strengths(family.pairs) for family in laid_out(pairs)]


def test_pairs_of_issues_are_in_the_order_of_their_strength(chain: list[ReportPair]) -> None:
    assert all_strengths(chain) == [[0.9, 0.7, 0.65], [0.8]]


def test_what_is_to_decide_comes_first(chain: list[ReportPair]) -> None:
    first, second = laid_out(judged(chain, SAME, UNSURE, DIFFERENT, SAME))
    assert (strengths(first.pairs), first.is_sure) == ([0.8], False)
    assert (strengths(second.pairs), second.is_sure) == ([0.9, 0.7, 0.65], True)


def rows(card: Card) -> list[tuple[int, str, int | None]]:
    """Return the number of each row, its paper, and the row that it is compared with."""
    return [
        (row.number, row.paper.key, row.reference.number if row.reference else None)
        for row in card.rows
    ]


def test_a_card_has_a_row_for_each_record_below_one_that_it_resembles(
    chain: list[ReportPair],
) -> None:
    family, other = laid_out(chain)
    assert rows(family) == [(1, "b", None), (2, "a", 1), (3, "c", 1), (4, "d", 3)]
    assert rows(other) == [(1, "x", None), (2, "y", 1)]


def test_a_card_of_an_issue_begins_with_a_new_paper(pair: MakePair, paper: MakePaper) -> None:
    known = paper("known", is_new=False)
    [card] = laid_out([pair("a", known, 0.9), pair("b", known, 0.8), pair("c", known, 0.7)])
    assert rows(card)[:2] == [(1, "a", None), (2, "known", 1)]


def test_a_handle_that_was_there_before_has_two_rows(pair: MakePair) -> None:
    [card] = laid_out([pair("a", "a", 1.0), pair("a", "b", 0.9)])
    assert rows(card) == [(1, "a", None), (2, "a", 1), (3, "b", 1)]


class TestOtherPairsOfACard:
    @pytest.fixture
    def triangle(self, pair: MakePair) -> list[ReportPair]:
        return [pair("a", "b", 0.9), pair("a", "c", 0.8), pair("b", "c", 0.7)]

    def test_are_folded_if_they_are_settled(self, triangle: list[ReportPair]) -> None:
        [card] = laid_out(judged(triangle, UNSURE, UNSURE, SAME))
        assert (strengths(card.further), strengths(card.folded)) == ([], [0.7])

    def test_are_asked_about_if_the_fields_leave_them_open(
        self, triangle: list[ReportPair]
    ) -> None:
        [card] = laid_out(judged(triangle, UNSURE, UNSURE, UNSURE))
        assert (strengths(card.further), strengths(card.folded)) == ([0.7], [])

    def test_are_not_asked_about_if_both_papers_are_the_same_as_another(
        self, triangle: list[ReportPair]
    ) -> None:
        [card] = laid_out(judged(triangle, SAME, SAME, UNSURE))
        assert card.is_sure
        assert strengths(card.folded) == [0.7]

    def test_are_asked_about_if_others_contradict_each_other(
        self, triangle: list[ReportPair], pair: MakePair
    ) -> None:
        facts = judged([*triangle, pair("c", "d", 0.6)], SAME, SAME, DIFFERENT, SAME)
        open_pairs = judged([pair("a", "d", 0.5), pair("b", "d", 0.4)], UNSURE, UNSURE)
        [card] = laid_out([*facts, *open_pairs])
        assert count_open(card.family.pairs) == 2

    def test_are_asked_about_once_for_the_same_records(self, triangle: list[ReportPair]) -> None:
        [card] = laid_out(judged(triangle, SAME, UNSURE, UNSURE))
        assert count_open(card.family.pairs) == 1
        first, second, third = judged(triangle, SAME, UNSURE, UNSURE)
        for decision in Decision:
            [card] = laid_out([first, second, replace(third, decision=decision)])
            assert count_open(card.family.pairs) == 0


@pytest.mark.parametrize(
    ("title", "facts", "role"),
    [
        ("Trade", {"kind": "JOUR"}, "article"),
        ("Trade", {"kind": "CONF"}, "conference paper"),
        ("Trade", {"kind": "RPRT"}, "working paper"),
        ("Trade", {"series": Series("Journal of Trade", "12")}, "article"),
        ("Trade", {"series": Series("arXiv"), "kind": "JOUR"}, "preprint"),
        ("Trade", {"dois": ("10.2139/ssrn.1",)}, "preprint"),
        ("Trade", {"urls": ("https://clinicaltrials.gov/ct2/show/NCT00000001",)}, "registration"),
        ("Erratum: Trade", {"kind": "JOUR"}, "erratum"),
        ("Trade: Reply", {"kind": "JOUR"}, "reply"),
        ("Trade", {}, ""),
    ],
)
def test_a_row_says_what_kind_of_record_it_is(
    pair: MakePair, paper: MakePaper, title: str, facts: dict[str, object], role: str
) -> None:
    [card] = laid_out([pair(paper("a", title, **facts), "b", 0.9)])
    assert role_of(card.rows[0]) == role


def test_a_row_says_that_its_title_is_of_another_part(pair: MakePair) -> None:
    [found] = judged([pair("a", "b", 0.9)], DIFFERENT)
    [card] = laid_out([replace(found, against=("numbers in the titles",))])
    assert [role_of(row) for row in card.rows] == ["", "another part"]


def test_what_is_sure_is_in_the_order_of_the_verdicts(chain: list[ReportPair]) -> None:
    shown = laid_out(judged(chain, DIFFERENT, VERSION, DIFFERENT, DIFFERENT))
    assert [card.verdict for card in shown] == ["version", "different"]


def test_families_have_the_numbers_that_they_have_in_csv(chain: list[ReportPair]) -> None:
    shown = laid_out(judged(chain, SAME, UNSURE, SAME, SAME))
    assert [family.pairs[0].family for family in shown] == [2, 1]


def test_what_a_person_decided_is_not_sure(chain: list[ReportPair]) -> None:
    sure = judged(chain, *[SAME] * 4)
    sure[1] = replace(sure[1], decision=Decision.DIFFERENT)
    assert all_strengths(sure) == [[0.8], [0.9, 0.7, 0.65]]


class TestOfTooManyPairs:
    @pytest.fixture(autouse=True)
    def two(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Show two pairs at most."""
        monkeypatch.setattr("wildwood.page.page.MAX_PAIRS", 2)

    def test_those_of_issues_are_left_out_that_are_weakest(self, chain: list[ReportPair]) -> None:
        assert all_strengths(chain) == [[0.9], [0.8]]

    def test_those_are_left_out_that_are_sure(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, SAME, UNSURE, SAME, SAME)) == [[0.8], [0.9]]

    def test_those_stay_that_explain_what_is_to_decide(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, SAME, SAME, SAME, UNSURE)) == [[0.9, 0.65]]

    def test_none_is_left_out_that_is_to_decide(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, *[UNSURE] * 4)) == [[0.9, 0.7, 0.65], [0.8]]

    def test_none_is_left_out_that_is_decided(self, chain: list[ReportPair]) -> None:
        decided = [replace(one, decision=Decision.SAME) for one in chain]
        assert all_strengths(decided) == [[0.9, 0.7, 0.65], [0.8]]
