"""Turns for the clients of the service; time is that of a simulation."""

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from wildwood.extraction.data import BusyError
from wildwood.extraction.http.responses import RETRY_AFTER_S
from wildwood.extraction.service import processes
from wildwood.extraction.service.processes import MAX_WAIT_S, Turn, Turns

from tests.support.waiting import TIMEOUT_S, wait_for

SHORT_S, LONG_S, ENDLESS_S = 0.1, 6.0, 30.0


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def line(clock: Clock, places: int = 1, waiting: int = 100) -> Turns:
    return Turns(places, waiting, clock)


class Crowd:
    """Clients that send document after document, and come again when they are told to."""

    def __init__(self, seconds: Mapping[str, float], places: int = 2) -> None:
        self._clock = Clock()
        self._seconds = seconds
        self._turns = Turns(places, 250, self._clock)
        self._number = itertools.count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._began: dict[str, float] = {}
        self._asked: dict[str, Turn] = {}
        self.done: Counter[str] = Counter()
        self.longest: dict[str, float] = {}
        """The longest wait of each client, from its first attempt to its turn."""
        for client in seconds:
            self._later(0, partial(self._ask, client))

    def run(self, until_s: float) -> "Crowd":
        while self._events and self._events[0][0] <= until_s:
            self._clock.now, _, act = heapq.heappop(self._events)
            act()
            for client in [name for name, turn in self._asked.items() if turn.ready.is_set()]:
                self._start(client, self._asked.pop(client))
        return self

    def _ask(self, client: str) -> None:
        self._began.setdefault(client, self._clock.now)
        with self._coming_again(client):
            turn = self._asked[client] = self._turns.ask(client)
            self._later(MAX_WAIT_S, partial(self._give_up, client, turn))

    def _start(self, client: str, turn: Turn) -> None:
        wait = self._clock.now - self._began.pop(client)
        self.longest[client] = max(self.longest.get(client, 0), wait)
        self._later(self._seconds[client], partial(self._end, client, turn))

    def _end(self, client: str, turn: Turn) -> None:
        self._turns.end(turn)
        self.done[client] += 1
        self._ask(client)

    def _give_up(self, client: str, turn: Turn) -> None:
        if self._asked.get(client) is turn:
            del self._asked[client]
            with self._coming_again(client):
                self._turns.give_up(turn)

    @contextmanager
    def _coming_again(self, client: str) -> Iterator[None]:
        try:
            yield
        except BusyError:
            self._later(RETRY_AFTER_S, partial(self._ask, client))

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self._clock.now + seconds, next(self._number), act))


def crowd(number: int, seconds: float) -> Crowd:
    return Crowd({f"client {one}": seconds for one in range(number)})


@pytest.mark.parametrize("seconds", [SHORT_S, LONG_S])
@pytest.mark.parametrize("number", [8, 30, 60, 200])
def test_any_number_of_clients_keeps_all_places_at_work(number: int, seconds: float) -> None:
    done = crowd(number, seconds).run(100 * seconds).done
    assert sum(done.values()) >= 0.95 * 2 * 100


@pytest.mark.parametrize("number", [8, 30, 60])
def test_all_clients_have_as_many_turns(number: int) -> None:
    done = crowd(number, LONG_S).run(1800).done
    assert max(done.values()) - min(done.values()) <= 0.1 * 2 * 1800 / LONG_S / number + 1


def test_a_small_paper_beside_endless_documents_waits_for_one_turn_of_each() -> None:
    seconds = {f"endless {one}": ENDLESS_S for one in range(40)}
    longest = Crowd({**seconds, "small": SHORT_S}).run(7200).longest
    assert longest["small"] <= ENDLESS_S * (40 / 2 + 1)


def test_clients_take_turns_in_the_order_in_which_they_came(clock: Clock) -> None:
    turns = line(clock)
    asked = [turns.ask(client) for client in "aaabbc"]
    order = []
    while running := [turn for turn in asked if turn.ready.is_set()]:
        order.append(running[0].client)
        asked.remove(running[0])
        turns.end(running[0])
    assert "".join(order) == "abcaba"


class TestASecondJobOfAClient:
    def test_runs_while_no_other_client_waits(self, clock: Clock) -> None:
        turns = line(clock, places=2)
        assert all(turns.ask("a").ready.is_set() for _ in range(2))

    def test_waits_for_the_first_job_of_another(self, clock: Clock) -> None:
        turns = line(clock, places=2)
        other, _, second, first = (turns.ask(client) for client in "baac")
        turns.end(other)
        assert first.ready.is_set()
        assert not second.ready.is_set()


class TestARefusedClient:
    def refuse(self, turns: Turns, client: str) -> None:
        with pytest.raises(BusyError, match="All workers are busy; try again in a moment"):
            turns.ask(client)

    def test_keeps_its_place(self, clock: Clock) -> None:
        turns = line(clock, waiting=1)
        first, second = turns.ask("a"), turns.ask("b")
        self.refuse(turns, "c")
        late, early = (turns.ask(client, has_begun=True) for client in "dc")
        turns.end(first)
        turns.end(second)
        assert (early.ready.is_set(), late.ready.is_set()) == (True, False)

    def test_loses_it_if_it_does_not_come(self, clock: Clock) -> None:
        turns = line(clock, waiting=0)
        turns.ask("a")
        self.refuse(turns, "b")
        clock.now += 31
        self.refuse(turns, "c")
        assert list(turns._line) == ["a", "c"]  # noqa: SLF001 - nothing else shows who is remembered

    def test_is_not_refused_if_its_work_has_begun(self, clock: Clock) -> None:
        turns = line(clock, waiting=0)
        running = turns.ask("a")
        self.refuse(turns, "b")
        waiting = turns.ask("b", has_begun=True)
        turns.end(running)
        assert waiting.ready.is_set()


def test_many_jobs_of_one_client_keep_no_other_out(clock: Clock) -> None:
    turns = line(clock, waiting=4)
    for _ in range(5):
        turns.ask("greedy")
    with pytest.raises(BusyError):
        turns.ask("greedy")
    assert not turns.ask("other").ready.is_set()


def test_a_turn_that_does_not_come_in_time_is_given_up(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MAX_WAIT_S", 0)
    turns = line(clock)
    running = turns.take("a")
    with pytest.raises(BusyError, match="All workers are busy"):
        turns.take("b")
    assert turns.counts == (1, 0)
    turns.end(running)


def test_what_waits_is_refused_at_the_end(clock: Clock) -> None:
    turns = line(clock)
    running = turns.take("a")
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(turns.take, "a")
        wait_for(lambda: turns.counts == (1, 1))
        turns.stop()
        with pytest.raises(BusyError, match="is shutting down"):
            waiting.result(TIMEOUT_S)
    with pytest.raises(BusyError, match="is shutting down"):
        turns.take("b")
    turns.end(running)


def test_how_long_turns_wait_is_counted(clock: Clock) -> None:
    turns = line(clock)
    first = turns.ask("a")
    turns.ask("b")
    clock.now = 3.0
    turns.end(first)
    assert (turns.taken, turns.waited) == (2, 3.0)
