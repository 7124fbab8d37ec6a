"""Simulated nights with faults, in this process; tests/endurance/simulation.py plays thousands."""

import pytest

from wildwood.nep import status

from tests.endurance import simulation

OTHERS = [pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 20)]


@pytest.mark.parametrize("seed", [0, 1, *OTHERS])
def test_what_status_calls_well_is_what_a_rebuild_makes(seed: int) -> None:
    assert simulation.play(seed) == simulation.NIGHTS + 2


def test_a_seed_gives_the_same_nights() -> None:
    assert simulation.told(7) == simulation.told(7)


def test_a_status_that_overlooks_what_waits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "waiting_dates", lambda *_, **__: [])
    with pytest.raises(simulation.ViolationError, match="status is well, but"):
        simulation.play(seed=0)
