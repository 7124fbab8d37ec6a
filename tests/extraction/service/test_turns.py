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

    def give_way(self, turn: "Future[Turn]") -> "Future[bool]":
        """Let work look whether it has to give way; return when it goes on or is paused."""
        begun, before = turn.result(TIMEOUT_S), self.turns.waiting
        asked = self._threads.submit(self.turns.give_way, begun, lambda: None)
        wait_for(lambda: asked.done() or not begun.ready.is_set() or self.turns.waiting > before)
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


def is_waiting(turn: "Future[Turn] | Future[bool]") -> bool:
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


def test_work_of_long_ago_counts_less(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=1, waiting=10)
    crowd.work(crowd.ask("a"), 10)
    crowd.clock.now += 600
    crowd.work(crowd.ask("b"), 1)
    running = crowd.ask("c")
    waiting = [crowd.ask(client) for client in "ba"]
    crowd.work(running, 1)
    assert waiting[1].result(TIMEOUT_S).client == "a"
    for turn in reversed(waiting):
        crowd.work(turn, 1)


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


class TestWorkThatRuns:
    @pytest.mark.parametrize("had_s", [0.5, 5])
    def test_is_paused_for_a_client_that_has_had_less(
        self, threads: ThreadPoolExecutor, had_s: float
    ) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        endless = crowd.ask("a")
        crowd.clock.now += had_s
        other = crowd.ask("b")
        paused = crowd.give_way(endless)
        assert other.result(TIMEOUT_S).client == "b"
        assert is_waiting(paused)
        crowd.work(other, 1)
        assert paused.result(TIMEOUT_S)
        crowd.work(endless, 1)

    def test_is_paused_for_short_work_of_the_same_client(self, threads: ThreadPoolExecutor) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        endless, short = crowd.ask("a"), crowd.ask("a")
        crowd.clock.now += 5
        paused = crowd.give_way(endless)
        crowd.work(short, 0.1)
        assert paused.result(TIMEOUT_S)
        crowd.work(endless, 1)

    def test_is_paused_for_short_work_of_a_client_that_has_had_somewhat_more(
        self, threads: ThreadPoolExecutor
    ) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        crowd.work(crowd.ask("b"), 5)
        endless = crowd.ask("a")
        crowd.clock.now += 2
        short = crowd.ask("b")
        paused = crowd.give_way(endless)
        crowd.work(short, 0.1)
        assert paused.result(TIMEOUT_S)
        crowd.work(endless, 1)

    def test_is_not_paused_for_a_client_that_has_had_much_more(
        self, threads: ThreadPoolExecutor
    ) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        crowd.work(crowd.ask("b"), 50)
        thesis = crowd.ask("a")
        crowd.clock.now += 4
        short = crowd.ask("b")
        assert not crowd.give_way(thesis).result(TIMEOUT_S)
        crowd.work(thesis, 1)
        crowd.work(short, 1)

    def test_is_not_paused_for_the_same_client(self, threads: ThreadPoolExecutor) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        running, waiting = crowd.ask("a"), crowd.ask("a")
        crowd.clock.now += 0.5
        assert not crowd.give_way(running).result(TIMEOUT_S)
        crowd.work(running, 1)
        crowd.work(waiting, 1)

    def test_is_not_paused_for_a_client_that_has_had_about_as_much(
        self, threads: ThreadPoolExecutor
    ) -> None:
        crowd = Crowd(threads, places=1, waiting=10)
        running = crowd.ask("a")
        crowd.clock.now += 0.1
        other = crowd.ask("b")
        assert not crowd.give_way(running).result(TIMEOUT_S)
        crowd.work(running, 1)
        crowd.work(other, 1)

    def test_of_many_clients_does_not_delay_one_that_asks_for_little(
        self, threads: ThreadPoolExecutor
    ) -> None:
        crowd = Crowd(threads, places=2, waiting=22)
        for number in range(20):
            crowd.work(crowd.ask(f"endless {number}"), 1)
        endless = [crowd.ask(f"endless {number}") for number in range(20)]
        running = [turn for turn in endless if turn.done()]
        crowd.clock.now += 1
        small = crowd.ask("small")
        paused = [crowd.give_way(turn) for turn in running]
        assert small.result(TIMEOUT_S).client == "small"
        assert not all(turn.done() for turn in paused)
        crowd.turns.stop()

    def test_is_refused_if_its_place_is_needed_while_it_is_paused(
        self, threads: ThreadPoolExecutor
    ) -> None:
        crowd = Crowd(threads, places=1, waiting=1)
        endless = crowd.ask("a")
        crowd.clock.now += 5
        other = crowd.ask("b")
        paused = crowd.give_way(endless)
        last = crowd.ask("c")
        with pytest.raises(BusyError, match="All workers are busy"):
            paused.result(TIMEOUT_S)
        crowd.turns.end(endless.result())  # as its caller does, in any case
        crowd.work(other, 1)
        crowd.work(last, 1)


def test_work_without_a_result_counts_tenfold(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=1, waiting=10)
    endless = crowd.ask("endless")
    crowd.clock.now += 1
    crowd.turns.end(endless.result(TIMEOUT_S), in_vain=True)
    crowd.work(crowd.ask("busy"), 5)
    running = crowd.ask("other")
    waiting = [crowd.ask(client) for client in ("endless", "busy")]
    crowd.work(running, 1)
    assert waiting[1].result(TIMEOUT_S).client == "busy"
    for turn in reversed(waiting):
        crowd.work(turn, 1)


def test_of_clients_with_as_many_places_the_one_that_has_had_the_most_loses_one(
    threads: ThreadPoolExecutor,
) -> None:
    crowd = Crowd(threads, places=1, waiting=2)
    crowd.work(crowd.ask("greedy"), 10)
    running = crowd.ask("a")
    small, greedy = crowd.ask("small"), crowd.ask("greedy")
    late = crowd.ask("late")
    with pytest.raises(BusyError, match="All workers are busy"):
        greedy.result(TIMEOUT_S)
    for turn in (running, small, late):
        crowd.work(turn, 1)


def test_what_waits_is_refused_at_the_end(threads: ThreadPoolExecutor) -> None:
    crowd = Crowd(threads, places=1, waiting=1)
    running, waiting = crowd.ask("a"), crowd.ask("a")
    crowd.turns.stop()
    for turn in (waiting, crowd.ask("b")):
        with pytest.raises(BusyError, match="is shutting down"):
            turn.result(TIMEOUT_S)
    crowd.work(running, 1)
