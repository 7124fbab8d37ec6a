"""Requests to stop, by SIGINT, SIGTERM or SIGHUP, of which none is lost.

The handler raises `KeyboardInterrupt`, which also ends a wait. But Python drops an exception that
is raised in a destructor or in a callback of a weak reference or of the garbage collector, and a
library can drop one, too. So the request is remembered, and work looks at it before each item.

The handler only remembers while something is cleaned up, so that a second signal does not break off
what the first has begun; and while the driver of MongoDB works, because an exception between its
taking and its releasing of a lock would make the clean-up wait for that lock forever.
"""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import _GeneratorContextManager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import ParamSpec, Protocol, TypeVar

Item = TypeVar("Item")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Windows has no SIGHUP."""
_PATIENCE = b"Still stopping; this takes a moment.\n"
_LOCKING = ("pymongo", "threading", "concurrent")
"""Packages whose code holds locks. What they wait for has a timeout."""
_LOOK_S = 0.5
"""How often a wait for another thread or process looks whether to go on."""


@dataclass(slots=True)
class _Request:
    """Whether the program was asked to stop."""

    received: bool = False


_request = _Request()


def listen() -> None:
    """Raise `KeyboardInterrupt` on a signal from now on; what the caller ignores stays ignored."""
    sys.unraisablehook = _report_unraisable
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)


def ignore() -> None:
    """Ignore signals from now on, when the program has only to exit."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def is_requested() -> bool:
    """Return whether the program was asked to stop."""
    return _request.received


def check() -> None:
    """Raise if the program was asked to stop; called before each item of work and each wait.

    Only in the main thread, which ends the others, and not during clean-up.

    Raises:
        KeyboardInterrupt: the program was asked to stop.
    """
    if (
        _request.received
        and threading.current_thread() is threading.main_thread()
        and not _is_held_back(sys._getframe())  # noqa: SLF001 - the documented way to a frame
    ):
        raise KeyboardInterrupt


def check_each(items: Iterable[Item]) -> Iterator[Item]:
    """Pass the items through, with a check before each."""
    for item in items:
        check()
        yield item


def result_of(future: "Future[Result]", look: Callable[[], None] = check) -> Result:
    """Wait for the result of a future, and call a function that can end the wait, now and then."""
    while not future.done():
        look()
        wait([future], _LOOK_S)
    return future.result()


def results_of(
    futures: "Iterable[Future[Result]]", ahead: int, look: Callable[[], None] = check
) -> Iterator[Result]:
    """Yield the results of futures that are submitted one by one, in their order.

    Args:
        futures: submits the next one whenever it is asked for it.
        ahead: how many are submitted before the first result is waited for.
        look: see `result_of`.
    """
    pending: deque[Future[Result]] = deque()
    for future in futures:
        pending.append(future)
        if len(pending) >= ahead:
            yield result_of(pending.popleft(), look)
    while pending:
        yield result_of(pending.popleft(), look)


def uninterrupted(
    function: Callable[Parameters, Result],
    *args: Parameters.args,
    **kwargs: Parameters.kwargs,
) -> Result:
    """Call a function that cleans up or must not stop half-way, and that ends soon.

    A signal is remembered during the call, and raised by the next check. The exit from a context
    manager made with `contextlib.contextmanager` needs no such call.
    """
    return function(*args, **kwargs)


def _handle(_number: int, frame: FrameType | None) -> None:
    repeated, _request.received = _request.received, True
    if not _is_held_back(frame):
        raise KeyboardInterrupt
    if repeated:
        with suppress(OSError):
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _PATIENCE)


_CLEAN_UP = (uninterrupted.__code__, _GeneratorContextManager.__exit__.__code__)


def _is_held_back(frame: FrameType | None) -> bool:
    """Return whether a function on the stack cleans up or can hold a lock.

    The stack shows it without a gap: a variable could be set a moment too late.
    """
    while frame is not None:
        package, _, _ = frame.f_globals.get("__name__", "").partition(".")
        if frame.f_code in _CLEAN_UP or package in _LOCKING:
            return True
        frame = frame.f_back
    return False


def _report_unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Report an exception that Python drops, unless it is our own, which a check raises again."""
    if not (_request.received and issubclass(lost.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(lost)


class Progress(Protocol):
    """Passes items through and may show how many are done."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Yield the items, of which there are `total`; `what` names the work."""
        ...


def no_progress(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through and show nothing."""
    del total, what
    return items
