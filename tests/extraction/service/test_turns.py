"""Turns for the clients of the service; time is that of a simulation."""

import heapq
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from wildwood.extraction.data import BusyError
from wildwood.extraction.service import turns as turns_module
from wildwood.extraction.service.turns import MAX_WAIT_S, Turn, Turns

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
        self._events = [(0.0, number, client) for number, client in enumerate(seconds)]
        self._began: dict[str, float] = {}
        self._asked: list[tuple[str, Turn]] = []
        self.done: Counter[str] = Counter()
        self.refused = 0
        self.longest: dict[str, float] = {}
        """The longest wait of each client, from its first attempt to its turn."""

    def run(self, until_s: float) -> "Crowd":
        ends: dict[str, Turn] = {}
        while self._events and self._events[0][0] <= until_s:
            self._clock.now, _, client = heapq.heappop(self._events)
            if client in ends:
                self._turns.end(ends.pop(client))
                self.done[client] += 1
            self._ask(client)
            for name, turn in [one for one in self._asked if one[1].ready.is_set()]:
                self._asked.remove((name, turn))
                ends[name] = turn
                wait = self._clock.now - self._began.pop(name)
                self.longest[name] = max(self.longest.get(name, 0), wait)
                self._later(self._seconds[name], name)
        return self

    def _ask(self, client: str) -> None:
        self._began.setdefault(client, self._clock.now)
        try:
            self._asked.append((client, self._turns.ask(client)))
        except BusyError as error:
            self.refused += 1
            self._later(error.retry_after_s, client)

    def _later(self, seconds: float, client: str) -> None:
        heapq.heappush(self._events, (self._clock.now + seconds, len(self._events), client))


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
    assert longest["small"] <= ENDLESS_S * (40 / 2 + 1) + MAX_WAIT_S


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


class TestAClientThatWouldWaitForTooLong:
    def fill(self, turns: Turns, clock: Clock) -> None:
        """Let five jobs of ten seconds wait."""
        for client in "abcdef":
            turns.ask(client)
        clock.now += 10

    def test_is_told_when_to_come_again(self, clock: Clock) -> None:
        turns = line(clock)
        self.fill(turns, clock)
        turns.ask("g", has_begun=True)
        with pytest.raises(BusyError, match=r"try again in 35 s\.") as raised:
            turns.ask("h")
        assert raised.value.retry_after_s == 35

    def test_keeps_its_place(self, clock: Clock) -> None:
        turns = line(clock)
        self.fill(turns, clock)
        turns.ask("g", has_begun=True)
        with pytest.raises(BusyError):
            turns.ask("h")
        with pytest.raises(BusyError, match=r"try again in 40 s\."):
            turns.ask("late")

    def test_loses_it_if_it_does_not_come(self, clock: Clock) -> None:
        turns = line(clock)
        running = turns.ask("a")
        clock.now += 61
        with pytest.raises(BusyError):
            turns.ask("b")
        turns.end(running)
        clock.now += 61
        turns.ask("c")
        assert list(turns._line) == []  # noqa: SLF001 - nothing else shows who is remembered

    def test_is_not_refused_if_its_work_has_begun(self, clock: Clock) -> None:
        turns = line(clock, waiting=0)
        running = turns.ask("a")
        with pytest.raises(BusyError):
            turns.ask("b")
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


def test_a_turn_that_does_not_come_is_given_up(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns_module, "_PATIENCE_S", 0)
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
