"""`wildwood strengths`: how many papers have a similar one, by limit."""

import json
from typing import Any

import pytest

from tests.support.installation import Installation
from tests.support.usual_papers import FIRST, LIKE_TRADE, SECOND, TRADE, TRADE_AGAIN


def counts(installation: Installation, *arguments: str) -> dict[float, tuple[int, int, int]]:
    """Return, for each limit, the papers with an external, an internal and any similar paper."""
    result = installation.run("strengths", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    rows = zip(data["external"], data["internal"], data["either"], strict=True)
    return dict(zip(data["limits"], rows, strict=True))


class TestStrengths:
    def test_count_the_papers_of_all_stored_issues(self, stored: Installation) -> None:
        # TRADE_AGAIN is a copy of TRADE; LIKE_TRADE is 0.7071 from either.
        papers = counts(stored)
        assert papers[0.7] == (2, 2, 2)
        assert papers[0.75] == (1, 0, 1)
        assert papers[1.0] == (0, 0, 0)

    def test_are_the_same_for_all_dates_and_without_dates(self, stored: Installation) -> None:
        assert counts(stored, FIRST, SECOND) == counts(stored)

    def test_of_a_date_count_only_its_papers(self, stored: Installation) -> None:
        assert set(counts(stored, FIRST).values()) == {(0, 0, 0)}
        assert counts(stored, SECOND)[0.3] == (2, 2, 2)

    def test_are_a_histogram(self, stored: Installation) -> None:
        result = stored.run("strengths", SECOND)
        [row] = [line for line in result.stdout.splitlines() if line.strip().startswith("0.60")]
        assert row.split()[1:4] == ["2", "2", "2"]
        assert "━" * 30 in row
        assert result.stdout.endswith("limits: ext 0.6, int 0.6\n")

    def test_keep_their_numbers_on_a_narrow_terminal(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        lines = stored.run("strengths", SECOND).stdout.splitlines()
        [row] = [line for line in lines if line.strip().startswith("0.60")]
        assert row.split()[1:4] == ["2", "2", "2"]
        assert "━" in row
        assert max(map(len, lines)) <= 40

    def test_name_a_limit_below_the_histogram(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write("\n[limits]\nexternal = 0.25\n")
        output = stored.run("strengths").stdout
        assert output.endswith("limits: ext 0.25 (below 0.30), int 0.6\n")

    def test_follow_the_configured_formula(self, stored: Installation) -> None:
        before = counts(stored)
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        assert counts(stored)[0.95] == (1, 0, 1)
        assert counts(stored) != before

    def test_of_an_issue_that_is_not_stored_name_it(self, stored: Installation) -> None:
        result = stored.run("strengths", "2015-03-19")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: No issue of 2015-03-19 is stored.\n",
        )

    def test_of_an_empty_store_are_zero(self, installation: Installation) -> None:
        assert set(counts(installation).values()) == {(0, 0, 0)}
        assert installation.run("strengths").exit_code == 0


def compared(installation: Installation, *dates: str) -> dict[str, Any]:
    """Return what both formulas list, by their names."""
    result = installation.run("strengths", "--compare", *dates, "--json")
    assert result.exit_code == 0, result.output
    return {side["formula"]: side for side in json.loads(result.stdout)}


class TestComparedFormulas:
    """LIKE_TRADE is 0.7071 from TRADE and its copy as specified, and 0.779 with tolerant."""

    @pytest.fixture
    def at_three_quarters(self, stored: Installation) -> Installation:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write("\n[limits]\nexternal = 0.75\ninternal = 0.75\n")
        return stored

    def test_say_how_many_papers_each_puts_first(self, at_three_quarters: Installation) -> None:
        lines = at_three_quarters.run("strengths", "--compare").stdout.splitlines()
        assert lines[0].startswith("4 papers, and how many come first; limits: ext 0.75")
        assert [line.split() for line in lines[2:4]] == [
            ["specified", "◄", "1", "25.0%", "1", "0"],
            ["tolerant", "2", "50.0%", "3", "2"],
        ]

    def test_list_the_pairs_that_only_one_has_with_titles(
        self, at_three_quarters: Installation
    ) -> None:
        output = at_three_quarters.run("strengths", "--compare").stdout
        specified, tolerant = output.split("that only tolerant lists.")
        assert "0 pairs that only specified lists." in specified
        assert "2 pairs" in specified
        assert LIKE_TRADE.handle in tolerant
        assert "Closed" in tolerant

    def test_say_how_to_change(self, at_three_quarters: Installation) -> None:
        output = at_three_quarters.run("strengths", "--compare").stdout
        assert output.endswith('set formula = "tolerant" in [strength], then run wildwood_all.\n')

    def test_have_all_pairs_in_json(self, at_three_quarters: Installation) -> None:
        sides = compared(at_three_quarters)
        assert sides["specified"]["only_here"] == []
        pairs = sides["tolerant"]["only_here"]
        assert [(pair["type"], pair["paper"]["date"]) for pair in pairs] == [
            ("int", SECOND),
            ("ext", SECOND),
        ]
        assert pairs[1]["similar"]["titles"] == list(TRADE.titles)
        assert {round(pair["strength"], 4) for pair in pairs} == {0.779}

    def test_of_dates_are_the_same_as_those_of_all(self, at_three_quarters: Installation) -> None:
        assert compared(at_three_quarters, FIRST, SECOND) == compared(at_three_quarters)
        assert compared(at_three_quarters, FIRST)["tolerant"]["flagged"] == 0

    def test_count_what_the_ps_rifs_would_list(self, stored: Installation) -> None:
        listed = json.loads(stored.run("show", SECOND, "--limit", "0.6", "--json").stdout)
        assert compared(stored)["specified"]["pairs"] == len(listed) - 1  # an internal pair once

    def test_set_a_configured_tolerant_beside_the_specified_one(
        self, at_three_quarters: Installation
    ) -> None:
        with at_three_quarters.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        assert list(compared(at_three_quarters)) == ["tolerant", "specified"]

    def test_leave_out_what_is_decided_to_be_different(
        self, at_three_quarters: Installation
    ) -> None:
        decisions = at_three_quarters.home / "decisions.csv"
        decisions.write_text(
            f"id,similar_id,decision\n{TRADE_AGAIN.handle},{TRADE.handle},different\n"
        )
        config = at_three_quarters.config.read_text(encoding="utf-8")
        changed = config.replace("[paths]", f'[paths]\ndecisions = "{decisions}"')
        at_three_quarters.config.write_text(changed, encoding="utf-8")
        assert compared(at_three_quarters)["specified"]["flagged"] == 0

    def test_of_an_empty_store_are_zero(self, installation: Installation) -> None:
        assert compared(installation)["tolerant"]["papers"] == 0
        assert installation.run("strengths", "--compare").exit_code == 0
