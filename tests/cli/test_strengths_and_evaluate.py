"""`wildwood strengths` and `wildwood evaluate`, as their user types them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from wildwood.model import Record

from tests.support.installation import Installation

FIRST, SECOND = "2015-03-05", "2015-03-12"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
LIKE_TRADE = Record("RePEc:iza:izadps:1", AUTHORS, ("Trade and Growth in Closed Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))


@pytest.fixture
def stored(installation: Installation) -> Installation:
    installation.issue(FIRST, TRADE, MONEY)
    installation.issue(SECOND, LIKE_TRADE, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert installation.run(date).exit_code == 0
    return installation


def counts(installation: Installation, *arguments: str) -> dict[float, tuple[int, int, int]]:
    """At each limit the papers with an external, an internal and any similar one."""
    result = installation.run("strengths", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    rows = zip(found["external"], found["internal"], found["either"], strict=True)
    return dict(zip(found["limits"], rows, strict=True))


class TestStrengths:
    def test_count_the_papers_of_all_stored_issues(self, stored: Installation) -> None:
        # TRADE_AGAIN is a copy of TRADE; LIKE_TRADE is 0.7071 from either.
        found = counts(stored)
        assert found[0.7] == (2, 2, 2)
        assert found[0.75] == (1, 0, 1)
        assert found[1.0] == (0, 0, 0)

    def test_are_the_same_by_the_dates_and_by_all(self, stored: Installation) -> None:
        assert counts(stored, FIRST, SECOND) == counts(stored)

    def test_of_a_date_are_of_its_papers_alone(self, stored: Installation) -> None:
        assert set(counts(stored, FIRST).values()) == {(0, 0, 0)}
        assert counts(stored, SECOND)[0.3] == (2, 2, 2)

    def test_are_a_histogram_with_the_chosen_limits_marked(self, stored: Installation) -> None:
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

    def test_name_a_limit_below_those_that_are_shown(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write("\n[limits]\nexternal = 0.25\n")
        said = stored.run("strengths").stdout
        assert said.endswith("limits: ext 0.25 (below 0.30), int 0.6\n")

    def test_follow_the_configured_formula(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nratio = "damped"\n')
        assert counts(stored)[0.95] == (0, 0, 0)
        assert counts(stored)[0.9] == (1, 0, 1)

    def test_of_an_issue_that_is_not_stored_name_it(self, stored: Installation) -> None:
        result = stored.run("strengths", "2015-03-19")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: No issue of 2015-03-19 is stored.\n",
        )

    def test_of_an_empty_store_are_nought(self, installation: Installation) -> None:
        assert set(counts(installation).values()) == {(0, 0, 0)}
        assert installation.run("strengths").exit_code == 0

    def test_may_be_drawn(self, stored: Installation) -> None:
        picture = stored.home / "strengths.png"
        assert stored.run("strengths", "--plot", str(picture)).exit_code == 0
        assert picture.read_bytes().startswith(b"\x89PNG")

    def test_drawn_without_matplotlib_name_the_cure(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delitem(sys.modules, "wildwood.analysis.plots", raising=False)
        monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
        result = stored.run("strengths", "--plot", str(stored.home / "strengths.png"))
        assert result.exit_code == 1
        assert "pip install '.[plot]'" in result.stderr


LEFT = "id,title,authors\n1,Trade and Growth in Open Economies,Paul Krugman\n2,Money,Ann Lee\n"
RIGHT = (
    "id,title,authors\nA,Trade & growth in open economies,P. Krugman\n"
    "B,Trade and Growth in Rome,Paul Krugman\nC,Coins,Ann Lee\n"
)
PAIRS = "left,right\n1,A\n2,C\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The arguments for the labelled pairs."""
    for name, text in (("pairs", PAIRS), ("a", LEFT), ("b", RIGHT)):
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    return [
        str(tmp_path / "pairs.csv"),
        "--left", str(tmp_path / "a.csv"),
        "--right", str(tmp_path / "b.csv"),
    ]  # fmt: skip


