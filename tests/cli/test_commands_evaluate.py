"""`wildwood evaluate`: precision and recall on labelled pairs and on decisions."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from wildwood.kernel.strength import Formula

from tests.support.installation import Installation
from tests.support.paths import DOCS
from tests.support.usual_papers import LIKE_TRADE, MONEY, TRADE, TRADE_AGAIN

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


def test_a_list_without_papers_is_named(installation: Installation, files: list[str]) -> None:
    Path(files[-1]).write_bytes(b"")
    result = installation.run("evaluate", *files)
    assert (result.exit_code, result.stderr) == (1, f"Error: {files[-1]}: it has no papers.\n")


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


def pairs_in(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["paper"]["handle"], row["similar"]["handle"]) for row in rows]


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
        assert report["recall"]["value"] == 0.5
        assert report["f1"]["value"] == pytest.approx(2 / 3)
        assert pairs_in(report["missed"]) == [("2", "C")]
        assert report["unlabelled"] == []

    def test_lists_the_errors_at_a_limit_with_their_titles(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", *files, "--limit", "0.5")
        assert result.exit_code == 0, result.output
        assert "1 reported pair above 0.5 without a label." in result.stdout
        assert "Trade and Growth in Rome" in result.stdout
        assert "1 missed pair at 0.5." in result.stdout
        assert "Coins" in result.stdout

    @pytest.mark.parametrize("title", ["Trade [/i] and Growth in Rome", "Trade and [sic] Growth"])
    def test_prints_a_title_with_brackets_unchanged(
        self,
        installation: Installation,
        files: list[str],
        title: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("COLUMNS", "120")
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

    def test_shows_which_share_of_labelled_pairs_is_compared(
        self, installation: Installation, files: list[str]
    ) -> None:
        rows = [row.split() for row in installation.run("evaluate", *files).stdout.splitlines()]
        [above_0] = [row for row in rows if row[:1] == ["0"]]
        assert (above_0[3], above_0[-1]) == ("0.500", "2")

    def test_compares_all_formulas_the_configured_one_first(
        self, installation: Installation, files: list[str]
    ) -> None:
        configured = installation.config.read_text(encoding="utf-8")
        installation.config.write_text(
            f'{configured}\n[strength]\nformula = "dice"\n', encoding="utf-8"
        )
        rows = installation.run("evaluate", *files, "--all").stdout.splitlines()
        names = [row.split()[0] for row in rows if "(" in row]
        assert names == ["dice", "specified", "tolerant"]

    def test_recommends_nothing_from_few_labels(
        self, installation: Installation, files: list[str]
    ) -> None:
        for options in ([], ["--all"]):
            output = " ".join(installation.run("evaluate", *files, *options).stdout.split())
            assert (
                "2 labelled works: too few to choose a formula or a limit, which needs 50" in output
            )
            assert "Best formula" not in output

    def test_names_the_formula_with_the_best_f1_and_its_limit(
        self, installation: Installation, many: list[str]
    ) -> None:
        output = " ".join(installation.run("evaluate", *many, "--all").stdout.split())
        assert 'Best formula: "dice". formula limit precision recall F1 specified' in output
        assert "1.000 (0.940-1.000)" in output

    def test_does_not_break_words_on_a_narrow_terminal(
        self, installation: Installation, files: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        output = ""
        for columns, options in (("40", ["--limit", "0.5"]), ("60", ["--all"])):
            monkeypatch.setenv("COLUMNS", columns)
            output += installation.run("evaluate", *files, *options).stdout
            assert max(map(len, output.splitlines())) <= int(columns)
        words = output.split()
        assert "…" not in output
        for word in ("specified", "tolerant", "precision", "reported", "0.500", "Economies", "◄"):
            assert word in words

    def test_prints_no_empty_table_of_errors(
        self, installation: Installation, files: list[str]
    ) -> None:
        output = installation.run("evaluate", *files, "--limit", "1").stdout
        assert "0 reported pairs above 1 without a label.\n2 missed" in output

    def test_has_the_same_facts_in_json(self, installation: Installation, files: list[str]) -> None:
        report = evaluated(installation, *files, "--limit", "0.5")
        assert pairs_in(report["unlabelled"]) == [("1", "B")]
        assert pairs_in(report["missed"]) == [("2", "C")]
        assert report["missed"][0]["similar"]["titles"] == ["Coins"]
        assert report["formula"] == "specified"
        assert report["reported"] == 2

    def test_has_all_formulas_in_json(self, installation: Installation, files: list[str]) -> None:
        report = evaluated(installation, *files, "--all")
        assert [one["formula"] for one in report["all"]] == [one.value for one in Formula]
        assert report["all"][0].items() <= report.items()
        assert report["recommended"] is None

    def test_recommends_the_best_formula_at_a_limit_that_is_looked_at(
        self, installation: Installation, many: list[str]
    ) -> None:
        report = evaluated(installation, *many, "--all", "--limit", "0.2")
        assert {row["limit"] for row in report["all"]} == {report["limit"]} == {0.2}
        assert report["recommended"] == {"formula": report["formula"], "limit": 0.2}

    def test_of_no_pairs_is_refused(self, installation: Installation, files: list[str]) -> None:
        Path(files[0]).write_text("left,right\n", encoding="utf-8")
        message = error_of(installation.run("evaluate", *files))
        assert message == f"Error: {files[0]}: There are no labelled pairs; each is two ids.\n"

    def test_of_stored_handles_compares_only_those(self, stored: Installation) -> None:
        pairs = stored.home / "pairs.csv"
        pairs.write_text(
            f"left,right\n{TRADE_AGAIN.handle},{TRADE.handle}\n{MONEY.handle},{LIKE_TRADE.handle}\n",
            encoding="utf-8",
        )
        report = evaluated(stored, str(pairs), "--limit", "0")
        assert report["labelled"] == 2
        assert [report["points"][place]["reported"] for place in (0, 14, 15)] == [3, 3, 1]
        assert pairs_in(report["unlabelled"]) == [
            (TRADE_AGAIN.handle, LIKE_TRADE.handle),
            (LIKE_TRADE.handle, TRADE.handle),
        ]

    def test_of_an_unknown_handle_names_it(self, stored: Installation, files: list[str]) -> None:
        Path(files[0]).write_text("left,right\n1,Z\n", encoding="utf-8")
        assert "contain 1 handle that no paper has: 'Z'." in error_of(
            stored.run("evaluate", *files)
        )

    def test_of_several_unknown_handles_lists_the_first_and_counts_all(
        self, stored: Installation, files: list[str]
    ) -> None:
        rows = "".join(f"u{number},v{number}\n" for number in range(4))
        Path(files[0]).write_text(f"left,right\n{rows}", encoding="utf-8")
        assert (
            "contain 8 handles that no paper has: 'u0', 'v0', 'u1', 'v1', 'u2' and 3 more."
            in error_of(stored.run("evaluate", files[0]))
        )

    def test_without_right_papers_the_pairs_are_within_the_left(
        self, installation: Installation, files: list[str], tmp_path: Path
    ) -> None:
        (tmp_path / "pairs.csv").write_text("left,right\n1,A\n", encoding="utf-8")
        (tmp_path / "a.csv").write_text(LEFT + RIGHT.partition("\n")[2], encoding="utf-8")
        report = evaluated(installation, *files[:3])
        assert report["labelled"] == 1
        assert report["missed"] == []

    def test_right_papers_alone_are_refused(
        self, installation: Installation, files: list[str]
    ) -> None:
        result = installation.run("evaluate", files[0], *files[3:])
        assert result.exit_code == 2
        assert "--right needs --left" in result.stderr


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
        report = evaluated(installation, str(decisions), "--limit", "0.1")
        assert pairs_in(report["different"]) == [("1", "B")]

    def test_count_the_decided_pairs_alone(
        self, installation: Installation, decisions: Path
    ) -> None:
        output = installation.run("evaluate", str(decisions)).stdout
        assert "decided: 1 pair the same, 1 different; 1 unsure, not counted" in output
        assert "0 reported pairs above" in output
        assert "decided to be different.\n" in output

    def test_compare_all_formulas(self, installation: Installation, decisions: Path) -> None:
        assert "tolerant" in installation.run("evaluate", str(decisions), "--all").stdout

    def test_are_those_of_the_configuration_without_a_file(
        self, installation: Installation, decisions: Path
    ) -> None:
        config = installation.config.read_text(encoding="utf-8")
        changed = config.replace("[paths]", f'[paths]\ndecisions = "{decisions.name}"')
        installation.config.write_text(changed, encoding="utf-8")
        assert evaluated(installation)["labelled"] == 1
        decisions.unlink()
        result = installation.run("evaluate")
        assert result.exit_code == 1
        assert f"There are no decisions yet in {decisions}; " in result.stderr

    def test_without_a_file_and_without_that_key_ask_for_one(
        self, installation: Installation
    ) -> None:
        result = installation.run("evaluate")
        assert result.exit_code == 2
        assert "Name PAIRS, or set paths.decisions" in result.stderr

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
        assert evaluated(stored, str(file))["f1"]["value"] == 1.0


class TestEvaluateLinks:
    """Links that archives declare: how many of those between stored papers do nights name?"""

    @pytest.fixture
    def related(self, stored: Installation) -> str:
        linked = [TRADE_AGAIN.handle, LIKE_TRADE.handle, MONEY.handle, "RePEc:aaa:wpaper:1"]
        rows = "".join(f"'{handle.lower()}' => 1," for handle in linked)
        file = stored.home / "relatedworks.dat"
        file.write_text(
            f"package EP::Data;\n%relatedworks = (\n'{TRADE.handle.lower()}' =>"
            f" {{ 'redif-paper' => {{ {rows} }} }}\n);\n1;\n",
            encoding="utf-8",
        )
        return str(file)

    def test_have_a_recall_alone(self, stored: Installation, related: str) -> None:
        output = stored.run("evaluate", related).stdout.partition("1 missed")[0]
        rows = [row.rstrip() for row in output.splitlines()]
        page = (DOCS / "strength.md").read_text(encoding="utf-8")
        example = page[page.index(rows[0]) :].partition("\n```")[0].splitlines()
        assert {*example} - {"…"} <= {*rows}
        assert rows[1].split() == ["limit", "recall", "reported"]

    def test_list_those_that_are_missed_with_titles(
        self, stored: Installation, related: str
    ) -> None:
        output = stored.run("evaluate", related).stdout
        assert "A Monetary History of" in output
        assert TRADE_AGAIN.handle not in output

    def test_can_be_looked_at_with_another_limit(self, stored: Installation, related: str) -> None:
        for limit, missed in (("0.8", 2), ("1", 3)):
            report = evaluated(stored, related, "--limit", limit)
            assert (report["limit"], len(report["missed"])) == (float(limit), missed)

    def test_can_be_measured_with_each_formula(self, stored: Installation, related: str) -> None:
        output = stored.run("evaluate", related, "--all").stdout
        assert "formula limit recall specified 0.6" in " ".join(output.split())
        assert len(evaluated(stored, related, "--all")["all"]) == len(Formula)

    def test_are_the_same_in_json(self, stored: Installation, related: str) -> None:
        report = evaluated(stored, related)
        assert (report["declared"], report["labelled"], report["reported"]) == (4, 3, 2)
        assert report["recall"]["low"] < report["recall"]["value"] < report["recall"]["high"]
        assert {frozenset(pair) for pair in pairs_in(report["missed"])} == {
            frozenset((TRADE.handle, MONEY.handle))
        }
        assert "precision" not in report

    def test_can_be_those_of_the_archives_in_a_folder(self, stored: Installation) -> None:
        (stored.home / "RePEc").mkdir()
        (stored.home / "RePEc" / "ceprdp.rdf").write_text(
            f"Template-Type: ReDIF-Paper 1.0\nPaper-Handle: {TRADE.handle}\n"
            f"Handle: {TRADE_AGAIN.handle}\n",
            encoding="utf-8",
        )
        output = stored.run("evaluate", str(stored.home / "RePEc")).stdout
        assert "links: 1 between stored papers, of 1 declared\n" in output

    def test_of_a_folder_without_any_say_so(self, stored: Installation) -> None:
        (stored.home / "empty").mkdir()
        message = error_of(stored.run("evaluate", str(stored.home / "empty")))
        assert message == "Error: Of 0 links, none is between stored papers.\n"
