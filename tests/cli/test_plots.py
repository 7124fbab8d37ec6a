"""Plots, read back from their files."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from wildwood.kernel.errors import InputError
from wildwood.kernel.model import Limits
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, ScoredPair
from wildwood.lists.intervals import side_by_side
from wildwood.nep.search import LIMITS, Survey

COUNTS = list(range(len(LIMITS), 0, -1))
SURVEY = Survey(100, COUNTS, COUNTS, COUNTS)
LIMITS_CHOSEN = Limits(0.6, 0.7)
EVALUATION = Evaluation(
    [ScoredPair(("a", "b"), 0.9, 0.9, true=True), ScoredPair(("a", "c"), 0.4, 0.4, true=False)],
    frozenset({("a", "b")}),
)


@pytest.fixture(scope="module")
def plots() -> ModuleType:
    """Import matplotlib only for these tests; it takes a second."""
    return import_module("wildwood.cli.plots")


def test_a_file_with_the_suffix_png_is_a_png(plots: ModuleType, tmp_path: Path) -> None:
    plots.plot_survey(SURVEY, LIMITS_CHOSEN, tmp_path / "survey.png")
    assert (tmp_path / "survey.png").read_bytes().startswith(b"\x89PNG\r\n")


def comments(file: Path) -> str:
    """Return the texts of a plot, which matplotlib also writes as comments."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))
    root = ET.parse(file, parser).getroot()
    return "|".join((node.text or "").strip() for node in root.iter() if callable(node.tag))


def test_the_survey_marks_the_chosen_limits(plots: ModuleType, tmp_path: Path) -> None:
    plots.plot_survey(SURVEY, LIMITS_CHOSEN, tmp_path / "survey.svg")
    texts = comments(tmp_path / "survey.svg")
    assert "external limit 0.6" in texts
    assert "internal limit 0.7" in texts
    assert "100 papers" in texts


def test_the_evaluation_draws_every_formula_with_its_best_limit(
    plots: ModuleType, tmp_path: Path
) -> None:
    plots.plot_evaluations(side_by_side(lambda _: EVALUATION), tmp_path / "evaluation.svg")
    texts = comments(tmp_path / "evaluation.svg")
    for formula in Formula:
        assert f"{formula.value}: average precision 1.000 (0.352 to 1.000)," in texts
    assert "limit 0.65, best F1" in texts
    assert "recall, of 1 labelled pairs" in texts


def test_a_curve_begins_where_nothing_is_found_and_nothing_wrong(
    plots: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, begins = plots.Axes.step, list[tuple[float, float]]()

    def drawn(axes: Any, x: list[float], y: list[float], **rest: Any) -> Any:
        begins.append((x[0], y[0]))
        return step(axes, x, y, **rest)

    monkeypatch.setattr(plots.Axes, "step", drawn)
    compared = side_by_side(
        {Formula.SPECIFIED: EVALUATION}.__getitem__, Formula.SPECIFIED, [Formula.SPECIFIED]
    )
    plots.plot_evaluations(compared, tmp_path / "evaluation.svg")
    assert begins == [(0.0, 1.0)]


def test_another_suffix_is_refused(plots: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"must end in \.png or \.svg"):
        plots.plot_survey(SURVEY, LIMITS_CHOSEN, tmp_path / "survey.jpg")


def test_a_file_that_cannot_be_written_is_named(plots: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Cannot write .*no/survey\.png: No such file"):
        plots.plot_survey(SURVEY, LIMITS_CHOSEN, tmp_path / "no" / "survey.png")


def test_the_survey_marks_two_equal_limits_once(plots: ModuleType, tmp_path: Path) -> None:
    plots.plot_survey(SURVEY, Limits(0.6, 0.6), tmp_path / "survey.svg")
    assert "limit 0.6, external and internal" in comments(tmp_path / "survey.svg")
