"""What becomes of a list of which one of each record is kept."""

from dataclasses import replace

from wildwood.biblio.entry import Entry, LocalizedText, Record
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Keep, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision
from wildwood.lists.deduplication import ListCounts, Preference, Survivor, deduplicated, sources_of

SAME, VERSION, UNSURE, DIFFERENT = PairVerdict


def entries(*ids: str, rich: str = "") -> list[Entry]:
    return [
        Entry(one, (LocalizedText("Trade"),), (), keywords=("k",) if one == rich else ())
        for one in ids
    ]


def pair(left: str, right: str, verdict: PairVerdict = SAME, *, is_old: bool = False) -> ReportPair:
    papers = [
        ReportPaper(one, Record(one, (), ()), is_new=not (is_old and one == right), source=one[0])
        for one in (left, right)
    ]
    return ReportPair(papers[0], papers[1], 0.9, SimilarityType.INTERNAL, verdict)


FIRST = Preference()


def gone(*pairs: ReportPair, preference: Preference = FIRST, **more: str) -> dict[str, str]:
    return dict(deduplicated(entries("a", "b", "c", **more), pairs, preference).gone)


class TestWhatStays:
    def test_is_the_first(self) -> None:
        assert gone(pair("b", "a"), pair("c", "a")) == {"b": "a", "c": "a"}

    def test_or_the_last(self) -> None:
        assert gone(pair("b", "a"), preference=Preference(Survivor.LAST)) == {"a": "b"}

    def test_or_the_one_with_the_most_fields(self) -> None:
        richest = Preference(Survivor.RICHEST)
        assert gone(pair("b", "a"), preference=richest, rich="b") == {"a": "b"}

    def test_of_equally_rich_ones_is_the_first(self) -> None:
        assert gone(pair("b", "a"), preference=Preference(Survivor.RICHEST)) == {"b": "a"}

    def test_or_that_of_a_list(self) -> None:
        assert gone(pair("b", "a"), preference=Preference(source="b")) == {"a": "b"}

    def test_is_what_only_resembles(self) -> None:
        assert gone(pair("b", "a", UNSURE), pair("c", "a", DIFFERENT)) == {}

    def test_is_what_an_older_list_has(self) -> None:
        assert gone(pair("a", "x", is_old=True)) == {"a": "x"}

    def test_is_what_others_refer_to(self) -> None:
        found = deduplicated(entries("a", "B"), [pair("B", "a")], Preference(), {"b"})
        assert found.gone == {"a": "B"}

    def test_is_all_that_others_refer_to(self) -> None:
        found = deduplicated(entries("a", "b"), [pair("b", "a")], Preference(), {"a", "b"})
        assert found.gone == {}

    def test_is_one_of_a_chain_of_the_same(self) -> None:
        assert gone(pair("b", "a"), pair("c", "b")) == {"b": "a", "c": "a"}

    def test_is_what_differs_from_one_of_a_chain(self) -> None:
        chain = [pair("b", "a"), pair("c", "b"), pair("c", "a", DIFFERENT)]
        assert gone(*chain) == {"b": "a"}

    def test_is_a_version_of_one_of_a_chain(self) -> None:
        chain = [pair("b", "a"), pair("c", "b"), pair("c", "a", VERSION)]
        assert gone(*chain) == {"b": "a"}


class TestTheReason:
    def why(self, *pairs: ReportPair) -> list[tuple[str, str, str]]:
        found = deduplicated(entries("a", "b", "c"), pairs, Preference()).removals
        return [(one.removed.record.handle, one.kept.record.handle, one.why) for one in found]

    def test_is_what_the_fields_say(self) -> None:
        same = replace(pair("b", "a"), reasons=("the same title", "the same DOI"))
        assert self.why(same) == [("b", "a", "same record: the same title; the same DOI")]

    def test_is_a_decision(self) -> None:
        same = replace(pair("b", "a", UNSURE), decision=Decision.SAME)
        assert self.why(same) == [("b", "a", "decision")]

    def test_is_each_step_of_a_chain(self) -> None:
        first = replace(pair("b", "a"), reasons=("the same DOI",))
        second = replace(pair("c", "b", UNSURE), decision=Decision.SAME)
        reason = "c and b: decision; b and a: same record: the same DOI"
        assert self.why(first, second)[1:] == [("c", "a", reason)]

    def test_names_a_paper_of_an_older_list(self) -> None:
        same = replace(pair("a", "x", is_old=True), reasons=("the same DOI",))
        assert self.why(same) == [("a", "x", "same record: the same DOI")]


def test_what_stays_gets_what_only_the_others_have() -> None:
    found = deduplicated(entries("a", "b", rich="b"), [pair("b", "a")], Preference())
    assert found.gains["a"].keywords == ("k",)


def test_a_version_is_named_once_with_what_stays() -> None:
    pairs = [pair("b", "a"), pair("c", "a", VERSION), pair("c", "b", VERSION)]
    found = deduplicated(entries("a", "b", "c"), pairs, Preference())
    assert found.versions == [("c", "a")]
    assert found.gains["c"].notes == ("Version of a",)


def test_a_version_in_an_older_list_is_named_too() -> None:
    found = deduplicated(entries("a"), [pair("a", "x", VERSION, is_old=True)], Preference())
    assert found.gains["a"].notes == ("Version of x",)
    assert "related" not in dict(found.gains["a"].extra)


def test_a_person_compares_what_stays_each_pair_once() -> None:
    pairs = [pair("b", "a"), pair("c", "a", UNSURE), pair("c", "b", UNSURE), pair("b", "c", UNSURE)]
    assert deduplicated(entries("a", "b", "c"), pairs, Preference()).undecided == [("c", "a")]


class TestWhatAPersonDecided:
    def test_outweighs_the_fields(self) -> None:
        same = replace(pair("b", "a", DIFFERENT), decision=Decision.SAME)
        different = replace(pair("c", "a"), decision=Decision.DIFFERENT)
        assert gone(same, different) == {"b": "a"}

    def test_keeps_both_if_they_are_unsure(self) -> None:
        found = replace(pair("b", "a"), decision=Decision.UNSURE)
        assert gone(found) == {}

    def test_keeps_what_they_chose(self) -> None:
        chosen = replace(pair("b", "a"), decision=Decision.SAME, keep=Keep.FIRST)
        assert gone(chosen) == {"a": "b"}

    def test_separates_a_chain(self) -> None:
        chain = [pair("b", "a"), pair("c", "b")]
        assert gone(*chain, replace(pair("c", "a"), decision=Decision.DIFFERENT)) == {"b": "a"}

    def test_leaves_what_then_contradicts_for_them_to_decide(self) -> None:
        apart = replace(pair("c", "a"), decision=Decision.DIFFERENT)
        pairs = [pair("b", "a"), pair("c", "b"), apart]
        assert deduplicated(entries("a", "b", "c"), pairs, Preference()).undecided == [("c", "b")]


def paper(handle: str, source: str) -> ReportPaper:
    return ReportPaper(handle, Record(handle, (), ()), source=source)


def test_works_are_counted_once_and_those_that_no_other_list_has() -> None:
    first, again, other = paper("a", "one.ris"), paper("b", "one.ris"), paper("c", "two.ris")
    pairs = [
        ReportPair(left, right, 0.9, SimilarityType.INTERNAL, PairVerdict.SAME)
        for left, right in ((again, first), (other, first))
    ]
    assert sources_of({"one.ris": 5, "two.ris": 2}, pairs) == [
        ListCounts("one.ris", papers=5, works=4, alone=3),
        ListCounts("two.ris", papers=2, works=2, alone=1),
    ]
