"""The plans in files by which tasks know of earlier ones."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wildwood.cluster.work import PAIRS, Plan, Work
from wildwood.errors import WorkerError
from wildwood.matching.part_history import Archive
from wildwood.matching.parts import Part
from wildwood.matching.spilled_columns import Spill

ANY: Any = None


def work(folder: Path) -> tuple[Work, Plan]:
    """Return work in a folder, and a plan of it that is written."""
    made = Work(ANY, ANY, "1", folder, ranges=2)
    parts = [Part(0, 2, Spill(folder, "read-1"))]
    plan = Plan(PAIRS, Archive(parts, [0, 1], {(0, "RePEc:ü")}), [Spill(folder, "t")], ["p"])
    made.write_plan(plan)
    return made, plan


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    made, plan = work(tmp_path)
    assert made.read_plan(PAIRS) == plan


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"read-1", b"read-2"))


@pytest.mark.parametrize("damage", [shortened, changed, Path.unlink])
def test_a_damaged_plan_is_named(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    made, _ = work(tmp_path)
    path = tmp_path / "pairs-plan.json"
    damage(path)
    with pytest.raises(WorkerError) as caught:
        made.read_plan(PAIRS)
    assert str(caught.value).startswith(f"{path}, which this rebuild has written, is gone or ")
