"""The editor's decisions in ps rifs, and in what these are made from."""

import json
import re
from collections.abc import Sequence

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Limits, Similar, SimilarityType
from wildwood.kernel.relation import NO_DECISIONS, Decision, Relation
from wildwood.nep.job import digest_decisions, find_with_decisions

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import files_below

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TITLE = ("Trade and Growth in Open Economies",)
NBER, CEPR, IZA = (Record(f"RePEc:{one}:1", AUTHORS, TITLE) for one in ("nbr", "cpr", "iza"))
MONEY = Record("RePEc:nbr:2", ("Anna Schwartz",), ("A Monetary History of the World",))
SAME, _, DIFFERENT, UNSURE = Decision


def similar(handle: str, strength: float, kind: str = "ext") -> Similar:
    return Similar(handle, strength, SimilarityType(kind))


def relation(**decisions: Decision) -> Relation:
    return Relation({frozenset(pair): decision for pair, decision in decisions.items()})


class TestSimilarPapers:
    def found(
        self, decisions: Relation, most: int = 0, known: Sequence[Similar] = ()
    ) -> list[tuple[str, bool]]:
        """What remains for paper a of these similar papers, of which at most `most` are found."""
        known = known or [similar(one, 0.9) for one in "bcd"]

        def find(limits: Limits) -> list[list[Similar]]:
            return [[*known[: limits.most or None]]]

        [left] = find_with_decisions(decisions, ["a"], Limits(0.6, 0.6, most), find)
        return [(one.handle, one.is_same) for one in left]

    def test_that_are_different_are_left_out(self) -> None:
        assert self.found(relation(ab=DIFFERENT, ac=UNSURE)) == [("c", False), ("d", False)]

    def test_that_are_the_same_are_marked(self) -> None:
        assert self.found(relation(ab=SAME, bc=SAME)) == [("b", True), ("c", True), ("d", False)]

    def test_give_their_places_to_weaker_ones(self) -> None:
        assert self.found(relation(ab=DIFFERENT), most=2) == [("c", False), ("d", False)]

    def test_give_both_of_their_places(self) -> None:
        known = [similar("b", 0.9), similar("b", 0.9, "int"), similar("c", 0.8), similar("d", 0.7)]
        assert self.found(relation(ab=DIFFERENT), 1, known) == [("c", False)]

    def test_are_all_found_without_decisions(self) -> None:
        assert len(self.found(NO_DECISIONS)) == 3


class TestDigest:
    def test_is_empty_for_papers_that_nothing_is_decided_about(self) -> None:
        assert digest_decisions(relation(ab=SAME, cd=UNSURE), "cde") == ""

    def test_is_the_same_whatever_the_order(self) -> None:
        one, other = relation(ab=SAME, cd=DIFFERENT), relation(cd=DIFFERENT, ab=SAME)
        assert digest_decisions(one, "abc") == digest_decisions(other, "cba") != ""

    @pytest.mark.parametrize(
        "changed", [relation(ab=DIFFERENT), relation(ab=SAME, ac=SAME), relation(ab=SAME, bc=SAME)]
    )
    def test_changes_with_what_is_decided_about_the_papers(self, changed: Relation) -> None:
        assert digest_decisions(changed, "a") != digest_decisions(relation(ab=SAME), "a")

    def test_stays_if_other_papers_are_decided_about(self) -> None:
        assert digest_decisions(relation(ab=SAME, cd=SAME), "a") == digest_decisions(
            relation(ab=SAME), "a"
        )


def decide(installation: Installation, *rows: tuple[Record, Record, str]) -> None:
    """Write decisions into the file that the configuration names."""
    lines = [f"{one.handle},{other.handle},{word}\n" for one, other, word in rows]
    text = "id,similar_id,decision\n" + "".join(lines)
    (installation.home / "decisions.csv").write_text(text, encoding="utf-8")
    config = installation.config.read_text(encoding="utf-8")
    if "decisions" not in config:
        changed = config.replace("[paths]", '[paths]\ndecisions = "decisions.csv"')
        installation.config.write_text(changed, encoding="utf-8")


def similars(installation: Installation, date: str) -> list[tuple[str, str]]:
    """The elements of the similar papers in a ps rif, by what tells them apart."""
    text = (installation.ps / f"{date}.amf.xml").read_text(encoding="utf-8")
    return re.findall(r'<similar id="RePEc:(\w+):1" strength="1.0000" (.*?)/>', text)


def state(installation: Installation) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(installation.run("status", "--json").stdout)["changed"]
    return found


