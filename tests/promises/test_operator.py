"""Whatever `status` calls well is what a fresh `wildwood_all` gives, after random operations.

The short form of tests/endurance/operator.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.rif import PsFolder

from tests.endurance.operator.histories import Bench, Step
from tests.endurance.operator.shrinking import shrunk
from tests.endurance.operator.tally import Tally
from tests.support.mongod import Mongod

STEPS, LENGTH = 120, 40


@pytest.fixture
def bench(real_mongod: Mongod, tmp_path: Path) -> Iterator[Bench]:
    with Bench.on(tmp_path, real_mongod) as made:
        yield made


@pytest.mark.parametrize("seed", [1, 2])
def test_random_operations_leave_nothing_wrong_that_status_calls_well(
    bench: Bench, seed: int
) -> None:
    tally = Tally(seed)
    tally.run(bench, STEPS, LENGTH)
    assert tally.violations == {}, tally.report(bench)
    assert tally.wells > 0


def test_a_status_that_overlooks_a_spoilt_ps_rif_is_detected_by_a_short_history(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PsFolder, "holds", lambda *_: True)
    names = ["dump", "arrive", "arrive", "run_latest", "configure", "spoil_ps", "read"]
    history = bench.play([Step(name, 3) for name in names])
    assert history.violation is not None
    assert history.violation.kind == "well, but other ps rifs than a fresh wildwood_all"
    shorter = shrunk(bench, history)
    assert [step.name for step in shorter.steps] == ["arrive", "run_latest", "spoil_ps"]
