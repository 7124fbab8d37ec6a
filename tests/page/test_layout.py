"""What the page shows of pairs, and in which order."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import Decision, PairFacts, ReportPair
from wildwood.page import page
from wildwood.page.page import laid_out

from tests.support.shown_pairs import MakePair

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
    assert [strengths(family.unfolded) for family in laid_out(chain)] == [[0.9], [0.8]]


def test_what_is_to_decide_comes_first(chain: list[ReportPair]) -> None:
    first, second = laid_out(judged(chain, SAME, UNSURE, DIFFERENT, SAME))
    assert (strengths(first.pairs), first.is_sure) == ([0.8], False)
    assert (strengths(second.pairs), second.is_sure) == ([0.9, 0.7, 0.65], True)


def test_what_is_to_decide_comes_first_in_a_family_and_is_not_folded(
    chain: list[ReportPair],
) -> None:
    family, _ = laid_out(judged(chain, SAME, SAME, UNSURE, UNSURE))
    assert strengths(family.unfolded) == [0.7, 0.65]
    assert strengths(family.folded) == [0.9]


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
        monkeypatch.setattr(page, "MAX_PAIRS", 2)

    def test_those_of_issues_are_left_out_that_are_weakest(self, chain: list[ReportPair]) -> None:
        assert all_strengths(chain) == [[0.9], [0.8]]

    def test_those_are_left_out_that_are_sure(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, SAME, UNSURE, SAME, SAME)) == [[0.8], [0.9]]

    def test_those_stay_that_explain_what_is_to_decide(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, SAME, SAME, SAME, UNSURE)) == [[0.65, 0.9]]

    def test_none_is_left_out_that_is_to_decide(self, chain: list[ReportPair]) -> None:
        assert all_strengths(judged(chain, *[UNSURE] * 4)) == [[0.9, 0.7, 0.65], [0.8]]

    def test_none_is_left_out_that_is_decided(self, chain: list[ReportPair]) -> None:
        decided = [replace(one, decision=Decision.SAME) for one in chain]
        assert all_strengths(decided) == [[0.9, 0.7, 0.65], [0.8]]
