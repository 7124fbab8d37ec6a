"""Which entries of a list are likely repeats, and which stay."""

from dataclasses import replace

from wildwood.biblio.entry import Entry, Record
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import Keep, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision
from wildwood.lists.deduplication import repeats


def entries(*ids: str) -> list[Entry]:
    return [Entry(one, (), ()) for one in ids]


def pair(left: str, right: str, strength: float, *, is_old: bool = False) -> ReportPair:
    kind = SimilarityType.EXTERNAL if is_old else SimilarityType.INTERNAL
    papers = [ReportPaper(one, Record(one, (), ())) for one in (left, right)]
    other = ReportPaper(f"old {right}", Record(right, (), ()), is_new=False)
    return ReportPair(papers[0], other if is_old else papers[1], strength, kind)


def test_the_first_stays() -> None:
    found = repeats(entries("a", "b"), [pair("b", "a", 0.9)])
    assert found == {"b": "Likely repeat of a (strength 0.9000)"}


def test_what_resembles_only_a_repeat_stays() -> None:
    chain = [pair("b", "a", 0.9), pair("c", "b", 0.8)]
    assert repeats(entries("a", "b", "c"), chain).keys() == {"b"}


def test_what_an_older_list_has_is_a_repeat() -> None:
    found = repeats(entries("a"), [pair("a", "x", 0.7, is_old=True)])
    assert found == {"a": "Likely repeat of x (strength 0.7000)"}


def test_a_note_names_the_strongest() -> None:
    pairs = [pair("c", "b", 0.9), pair("c", "a", 0.8)]
    assert repeats(entries("a", "b", "c"), pairs) == {"c": "Likely repeat of b (strength 0.9000)"}


def test_a_handle_that_both_lists_have_is_not_mixed_up() -> None:
    pairs = [pair("b", "a", 0.9, is_old=True)]
    assert repeats(entries("a", "b"), pairs).keys() == {"b"}


def test_what_a_person_is_unsure_about_stays() -> None:
    unsure = replace(pair("b", "a", 0.9), decision=Decision.UNSURE)
    assert repeats(entries("a", "b"), [unsure]) == {}


def test_what_a_person_keeps_stays() -> None:
    same = replace(pair("b", "a", 0.9), decision=Decision.SAME, keep=Keep.FIRST)
    assert repeats(entries("a", "b"), [same]).keys() == {"a"}


def test_what_a_person_keeps_beside_an_older_list_stays() -> None:
    same = replace(pair("a", "x", 0.9, is_old=True), decision=Decision.SAME, keep=Keep.FIRST)
    assert repeats(entries("a"), [same]) == {}
