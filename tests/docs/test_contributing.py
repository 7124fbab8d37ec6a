"""CONTRIBUTING: its first change can be made as it says."""

from pathlib import Path

from tests.support.page_steps import linked_checkout, run_steps
from tests.support.paths import CHECKOUT

FIRST = CHECKOUT / "CONTRIBUTING.md"


def test_its_first_change_can_be_made(tmp_path: Path) -> None:
    _, _, walk = FIRST.read_text(encoding="utf-8").partition("\n## A first change")
    page = tmp_path / "walk.md"
    page.write_text(walk.partition("\n## ")[0], encoding="utf-8")
    folder = linked_checkout(tmp_path, changed={"wildwood", "tests"})
    wrong = [
        f"{step.commands}prints\n{printed}"
        for step, printed in run_steps(page, folder, {"PYTHONPATH": str(folder)})
        if not step.is_right(printed)
    ]
    assert wrong == []
