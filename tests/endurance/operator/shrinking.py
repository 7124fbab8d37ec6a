"""Shorten a history that ends in a violation."""

import time
from collections.abc import Sequence

from tests.endurance.operator.histories import Bench, History, Step

SHRINKING_S = 60.0
"""How long to look for a shorter history."""


def shrunk(bench: Bench, history: History) -> History:
    """Return a shorter history with the same kind of violation, or this one."""
    best, size, until = history, len(history.steps) // 2, time.monotonic() + SHRINKING_S
    while size:
        start = 0
        while start < len(best.steps) and time.monotonic() < until:
            shorter = bench.play(_without(best.steps, start, size))
            if _kind(shorter) == _kind(history):
                best = shorter
            else:
                start += size
        size //= 2
    return best


def _without(steps: Sequence[Step], start: int, size: int) -> list[Step]:
    return [*steps[:start], *steps[start + size :]]


def _kind(history: History) -> str | None:
    return history.violation.kind if history.violation else None
