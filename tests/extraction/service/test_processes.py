"""Work in processes with limits."""

import ctypes
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from wildwood.extraction import crf
from wildwood.extraction.data import (
    BusyError,
    LimitExceededError,
    NothingToExtractError,
    WorkerKilledError,
)
from wildwood.extraction.sandbox import Access
from wildwood.extraction.service.processes import CLIENT, WorkError, Workers, workers
from wildwood.extraction.service.worker import WorkLimits

from tests.support.job_workers import workers_for
from tests.support.waiting import TIMEOUT_S, wait_for

LIMITS = WorkLimits(processes=1, waiting=1, seconds=TIMEOUT_S, memory_bytes=256 << 20)


def refuse() -> None:
    raise NothingToExtractError("There is no text.")


def fail() -> None:
    raise ValueError("Not so.")


def lie() -> str:
    """Report an error that is none of the extraction's."""
    os.write(3, b'{"error": "SystemExit", "message": "Not so."}')
    os._exit(0)


def babble() -> None:
    os.write(3, b"[" * 1_000_000)
    os._exit(0)


def grow() -> int:
    return len(b"x" * 2**31)


def crash() -> None:
    ctypes.string_at(0)


def wait_to_be_killed(identity: Path) -> None:
    identity.write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def label_many_words() -> None:
    crf.label_fields(crf.CITATIONS, crf.tokenize("A title (vol " * 20_000))


def work_until(started: Path, end: Path) -> None:
    """Create a file, and wait for another one."""
    started.write_text("")
    while not end.exists():
        time.sleep(0.01)


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    """Start workers from a server that knows a secret."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WILDWOOD_MONGODB_URI", "mongodb://user:password@host/")
        with workers_for(__name__, LIMITS) as started:
            yield started


def test_the_result_comes_from_another_process(pool: Workers) -> None:
    assert pool.run(os.getpid) != os.getpid()


def test_each_call_has_a_process_of_its_own(pool: Workers) -> None:
    assert pool.run(os.getpid) != pool.run(os.getpid)


def test_ctrl_c_does_not_reach_a_process(pool: Workers) -> None:
    """Ctrl-C goes to a group of processes."""
    assert pool.run(os.getpgrp) != os.getpgrp()


def test_what_the_server_knows_is_not_inherited(pool: Workers) -> None:
    assert "password" in str(environment())
    assert "password" not in str(pool.run(environment))


def environment() -> dict[str, str]:
    return dict(os.environ)


def test_an_error_arrives_unchanged(pool: Workers) -> None:
    with pytest.raises(NothingToExtractError, match="There is no text"):
        pool.run(refuse)


@pytest.mark.parametrize("function", [fail, lie])
def test_any_other_error_is_one_of_the_work(pool: Workers, function: Callable[[], object]) -> None:
    with pytest.raises(WorkError, match="Not so"):
        pool.run(function)


def test_a_process_that_was_taken_over_cannot_break_the_server(pool: Workers) -> None:
    with pytest.raises(LimitExceededError, match="crashes the process"):
        pool.run(babble)


def test_work_that_takes_too_long_is_ended_and_the_next_is_done(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pool.killed
    with monkeypatch.context() as patch:
        patch.setattr(pool, "_limits", replace(LIMITS, seconds=0.5))
        with pytest.raises(LimitExceededError, match=r"more than 0\.5 s to process"):
            pool.run(time.sleep, 3600)
    assert (pool.run(abs, -1), pool.killed) == (1, before + 1)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (grow, "more than 64 MB of memory"),
        (crash, "crashes the process"),
        pytest.param(label_many_words, "more than 64 MB of memory", id="in the CRF library"),
    ],
)
def test_work_that_takes_too_much_memory_is_ended_and_the_next_is_done(
    pool: Workers, monkeypatch: pytest.MonkeyPatch, work: object, message: str
) -> None:
    monkeypatch.setattr(pool, "_limits", replace(LIMITS, memory_bytes=64 << 20))
    with pytest.raises(LimitExceededError, match=message):
        pool.run(work)  # type: ignore[arg-type]
    assert pool.run(abs, -1) == 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_killed_from_outside_is_not_the_fault_of_the_document(
    pool: Workers, tmp_path: Path, number: signal.Signals
) -> None:
    identity = tmp_path / "pid"
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(
            pool.run, wait_to_be_killed, identity, access=Access(scratch=(tmp_path,))
        )
        wait_for(lambda: identity.exists() and identity.read_text())
        os.kill(int(identity.read_text()), number)
        with pytest.raises(WorkerKilledError, match="was killed; try again in a moment"):
            call.result()
    assert pool.run(abs, -1) == 1


def test_a_file_can_be_as_large_as_the_memory(pool: Workers) -> None:
    assert pool.run(resource.getrlimit, resource.RLIMIT_FSIZE) == [256 << 20, 256 << 20]


def test_work_without_a_place_is_refused_at_once(pool: Workers, tmp_path: Path) -> None:
    started, end = tmp_path / "started", tmp_path / "end"
    access = Access(scratch=(tmp_path,))
    with ThreadPoolExecutor(3) as threads:
        calls = [
            threads.submit(pool.run, work_until, started, end, access=access) for _ in range(3)
        ]
        done, accepted = wait(calls, return_when=FIRST_COMPLETED)
        for refused in done:
            with pytest.raises(BusyError, match="All workers are busy"):
                refused.result()
        assert len(accepted) == 2
        end.touch()
        assert [call.result() for call in accepted] == [None, None]


def test_what_has_begun_is_finished_while_another_client_waits(
    pool: Workers, tmp_path: Path
) -> None:
    started, end = tmp_path / "started", tmp_path / "end"
    access = Access(scratch=(tmp_path,))

    def run(client: str, *work: object) -> object:
        CLIENT.set(client)
        return pool.run(*work, access=access)  # type: ignore[arg-type]

    with ThreadPoolExecutor(2) as threads:
        before = pool.killed
        long = threads.submit(run, "long", work_until, started, end)
        wait_for(started.exists)
        other = threads.submit(run, "other", abs, -1)
        wait_for(lambda: pool.turns.counts[1] == 1)
        end.touch()
        assert (long.result(), other.result(), pool.killed) == (None, 1, before)


def test_a_process_ends_with_the_program_that_started_it_which_is_started_again(
    pool: Workers, tmp_path: Path
) -> None:
    identity = tmp_path / "pid"
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(
            pool.run, wait_to_be_killed, identity, access=Access(scratch=(tmp_path,))
        )
        wait_for(lambda: identity.exists() and identity.read_text())
        process = psutil.Process(int(identity.read_text()))
        program = process.parent()
        assert program
        program.kill()
        with pytest.raises(WorkerKilledError):
            call.result()
        process.wait(TIMEOUT_S)
        program.wait(TIMEOUT_S)
    assert pool.run(abs, -1) == 1


def test_waiting_work_is_refused_when_the_pool_ends(tmp_path: Path) -> None:
    started, access = tmp_path / "started", Access(scratch=(tmp_path,))
    with ThreadPoolExecutor(2) as threads:
        with workers(LIMITS) as ending:
            calls = [
                threads.submit(ending.run, work_until, started, tmp_path / "never", access=access)
                for _ in range(2)
            ]
            wait_for(started.exists)
        for call in calls:
            with pytest.raises(BusyError, match="is shutting down"):
                call.result()
        with pytest.raises(BusyError, match="is shutting down"):
            ending.run(abs, -1)
