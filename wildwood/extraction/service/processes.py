"""Run work on documents in confined processes that have limits of time and memory.

Clients of the service take turns.
"""

import json
import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from multiprocessing import connection
from pathlib import Path
from typing import Any, BinaryIO

from wildwood.extraction import data, documents
from wildwood.extraction.sandbox import Access, confinement
from wildwood.extraction.service import worker
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.worker import MAX_JOB_BYTES, STATUS, Job, WorkLimits
from wildwood.kernel.text import counted

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # address, network or name of a key
OWNER: ContextVar[str] = ContextVar("OWNER", default="")  # key whose documents it reaches, or none
HAS_BEGUN: ContextVar[bool] = ContextVar("HAS_BEGUN", default=False)  # then no job is refused

MAX_WAIT_S = 60.0  # how long a job waits for its turn
_KEPT_S = 30.0  # how long a refused client keeps its place
_KILLED = "The process that read the document was killed; try again in a moment."
_ENDING = "The service is shutting down; try again in a moment."


@dataclass(slots=True, eq=False)
class Turn:
    client: str
    asked: float
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
        self.taken, self.waited = 0, 0.0  # turns that were taken, and how many seconds they waited

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
                raise data.BusyError(_ENDING)
        return turn

    def ask(self, client: str, *, has_begun: bool = False) -> Turn:
        """Return a turn that waits or is ready; work that has begun is not refused."""
        with self._lock:
            if self._is_ending:
                raise data.BusyError(_ENDING)
            is_full = len(self._running) == self._places and self._ahead(client) >= self._max_ahead
            if is_full and not has_begun:
                raise self._refused(client)
            turn = Turn(client, self._clock())
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

    def _refused(self, client: str) -> data.BusyError:
        now, present = self._clock(), {turn.client for turn in (*self._waiting, *self._running)}
        self._line[client] = now + _KEPT_S
        self._line = {
            name: until for name, until in self._line.items() if name in present or until > now
        }
        return data.BusyError("All workers are busy; try again in a moment.")

    def _start_next(self) -> None:
        while self._waiting and len(self._running) < self._places:
            at_work = {turn.client for turn in self._running}
            jobs = {turn.client: turn for turn in reversed(self._waiting)}  # the first of each
            present = [client for client in self._line if client in jobs]
            # The first client without a running job, or else the first.
            turn = jobs[min(present, key=at_work.__contains__)]
            self._waiting.remove(turn)
            self._running.append(turn)
            self.waited += self._clock() - turn.asked
            self.taken += 1
            turn.ready.set()


_MAX_RESULT_BYTES = 256 << 20
PROGRAM = "from wildwood.extraction.service import worker; worker.main()"
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "TZ")
"""What processes see of the environment; other variables can be secret."""


