"""Measure formulas from Python as `wildwood evaluate --all` does."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import wildwood
from wildwood.cli.program import group
from wildwood.kernel.errors import InputError
from wildwood.kernel.strength import Formula

TITLES = ("Trade and Tariffs in the Long Run", "Labour Supply of Married Women", "Money and Growth")
LEFT = [{"id": n, "title": title, "authors": "Dora L. Costa"} for n, title in enumerate(TITLES)]
RIGHT = [{**paper, "id": f"r{paper['id']}", "authors": "Costa, D."} for paper in LEFT]
PAIRS = [("0", "r0"), ("1", "r1")]


def as_csv(file: Path, rows: list[dict[str, Any]]) -> Path:
    with file.open("w", encoding="utf-8", newline="") as lines:
        out = csv.DictWriter(lines, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    return file


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Write the labelled pairs and their papers into CSV files."""
    labelled = [{"left": left, "right": right} for left, right in PAIRS]
    rows: dict[str, list[dict[str, Any]]] = {"pairs": labelled, "left": LEFT, "right": RIGHT}
    return [as_csv(tmp_path / f"{name}.csv", some) for name, some in rows.items()]


def test_files_give_what_the_command_gives(files: list[Path]) -> None:
    pairs, left, right = map(str, files)
    arguments = ["evaluate", pairs, "--left", left, "--right", right, "--all", "--json"]
    expected = json.loads(CliRunner().invoke(group, arguments).stdout)
    measured = wildwood.evaluate(pairs, left, right)
    assert measured.as_dicts() == expected["all"]


def test_records_give_what_their_files_give(files: list[Path]) -> None:
    expected = wildwood.evaluate(*files).as_dicts()
    assert wildwood.evaluate(PAIRS, LEFT, RIGHT).as_dicts() == expected
    rows = [{"left": left, "right": right} for left, right in PAIRS]
    assert wildwood.evaluate(rows, LEFT, RIGHT).as_dicts() == expected  # type: ignore[arg-type]


def test_figures_have_intervals() -> None:
    measured = wildwood.evaluate(PAIRS, LEFT, RIGHT)
    assert [row.formula for row in measured.rows] == list(Formula)
    for row in measured.rows:
        figure = row.recall
        assert 0 <= figure.low <= figure.value <= figure.high <= 1


def test_without_right_papers_pairs_are_within_the_left() -> None:
    measured = wildwood.evaluate([("0", "r0")], [*LEFT, *RIGHT])
    assert measured.evaluations[0].labelled == {(0, 3)}
    assert [row.recall.value for row in measured.rows] == [1.0] * len(Formula)


def test_the_formula_in_use_stays_if_none_is_better() -> None:
    measured = wildwood.evaluate(PAIRS, LEFT, RIGHT, formula="tolerant")
    assert measured.recommended.formula.value == "tolerant"


def test_decisions_have_their_papers_with_them(tmp_path: Path) -> None:
    found = wildwood.pairs([*LEFT, *RIGHT])
    rows = [{**row, "decision": "same"} for row in found.as_dicts()]
    measured = wildwood.evaluate(as_csv(tmp_path / "decided.csv", rows))
    assert not any(evaluation.false(0) for evaluation in measured.evaluations)
    assert len(measured.evaluations[0].labelled) == len(found) > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"labelled": [("0",)]}, r"Labelled pair 1 is \['0'\]; give two ids, or columns left"),
        ({"labelled": [{"a": 1}]}, "Labelled pair 1 is .*; give two ids"),
        ({"labelled": []}, "There are no labelled pairs"),
        ({"labelled": [("0", "x")]}, "contain 1 handle that no paper has: 'x'"),
        ({"labelled": "gone.csv"}, "Cannot read gone.csv"),
        ({"left": None, "right": None}, "have only ids; give their papers as left"),
        ({"left": None}, "have only ids; give their papers as left"),
        ({"left": [LEFT[0], LEFT[0]]}, "left: the id '0' occurs twice"),
        ({"right": [{"id": "r0", "title": "Trade"}]}, "right: no paper has author names"),
        ({"labelled": [("0", "0")], "right": None}, "'0' is labelled as a pair with itself; if"),
        ({"formula": "best"}, "The formula must be"),
        ({"columns": {"name": "x"}}, "columns has 'name', which is not a field"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        wildwood.evaluate(**{"labelled": PAIRS, "left": LEFT, "right": RIGHT, **arguments})
