"""Shorten a history that ends in a violation."""

from collections.abc import Sequence

from tests.endurance.operator.histories import Bench, History, Step

_REPLAYS = 60


def shrunk(bench: Bench, history: History) -> History:
    """Return a shorter history with the same kind of violation, or this one."""
    best, replays, size = history, 0, len(history.steps) // 2
    while size and replays < _REPLAYS:
        start = 0
        while start < len(best.steps) and replays < _REPLAYS:
            replays += 1
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
