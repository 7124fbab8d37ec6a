"""Stop on SIGINT, SIGTERM or SIGHUP, without losing a request.

The handler raises `KeyboardInterrupt`, which also ends a wait. But Python drops exceptions in
destructors and in callbacks of weak references and the garbage collector, and libraries can drop
them too. So the handler also records the request, and work checks it before each item.

The handler only records it during clean-up, so that a second signal does not break off what the
first began, and inside the MongoDB driver, where an exception between taking and releasing a lock
would block the clean-up forever.
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
"""Packages whose code holds locks. Their waits have timeouts."""
_LOOK_S = 0.5


@dataclass(slots=True)
class _Request:
    received: bool = False


_request = _Request()


def listen() -> None:
    """Raise `KeyboardInterrupt` on signals from now on, except on those that the caller ignores."""
    sys.unraisablehook = _report_unraisable
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)


def ignore() -> None:
    """Ignore signals from now on, before the program exits."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def is_requested() -> bool:
    return _request.received


def check() -> None:
    """Raise `KeyboardInterrupt` if the program was asked to stop.

    Call it before each item of work and each wait. It raises only in the main thread, which ends
    the others, and not during clean-up.
    """
    if (
        _request.received
        and threading.current_thread() is threading.main_thread()
        and not _is_held_back(sys._getframe())  # noqa: SLF001 - the documented way to a frame
    ):
        raise KeyboardInterrupt


def check_each(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        check()
        yield item


def result_of(future: "Future[Result]", look: Callable[[], None] = check) -> Result:
    """Wait for the result of a future; `look` is called regularly and can end the wait."""
    while not future.done():
        look()
        wait([future], _LOOK_S)
    return future.result()


def results_of(
    futures: "Iterable[Future[Result]]", ahead: int, look: Callable[[], None] = check
) -> Iterator[Result]:
    """Yield results in order while at most `ahead` futures, submitted one by one, are pending."""
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
    """Call a short function that cleans up or must not stop half-way.

    A signal during the call is raised by the next check. The exit from a context manager made with
    `contextlib.contextmanager` needs no such call.
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
    """Return whether a function on the stack cleans up or can hold a lock."""
    while frame is not None:  # unlike a variable, the stack is never set a moment too late
        package, _, _ = frame.f_globals.get("__name__", "").partition(".")
        if frame.f_code in _CLEAN_UP or package in _LOCKING:
            return True
        frame = frame.f_back
    return False


def _report_unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Report an exception that Python drops, unless a check will raise it again."""
    if not (_request.received and issubclass(lost.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(lost)


class Progress(Protocol):
    """Passes items through and may show how many are done."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Yield the items, of which there are `total`; `what` names the work."""
        ...


def no_progress(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    del total, what
    return items
