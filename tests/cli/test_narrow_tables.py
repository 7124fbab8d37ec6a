"""Tables of pairs on a wide and on a narrow terminal."""

import io

from rich.console import Console

from wildwood.cli.pairs import PairRow, cell, pair_table

ROW = PairRow(("0.9000", "ext"), cell("left paper"), cell("right paper"))


def printed(width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(pair_table(("strength", "type", "paper", "similar"), [ROW], width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_a_wide_terminal_has_the_papers_side_by_side() -> None:
    assert any("left paper" in line and "right paper" in line for line in printed(72))


def test_a_narrow_one_has_them_one_below_the_other() -> None:
    lines = "\n".join(printed(40))
    assert lines.index("0.9000  ext") < lines.index("left paper") < lines.index("similar:")
    assert lines.index("similar:") < lines.index("right paper")


def test_brackets_are_no_markup_and_control_characters_are_not_printed() -> None:
    assert cell("[bold]a[/bold]\x1b[31m").plain.startswith("[bold]a[/bold]")
    assert "\x1b" not in cell("a\x1b[31m").plain
