"""Wait for events; a slow machine is not a failure."""

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

TIMEOUT_S = 300.0


def wait_for(condition: Callable[[], Result | None], pause_s: float = 0.02) -> Result:
    """Wait until a function returns a true value; return that value."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (result := condition()):
        assert time.monotonic() < deadline
        time.sleep(pause_s)
    return result
