"""Work in processes that have limits."""

import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from wildwood.extraction.errors import BusyError, LimitExceededError, NothingToExtractError
from wildwood.extraction.fields import sequence
from wildwood.extraction.service.processes import Workers, WorkLimits, workers


def refuse() -> None:
    raise NothingToExtractError("There is no text.")


def grow() -> int:
    return len(b"x" * 2**31)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def label_much() -> None:
    sequence.label_fields("citations", sequence.tokenize("A title (vol " * 60_000))


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    with workers(WorkLimits(processes=1, waiting=1, seconds=1, memory_bytes=512 << 20)) as made:
        yield made


def test_the_result_comes_from_another_process(pool: Workers) -> None:
    assert pool.run(os.getpid) != os.getpid()


def test_a_refusal_arrives_as_it_is(pool: Workers) -> None:
    with pytest.raises(NothingToExtractError, match="There is no text"):
        pool.run(refuse)


@pytest.mark.parametrize(
    ("work", "arguments", "sentence"),
    [
        (time.sleep, (60,), r"more than 1 s of work"),
        (grow, (), r"more than 512 MB of memory"),
        (kill_itself, (), r"ends the program"),
    ],
)
def test_what_passes_a_limit_is_ended_and_the_next_one_is_served(
    pool: Workers, work: object, arguments: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(LimitExceededError, match=sentence):
        pool.run(work, *arguments)  # type: ignore[arg-type]
    assert pool.run(abs, -1) == 1


def test_what_is_too_much_for_a_model_passes_the_limit_of_memory() -> None:
    with (
        workers(WorkLimits(processes=1, waiting=0, seconds=60, memory_bytes=512 << 20)) as patient,
        pytest.raises(LimitExceededError, match="more than 512 MB of memory"),
    ):
        patient.run(label_much)


def test_a_file_may_be_no_larger_than_the_memory(pool: Workers) -> None:
    assert pool.run(resource.getrlimit, resource.RLIMIT_FSIZE) == (512 * 2**20, 512 * 2**20)


def test_who_finds_no_place_is_told_so_at_once(pool: Workers) -> None:
    begun = threading.Barrier(3)

    def slow() -> None:
        begun.wait()
        pool.run(time.sleep, 0.6)

    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(slow) for _ in range(2)]
        begun.wait()
        time.sleep(0.2)
        began = time.monotonic()
        with pytest.raises(BusyError):
            pool.run(abs, -1)
        assert time.monotonic() - began < 0.2
        for one in both:
            one.result()


def test_who_waits_when_the_pool_ends_is_let_go() -> None:
    limits = WorkLimits(processes=1, waiting=1, seconds=60, memory_bytes=512 << 20)
    with ThreadPoolExecutor(2) as threads:
        with workers(limits) as ending:
            both = [threads.submit(ending.run, time.sleep, 60) for _ in range(2)]
            time.sleep(0.5)
        for one in both:
            with pytest.raises(BusyError, match="is ending"):
                one.result(timeout=5)
        with pytest.raises(BusyError, match="is ending"):
            ending.run(abs, -1)
