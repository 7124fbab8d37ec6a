"""Run commands of Wildwood that get signals at chosen calls."""

import os
import pkgutil
import signal
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import reduction
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, BinaryIO

from pymongo.synchronous.pool import Pool

from wildwood import __main__
from wildwood.nep import workers

from tests.support.fork_server import run_program


@dataclass(frozen=True)
class Moment:
    """A call of a function or method, at whose beginning a signal comes."""

    function: str
    """Such as `wildwood.nep.fresh:FreshStore.add_issue`."""
    after: int = 0
    """The number of calls before."""
    number: signal.Signals = signal.SIGTERM
    is_lost: bool = False
    """Whether Python drops the exception that the signal raises."""
    to_group: bool = False
    """Whether the workers get it, too, as from a terminal."""

    def patch(self) -> None:
        """Make the function send the signal."""
        owner_name, _, name = self.function.replace(":", ".").rpartition(".")
        owner = pkgutil.resolve_name(owner_name)
        original, calls = getattr(owner, name), 0

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == self.after + 1:
                self._send()
            return original(*arguments, **options)

        setattr(owner, name, call)

    def _send(self) -> None:
        if self.is_lost:
            _Dropped(self.number)
        elif self.to_group:
            os.killpg(os.getpid(), self.number)
        else:
            signal.raise_signal(self.number)


class _Dropped:
    """Gets a signal in its destructor, where Python drops the exception that it raises."""

    def __init__(self, number: signal.Signals) -> None:
        self._number = number

    def __del__(self) -> None:
        signal.raise_signal(self._number)


def run_with_signals(words: list[str], moments: Sequence[Moment]) -> None:
    """Run `wildwood` in this process; the moments are those of the main process, not of workers.

    With `--workers`, a rebuild uses worker processes for any number of rifs.
    """
    workers._RIFS_PER_PROCESS = 1  # noqa: SLF001
    for moment in moments:
        moment.patch()
    run_program(words)


def run_entry_point(words: list[str]) -> None:
    """Run `wildwood` or `wildwood_all` in this process from its entry point on."""
    sys.argv = words
    {"wildwood": __main__.main, "wildwood_all": __main__.main_all}[words[0]]()


def signal_with_a_lock_held(words: list[str], after: int) -> None:
    """Run `wildwood` in this process; a signal comes between a lock and the block that it guards.

    The lock is that of the driver's pool, when it takes a connection after some others.
    """
    get, enter, calls = Pool._get_conn, threading.Condition.__enter__, 0  # noqa: SLF001

    def enter_and_signal(condition: threading.Condition) -> bool:
        held = enter(condition)
        if threading.current_thread() is threading.main_thread():
            threading.Condition.__enter__ = enter  # type: ignore[method-assign]
            signal.raise_signal(signal.SIGTERM)
        return held

    def get_with_signal(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == after:
            threading.Condition.__enter__ = enter_and_signal  # type: ignore[method-assign]
        return get(*arguments, **options)

    Pool._get_conn = get_with_signal  # type: ignore[method-assign] # noqa: SLF001
    run_program(words)


def kill_a_worker(words: list[str], after: int) -> None:
    """Run `wildwood` in this process; kill a worker process when it has got some tasks.

    If another one starts then, its start waits until the pool has closed a pipe that it inherits,
    and gets the number of that pipe for one of its own.
    """
    workers._RIFS_PER_PROCESS = 1  # noqa: SLF001
    submit, dump, calls = ProcessPoolExecutor.submit, reduction.dump, 0
    lower_number = os.open(os.devnull, os.O_RDONLY)

    def submit_and_kill(pool: Any, *arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == after + 1:
            os.kill(next(iter(pool._processes)), signal.SIGKILL)  # noqa: SLF001
            reduction.dump = partial(dump_and_wait, pool._call_queue._reader)  # noqa: SLF001
            os.close(lower_number)
        return submit(pool, *arguments)

    def dump_and_wait(reader: Connection, written: object, file: BinaryIO) -> None:
        dump(written, file)
        for _ in range(100):
            if isinstance(written, BaseProcess) and not reader.closed:
                time.sleep(0.01)

    ProcessPoolExecutor.submit = submit_and_kill  # type: ignore[assignment, method-assign]
    run_program(words)
