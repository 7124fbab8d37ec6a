"""Stop on SIGINT, SIGTERM or SIGHUP, without losing a request.

The handler raises `KeyboardInterrupt`, which also ends a wait. Python drops exceptions in
destructors and some callbacks, and so can libraries; so the handler also records the request, and
work checks it before each item.

It only records it during clean-up, which a second signal must not break off, and inside the MongoDB
driver, where an exception between taking and releasing a lock would block the clean-up forever.
"""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import _GeneratorContextManager, suppress
from types import FrameType
from typing import ParamSpec, Protocol, TypeVar

Item = TypeVar("Item")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # Windows has no SIGHUP
_PATIENCE = b"Still stopping; this takes a moment.\n"
_LOCKING = ("pymongo", "threading", "concurrent")  # their code holds locks; waits have timeouts
_LOOK_S = 0.5
_requests: list[int] = []  # the numbers of the signals that asked to stop


def listen() -> None:
    """Raise `KeyboardInterrupt` on signals from now on, except on those that the caller ignores."""
    sys.unraisablehook = _report_unraisable
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)


def ignore() -> None:
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def is_requested() -> bool:
    return bool(_requests)


def check() -> None:
    """Raise `KeyboardInterrupt` if asked to stop: in the main thread, and not during clean-up."""
    if (
        _requests
        and threading.current_thread() is threading.main_thread()
        and not _is_held_back(sys._getframe())  # noqa: SLF001 - the documented way to a frame
    ):
        raise KeyboardInterrupt


def check_each(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        check()
        yield item


def result_of(future: "Future[Result]", look: Callable[[], None] = check) -> Result:
    """Wait for a result; `look` is called regularly and can end the wait."""
    while not future.done():
        look()
        wait([future], _LOOK_S)
    return future.result()


def results_of(
    futures: "Iterable[Future[Result]]", ahead: int, look: Callable[[], None] = check
) -> Iterator[Result]:
    """Yield results in order, with at most `ahead` futures pending."""
    pending: deque[Future[Result]] = deque()
    for future in futures:
        pending.append(future)
        if len(pending) >= ahead:
            yield result_of(pending.popleft(), look)
    while pending:
        yield result_of(pending.popleft(), look)


def uninterrupted(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    """Call a function that must not stop half-way; `contextmanager` exits need no such call."""
    return function(*args, **kwargs)


def _handle(number: int, frame: FrameType | None) -> None:
    is_repeated = bool(_requests)
    _requests.append(number)
    if not _is_held_back(frame):
        raise KeyboardInterrupt
    if is_repeated:
        with suppress(OSError):
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _PATIENCE)


_CLEAN_UP = (uninterrupted.__code__, _GeneratorContextManager.__exit__.__code__)


def _is_held_back(frame: FrameType | None) -> bool:
    """Return whether a function on the stack cleans up or can hold a lock."""
    while frame is not None:  # unlike a variable, the stack is never set a moment too late
        package, _, _ = frame.f_globals.get("__name__", "").partition(".")
        if frame.f_code in _CLEAN_UP or package in _LOCKING:
            return True
        frame = frame.f_back
    return False


def _report_unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Report an exception that Python drops, unless a check will raise it."""
    if not (_requests and issubclass(lost.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(lost)


class Progress(Protocol):
    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Yield the items; `what` names the work."""


def no_progress(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    del total, what
    return items
