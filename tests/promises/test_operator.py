"""Whatever `status` calls well is what a fresh `wildwood_all` gives, after random operations.

The short form of tests/endurance/operator.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.nep import documents, status

from tests.endurance.operator.code_version import CURRENT
from tests.endurance.operator.histories import Bench, Step
from tests.endurance.operator.shrinking import shrunk
from tests.endurance.operator.tally import Tally
from tests.support.mongod import Mongod

STEPS = 15


@pytest.fixture
def bench(real_mongod: Mongod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(documents, "MAX_BYTES", documents.MAX_BYTES)  # the operator lowers it
    with Bench.on(tmp_path, real_mongod) as made:
        yield made
    CURRENT.apply()


@pytest.mark.parametrize("histories", [1, pytest.param(20, marks=pytest.mark.long)])
def test_random_operations_leave_nothing_wrong_that_status_calls_well(
    bench: Bench, histories: int
) -> None:
    tally = Tally(seed=1)
    tally.run(bench, histories * STEPS, STEPS)
    assert tally.violations == {}, tally.report(bench)
    assert tally.wells > 0


def test_a_status_that_overlooks_what_waits_is_detected_by_a_short_history(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "waiting_dates", lambda *_, **__: [])
    names = ["dump", "arrive", "run_latest", "configure", "spoil_ps", "read"]
    history = bench.play([Step(name, 3) for name in names])
    assert history.violation is not None
    assert history.violation.kind.startswith("well, but other")
    assert len(shrunk(bench, history).steps) <= 2
