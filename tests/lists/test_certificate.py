"""The bound on works lost, by decisions on a sample."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision
from wildwood.lists.deduplication import (
    MAX_DRAWN,
    Certificate,
    Preference,
    Survivor,
    certify,
    deduplicated,
    most_plausible,
    sample_of,
    shuffled,
)

from tests.benchmarks.certificate import SCENARIOS, simulate

FIRST = Preference()


def entry(name: str) -> Entry:
    return Entry(name, (LocalizedText(f"Title of {name}"),), ())


def pair(later: str, earlier: str, verdict: PairVerdict = PairVerdict.SAME) -> ReportPair:
    left, right = (ReportPaper.make(entry(name)) for name in (later, earlier))
    return ReportPair(left, right, 0.9, SimilarityType.INTERNAL, verdict)


def pairs_of_two(count: int) -> list[ReportPair]:
    return [pair(f"{number} again", f"{number}") for number in range(count)]


def entries_of(pairs: list[ReportPair]) -> list[Entry]:
    return [entry(name) for name in sorted({key for one in pairs for key in one.keys})]


def removed(pairs: list[ReportPair], preference: Preference = FIRST) -> list[ReportPair]:
    return shuffled(deduplicated(entries_of(pairs), pairs, preference).removals)


def certified(pairs: list[ReportPair], decisions: Mapping[int, Decision]) -> Certificate:
    """Return what is known once a person has decided on the pairs with these numbers."""
    decided = [replace(one, decision=decisions.get(number)) for number, one in enumerate(pairs)]
    return certify(
        removed(pairs), decided, deduplicated(entries_of(pairs), decided, FIRST).removals
    )


def everywhere(pairs: list[ReportPair], decision: Decision) -> dict[int, Decision]:
    """Return one decision on all pairs of the sample."""
    drawn = {one.keys for one in removed(pairs)[:MAX_DRAWN]}
    return {number: decision for number, one in enumerate(pairs) if one.keys in drawn}


class TestTheBoundOfASample:
    @pytest.mark.parametrize(("size", "drawn"), [(12, 12), (12, 5), (61, 60), (300, 60)])
    def test_holds_in_95_of_100_samples_whatever_is_wrong(self, size: int, drawn: int) -> None:
        bounds = [most_plausible(size, drawn, wrong) for wrong in range(drawn + 1)]
        for number in range(size + 1):
            holds = sum(
                comb(number, wrong) * comb(size - number, drawn - wrong)
                for wrong, bound in enumerate(bounds)
                if bound >= number
            )
            assert Fraction(holds, comb(size, drawn)) >= Fraction(95, 100)

    def test_is_about_three_in_a_sample_that_shows_nothing_wrong(self) -> None:
        assert most_plausible(100_000, 60, 0) == pytest.approx(100_000 * 3 / 60, rel=0.05)

    def test_is_exact_if_all_are_drawn(self) -> None:
        assert [most_plausible(20, 20, wrong) for wrong in (0, 3, 20)] == [0, 3, 20]

    def test_of_nothing_is_nothing(self) -> None:
        assert most_plausible(0, 0, 0) == 0


class TestTheSample:
    def test_has_sixty_pairs_at_most(self) -> None:
        pairs = removed(pairs_of_two(100))
        report = sample_of(Report("", [], 0.6, pairs), pairs)
        assert len(report.pairs) == MAX_DRAWN == 60
        assert report.facts == ["Drawn at random: 60 of 100 pairs for which a paper is left out."]

    def test_does_not_say_what_the_fields_say(self) -> None:
        pairs = removed(pairs_of_two(1))
        [shown] = sample_of(Report("", [], 0.6, pairs), pairs).pairs
        assert (shown.verdict, shown.reasons) == (None, ())

    def test_is_of_the_records_whatever_their_order_and_whichever_stays(self) -> None:
        pairs = pairs_of_two(100)
        last = removed(pairs[::-1], Preference(Survivor.LAST))
        assert [one.keys for one in last] == [one.keys for one in removed(pairs)]

    def test_is_another_one_of_another_list(self) -> None:
        drawn = [one.right.key for one in removed(pairs_of_two(100))[:MAX_DRAWN]]
        assert drawn != [one.right.key for one in removed(pairs_of_two(101))[:MAX_DRAWN]]
        assert drawn != sorted(drawn)

    def test_has_no_records_that_are_identical(self) -> None:
        alike = pair("b", "a")
        papers = [replace(paper, digest="d") for paper in (alike.left, alike.right)]
        pairs = [replace(alike, left=papers[0], right=papers[1]), pair("d", "c")]
        assert [one.keys for one in removed(pairs)] == [{"c", "d"}]


class TestWhatIsKnown:
    def test_is_a_bound_if_all_of_the_sample_are_decided(self) -> None:
        pairs = pairs_of_two(300)
        assert str(certified(pairs, everywhere(pairs, Decision.SAME))) == (
            "Works lost by leaving out 300 papers: at most 13, with 95 % confidence; of the 60"
            " pairs of the sample, 60 are the same."
        )

    def test_is_what_is_left_to_decide_until_then(self) -> None:
        pairs = pairs_of_two(300)
        decisions = everywhere(pairs, Decision.SAME)
        decisions.pop(min(decisions))
        assert str(certified(pairs, decisions)) == (
            "To know how many works can be lost, decide on 1 of the 60 pairs that --sample writes."
        )

    def test_is_certain_if_the_sample_is_all(self) -> None:
        pairs = pairs_of_two(12)
        assert str(certified(pairs, everywhere(pairs, Decision.SAME))) == (
            "Works lost by leaving out 12 papers: none; of the 12 pairs of the sample, 12 are the"
            " same."
        )

    def test_does_not_count_what_was_different_and_now_stays(self) -> None:
        pairs = pairs_of_two(300)
        decisions = everywhere(pairs, Decision.SAME)
        decisions[min(decisions)] = Decision.DIFFERENT
        found = certified(pairs, decisions)
        assert (found.papers, found.same) == (299, 59)
        assert found.most_lost == most_plausible(300, 60, 1) - 1

    def test_counts_what_nobody_can_tell_as_wrong(self) -> None:
        pairs = pairs_of_two(300)
        decisions = everywhere(pairs, Decision.SAME)
        decisions[min(decisions)] = Decision.UNSURE
        assert certified(pairs, decisions).most_lost == most_plausible(300, 60, 1)

    def test_counts_a_record_that_goes_for_another_reason_than_the_sample_has(self) -> None:
        pairs = [pair("c", "b"), pair("b", "a"), pair("c", "a")]
        assert certified(pairs, {1: Decision.DIFFERENT, 2: Decision.SAME}).most_lost == 0
        found = certified(pairs, {1: Decision.DIFFERENT, 2: Decision.DIFFERENT})
        assert (found.papers, found.most_lost) == (1, 1)

    def test_does_not_count_what_a_person_found_to_be_the_same(self) -> None:
        pairs = [pair("b", "a"), pair("d", "c", PairVerdict.UNSURE)]
        found = certified(pairs, {0: Decision.SAME, 1: Decision.SAME})
        assert (found.papers, found.drawn, found.most_lost) == (2, 1, 0)


@pytest.mark.parametrize("lists", [20, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SCENARIOS)
def test_it_holds_in_95_of_100_simulated_lists(name: str, lists: int) -> None:
    outcomes = [simulate(SCENARIOS[name][-1], seed) for seed in range(lists)]
    assert sum(outcome.holds for outcome in outcomes) >= 0.95 * lists
