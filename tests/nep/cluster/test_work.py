"""The plans in files by which tasks know of earlier ones."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wildwood.kernel.errors import WorkerError
from wildwood.kernel.past import Spill
from wildwood.nep.cluster_tasks import SEARCHED, Files, Plan, Work

ANY: Any = None


def work(folder: Path) -> tuple[Work, Plan]:
    """Return work in a folder, and a plan of it that is written."""
    made = Work(ANY, ANY, "1", folder, ranges=2)
    parts = [Files(0, Spill(folder, "read-1")), Files(2, Spill(folder, "read-3"))]
    unstored = {(datetime.date(2015, 3, 5), "RePEc:ü")}
    plan = Plan(SEARCHED, parts, unstored, [Files(1, Spill(folder, "search-1"))])
    made.write_plan(plan)
    return made, plan


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    made, plan = work(tmp_path)
    assert made.read_plan(SEARCHED) == plan


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"read-1", b"read-2"))


@pytest.mark.parametrize("damage", [shortened, changed, Path.unlink])
def test_a_damaged_plan_is_named(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    made, _ = work(tmp_path)
    path = tmp_path / "searched-plan.npy"
    damage(path)
    with pytest.raises(WorkerError) as caught:
        made.read_plan(SEARCHED)
    assert str(caught.value).startswith(f"{path}, which this rebuild has written, is gone or ")