class Nursery:
    """The program that starts the processes of jobs, seen from the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - it is this Python
                [sys.executable, "-P", "-c", PROGRAM, str(theirs.fileno())],
                pass_fds=[theirs.fileno()], start_new_session=True, stdin=subprocess.DEVNULL,
                env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                     "OPENBLAS_NUM_THREADS": "1"},
            )  # fmt: skip

    def run(self, job: Job, end: int) -> tuple[bytes, int]:
        """Return what a job writes and its exit status; raise `BusyError` if `end` can be read."""
        with self._lock:
            try:
                status, result = self._start_job(job)
            except (OSError, data.WorkerKilledError):  # the program has ended
                self._end()
                self._start()
                status, result = self._start_job(job)
        with status, result:  # the process is killed when its status is closed
            code = _wait(status, job.limits.seconds, end)
            result.seek(0)
            return result.read(_MAX_RESULT_BYTES), code

    def _start_job(self, job: Job) -> tuple[socket.socket, BinaryIO]:
        message = pickle.dumps(job)
        assert len(message) <= MAX_JOB_BYTES  # noqa: S101 - documents are passed as files
        status, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        result = os.fdopen(os.memfd_create("result"), "rb")
        try:
            with theirs:
                socket.send_fds(self._socket, [message], [result.fileno(), theirs.fileno()])
            _received(status)
        except BaseException:
            result.close()
            status.close()
            raise
        return status, result

    def _end(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        with self._lock:
            self._end()


def _wait(status: socket.socket, seconds: float, end: int) -> int:
    """Return the exit status of a process."""
    ready = connection.wait((end, status), seconds)
    if end in ready:
        raise data.BusyError(_ENDING)
    if not ready:
        raise data.LimitExceededError(f"The document takes more than {seconds:g} s to process.")
    return _received(status)


def _received(status: socket.socket) -> int:
    with suppress(ConnectionError):
        if message := status.recv(STATUS.size):
            return int(STATUS.unpack(message)[0])
    raise data.WorkerKilledError(_KILLED)


_LOG = logging.getLogger(__name__)
_FROM_OUTSIDE = frozenset((-signal.SIGHUP, -signal.SIGKILL, -signal.SIGTERM))
"""From an operator, or the OOM killer when the machine, not one process, lacks memory."""
_NOTHING = Access()


class WorkError(Exception):
    """The work failed with an error of its own; the message is its traceback."""


class Workers:
    """Do jobs, a number at the same time, each in a confined process of its own."""

    def __init__(self, limits: WorkLimits) -> None:
        self._limits = limits
        self.turns = Turns(limits.processes, limits.waiting)
        self._end = os.eventfd(0)
        self._nursery = Nursery()
        self.killed = 0  # processes that were ended with their job

    def stop(self) -> None:
        """Make all calls of `run` raise `BusyError`, those that wait and those to come."""
        self.turns.stop()
        os.eventfd_write(self._end, 1)

    def close(self) -> None:
        self.stop()
        self._nursery.close()

    def run(self, function: Callable[..., Any], *arguments: Any, access: Access = _NOTHING) -> Any:
        """Return what a function returns in a process of its own: what JSON can represent.

        Raises:
            BusyError: it would wait for too long, or the service ends before the function returns.
            LimitExceededError: the function exceeds a limit, or its process crashes.
            WorkerKilledError: something from outside ends the process.
            WorkError: the function fails.
        """
        answer, status = self._run_job(function, arguments, access)
        self._check(status)
        try:
            described = json.loads(answer)
        except (ValueError, RecursionError, MemoryError) as error:
            raise self._crashed() from error
        if "result" in described:
            return described["result"]
        raise self._error(str(described.get("error")), str(described.get("message")))

    def run_program(self, function: Callable[..., Any], *arguments: Any, access: Access) -> int:
        """Call a function that replaces its process by a program; return the exit status."""
        answer, status = self._run_job(function, arguments, access)
        if answer:
            described = json.loads(answer)
            raise self._error(described["error"], described["message"])
        if status < 0:
            self._check(status)
        return status

    @contextmanager
    def turn(self) -> Iterator[None]:
        taken = self.turns.take(CLIENT.get(), has_begun=HAS_BEGUN.get())
        HAS_BEGUN.set(True)
        try:
            yield
        finally:
            self.turns.end(taken)

    def _run_job(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], access: Access
    ) -> tuple[bytes, int]:
        with self.turn():
            try:
                return self._nursery.run(Job(function, arguments, access, self._limits), self._end)
            except BaseException:
                self.killed += 1
                raise

    def _check(self, status: int) -> None:
        if status in _FROM_OUTSIDE:
            raise data.WorkerKilledError(_KILLED)
        if status:
            raise self._crashed()

    def _crashed(self) -> data.LimitExceededError:
        return data.LimitExceededError(
            f"The document takes more than {self._limits.memory_bytes >> 20} MB of memory"
            " to process, or crashes the process that reads it."
        )

    def _error(self, name: str, message: str) -> Exception:
        """Return the error that a process describes; it can only be one of these."""
        kind = getattr(data, name, None)
        if isinstance(kind, type) and issubclass(kind, data.ExtractionError):
            return kind(message)
        if name == FileNotFoundError.__name__:
            return FileNotFoundError(message)
        if name == MemoryError.__name__:
            return self._crashed()
        return WorkError(message)


def workers(limits: WorkLimits) -> closing[Workers]:
    for shortcoming in confinement().shortcomings:
        _LOG.warning(shortcoming)
    return closing(Workers(limits))


_BATCH_CHARACTERS = 10_000  # the length of the references of one job, about


def parse_citations(workers: Workers, texts: Sequence[str]) -> list[data.Citation]:
    batches = data.grouped(
        texts, lambda batch, text: sum(map(len, batch)) + len(text) <= _BATCH_CHARACTERS
    )
    parsed = [item for batch in batches for item in workers.run(worker.parse_references, batch)]
    return list(typed(data.Kind.CITATIONS, parsed))


_MAX_PAGES = 100  # pages of a scan; each takes some seconds, while other clients have their turns


def read_scan(workers: Workers, document: Path, folder: Path, languages: str) -> Path:
    """Return a PDF of the text of a scan; each page is a job with limits of its own."""
    count = workers.run(documents.page_count, document, access=Access(read=(document,)))
    if count > _MAX_PAGES:
        fault = f"The scan has {counted(count, 'page')}; at most {_MAX_PAGES} are read."
        raise data.NothingToExtractError(fault)
    writable = Access(read=(document,), scratch=(folder,))
    program = Access(scratch=(folder,), programs=documents.TESSERACT_FILES)
    picture, pages = folder / "page.png", [folder / f"{number}.pdf" for number in range(count)]
    for number, page in enumerate(pages):
        resolution = workers.run(documents.draw_page, document, number, picture, access=writable)
        status = workers.run_program(
            worker.recognise, picture, page, resolution, languages, access=program
        )
        if status or not page.is_file():
            fault = f"Tesseract cannot read the scan; check that it has the models of {languages}."
            raise data.NothingToExtractError(fault)
    target = folder / "recognised.pdf"
    workers.run(documents.join_pages, pages, target, access=writable)
    return target
