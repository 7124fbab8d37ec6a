"""Work in processes with limits."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import pytest

from wildwood.extraction.errors import (
    BusyError,
    LimitExceededError,
    NothingToExtractError,
    WorkerKilledError,
)
from wildwood.extraction.fields import sequence
from wildwood.extraction.service.processes import Workers, WorkLimits, workers

from tests.support.waiting import TIMEOUT_S, wait_for

LIMITS = WorkLimits(processes=1, waiting=1, seconds=TIMEOUT_S, memory_bytes=256 << 20)


def refuse() -> None:
    raise NothingToExtractError("There is no text.")


def grow() -> int:
    return len(b"x" * 2**31)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def wait_to_be_killed(identity: Path) -> None:
    identity.write_text(str(os.getpid()))
    while True:
        signal.pause()


def label_many_words() -> None:
    sequence.label_fields(sequence.CITATIONS, sequence.tokenize("A title (vol " * 20_000))


def work_until(started: Path, end: Path) -> None:
    """Create a file, and wait for another one."""
    started.touch()
    while not end.exists():
        time.sleep(0.01)


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    with workers(LIMITS) as started:
        yield started


def test_the_result_comes_from_another_process(pool: Workers) -> None:
    assert pool.run(os.getpid) != os.getpid()


def test_ctrl_c_does_not_reach_a_worker_even_while_it_starts(pool: Workers) -> None:
    assert pool.run(signal.pthread_sigmask, signal.SIG_BLOCK, []) == {signal.SIGINT}


def test_an_error_arrives_unchanged(pool: Workers) -> None:
    with pytest.raises(NothingToExtractError, match="There is no text"):
        pool.run(refuse)


def test_work_that_takes_too_long_is_ended_and_the_next_is_done(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pool, "_limits", replace(LIMITS, seconds=0.5))
        with pytest.raises(LimitExceededError, match=r"more than 0\.5 s to process"):
            pool.run(time.sleep, 3600)
    assert pool.run(abs, -1) == 1


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (grow, "more than 256 MB of memory"),
        (crash, "crashes the process"),
        pytest.param(label_many_words, "more than 256 MB of memory", id="in the CRF library"),
    ],
)
def test_work_that_takes_too_much_memory_is_ended_and_the_next_is_done(
    pool: Workers, work: object, message: str
) -> None:
    with pytest.raises(LimitExceededError, match=message):
        pool.run(work)  # type: ignore[arg-type]
    assert pool.run(abs, -1) == 1


def test_a_process_killed_from_outside_is_not_the_fault_of_the_document(
    pool: Workers, tmp_path: Path
) -> None:
    identity = tmp_path / "pid"
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(pool.run, wait_to_be_killed, identity)
        wait_for(lambda: identity.exists() and identity.read_text())
        os.kill(int(identity.read_text()), signal.SIGKILL)
        with pytest.raises(WorkerKilledError, match="was killed; try again in a moment"):
            call.result()
    assert pool.run(abs, -1) == 1


def test_a_file_can_be_as_large_as_the_memory(pool: Workers) -> None:
    assert pool.run(resource.getrlimit, resource.RLIMIT_FSIZE) == (256 << 20, 256 << 20)


def test_work_without_a_place_is_refused_at_once(pool: Workers, tmp_path: Path) -> None:
    started, end = tmp_path / "started", tmp_path / "end"
    with ThreadPoolExecutor(3) as threads:
        calls = [threads.submit(pool.run, work_until, started, end) for _ in range(3)]
        done, accepted = wait(calls, return_when=FIRST_COMPLETED)
        for refused in done:
            with pytest.raises(BusyError, match="All workers are busy"):
                refused.result()
        assert len(accepted) == 2
        end.touch()
        assert [call.result() for call in accepted] == [None, None]


def test_waiting_work_is_refused_when_the_pool_ends(tmp_path: Path) -> None:
    started = tmp_path / "started"
    with ThreadPoolExecutor(2) as threads:
        with workers(LIMITS) as ending:
            calls = [
                threads.submit(ending.run, work_until, started, tmp_path / "never")
                for _ in range(2)
            ]
            wait_for(started.exists)
        for call in calls:
            with pytest.raises(BusyError, match="is shutting down"):
                call.result()
        with pytest.raises(BusyError, match="is shutting down"):
            ending.run(abs, -1)
