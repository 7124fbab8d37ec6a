"""Give the clients of the service turns, so that none can starve the others."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from wildwood.extraction.errors import BusyError

_HALF_LIFE_S = 60.0
"""After this time, work that a client has had counts half."""
_MARGIN_S = 0.25
"""How much more than another that waits a client can have had before its work is paused."""
_LONG_S, _HANDICAP_S = 1.0, 10.0
"""Work that has run for so long counts as if its client had had so much more."""
_IN_VAIN = 10.0
"""How many times the time of work counts that has no result."""
_MAX_REMEMBERED = 10_000
"""Clients without work whose use of time is remembered."""
_BUSY = "All workers are busy; try again in a moment."
_ENDING = "The service is shutting down; try again in a moment."


@dataclass(slots=True, eq=False)
class Turn:
    """Work of a client that waits, runs or is paused."""

    client: str
    ready: threading.Event = field(default_factory=threading.Event)
    refusal: str = ""
    began: float = 0.0
    """When it began, or went on after its latest pause."""
    had: float = 0.0
    """Seconds that it ran before."""


@dataclass(slots=True)
class _Client:
    waiting: deque[Turn] = field(default_factory=deque)
    """What is paused comes first."""
    running: list[Turn] = field(default_factory=list)
    used: float = 0.0
    """Seconds of work until `counted`, of which older ones count less."""
    counted: float = 0.0

    @property
    def places(self) -> int:
        return len(self.waiting) + len(self.running)

    def used_by(self, now: float) -> float:
        """Return the seconds of work that it has had lately."""
        return self._before(now) + sum(now - turn.began for turn in self.running)

    def _before(self, now: float) -> float:
        return self.used * math.exp2((self.counted - now) / _HALF_LIFE_S)

    def count(self, turn: Turn, now: float) -> None:
        """Count the work of a turn that no longer runs."""
        turn.had += now - turn.began
        self.used = self._before(now) + now - turn.began
        self.counted = now
        self.running.remove(turn)

    def waste(self, turn: Turn) -> None:
        """Count the work of a turn that has no result."""
        self.used += (_IN_VAIN - 1) * turn.had


class Turns:
    """Turns for work: the next is that of the client that has had the least time lately.

    - Work that takes long comes later, so that it delays no short work, of its own client either.
    - Time that was spent in vain counts tenfold, so that endless documents of many clients delay no
      client whose documents can be read.
    - If what waits would come before what runs, that is paused.
    - If no place is free, the client with the most places loses its newest one that waits; of
      several clients, the one that would come last.

    So a client that is alone has everything, and one that asks for much delays only itself.
    """

    def __init__(
        self, places: int, waiting: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lock = threading.Lock()
        self._places = places
        self._max_waiting = waiting
        self._clock = clock
        self._clients: dict[str, _Client] = {}
        self._is_ending = False

    @property
    def running(self) -> int:
        """The number of turns that have a place."""
        return sum(len(client.running) for client in list(self._clients.values()))

    @property
    def waiting(self) -> int:
        """The number of turns that wait or are paused."""
        return sum(len(client.waiting) for client in list(self._clients.values()))

    def take(self, client: str) -> Turn:
        """Wait for a turn, and take it.

        Raises:
            BusyError: no place is free, or the service ends.
        """
        turn = Turn(client)
        with self._lock:
            if self._is_ending:
                raise BusyError(_ENDING)
            self._clients.setdefault(client, _Client()).waiting.append(turn)
            self._start_next()
            if self.waiting > self._max_waiting:
                self._displace()
        _await(turn)
        return turn

    def give_way(self, turn: Turn, pause: Callable[[], None]) -> bool:
        """Pause work if a client waits that has had less time, until it is its turn again.

        Return whether it was paused.

        Raises:
            BusyError: it is not to go on.
        """
        with self._lock:
            now = self._clock()
            first = self._first(now)
            if first is None or self._rank(first, now) + _MARGIN_S > self._rank(turn, now):
                return False
            ours = self._clients[turn.client]
            pause()
            turn.ready.clear()
            ours.count(turn, now)
            ours.waiting.appendleft(turn)
            self._start_next()
        _await(turn)
        return True

    def end(self, turn: Turn, *, in_vain: bool = False) -> None:
        """End a turn that was taken; do nothing if it was refused since."""
        with self._lock:
            if turn.refusal:
                return
            ours = self._clients[turn.client]
            ours.count(turn, self._clock())
            if in_vain:
                ours.waste(turn)
            self._start_next()
            self._forget()

    def stop(self) -> None:
        """Refuse everything that waits, and everything to come."""
        with self._lock:
            self._is_ending = True
            for client in self._clients.values():
                while client.waiting:
                    self._refuse(client, _ENDING)

    def _first(self, now: float) -> Turn | None:
        """Return the turn that is next, of those that wait."""
        waiting = (turn for client in self._clients.values() for turn in client.waiting)
        return min(waiting, key=lambda turn: self._rank(turn, now), default=None)

    def _rank(self, turn: Turn, now: float) -> float:
        """Return what decides which turn is next: the least."""
        client = self._clients[turn.client]
        had = turn.had + (now - turn.began if turn in client.running else 0)
        return client.used_by(now) + (_HANDICAP_S if had >= _LONG_S else 0)

    def _start_next(self) -> None:
        while self.running < self._places:
            now = self._clock()
            turn = self._first(now)
            if turn is None:
                return
            client = self._clients[turn.client]
            client.waiting.remove(turn)
            turn.began = now
            client.running.append(turn)
            turn.ready.set()

    def _displace(self) -> None:
        """Take a place from the client that has the most."""
        now = self._clock()
        waiting = (client for client in self._clients.values() if client.waiting)
        most = max(waiting, key=lambda one: (one.places, self._rank(one.waiting[-1], now)))
        self._refuse(most, _BUSY)

    def _refuse(self, client: _Client, reason: str) -> None:
        turn = client.waiting.pop()
        turn.refusal = reason
        client.waste(turn)
        turn.ready.set()

    def _forget(self) -> None:
        if len(self._clients) > _MAX_REMEMBERED:
            now = self._clock()
            self._clients = {
                name: client
                for name, client in self._clients.items()
                if client.places or client.used_by(now) > _MARGIN_S
            }


def _await(turn: Turn) -> None:
    turn.ready.wait()
    if turn.refusal:
        raise BusyError(turn.refusal)