def evaluated(installation: Installation, *arguments: str) -> dict[str, Any]:
    result = installation.run("evaluate", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def complaint(result: Result) -> str:
    assert result.exit_code in {1, 2}
    return result.stderr


class TestEvaluate:
    def test_gives_precision_and_recall(self, installation: Installation, files: list[str]) -> None:
        # 1 and A are a copy but for the given name; 1 and B share 2 of 3 windows; 2 and C nothing.
        found = evaluated(installation, *files)
        assert found["labelled"] == 2
        assert found["average_precision"] == 0.5
        assert found["best"]["f1"] == pytest.approx(2 / 3)
        assert [pair["pair"] for pair in found["missed"]] == [["2", "C"]]
        assert found["false"] == []

    def test_lists_the_errors_at_a_limit_with_their_titles(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files, "--limit", "0.5")
        assert result.exit_code == 0, result.output
        assert "1 false pairs at 0.5" in result.stdout
        assert "Trade and Growth in Rome" in result.stdout
        assert "1 missed pairs at 0.5" in result.stdout
        assert "Coins" in result.stdout

    @pytest.mark.parametrize("title", ["Trade [/i] and Growth in Rome", "Trade and [sic] Growth"])
    def test_shows_a_title_with_brackets_as_it_is(
        self, installation: Installation, files: list[str], title: str
    ) -> None:
        Path(files[4]).write_text(
            f"id,title,authors\nA,Trade,P. Krugman\nB,{title},Paul Krugman\nC,Coins,Ann Lee\n",
            encoding="utf-8",
        )
        Path(files[0]).write_text("left,right\n1,B\n", encoding="utf-8")
        result = installation.run("evaluate", *files, "--limit", "1")
        assert result.exit_code == 0, result.exception
        assert title in result.stdout

    def test_shows_the_titles_of_two_papers_that_have_one_id(
        self, installation: Installation, files: list[str]
    ) -> None:
        Path(files[4]).write_text("id,title,authors\n1,Coins,Ann Lee\n", encoding="utf-8")
        Path(files[0]).write_text("left,right\n2,1\n", encoding="utf-8")
        found = installation.run("evaluate", *files).stdout
        assert "Money" in found
        assert "Coins" in found

    def test_lists_no_more_errors_than_asked_for(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files, "--limit", "0.5", "--errors", "0")
        assert "1 false pairs at 0.5" in result.stdout
        assert "Rome" not in result.stdout

    def test_shows_every_formula_and_marks_the_configured_one(
        self, installation: Installation, files: list[str]
    ) -> None:
        rows = installation.run("evaluate", *files).stdout.splitlines()[2:8]
        assert [row.split()[:2] for row in rows] == [
            [ratio, weights]
            for ratio in ("overlap", "dice", "damped")
            for weights in ("opposite", "equal")
        ]
        assert [row for row in rows if "◄" in row] == rows[:1]

    def test_breaks_no_word_of_its_own_on_a_narrow_terminal(
        self, installation: Installation, files: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        result = installation.run("evaluate", *files, "--limit", "0.5")
        assert max(map(len, result.stdout.splitlines())) <= 40
        words = result.stdout.split()
        assert "…" not in result.stdout
        for word in (
            "overlap",
            "opposite",
            "precision",
            "reported",
            "0.500",
            "Economies",
            "right:",
            "◄",
        ):
            assert word in words

    def test_draws_no_table_of_errors_where_there_are_none(
        self, installation: Installation, files: list[str]
    ) -> None:
        said = installation.run("evaluate", *files, "--limit", "0.5", "--errors", "0").stdout
        assert "1 false pairs at 0.5\n1 missed pairs at 0.5\n" in said
        assert "─" not in said

    def test_gives_the_same_as_data(self, installation: Installation, files: list[str]) -> None:
        found = evaluated(installation, *files, "--limit", "0.5")
        assert [pair["titles"] for pair in found["false"]] == [
            ["Trade and Growth in Open Economies", "Trade and Growth in Rome"]
        ]
        assert [pair["titles"] for pair in found["missed"]] == [["Money", "Coins"]]
        assert [one["formula"] for one in found["formulas"]] == [
            {"ratio": ratio, "weights": weights}
            for ratio in ("overlap", "dice", "damped")
            for weights in ("opposite", "equal")
        ]
        [own] = [one for one in found["formulas"] if one["formula"] == found["formula"]]
        assert own["formula"] == {"ratio": "overlap", "weights": "opposite"}
        assert own.items() <= found.items()

    def test_of_no_pairs_is_refused(self, installation: Installation, files: list[str]) -> None:
        Path(files[0]).write_text("left,right\n", encoding="utf-8")
        said = complaint(installation.run("evaluate", *files))
        assert said == f"Error: {files[0]} has no pairs; each line after the first is one.\n"

    def test_may_be_drawn(self, installation: Installation, files: list[str]) -> None:
        picture = installation.home / "curve.svg"
        result = installation.run("evaluate", *files, "--plot", str(picture))
        assert result.exit_code == 0
        assert "<svg" in picture.read_text(encoding="utf-8")

    def test_of_stored_handles_compares_those_alone(self, stored: Installation) -> None:
        pairs = stored.home / "pairs.csv"
        pairs.write_text(
            f"left,right\n{TRADE_AGAIN.handle},{TRADE.handle}\n{MONEY.handle},{LIKE_TRADE.handle}\n",
            encoding="utf-8",
        )
        found = evaluated(stored, str(pairs), "--limit", "0")
        assert found["labelled"] == 2
        assert [point["strength"] for point in found["points"]] == [1.0, 0.707106781]
        assert [pair["pair"] for pair in found["false"]] == [
            [TRADE_AGAIN.handle, LIKE_TRADE.handle],
            [LIKE_TRADE.handle, TRADE.handle],
        ]

    def test_of_a_handle_that_is_nowhere_names_it(
        self, stored: Installation, files: list[str]
    ) -> None:
        assert "contain '1', which is no known paper" in complaint(stored.run("evaluate", files[0]))
        Path(files[0]).write_text("left,right\n1,Z\n", encoding="utf-8")
        assert "contain 'Z', which is no known paper" in complaint(stored.run("evaluate", *files))

    def test_wants_both_sides_or_none(self, installation: Installation, files: list[str]) -> None:
        result = installation.run("evaluate", *files[:3])
        assert result.exit_code == 2
        assert "--left and --right go together" in result.stderr