def store_three(made: Installation) -> None:
    made.issue(FIRST, NBER, MONEY)
    made.issue(SECOND, CEPR)
    made.issue(THIRD, MONEY)
    assert made.run("latest").exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store two issues with one paper under two handles, and an issue with another paper."""
    return built(installation, store_three)


class TestPsRifs:
    def test_are_the_same_to_the_byte_without_a_decision_that_counts(
        self, stored: Installation
    ) -> None:
        before = files_below(stored.ps)
        decide(stored, (NBER, CEPR, "unsure"), (IZA, IZA, "same"))
        assert state(stored) == {}
        assert stored.run("rebuild").exit_code == 0
        assert files_below(stored.ps) == before

    def test_do_not_list_what_is_different(self, stored: Installation) -> None:
        assert similars(stored, SECOND) == [("nbr", 'type="ext"')]
        decide(stored, (NBER, CEPR, "different"))
        assert stored.run(SECOND).exit_code == 0
        assert similars(stored, SECOND) == []

    def test_say_what_is_the_same(self, stored: Installation) -> None:
        decide(stored, (NBER, CEPR, "same"))
        assert stored.run(SECOND).exit_code == 0
        assert similars(stored, SECOND) == [("nbr", 'type="ext" decided="same"')]
        [pair] = json.loads(stored.run("show", SECOND, "--json").stdout)
        assert pair["decision"] == "same"

    def test_are_stale_only_where_a_decision_is_about_their_papers(
        self, stored: Installation
    ) -> None:
        decide(stored, (NBER, CEPR, "different"))
        assert state(stored) == {"decisions": [FIRST, SECOND]}
        assert stored.run("latest", "--stale").exit_code == 0
        assert state(stored) == {}
        assert similars(stored, SECOND) == []
        assert stored.run("status", "--verify").exit_code == 0

    def test_are_named_together_if_decisions_on_them_have_changed(
        self, stored: Installation
    ) -> None:
        decide(stored, (NBER, CEPR, "different"))
        assert stored.run("latest", "--stale").exit_code == 0
        decide(stored)
        changed = f"changed  decisions of {FIRST}, {SECOND}; run wildwood latest --stale\n"
        assert changed in stored.run("status").stdout

    @pytest.mark.parametrize("word", ["same", "different"])
    def test_of_a_rebuild_are_those_of_single_runs(self, stored: Installation, word: str) -> None:
        stored.issue(THIRD, IZA)
        decide(stored, (NBER, CEPR, "same"), (CEPR, IZA, word))
        for date in (FIRST, SECOND, THIRD):
            assert stored.run(date).exit_code == 0
        before = files_below(stored.ps)
        assert state(stored) == {}
        assert stored.run("rebuild", "--workers", "2").exit_code == 0
        assert files_below(stored.ps) == before
        assert state(stored) == {}
        assert len(similars(stored, THIRD)) == (2 if word == "same" else 0)

    def test_are_written_before_the_first_review(self, stored: Installation) -> None:
        decide(stored)
        (stored.home / "decisions.csv").unlink()
        assert stored.run("latest").exit_code == 0

    def test_keep_no_mark_of_an_earlier_decision(self, stored: Installation) -> None:
        marked = rif(CEPR).replace(
            b"</text>",
            b'<wildwood><similar id="x" strength="1" type="ext" decided="same"/></wildwood></text>',
        )
        (stored.us / f"{SECOND}.amf.xml").write_bytes(marked)
        assert stored.run(SECOND).exit_code == 0
        assert b"decided" not in (stored.ps / f"{SECOND}.amf.xml").read_bytes()

    def test_lose_only_what_a_bad_line_says(self, stored: Installation) -> None:
        decide(stored, (NBER, IZA, "duplicate"), (NBER, CEPR, "different"))
        sentence = (
            f"{stored.home / 'decisions.csv'}: line 2 has the decision 'duplicate'; write same,"
            " version, different or unsure, or leave it empty."
        )
        night = stored.run("latest", "-q", "--stale")
        assert (night.exit_code, night.stderr) == (1, f"Error: {sentence}\n")
        assert similars(stored, SECOND) == []
        state = stored.run("status")
        assert (state.exit_code, f"doubts   {sentence}\n" in state.stdout) == (1, True)


class TestDecisionsThatAreGone:
    """The file has counted in ps rifs, and was renamed or is on a share that is not mounted."""

    @pytest.fixture
    def lost(self, stored: Installation) -> Installation:
        decide(stored, (NBER, CEPR, "different"))
        assert stored.run("latest", "--stale").exit_code == 0
        file = stored.home / "decisions.csv"
        file.rename(file.with_suffix(".old"))
        return stored

    def sentence(self, lost: Installation) -> str:
        return (
            f"{lost.home / 'decisions.csv'} is gone, but its decisions count in the ps rifs of"
            f" {FIRST}, {SECOND}; restore it, or, to do without them, remove decisions from [paths]"
            " in the configuration."
        )

    @pytest.mark.parametrize(
        "command", ["latest -q --stale", SECOND, "rebuild", f"forget {THIRD}", f"review {SECOND}"]
    )
    def test_are_an_error(self, lost: Installation, command: str) -> None:
        before = files_below(lost.ps)
        result = lost.run(*command.split())
        assert (result.exit_code, result.stderr) == (1, f"Error: {self.sentence(lost)}\n")
        assert files_below(lost.ps) == before

    def test_are_listed_by_status(self, lost: Installation) -> None:
        found = json.loads(lost.run("status", "--json").stdout)
        assert (found["well"], found["doubts"]) == (False, [self.sentence(lost)])

    def test_are_given_up_in_the_configuration(self, lost: Installation) -> None:
        config = lost.config.read_text(encoding="utf-8")
        changed = config.replace('decisions = "decisions.csv"', "")
        lost.config.write_text(changed, encoding="utf-8")
        assert lost.run("latest", "--stale").exit_code == 0
        assert similars(lost, SECOND) == [("nbr", 'type="ext"')]
        assert lost.run("status").exit_code == 0
