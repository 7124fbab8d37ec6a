"""A request to stop is remembered, even if Python drops the exception that it raises."""

import gc
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import cast

import pytest

from wildwood.kernel import interruption
from wildwood.kernel.interruption import check, check_each, result_of, results_of, uninterrupted

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
PATIENCE = "Still stopping; this takes a moment.\n"


@pytest.fixture(autouse=True)
def _listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Listen in this process, as if no signal had come yet."""
    monkeypatch.setattr(interruption, "_requests", [])
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = {number: signal.getsignal(number) for number in SIGNALS}
    interruption.listen()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def in_a_destructor(number: signal.Signals) -> None:
    class Dropped:
        def __del__(self) -> None:
            signal.raise_signal(number)

    Dropped()


def in_a_callback_of_a_weak_reference(number: signal.Signals) -> None:
    class Dropped:
        pass

    dropped = Dropped()
    _reference = weakref.ref(dropped, lambda _: signal.raise_signal(number))
    del dropped


def in_a_callback_of_the_garbage_collector(number: signal.Signals) -> None:
    def callback(_phase: str, _info: dict[str, int]) -> None:
        signal.raise_signal(number)

    gc.callbacks.append(callback)
    try:
        gc.collect(0)
    finally:
        gc.callbacks.remove(callback)


@contextmanager
def signalled_at_its_end(number: signal.Signals) -> Iterator[None]:
    """A context manager that gets a signal while it cleans up."""
    try:
        yield
    finally:
        signal.raise_signal(number)


class TestASignal:
    @pytest.mark.parametrize("number", SIGNALS)
    def test_ends_what_the_program_waits_for(self, number: signal.Signals) -> None:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)

    def test_without_one_nothing_is_raised(self) -> None:
        check()
        assert list(check_each("abc")) == ["a", "b", "c"]
        assert not interruption.is_requested()

    @pytest.mark.parametrize("number", SIGNALS)
    def test_that_the_caller_ignores_stays_ignored(self, number: signal.Signals) -> None:
        signal.signal(number, signal.SIG_IGN)
        interruption.listen()
        signal.raise_signal(number)
        check()
        assert not interruption.is_requested()

    def test_is_ignored_when_the_program_has_only_to_exit(self) -> None:
        interruption.ignore()
        for number in SIGNALS:
            signal.raise_signal(number)
        assert not interruption.is_requested()


@pytest.mark.parametrize(
    "lose",
    [
        in_a_destructor,
        in_a_callback_of_a_weak_reference,
        in_a_callback_of_the_garbage_collector,
    ],
)
class TestASignalWhoseExceptionPythonDrops:
    def test_ends_the_work_at_the_next_item(self, lose: Callable[[signal.Signals], None]) -> None:
        items = check_each("abc")
        assert [next(items), next(items)] == ["a", "b"]
        lose(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            next(items)

    def test_ends_a_wait(self, lose: Callable[[signal.Signals], None]) -> None:
        lose(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            result_of(Future[None]())

    def test_is_not_reported_with_a_traceback(
        self, lose: Callable[[signal.Signals], None], capfd: pytest.CaptureFixture[str]
    ) -> None:
        lose(signal.SIGINT)
        assert capfd.readouterr() == ("", "")


def test_other_exceptions_that_python_drops_are_reported(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Faulty:
        def __del__(self) -> None:
            raise ValueError("a fault")

    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    Faulty()
    assert "ValueError: a fault" in capfd.readouterr().err


class TestASignalDuringCleanUp:
    def test_does_not_break_it_off_and_is_raised_afterwards(self) -> None:
        with signalled_at_its_end(signal.SIGINT):
            pass
        assert interruption.is_requested()
        with pytest.raises(KeyboardInterrupt):
            check()

    def test_leaves_the_error_that_is_cleaned_up_after(self) -> None:
        with pytest.raises(ValueError, match="a fault"), signalled_at_its_end(signal.SIGINT):
            raise ValueError("a fault")

    def test_does_not_break_off_a_call_that_must_not_stop_half_way(self) -> None:
        def call(first: int, *, second: int) -> int:
            signal.raise_signal(signal.SIGINT)
            check()
            return first + second

        assert uninterrupted(call, 1, second=2) == 3
        with pytest.raises(KeyboardInterrupt):
            check()

    def test_is_answered_if_it_is_not_the_first(self, capfd: pytest.CaptureFixture[str]) -> None:
        with signalled_at_its_end(signal.SIGINT):
            pass
        assert capfd.readouterr().err == ""
        with signalled_at_its_end(signal.SIGINT):
            pass
        assert capfd.readouterr().err == PATIENCE


@pytest.mark.parametrize("module", ["pymongo.synchronous.pool", "threading"])
def test_a_signal_while_a_lock_can_be_held_is_raised_afterwards(module: str) -> None:
    scope = {"__name__": module, "raise_signal": signal.raise_signal}
    exec("def work():\n    raise_signal(2)\n    return 'done'", scope)
    work = cast("Callable[[], str]", scope["work"])
    assert work() == "done"
    with pytest.raises(KeyboardInterrupt):
        check()


class TestAWait:
    def test_returns_the_result(self) -> None:
        with ThreadPoolExecutor() as pool:
            assert result_of(pool.submit(str, 1)) == "1"

    def test_raises_the_error(self) -> None:
        failed = Future[None]()
        failed.set_exception(ValueError("a fault"))
        with pytest.raises(ValueError, match="a fault"):
            result_of(failed)


class TestSeveralWaits:
    def test_give_the_results_in_the_order_of_the_futures(self) -> None:
        last_is_done = threading.Event()

        def wait_or_set(number: int) -> int:
            if number == 2:
                last_is_done.set()
            last_is_done.wait()
            return number

        with ThreadPoolExecutor(3) as pool:
            futures = (pool.submit(wait_or_set, number) for number in range(3))
            assert list(results_of(futures, ahead=3)) == [0, 1, 2]

    def test_submit_only_so_many_ahead(self) -> None:
        submitted: list[Future[None]] = []

        def futures() -> Iterator[Future[None]]:
            while True:
                done = Future[None]()
                done.set_result(None)
                submitted.append(done)
                yield done

        results = results_of(futures(), ahead=3)
        next(results)
        assert len(submitted) == 3
        next(results)
        assert len(submitted) == 4

    def test_end_on_a_signal(self) -> None:
        in_a_destructor(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            list(results_of([Future[None]()], ahead=3))


def test_only_the_main_thread_is_stopped() -> None:
    in_a_destructor(signal.SIGINT)
    done: list[str] = []
    other = threading.Thread(target=lambda: done.extend(check_each("abc")))
    other.start()
    other.join()
    assert done == ["a", "b", "c"]
