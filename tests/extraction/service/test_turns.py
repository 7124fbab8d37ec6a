"""Turns for the clients of the service."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from wildwood.extraction.errors import BusyError
from wildwood.extraction.service.turns import Turn, Turns

from tests.support.waiting import TIMEOUT_S, wait_for


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Crowd:
    """Clients that take turns."""

    def __init__(self, threads: ThreadPoolExecutor, places: int, waiting: int) -> None:
        self.clock = Clock()
        self.turns = Turns(places, waiting, self.clock)
        self._threads = threads

    def ask(self, client: str) -> "Future[Turn]":
        """Ask for a turn; return when it is known to wait, to run, or to be refused."""
        before = self.known(client)
        asked = self._threads.submit(self.turns.take, client)
        wait_for(lambda: asked.done() or self.known(client) > before)
        return asked

    def known(self, client: str) -> int:
        known = self.turns._clients.get(client)  # noqa: SLF001 - nothing else shows who waits
        return known.places if known else 0

    def work(self, turn: "Future[Turn]", seconds: float) -> None:
        """Let time pass, and end a turn."""
        self.clock.now += seconds
        self.turns.end(turn.result(TIMEOUT_S))


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


def is_waiting(turn: "Future[Turn]") -> bool:
    return not turn.done()


def test_the_next_turn_is_that_of_the_client_that_has_used_the_least(
    threads: ThreadPoolExecutor,
) -> None:
    crowd = Crowd(threads, places=1, waiting=10)
    running = crowd.ask("a")
    many = [crowd.ask("a") for _ in range(3)]
    other = crowd.ask("b")
    crowd.work(running, 10)
    assert other.result(TIMEOUT_S).client == "b"
    assert all(map(is_waiting, many))
    for turn in (other, *many):
        crowd.work(turn, 1)


def test_a_client_is_not_repaid_for_time_in_which_it_asked_for_nothing(
    threads: ThreadPoolExecutor,
) -> None:
    crowd = Crowd(threads, places=1, waiting=10)
    for _ in range(5):
        crowd.work(crowd.ask("a"), 10)
    running = crowd.ask("a")
    late = [crowd.ask("b") for _ in range(2)]
    again = crowd.ask("a")
    crowd.work(running, 10)
    crowd.work(late[0], 20)
    assert again.result(TIMEOUT_S).client == "a"
    crowd.work(again, 1)
    crowd.work(late[1], 1)


def test_a_client_that_is_alone_has_all_places(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=2, waiting=2)
    turns = [crowd.ask("a") for _ in range(4)]
    with pytest.raises(BusyError, match="All workers are busy"):
        crowd.ask("a").result(TIMEOUT_S)
    for turn in turns:
        crowd.work(turn, 1)


def test_another_client_gets_a_place_of_the_one_that_has_the_most(
    threads: ThreadPoolExecutor,
) -> None:
    crowd = Crowd(threads, places=1, waiting=2)
    first, second, third = (crowd.ask("a") for _ in range(3))
    other = crowd.ask("b")
    with pytest.raises(BusyError, match="All workers are busy"):
        third.result(TIMEOUT_S)
    for turn in (first, other, second):
        crowd.work(turn, 1)


def test_long_work_delays_only_its_own_client(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=2, waiting=10)
    endless = [crowd.ask("a") for _ in range(6)]
    for turn in endless[:2]:
        assert crowd.turns.lengthen(turn.result(TIMEOUT_S))
    others = [crowd.ask("b") for _ in range(2)]
    assert [turn.result(TIMEOUT_S).client for turn in others] == ["b", "b"]
    assert all(map(is_waiting, endless[2:]))
    for turn in (*others, *endless):
        crowd.work(turn, 1)


def test_only_as_much_work_is_long_as_there_are_places(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=1, waiting=10)
    first = crowd.ask("a")
    assert crowd.turns.lengthen(first.result(TIMEOUT_S))
    second = crowd.ask("b")
    assert not crowd.turns.lengthen(second.result(TIMEOUT_S))
    third = crowd.ask("c")
    assert is_waiting(third)
    for turn in (first, second, third):
        crowd.work(turn, 1)


def test_what_waits_is_refused_at_the_end(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=1, waiting=1)
    running, waiting = crowd.ask("a"), crowd.ask("a")
    crowd.turns.stop()
    for turn in (waiting, crowd.ask("b")):
        with pytest.raises(BusyError, match="is shutting down"):
            turn.result(TIMEOUT_S)
    crowd.work(running, 1)
