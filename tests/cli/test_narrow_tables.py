"""Tables of pairs on a wide and on a narrow terminal."""

import pytest

from wildwood.biblio.entry import Record
from wildwood.cli.tables import cell, print_pairs
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import ReportPair, ReportPaper

LEFT, RIGHT = (
    ReportPaper(side, Record(side, (), (f"{side} paper",))) for side in ("left", "right")
)
PAIR = ReportPair(LEFT, RIGHT, 0.9, SimilarityType.EXTERNAL)


@pytest.fixture
def printed(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    monkeypatch.setenv("COLUMNS", request.param)
    print_pairs([PAIR])
    return capsys.readouterr().out


@pytest.mark.parametrize("printed", ["72"], indirect=True)
def test_a_wide_terminal_has_the_papers_side_by_side(printed: str) -> None:
    assert any("left paper" in line and "right paper" in line for line in printed.splitlines())


@pytest.mark.parametrize("printed", ["40"], indirect=True)
def test_a_narrow_one_has_them_one_below_the_other(printed: str) -> None:
    assert printed.index("0.9000  ext") < printed.index("left paper") < printed.index("resembles:")
    assert printed.index("resembles:") < printed.index("right paper")


def test_brackets_are_no_markup_and_control_characters_are_not_printed() -> None:
    assert cell("[bold]a[/bold]\x1b[31m").plain.startswith("[bold]a[/bold]")
    assert "\x1b" not in cell("a\x1b[31m").plain
