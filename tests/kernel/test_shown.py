"""Papers and pairs as reports show them."""

import dataclasses
import datetime

from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Keep, once
from wildwood.kernel.relation import Decision

from tests.support.shown_pairs import MakePair, MakePaper

FIRST, SECOND = (datetime.date(2015, 3, day) for day in (5, 12))


def test_a_paper_was_seen_before_if_its_handle_was_in_an_earlier_issue(paper: MakePaper) -> None:
    assert paper("a", issue=SECOND, first_seen=FIRST).was_seen_before
    assert not paper("a", issue=FIRST, first_seen=FIRST).was_seen_before
    assert not paper("a").was_seen_before


def test_a_strength_has_four_decimals(pair: MakePair) -> None:
    assert pair("a", "b", 0.82930001).printed == "0.8293"


def test_what_is_kept_follows_papers_that_change_places() -> None:
    assert (Keep.FIRST.opposite, Keep.SECOND.opposite) == (Keep.SECOND, Keep.FIRST)


class TestOnce:
    def test_an_internal_pair_stays_once(self, pair: MakePair) -> None:
        one, other = (pair(*sides, 0.9, SimilarityType.INTERNAL) for sides in ("ab", "ba"))
        assert once([one, other]) == [one]

    def test_an_external_pair_stays_in_both_directions(self, pair: MakePair) -> None:
        pairs = [pair("a", "b", 0.9), pair("b", "a", 0.9)]
        assert once(pairs) == pairs

    def test_an_internal_pair_of_another_issue_stays(
        self, paper: MakePaper, pair: MakePair
    ) -> None:
        pairs = [
            pair(paper("a", issue=issue), paper("b", issue=issue), 0.9, SimilarityType.INTERNAL)
            for issue in (FIRST, SECOND)
        ]
        assert once(pairs) == pairs


def test_a_decision_counts_for_more_than_the_verdict(pair: MakePair) -> None:
    judged = dataclasses.replace(pair("a", "b", 0.9), verdict=PairVerdict.SAME)
    decided = dataclasses.replace(judged, decision=Decision.DIFFERENT)
    assert judged.settled is PairVerdict.SAME
    assert decided.settled is PairVerdict.DIFFERENT
