"""Let the clients of the service take turns."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

from wildwood.extraction.data import BusyError

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # address, network or name of a key
OWNER: ContextVar[str] = ContextVar("OWNER", default="")  # key whose documents it reaches, or none
HAS_BEGUN: ContextVar[bool] = ContextVar("HAS_BEGUN", default=False)  # then no job is refused

MAX_WAIT_S = 60.0  # clients that are likely to wait longer for a turn are refused
_PATIENCE_S, _GRACE_S = 90.0, 30.0  # how long a job waits, and how late a refused client can return
_ENDING = "The service is shutting down; try again in a moment."


@dataclass(slots=True, eq=False)
class Turn:
    client: str
    ready: threading.Event = field(default_factory=threading.Event)
    refusal: BusyError | None = None


class _Place(deque[Turn]):
    """The place of a client in the line, with its jobs that wait."""

    kept_until = 0.0


class Turns:
    """Turns for jobs: each client in the line has one, in the order in which they came.

    A client goes to the end of the line with its further jobs, and has a second one running only if
    no other client waits. A refused client keeps its place for the next attempt.
    """

    def __init__(
        self, places: int, waiting: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lock = threading.RLock()
        self._places, self._max_ahead, self._clock = places, waiting, clock
        self._line: dict[str, _Place] = {}
        self._running: list[Turn] = []
        self._latest_start = 0.0
        self._intervals = deque([1.0 / places], maxlen=20)  # seconds per turn while all are taken
        self._is_ending = False
        self.waited = (0, 0.0)  # jobs that had a turn, and the seconds until then

    @property
    def counts(self) -> tuple[int, int]:
        with self._lock:
            return len(self._running), sum(map(len, self._line.values()))

    def take(self, client: str, *, has_begun: bool = False) -> Turn:
        began, turn = self._clock(), self.ask(client, has_begun=has_begun)
        turn.ready.wait(None if has_begun else _PATIENCE_S)
        with self._lock:
            if not turn.ready.is_set():
                self._line[client].remove(turn)
                turn.refusal = self._refused(client)
            if turn.refusal:
                raise turn.refusal
            count, seconds = self.waited
            self.waited = count + 1, seconds + self._clock() - began
        return turn

    def ask(self, client: str, *, has_begun: bool = False) -> Turn:
        """Return a turn that waits or is ready; work that has begun is not refused."""
        with self._lock:
            now = self._clock()
            kept = {
                name: place for name, place in self._line.items() if place or place.kept_until > now
            }
            self._line = kept
            if self._is_ending:
                raise BusyError(_ENDING)
            if not has_begun and self._is_too_long_for(client):
                raise self._refused(client)
            turn = Turn(client)
            self._line.setdefault(client, _Place()).append(turn)
            self._start_next()
        return turn

    def end(self, turn: Turn) -> None:
        with self._lock:
            if len(self._running) == self._places:
                self._intervals.append(self._clock() - self._latest_start)
            self._running.remove(turn)
            if turn.client in self._line:
                self._line[turn.client] = self._line.pop(turn.client)
            self._start_next()

    def stop(self) -> None:
        with self._lock:
            self._is_ending = True
            for turn in [turn for place in self._line.values() for turn in place]:
                turn.refusal = BusyError(_ENDING)
                turn.ready.set()
            self._line.clear()

    def _is_too_long_for(self, client: str) -> bool:
        if len(self._running) < self._places:
            return False
        return self._ahead(client) >= self._max_ahead or self._wait(client) > MAX_WAIT_S

    def _ahead(self, client: str) -> int:
        own = len(self._line.get(client, ()))
        ahead, rounds = own, own + 1
        for name, place in self._line.items():
            if name == client:
                rounds = own
            else:
                ahead += min(max(len(place), 1), rounds)
        return ahead

    def _wait(self, client: str) -> float:
        usual = sum(self._intervals) / len(self._intervals)
        present = (self._clock() - self._latest_start) / self._places
        return (self._ahead(client) + 1) * max(usual, present)

    def _refused(self, client: str) -> BusyError:
        """Keep the place of a client, and return the error that says when to come again."""
        seconds = math.ceil(min(max(self._wait(client) / 2, 1), MAX_WAIT_S))
        place = self._line.setdefault(client, _Place())
        place.kept_until = self._clock() + seconds + _GRACE_S
        return BusyError(f"All workers are busy; try again in {seconds} s.", seconds)

    def _start_next(self) -> None:
        while len(self._running) < self._places and any(self._line.values()):
            at_work = {turn.client for turn in self._running}
            present = [name for name, place in self._line.items() if place]
            client = min(present, key=at_work.__contains__)  # the first without a running job
            place = self._line.pop(client)
            turn = place.popleft()
            if place:  # its others come after those of all clients
                self._line[client] = place
            self._running.append(turn)
            self._latest_start = self._clock()
            turn.ready.set()
