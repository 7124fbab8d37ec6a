"""The commands `wildwood strengths` and `wildwood evaluate`."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from wildwood.model import Record
from wildwood.report.as_csv import COLUMNS
from wildwood.scoring.formulas import Formula

from tests.support.installation import Installation
from tests.support.snapshot import Snapshot, snapshot

FIRST, SECOND = "2015-03-05", "2015-03-12"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
LIKE_TRADE = Record("RePEc:iza:izadps:1", AUTHORS, ("Trade and Growth in Closed Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))


@pytest.fixture(scope="module")
def stored_once(
    module_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Snapshot:
    made = module_installation
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, LIKE_TRADE, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert made.run(date).exit_code == 0
    return snapshot(made, tmp_path_factory.mktemp("snapshot") / "stored")


@pytest.fixture
def stored(stored_once: Snapshot) -> Installation:
    """Store two issues; the second has a copy of a paper of the first, and a similar one."""
    return stored_once.restore()


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
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        assert counts(stored)[0.95] == (0, 0, 0)
        assert counts(stored)[0.9] == (1, 0, 1)

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
    """Write labelled pairs and their papers; return the arguments for them."""
    for name, text in (("pairs", PAIRS), ("a", LEFT), ("b", RIGHT)):
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    return [
        str(tmp_path / "pairs.csv"),
        "--left", str(tmp_path / "a.csv"),
        "--right", str(tmp_path / "b.csv"),
    ]  # fmt: skip


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """Write 60 labelled pairs, and short titles within the longer ones of other works."""
    papers = [
        (number, f"{noun} and Growth in {place}", f"Ann {name}")
        for number, (noun, place, name) in enumerate(
            (f"noun{one}", f"Place{one % 7}", f"Name{one}") for one in range(60)
        )
    ]
    rows = {
        "pairs": ["left,right", *(f"{n},{n}" for n, _, _ in papers)],
        "a": ["id,title,authors", *(f"{n},{title},{name}" for n, title, name in papers)],
        "b": [
            "id,title,authors",
            *(f"{n},The {title},{name}" for n, title, name in papers),
            *(f"x{n},{title.split(' in ')[0]},{name}" for n, title, name in papers),
        ],
    }
    for name, lines in rows.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
    return [
        str(tmp_path / "pairs.csv"),
        "--left", str(tmp_path / "a.csv"),
        "--right", str(tmp_path / "b.csv"),
    ]  # fmt: skip


def evaluated(installation: Installation, *arguments: str) -> dict[str, Any]:
    result = installation.run("evaluate", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def error_of(result: Result) -> str:
    assert result.exit_code in {1, 2}
    return result.stderr


class TestEvaluate:
    def test_prints_precision_and_recall(
        self, installation: Installation, files: list[str]
    ) -> None:
        # 1 and A differ only in the given name; 1 and B share 2 of 3 windows; 2 and C nothing.
        report = evaluated(installation, *files, "--limit", "0.87")
        assert report["labelled"] == 2
        assert report["average_precision"]["value"] == 0.5
        assert report["best"]["f1"]["value"] == pytest.approx(2 / 3)
        assert [pair["pair"] for pair in report["missed"]] == [["2", "C"]]
        assert report["unlabelled"] == []

    def test_lists_the_errors_at_a_limit_with_their_titles(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files, "--limit", "0.5")
        assert result.exit_code == 0, result.output
        assert (
            "1 reported pair above 0.5 without a label: counted as false, but can be the"
            in result.stdout
        )
        assert "Trade and Growth in Rome" in result.stdout
        assert "1 missed pair at 0.5." in result.stdout
        assert "Coins" in result.stdout

    @pytest.mark.parametrize("title", ["Trade [/i] and Growth in Rome", "Trade and [sic] Growth"])
    def test_prints_a_title_with_brackets_unchanged(
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

    def test_prints_the_titles_of_two_papers_with_the_same_id(
        self, installation: Installation, files: list[str]
    ) -> None:
        Path(files[4]).write_text("id,title,authors\n1,Coins,Ann Lee\n", encoding="utf-8")
        Path(files[0]).write_text("left,right\n2,1\n", encoding="utf-8")
        output = installation.run("evaluate", *files).stdout
        assert "Money" in output
        assert "Coins" in output

    def test_lists_no_more_errors_than_the_option_allows(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files, "--limit", "0.5", "--errors", "0")
        assert (
            "1 reported pair above 0.5 without a label: counted as false, but can be the"
            in result.stdout
        )
        assert "Rome" not in result.stdout

    def test_says_how_many_labelled_pairs_are_not_compared(
        self, installation: Installation, files: list[str]
    ) -> None:
        output = installation.run("evaluate", *files).stdout
        assert "1 of 2 labelled pairs (50.0%) are not compared.\n" in output

    def test_compares_all_formulas_and_marks_the_configured_one(
        self, installation: Installation, files: list[str]
    ) -> None:
        rows = installation.run("evaluate", *files, "--all").stdout.splitlines()[1:4]
        assert [row.split()[0] for row in rows] == ["specified", "dice", "tolerant"]
        assert [row for row in rows if "◄" in row] == rows[:1]

    def test_says_what_the_candidate_rule_costs(
        self, installation: Installation, files: list[str]
    ) -> None:
        output = " ".join(installation.run("evaluate", *files, "--all").stdout.split())
        assert (
            "The candidate rule costs recall: with specified, dice, tolerant, 1 of 2 labelled pairs"
            " (50.0%) are not compared."
        ) in output

    def test_recommends_nothing_from_few_labels(
        self, installation: Installation, files: list[str]
    ) -> None:
        for options in ([], ["--all"]):
            output = " ".join(installation.run("evaluate", *files, *options).stdout.split())
            assert "2 labelled works: too few to choose a formula or a limit (from 50 on)" in output
            assert "Recommended" not in output

    def test_recommends_a_formula_that_is_better_beyond_chance(
        self, installation: Installation, many: list[str]
    ) -> None:
        output = " ".join(installation.run("evaluate", *many, "--all").stdout.split())
        assert (
            'Recommended: formula = "dice"; better than specified beyond chance. Level with it:'
            " tolerant. Best limit: "
        ) in output
        assert "On papers that the limit was not chosen on, precision 1.000 (0.940 to" in output

    def test_keeps_the_configured_formula_if_it_is_level(
        self, installation: Installation, many: list[str]
    ) -> None:
        with installation.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        output = " ".join(installation.run("evaluate", *many, "--all").stdout.split())
        assert (
            'keep formula = "tolerant"; none is better beyond chance. Level with it: dice' in output
        )

    def test_writes_the_reported_pairs_without_a_label_as_compare_does(
        self, installation: Installation, files: list[str]
    ) -> None:
        out = installation.home / "look.csv"
        result = installation.run("evaluate", *files, "--limit", "0.5", "--out", str(out))
        assert result.exit_code == 0, result.output
        with out.open(encoding="utf-8", newline="") as lines:
            [row] = csv.DictReader(lines)
        assert tuple(row) == COLUMNS
        assert (row["id"], row["similar_id"], row["similar_title"]) == (
            "1", "B", "Trade and Growth in Rome",
        )  # fmt: skip

    def test_does_not_break_words_on_a_narrow_terminal(
        self, installation: Installation, files: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        output = "".join(
            installation.run("evaluate", *files, *options).stdout
            for options in (["--limit", "0.5"], ["--all"])
        )
        assert max(map(len, output.splitlines())) <= 40
        words = output.split()
        assert "…" not in output
        for word in ("specified", "tolerant", "precision", "reported", "0.500", "Economies", "◄"):
            assert word in words

    def test_prints_no_empty_table_of_errors(
        self, installation: Installation, files: list[str]
    ) -> None:
        output = installation.run("evaluate", *files, "--limit", "0.5", "--errors", "0").stdout
        assert "the same\nwork.\n1 missed pair at 0.5.\n" in output
        assert "─" not in output

    def test_has_the_same_facts_in_json(self, installation: Installation, files: list[str]) -> None:
        report = evaluated(installation, *files, "--limit", "0.5")
        assert [pair["titles"] for pair in report["unlabelled"]] == [
            ["Trade and Growth in Open Economies", "Trade and Growth in Rome"]
        ]
        assert [pair["titles"] for pair in report["missed"]] == [["Money", "Coins"]]
        assert report["formula"] == "specified"
        assert report["compared"] == 1
        assert "all" not in report

    def test_has_all_formulas_in_json(self, installation: Installation, files: list[str]) -> None:
        report = evaluated(installation, *files, "--all")
        assert [one["formula"] for one in report["all"]] == [one.value for one in Formula]
        assert report["all"][0].items() <= report.items()
        assert report["recommended"] is None

    def test_of_no_pairs_is_refused(self, installation: Installation, files: list[str]) -> None:
        Path(files[0]).write_text("left,right\n", encoding="utf-8")
        message = error_of(installation.run("evaluate", *files))
        assert message == f"Error: {files[0]} has no pairs; each line after the first is one.\n"

    def test_can_be_plotted(self, installation: Installation, files: list[str]) -> None:
        picture = installation.home / "curve.svg"
        result = installation.run("evaluate", *files, "--plot", str(picture))
        assert result.exit_code == 0
        assert "<svg" in picture.read_text(encoding="utf-8")

    def test_of_stored_handles_compares_only_those(self, stored: Installation) -> None:
        pairs = stored.home / "pairs.csv"
        pairs.write_text(
            f"left,right\n{TRADE_AGAIN.handle},{TRADE.handle}\n{MONEY.handle},{LIKE_TRADE.handle}\n",
            encoding="utf-8",
        )
        report = evaluated(stored, str(pairs), "--limit", "0")
        assert report["labelled"] == 2
        assert [point["strength"] for point in report["points"]] == [1.0, 0.707106781]
        assert [pair["pair"] for pair in report["unlabelled"]] == [
            [TRADE_AGAIN.handle, LIKE_TRADE.handle],
            [LIKE_TRADE.handle, TRADE.handle],
        ]

    def test_of_an_unknown_handle_names_it(self, stored: Installation, files: list[str]) -> None:
        Path(files[0]).write_text("left,right\n1,Z\n", encoding="utf-8")
        assert "contain 1 handle of no known paper: 'Z'." in error_of(
            stored.run("evaluate", *files)
        )

    def test_of_several_unknown_handles_lists_the_first_and_counts_all(
        self, stored: Installation, files: list[str]
    ) -> None:
        rows = "".join(f"u{number},v{number}\n" for number in range(4))
        Path(files[0]).write_text(f"left,right\n{rows}", encoding="utf-8")
        assert (
            "contain 8 handles of no known paper: 'u0', 'v0', 'u1', 'v1', 'u2' and 3 more."
            in error_of(stored.run("evaluate", files[0]))
        )

    def test_requires_both_sides_or_neither(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files[:3])
        assert result.exit_code == 2
        assert "--left and --right go together" in result.stderr


class TestEvaluateDecisions:
    DECISIONS = (
        "id,title,authors,similar_id,similar_title,similar_authors,decision\n"
        "1,Trade and Growth in Open Economies,Paul Krugman,"
        "A,Trade and growth in open economies,P. Krugman,same\n"
        "1,Trade and Growth in Open Economies,Paul Krugman,"
        "B,Trade and Growth in Rome,Paul Krugman,different\n"
        "2,Money,Ann Lee,C,Money,Lee,unsure\n"
    )

    @pytest.fixture
    def decisions(self, installation: Installation) -> Path:
        file = installation.home / "decisions.csv"
        file.write_text(self.DECISIONS, encoding="utf-8")
        return file

    def test_need_neither_lists_nor_a_store(
        self, installation: Installation, decisions: Path
    ) -> None:
        report = evaluated(installation, str(decisions), "--limit", "0.9")
        assert report["labelled"] == 1
        assert (report["missed"], report["different"]) == ([], [])
        [false] = evaluated(installation, str(decisions), "--limit", "0.1")["different"]
        assert false["pair"] == ["1", "B"]

    def test_count_the_decided_pairs_alone(
        self, installation: Installation, decisions: Path
    ) -> None:
        output = installation.run("evaluate", str(decisions)).stdout
        assert "decided: 1 pairs the same, 1 different; 1 unsure, not counted" in output
        assert "0 reported pairs above" in output
        assert "decided to be different" in output

    def test_compare_all_formulas(self, installation: Installation, decisions: Path) -> None:
        assert "tolerant" in installation.run("evaluate", str(decisions), "--all").stdout

    def test_are_those_of_the_configuration_without_a_file(
        self, installation: Installation, decisions: Path
    ) -> None:
        config = installation.config.read_text(encoding="utf-8")
        changed = config.replace("[paths]", f'[paths]\ndecisions = "{decisions.name}"')
        installation.config.write_text(changed, encoding="utf-8")
        assert evaluated(installation)["labelled"] == 1

    def test_without_a_file_and_without_that_key_ask_for_one(
        self, installation: Installation
    ) -> None:
        result = installation.run("evaluate")
        assert result.exit_code == 2
        assert "Name PAIRS.csv, or set paths.decisions" in result.stderr

    def test_can_be_on_the_papers_of_two_lists(
        self, installation: Installation, decisions: Path, files: list[str]
    ) -> None:
        report = evaluated(installation, str(decisions), *files[1:])
        assert report["labelled"] == 1

    def test_can_have_only_handles_of_stored_papers(self, stored: Installation) -> None:
        file = stored.home / "decisions.csv"
        file.write_text(
            f"id,similar_id,decision\n{TRADE_AGAIN.handle},{TRADE.handle},same\n", encoding="utf-8"
        )
        assert evaluated(stored, str(file))["best"]["f1"]["value"] == 1.0
