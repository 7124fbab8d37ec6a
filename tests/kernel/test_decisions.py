"""Decisions on pairs: their file, and what they change in a report."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wildwood.kernel.decisions import (
    DecidedPair,
    applied,
    contest,
    decisions_as_csv,
    has_decisions,
    join_decisions,
    parse_decisions,
    read_all_decisions,
    read_decisions,
    relation_of_ids,
)
from wildwood.kernel.errors import InputError
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Keep, Report, ReportPair, write_csv
from wildwood.kernel.relation import Decision

from tests.support.paths import DATA
from tests.support.shown_pairs import DECIDED_ROWS, MakePair, MakePaper, pairs_of, row_of

RELATIONS = json.loads((DATA / "relation.json").read_text(encoding="utf-8"))
SAME, VERSION, DIFFERENT, UNSURE = Decision


def report(*pairs: ReportPair) -> Report:
    return Report("Pairs", (), 0.6, pairs)


def decided(pair: ReportPair, decision: Decision | str, keep: str = "") -> list[DecidedPair]:
    """What a person makes of the CSV of one pair."""
    word = decision.value if isinstance(decision, Decision) else decision
    text = write_csv(report(pair)).decode().rstrip("\r\n").removesuffix(",")
    return parse_decisions(f"{text}{word},{keep}\r\n", "pairs.csv")


def decisions_of(found: Report) -> list[Decision | None]:
    return [pair.decision for pair in found.pairs]


@pytest.mark.parametrize("case", DECIDED_ROWS, ids=lambda case: case["case"])
def test_a_row_is_about_the_pair_of_its_papers(case: dict[str, Any]) -> None:
    """The script of the page is tested on the same cases."""
    pairs = pairs_of(case)
    found = applied(report(*pairs), [DecidedPair(row_of(case), SAME)])
    assert decisions_of(found) == [SAME if case["pair"] == n else None for n in range(len(pairs))]


class TestFile:
    def test_is_the_file_of_the_pairs_with_a_decision(self, pair: MakePair) -> None:
        [found] = decided(pair("a", "b", 0.9), SAME, "2")
        assert found.ids == ("a", "b")
        assert (found.decision, found.choices) == (SAME, {"": Keep.SECOND})

    def test_pairs_without_a_decision_are_left_out(self, pair: MakePair) -> None:
        assert decided(pair("a", "b", 0.9), "") == []

    def test_is_written_as_it_is_read(self, pair: MakePair, paper: MakePaper) -> None:
        odd = paper("a,b", 'A "quoted"\ntitle', names=("Müller, Ä.", "Ng"))
        found = decided(pair(odd, "c", 0.75), UNSURE, "1")
        assert parse_decisions(decisions_as_csv(found).decode(), "again") == found

    def test_knows_an_id_with_control_characters(self, pair: MakePair, paper: MakePaper) -> None:
        odd = paper("a\x1b1", "Trade", names=("Ng",))
        found = decided(pair(odd, "b", 0.9), SAME)
        revised = paper("a\x1b1", "Trade and Growth", names=("Ng",))
        assert decisions_of(applied(report(pair(revised, "b", 0.9)), found)) == [SAME]

    def test_needs_only_the_ids_and_the_decision(self) -> None:
        [found] = parse_decisions("decision,similar_id,note,id\nSame ,2,x,1\n", "mine.csv")
        assert (found.ids, found.decision, found.choices) == (("1", "2"), SAME, {})

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_is_read_as_a_spreadsheet_program_saves_it(self, delimiter: str) -> None:
        text = "id,similar_id,decision\n1,2,same\n".replace(",", delimiter)
        assert [found.ids for found in parse_decisions(text, "mine.csv")] == [("1", "2")]

    def test_is_read_as_excel_saves_lines_without_decisions(self) -> None:
        text = "id,similar_id,decision,keep\n1,2\n3,4,same\n5,6,,\n7,8,same,2\n"
        pairs = parse_decisions(text, "mine.csv")
        assert [(pair.ids, str(pair)) for pair in pairs] == [
            (("3", "4"), "same"),
            (("7", "8"), "same, keep 8"),
        ]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "",
                "line 1 lacks 'id', 'similar_id', 'decision'; use the columns of",
            ),
            ("id,similar_id\na,b\n", "line 1 lacks 'decision'"),
            (
                "id,similar_id,decision\na,b,same\nc,d,maybe\n",
                "line 3 has the decision 'maybe'; write same, version, different or",
            ),
            (
                "id,similar_id,decision,keep\na,b,same,a\n",
                "line 2 keeps 'a'; write 1, 2 or nothing.",
            ),
            ("id,similar_id,decision,keep\na\n", "line 2 does not have the same number of cells"),
            ("id,similar_id,decision\na,b\n", "line 2 does not have the same number of cells"),
            (
                "id,similar_id,decision\na,b,same,x\n",
                "line 2 does not have the same number of cells",
            ),
            ('id,similar_id,decision\na,b,"same\n', "line 2 is not CSV"),
        ],
    )
    def test_is_refused_with_the_line_and_the_cure(
        self, tmp_path: Path, text: str, message: str
    ) -> None:
        file = tmp_path / "pairs.csv"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InputError) as caught:
            read_decisions(file)
        assert str(caught.value).startswith(f"{file}: {message}")

    @pytest.mark.parametrize(
        ("content", "reason"),
        [(None, "No such file or directory"), (b"\xff", "it is not in UTF-8")],
    )
    def test_is_named_if_it_cannot_be_read(
        self, tmp_path: Path, content: bytes | None, reason: str
    ) -> None:
        file = tmp_path / "pairs.csv"
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(InputError, match=f"Cannot read .*pairs.csv: {reason}"):
            read_decisions(file)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("id,similar_id,decision\n", True),
            ("id;similar_id;note;decision\n", True),
            ("left,right\n", False),
            ('"left', False),
            ("", False),
        ],
    )
    def test_is_told_from_other_files_by_its_columns(self, text: str, *, expected: bool) -> None:
        assert has_decisions(text) is expected

    def test_relates_ids(self) -> None:
        text = "id,similar_id,decision\na,b,same\nb,c,same\na,b,different\n"
        found = relation_of_ids(parse_decisions(text, "x"))
        assert found.decision("a", "b") is DIFFERENT
        assert found.decision("c", "b") is SAME


class TestReport:
    def test_keeps_what_is_the_same_or_unsure(self, pair: MakePair) -> None:
        one, other = pair("a", "b", 0.9), pair("c", "d", 0.8)
        found = applied(report(one, other), [*decided(one, SAME, "2"), *decided(other, UNSURE)])
        assert decisions_of(found) == [SAME, UNSURE]
        assert [one.keep for one in found.pairs] == [Keep.SECOND, None]

    def test_leaves_out_what_is_different(self, pair: MakePair) -> None:
        one, other = pair("a", "b", 0.9), pair("c", "d", 0.8)
        found = applied(report(one, other), decided(one, DIFFERENT))
        assert found.pairs == [other]
        assert found.facts == ["1 decision: 1 different (left out)."]

    def test_counts_each_decision(self, pair: MakePair) -> None:
        one, other = pair("a", "b", 0.9), pair("c", "d", 0.8)
        found = applied(report(one, other), [*decided(one, VERSION), *decided(other, UNSURE)])
        assert found.facts == ["2 decisions: 1 version, 1 unsure."]

    def test_can_keep_what_is_different(self, pair: MakePair) -> None:
        one = pair("a", "b", 0.9)
        found = applied(report(one), decided(one, DIFFERENT), with_different=True)
        assert decisions_of(found) == [DIFFERENT]

    def test_the_last_decision_on_a_pair_counts(self, pair: MakePair) -> None:
        one = pair("a", "b", 0.9)
        found = applied(report(one), [*decided(one, DIFFERENT), *decided(one, SAME)])
        assert decisions_of(found) == [SAME]

    def test_knows_a_pair_that_is_the_other_way_round(self, pair: MakePair) -> None:
        internal = SimilarityType.INTERNAL
        one, turned = pair("a", "b", 0.9, internal), pair("b", "a", 0.9, internal)
        [found] = applied(report(turned), decided(one, SAME, "2")).pairs
        assert (found.decision, found.keep) == (SAME, Keep.FIRST)

    def test_does_not_ask_about_a_pair_that_follows_from_others(self, pair: MakePair) -> None:
        known = [pair("a", "b", 0.9), pair("b", "c", 0.8), pair("c", "d", 0.8)]
        decisions = (SAME, SAME, DIFFERENT)
        chosen = [
            one
            for one_pair, decision in zip(known, decisions, strict=True)
            for one in decided(one_pair, decision)
        ]
        again = [*known, pair("a", "c", 0.7), pair("a", "d", 0.7), pair("d", "e", 0.7)]
        found = applied(report(*again), chosen)
        assert [(one.left.key, one.right.key) for one in found.pairs if not one.decision] == [
            ("d", "e")
        ]

    def test_keeps_the_decisions_on_pairs_that_it_does_not_show(self, pair: MakePair) -> None:
        shown, left_out, absent = pair("a", "b", 0.9), pair("c", "d", 0.8), pair("e", "f", 0.7)
        decisions = [*decided(shown, SAME), *decided(left_out, DIFFERENT), *decided(absent, SAME)]
        found = applied(report(shown, left_out), decisions)
        header = decisions_as_csv([]).decode()
        assert parse_decisions(f"{header}{found.other_decisions}", "page") == decisions[1:]


class TestListThatIsExportedAgain:
    """Papers whose keys and ids are others than when the pairs were decided."""

    @pytest.fixture
    def before(self, pair: MakePair, paper: MakePaper) -> ReportPair:
        return pair(
            paper("1", "Trade & Growth", names=("Smith, A.",), date="2001"),
            paper("2", "Trade and growth: a review", names=("Smith, A.",), date="2003"),
            0.7,
            SimilarityType.INTERNAL,
        )

    def after(
        self, pair: MakePair, paper: MakePaper, papers: Iterable[tuple[str, str, str]]
    ) -> ReportPair:
        one, other = (
            paper(number, title, names=("SMITH, A",), date=date) for number, title, date in papers
        )
        return pair(one, other, 0.7, SimilarityType.INTERNAL)

    def test_knows_papers_by_title_authors_and_date(
        self, pair: MakePair, paper: MakePaper, before: ReportPair
    ) -> None:
        papers = [("x", "TRADE -- growth.", "2001"), ("y", "Trade and Growth, a Review", "2003")]
        again = self.after(pair, paper, papers)
        assert applied(report(again), decided(before, DIFFERENT)).pairs == []

    def test_knows_a_paper_by_its_id_if_only_its_title_is_new(
        self, pair: MakePair, paper: MakePaper, before: ReportPair
    ) -> None:
        papers = [("1", "Trade: corrected", "2005"), ("2", "Trade and growth", "2003")]
        again = self.after(pair, paper, papers)
        assert decisions_of(applied(report(again), decided(before, SAME))) == [SAME]

    def test_asks_again_about_other_papers_that_have_these_ids(
        self, pair: MakePair, paper: MakePaper, before: ReportPair
    ) -> None:
        other = pair(
            paper("1", "Money", names=("Jones",)),
            paper("2", "Monies", names=("Jones",)),
            0.7,
            SimilarityType.INTERNAL,
        )
        assert decisions_of(applied(report(other), decided(before, SAME))) == [None]

    def test_asks_again_about_another_date(
        self, pair: MakePair, paper: MakePaper, before: ReportPair
    ) -> None:
        papers = [("x", "Trade & Growth", "1999"), ("y", "Trade and growth: a review", "2003")]
        again = self.after(pair, paper, papers)
        assert decisions_of(applied(report(again), decided(before, SAME))) == [None]

    def test_knows_two_papers_of_the_same_content(self, pair: MakePair, paper: MakePaper) -> None:
        internal = SimilarityType.INTERNAL
        before = pair(paper("1", "Editorial"), paper("2", "Editorial"), 1.0, internal)
        again = pair(paper("7", "Editorial"), paper("8", "Editorial"), 1.0, internal)
        assert applied(report(again), decided(before, DIFFERENT)).pairs == []

    def test_asks_again_if_a_third_paper_has_this_content(
        self, pair: MakePair, paper: MakePaper
    ) -> None:
        internal = SimilarityType.INTERNAL
        before = pair(paper("1", "Editorial"), paper("2", "Editorial"), 1.0, internal)
        one, other, third = (paper(number, "Editorial") for number in "789")
        again = report(pair(one, other, 1.0, internal), pair(one, third, 1.0, internal))
        assert decisions_of(applied(again, decided(before, SAME))) == [None, None]

    def test_tells_two_lists_with_the_same_ids_apart(
        self, pair: MakePair, paper: MakePaper
    ) -> None:
        def papers() -> tuple[ReportPair, ReportPair]:
            new = [paper("1", "Trade"), paper("2", "Growth")]
            old = [paper("1", "Trade of old", is_new=False), paper("2", "Growth", is_new=False)]
            keyed = [replace(one, key=f"old {one.key}") for one in old]
            return pair(new[0], keyed[0], 0.9), pair(new[1], keyed[1], 0.8)

        first, second = papers()
        found = applied(report(*papers()), [*decided(first, SAME), *decided(second, DIFFERENT)])
        assert decisions_of(found) == [SAME]
        assert len(found.pairs) == 1


class TestValuesToKeep:
    def test_are_of_either_paper(self, pair: MakePair) -> None:
        one = pair("a", "b", 0.9)
        [found] = applied(report(one), decided(one, SAME, "2; title 1; Pages 2")).pairs
        assert (found.keep, found.choices) == (Keep.SECOND, "2; title 1; pages 2")
        assert [(name, paper.key) for name, paper in found.sources] == [
            ("title", one.left.key), ("pages", one.right.key),
        ]  # fmt: skip

    def test_are_those_of_the_pair_in_either_direction(self, pair: MakePair) -> None:
        one = pair("a", "b", 0.9)
        turned = replace(one, left=one.right, right=one.left)
        [found] = applied(report(one), decided(turned, SAME, "title 1")).pairs
        assert found.choices == "title 2"

    def test_are_in_the_csv_of_the_pairs(self, pair: MakePair) -> None:
        one = pair("a", "b", 0.9)
        found = applied(report(one), decided(one, SAME, "1; title 2"))
        assert write_csv(found).decode().rstrip().endswith("same,1; title 2")

    @pytest.mark.parametrize(
        ("cell", "message"),
        [
            ("colour 1", "pairs.csv: line 2 keeps 'colour'; use one of title, authors, "),
            ("title 3", "pairs.csv: line 2 keeps '3'; write 1, 2 or nothing"),
        ],
    )
    def test_that_are_unknown_are_named(self, pair: MakePair, cell: str, message: str) -> None:
        with pytest.raises(InputError, match=f"^{message}"):
            decided(pair("a", "b", 0.9), SAME, cell)


class TestTwoPeople:
    @pytest.fixture
    def triangle(self, pair: MakePair) -> list[ReportPair]:
        return [pair("a", "b", 0.9), pair("b", "c", 0.8), pair("a", "c", 0.7)]

    @pytest.mark.parametrize(
        ("mine", "hers", "joined", "contested"),
        [
            ("s..", ".d.", {"ab": "same", "bc": "different"}, set()),
            ("s..", "s..", {"ab": "same"}, set()),
            ("s..", "d..", {}, {"ab"}),
            ("u..", "s..", {"ab": "same"}, set()),
            ("d..", "u..", {"ab": "different"}, set()),
            ("u..", "u..", {"ab": "unsure"}, set()),
            ("v..", "s..", {}, {"ab"}),
            ("ss.", "..d", {}, {"ab", "bc", "ac"}),
            ("sss", "ssd", {}, {"ab", "bc", "ac"}),
            ("sd.", "..d", {"ab": "same", "bc": "different", "ac": "different"}, set()),
            ("...", "s.u", {"ab": "same", "ac": "unsure"}, set()),
        ],
    )
    def test_join_what_does_not_contradict(
        self, triangle: list[ReportPair], mine: str, hers: str, joined: dict[str, str],
        contested: set[str],
    ) -> None:  # fmt: skip
        words = {"s": SAME, "v": VERSION, "d": DIFFERENT, "u": UNSURE}
        by_person = {
            person: [
                row
                for letter, one in zip(letters, triangle, strict=True)
                if letter in words
                for row in decided(one, words[letter])
            ]
            for person, letters in (("you", mine), ("anna", hers))
        }
        agreed, others = join_decisions(by_person, triangle)
        assert {"".join(one.ids): one.decision.value for one in agreed} == joined
        assert {"".join(one.ids) for one in others} == contested

    def test_keep_the_paper_that_one_of_them_keeps(self, triangle: list[ReportPair]) -> None:
        one = triangle[0]
        by_person = {"you": decided(one, SAME), "anna": decided(one, SAME, "2")}
        [found], _ = join_decisions(by_person, triangle)
        assert found.choices == {"": Keep.SECOND}

    def test_are_asked_which_of_two_papers_is_kept(self, triangle: list[ReportPair]) -> None:
        one = triangle[0]
        turned = replace(one, left=one.right, right=one.left)
        by_person = {"you": decided(one, SAME, "1"), "anna": decided(turned, SAME, "1")}
        _, contested = join_decisions(by_person, triangle)
        assert [f"{one.row['by']}: {one}" for one in contested] == [
            "you: same, keep a", "anna: same, keep b",
        ]  # fmt: skip

    def test_are_asked_which_of_two_values_are_kept(self, triangle: list[ReportPair]) -> None:
        one = triangle[0]
        by_person = {"you": decided(one, SAME, "title 1"), "anna": decided(one, SAME, "pages 2")}
        agreed, contested = join_decisions(by_person, triangle)
        assert (agreed, len(contested)) == ([], 2)

    def test_decide_on_the_pair_in_either_direction(self, triangle: list[ReportPair]) -> None:
        one = triangle[0]
        turned = replace(one, left=one.right, right=one.left)
        by_person = {"you": decided(one, SAME), "anna": decided(turned, DIFFERENT)}
        _, contested = join_decisions(by_person, triangle)
        assert [one.row["by"] for one in contested] == ["you", "anna"]

    def test_are_asked_about_contradictions(self, triangle: list[ReportPair]) -> None:
        reasons = ("the same DOI",)
        same = [replace(one, verdict=PairVerdict.SAME, reasons=reasons) for one in triangle]
        by_person = {"you": decided(same[0], SAME), "anna": decided(same[0], DIFFERENT)}
        _, contested = join_decisions(by_person, same)
        first, second, _ = contest(report(*same), contested).pairs
        assert first.verdict is PairVerdict.UNSURE
        assert first.reasons == ("you: same", "anna: different", "the same DOI")
        assert second == same[1]


@pytest.mark.parametrize("case", RELATIONS, ids=lambda case: case["case"])
def test_of_two_people_say_what_those_of_one_say(case: dict[str, Any]) -> None:
    """Each decides on every other pair; what contradicts is left to be decided again."""
    rows = ("".join(f"{','.join(row)}\n") for row in case["decided"])
    pairs = [parse_decisions(f"id,similar_id,decision\n{row}", "x")[0] for row in rows]
    agreed, contested = join_decisions({"you": pairs[::2], "anna": pairs[1::2]})
    expected = case.get("contested", [])
    assert {frozenset(pair.ids) for pair in contested} == set(map(frozenset, expected))
    for one, other, word in () if expected else case["follows"]:
        found = relation_of_ids(agreed).decision(one, other)
        assert found is (Decision(word) if word else None)


def files_of(folder: Path, *texts: str) -> list[Path]:
    files = [folder / f"{number}.csv" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(f"id,similar_id,decision,keep\n{text}", encoding="utf-8")
    return files


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("a,b,same,\n", "c,d,different,\n"), ["a b same", "c d different"]),
        (("a,b,same,1\n", "b,a,same,\nc,d,,\n"), ["a b same, keep a"]),
        (("a,b,same,\n", "b,a,same,2\n"), ["b a same, keep a"]),
        (("a,b,same,1\n", "b,a,same,2; title 1\n"), ["b a same, keep a, keep title of b"]),
        (("a,b,unsure,\n", "a,b,same,\n", "a,b,unsure,1\n"), ["a b same"]),
        (("a,b,same,\na,b,different,\n", "a,b,different,\n"), ["a b different"]),
    ],
    ids=["apart", "undecided", "kept", "values", "unsure", "the last of a file"],
)
def test_of_several_files_are_joined(
    tmp_path: Path, texts: tuple[str, ...], expected: list[str]
) -> None:
    pairs = read_all_decisions(files_of(tmp_path, *texts))
    assert [f"{' '.join(one.ids)} {one}" for one in pairs] == expected


def test_of_several_files_that_contradict_each_other_are_named(tmp_path: Path) -> None:
    files = files_of(tmp_path, "a,b,same,1\nc,d,same,\n", "b,a,same,1\nd,c,different,\n")
    with pytest.raises(InputError) as caught:
        read_all_decisions(files)
    assert str(caught.value) == (
        "Files of decisions contradict each other, so agree on a and b (same, keep a in"
        f" {files[0]}), b and a (same, keep b in {files[1]}), c and d (same in {files[0]}), d and c"
        f" (different in {files[1]})."
    )
