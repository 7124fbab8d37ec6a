"""Give the clients of the service turns, so that none can starve the others."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from wildwood.extraction.errors import BusyError

_MAX_REMEMBERED = 10_000
"""Clients without work whose use of time is remembered."""
_BUSY = "All workers are busy; try again in a moment."
_ENDING = "The service is shutting down; try again in a moment."


@dataclass(slots=True, eq=False)
class Turn:
    """Work of a client that waits or runs."""

    client: str
    ready: threading.Event = field(default_factory=threading.Event)
    refusal: str = ""
    began: float = 0.0
    is_long: bool = False


@dataclass(slots=True)
class _Client:
    waiting: deque[Turn] = field(default_factory=deque)
    running: list[Turn] = field(default_factory=list)
    used: float = 0.0
    """Seconds of work, compared with those of other clients."""

    @property
    def places(self) -> int:
        return len(self.waiting) + len(self.running)


class Turns:
    """Turns for work, by start-time fair queuing (Goyal, Vin and Cheng 1996).

    - The next turn is that of the client whose work has taken the least time.
    - If no place is free, the client with the most places loses its newest one that waits.
    - Work that takes long gives its place to others and goes on beside them, as long as its
      client runs no more than `places` at the same time.

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
        self._running = 0
        """Work in places, which is not long."""
        self._long = 0
        self._waiting = 0
        self._virtual = 0.0
        """The time that the client of the latest turn had used."""
        self._is_ending = False

    def take(self, client: str) -> Turn:
        """Wait for a turn, and take it.

        Raises:
            BusyError: no place is free, or the service ends.
        """
        turn = Turn(client)
        with self._lock:
            if self._is_ending:
                raise BusyError(_ENDING)
            ours = self._known(client)
            ours.waiting.append(turn)
            self._waiting += 1
            self._start_next()
            if self._waiting > self._max_waiting:
                self._displace()
        turn.ready.wait()
        if turn.refusal:
            raise BusyError(turn.refusal)
        return turn

    def lengthen(self, turn: Turn) -> bool:
        """Let other work have the place of a turn that takes long; return whether it has."""
        with self._lock:
            if not turn.is_long and self._long < self._places:
                turn.is_long = True
                self._long += 1
                self._running -= 1
                self._start_next()
            return turn.is_long

    def end(self, turn: Turn) -> None:
        """End a turn that was taken."""
        with self._lock:
            ours = self._clients[turn.client]
            ours.running.remove(turn)
            ours.used += self._clock() - turn.began
            if turn.is_long:
                self._long -= 1
            else:
                self._running -= 1
            self._start_next()
            self._forget()

    def stop(self) -> None:
        """Refuse everything that waits, and everything to come."""
        with self._lock:
            self._is_ending = True
            for client in self._clients.values():
                while client.waiting:
                    self._refuse(client, _ENDING)

    def _known(self, name: str) -> _Client:
        ours = self._clients.setdefault(name, _Client())
        if not ours.places:
            # Time in which it asked for nothing is no credit.
            ours.used = max(ours.used, self._virtual)
        return ours

    def _start_next(self) -> None:
        while self._running < self._places:
            # Long work counts for its client, so that it cannot fill all places with it.
            ready = [
                client
                for client in self._clients.values()
                if client.waiting and len(client.running) < self._places
            ]
            if not ready:
                return
            client = min(ready, key=self._time_of)
            self._virtual = max(self._virtual, client.used)
            turn = client.waiting.popleft()
            turn.began = self._clock()
            client.running.append(turn)
            self._waiting -= 1
            self._running += 1
            turn.ready.set()

    def _time_of(self, client: _Client) -> float:
        now = self._clock()
        return client.used + sum(now - turn.began for turn in client.running)

    def _displace(self) -> None:
        """Take a place from the client that has the most."""
        most = max(
            (client for client in self._clients.values() if client.waiting),
            key=lambda client: client.places,
        )
        self._refuse(most, _BUSY)

    def _refuse(self, client: _Client, reason: str) -> None:
        turn = client.waiting.pop()
        turn.refusal = reason
        self._waiting -= 1
        turn.ready.set()

    def _forget(self) -> None:
        if len(self._clients) > _MAX_REMEMBERED:
            self._clients = {
                name: client
                for name, client in self._clients.items()
                if client.places or client.used > self._virtual
            }
