"""How well each formula finds the pairs of a labelled set: not worse than tests/data says."""

import re

import pytest

import wildwood
from wildwood.kernel.strength import Formula

from tests.support.paths import DATA
from tests.support.resampled import resample

FOLDER = DATA / "accuracy" / "pairs"
PAGE = (DATA / "accuracy" / "README.md").read_text(encoding="utf-8")
FIGURE = r"([\d.]+) \| ([\d.]+) to ([\d.]+)"
EXPECTED = {
    name: [float(figure) for figure in figures]
    for name, *figures in re.findall(rf"(?m)^\| `(\w+)` \| {FIGURE} \| {FIGURE} \|$", PAGE)
}
NOTICED = 0.02
"""A fall by so much must fail, so the figures of the page may lag behind by less."""


@pytest.fixture(scope="module")
def measured() -> dict[str, tuple[float, float]]:
    """Measure F1 at the best limit, and the average precision, by formula."""
    found = wildwood.evaluate(*(FOLDER / name for name in ("pairs.csv", "dblp.csv", "acm.csv")))
    return {
        row.formula.value: (row.f1.value, float(resample(evaluation)[0, 0]))
        for row, evaluation in zip(found.rows, found.evaluations, strict=True)
    }


def test_the_page_has_a_figure_for_each_formula() -> None:
    assert EXPECTED.keys() == {formula.value for formula in Formula}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_formula_finds_the_pairs_as_well_as_before(
    name: str, measured: dict[str, tuple[float, float]]
) -> None:
    expected = EXPECTED[name][:3], EXPECTED[name][3:]
    for figure, (least, low, high) in zip(measured[name], expected, strict=True):
        assert least <= round(figure, 3) < least + NOTICED
        assert low < least < high
