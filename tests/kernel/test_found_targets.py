"""The targets of issues in files: read back as written, and refused if a file is damaged."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from wildwood.kernel import past
from wildwood.kernel.errors import WorkerError
from wildwood.kernel.model import Totals
from wildwood.kernel.past import KnownPaper, Spill, new_targets, opened_targets
from wildwood.kernel.strength import Target
from wildwood.kernel.tolerant import Names, Wording

from tests.support.damage import DAMAGES

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
OWN: Target[KnownPaper] = Target(1, 0, Totals(1, 2), Totals(3, 4))
WORDS = Wording(Names(("ö",), ("k",)), ("a", "ü"))
PAST: Target[KnownPaper] = Target(0, "RePEc:ü", Totals(0, 5), Totals(6, 7), WORDS)


@pytest.fixture
def spill(tmp_path: Path) -> Spill:
    """The files of a task that has found something for two issues, for one of them twice."""
    made = Spill(tmp_path, "search-1")
    with new_targets(made) as found:
        found.add(FIRST, iter([OWN]))
        found.add(SECOND, iter([PAST, OWN]))
        found.add(FIRST, iter([PAST]))
    return made


def read(spill: Spill) -> list[list[Target[KnownPaper]]]:
    with opened_targets(spill) as found:
        return [list(found.read(date)) for date in (FIRST, SECOND, THIRD)]


def test_each_issue_has_the_targets_that_were_added(spill: Spill) -> None:
    assert read(spill) == [[OWN, PAST], [PAST, OWN], []]


def test_many_targets_are_written_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "_AT_ONCE", 2)
    spill = Spill(tmp_path, "search-2")
    with new_targets(spill) as found:
        found.add(FIRST, iter([OWN, PAST, OWN, PAST, OWN]))
        assert len(found.places()) == 3
    assert read(spill)[0] == [OWN, PAST, OWN, PAST, OWN]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["found", "places.npy"])
def test_a_damaged_file_is_named(spill: Spill, name: str, damage: Callable[[Path], None]) -> None:
    path = spill.path(name)
    damage(path)
    with pytest.raises(WorkerError, match=f"^{path}, which this rebuild has written, is gone or"):
        read(spill)
