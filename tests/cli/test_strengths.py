"""`wildwood strengths`: how many papers have a similar one, by limit."""

import json
import sys

import pytest

from tests.support.installation import Installation
from tests.support.usual_papers import FIRST, SECOND


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

    def test_are_a_histogram_with_marks_at_the_limits(self, stored: Installation) -> None:
        result = stored.run("strengths", SECOND)
        [row] = [line for line in result.stdout.splitlines() if line.strip().startswith("0.60")]
        assert row.split()[1:4] == ["2", "2", "2"]
        assert "█" * 30 + " ◄ ext, int" in row

    def test_keep_their_numbers_on_a_narrow_terminal(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        lines = stored.run("strengths", SECOND).stdout.splitlines()
        [row] = [line for line in lines if line.startswith("0.60")]
        assert row.split()[1:4] == ["2", "2", "2"]
        assert "█ ◄ ext, int" in row
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

    def test_can_be_plotted(self, stored: Installation) -> None:
        picture = stored.home / "strengths.png"
        assert stored.run("strengths", "--plot", str(picture)).exit_code == 0
        assert picture.read_bytes().startswith(b"\x89PNG")

    def test_plotted_without_matplotlib_name_the_extra(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delitem(sys.modules, "wildwood.cli.plots", raising=False)
        monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
        result = stored.run("strengths", "--plot", str(stored.home / "strengths.png"))
        assert result.exit_code == 1
        assert "pip install 'nep-wildwood[plot]" in result.stderr
