"""Let the clients of the service take turns."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

from wildwood.extraction.data import BusyError

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # address, network or name of a key
OWNER: ContextVar[str] = ContextVar("OWNER", default="")  # key whose documents it reaches, or none
HAS_BEGUN: ContextVar[bool] = ContextVar("HAS_BEGUN", default=False)  # then no job is refused

MAX_WAIT_S = 60.0  # how long a job waits for its turn
_KEPT_S = 30.0  # how long a refused client keeps its place
_ENDING = "The service is shutting down; try again in a moment."


@dataclass(slots=True, eq=False)
class Turn:
    client: str
    ready: threading.Event = field(default_factory=threading.Event)


class Turns:
    """Turns for jobs: each client in the line has one, in the order in which they came.

    A client goes to the end of the line with its further jobs, and has a second one running only if
    no other client waits. A refused client keeps its place for the next attempt.
    """

    def __init__(
        self, places: int, waiting: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lock = threading.Lock()
        self._places, self._max_ahead, self._clock = places, waiting, clock
        self._line: dict[str, float] = {}  # until when each client keeps its place without a job
        self._waiting: list[Turn] = []
        self._running: list[Turn] = []
        self._is_ending = False

    @property
    def counts(self) -> tuple[int, int]:
        with self._lock:
            return len(self._running), len(self._waiting)

    def take(self, client: str, *, has_begun: bool = False) -> Turn:
        turn = self.ask(client, has_begun=has_begun)
        if not turn.ready.wait(None if has_begun else MAX_WAIT_S):
            self.give_up(turn)
        with self._lock:
            if turn not in self._running:
                raise BusyError(_ENDING)
        return turn

    def ask(self, client: str, *, has_begun: bool = False) -> Turn:
        """Return a turn that waits or is ready; work that has begun is not refused."""
        with self._lock:
            if self._is_ending:
                raise BusyError(_ENDING)
            is_full = len(self._running) == self._places and self._ahead(client) >= self._max_ahead
            if is_full and not has_begun:
                raise self._refused(client)
            turn = Turn(client)
            self._waiting.append(turn)
            self._line.setdefault(client, 0.0)
            self._start_next()
        return turn

    def give_up(self, turn: Turn) -> None:
        """Raise `BusyError` if a turn still waits, which it no longer does."""
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                raise self._refused(turn.client)

    def end(self, turn: Turn) -> None:
        with self._lock:
            self._running.remove(turn)
            self._line.pop(turn.client, None)
            if any(waiting.client == turn.client for waiting in self._waiting):
                self._line[turn.client] = 0.0
            self._start_next()

    def stop(self) -> None:
        with self._lock:
            self._is_ending = True
            for turn in self._waiting:
                turn.ready.set()
            self._waiting.clear()

    def _ahead(self, client: str) -> int:
        """Return how many jobs come before another one of a client."""
        jobs = Counter(turn.client for turn in self._waiting)
        return sum(min(count, jobs[client] + 1) for count in jobs.values())

    def _refused(self, client: str) -> BusyError:
        now, present = self._clock(), {turn.client for turn in (*self._waiting, *self._running)}
        self._line[client] = now + _KEPT_S
        self._line = {
            name: until for name, until in self._line.items() if name in present or until > now
        }
        return BusyError("All workers are busy; try again in a moment.")

    def _start_next(self) -> None:
        while self._waiting and len(self._running) < self._places:
            at_work = {turn.client for turn in self._running}
            jobs = {turn.client: turn for turn in reversed(self._waiting)}  # the first of each
            present = [client for client in self._line if client in jobs]
            # The first client without a running job, or else the first.
            turn = jobs[min(present, key=at_work.__contains__)]
            self._waiting.remove(turn)
            self._running.append(turn)
            turn.ready.set()
