"""The worker processes of a rebuild: results in order, and an end that needs no explanation."""

import errno
import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

import pytest

from wildwood.kernel.errors import WorkerError
from wildwood.nep import workers as workers_module
from wildwood.nep.workers import out_of_reach, processes_for, workers


def own_process(_item: int) -> int:
    return os.getpid()


def blocked_signals(_item: int) -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, []))


def die(item: int) -> int:
    """Die of a signal at the third item, as a process does when memory runs out."""
    if item == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


@pytest.mark.parametrize("processes", [1, 2])
def test_the_results_come_in_the_order_of_the_items(processes: int) -> None:
    with workers(processes) as ordered_map:
        assert list(ordered_map(str, range(30))) == list(map(str, range(30)))


def test_a_worker_with_other_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It starts while the files are replaced by those of another version."""
    monkeypatch.setattr(workers_module, "CODE", "0")
    refusal = pytest.raises(WorkerError, match="Wildwood was updated while it ran; run the command")
    with workers(2) as ordered_map, refusal:
        list(ordered_map(str, [1]))


@pytest.mark.parametrize(("rifs", "most", "used"), [(49, 4, 1), (50, 4, 2), (500, 4, 4)])
def test_few_rifs_need_few_processes(rifs: int, most: int, used: int) -> None:
    assert processes_for(rifs, most) == used


def test_one_process_needs_no_worker() -> None:
    with workers(1) as ordered_map:
        assert list(ordered_map(own_process, [1])) == [os.getpid()]


def test_ctrl_c_does_not_reach_a_worker_even_while_it_starts() -> None:
    with workers(2) as ordered_map:
        assert list(ordered_map(blocked_signals, [1])) == [{signal.SIGINT}]
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()


KILLED = (
    "A worker process was killed, perhaps because memory ran out; nothing was changed. Run the"
    " command again, with fewer --workers."
)
NOT_STARTED = (
    "Cannot start worker processes: Resource temporarily unavailable; run wildwood_all --workers 1."
)


def test_a_worker_that_is_killed_is_one_error() -> None:
    with workers(2) as ordered_map, pytest.raises(WorkerError) as caught:
        list(ordered_map(die, range(30)))
    assert str(caught.value) == KILLED


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError("handle is closed"), KILLED),  # as a pool that is about to notice it raises
        (ValueError("bad value(s) in fds_to_keep"), KILLED),
        (OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)), NOT_STARTED),
    ],
    ids=["pipe closed", "number used again", "limit"],
)
def test_a_pool_that_takes_no_task_says_why(
    monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def refuse(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("wildwood.nep.workers.ProcessPoolExecutor.submit", refuse)
    with workers(2) as ordered_map, pytest.raises(WorkerError) as caught:
        list(ordered_map(own_process, range(3)))
    assert str(caught.value) == message


def test_workers_that_cannot_be_started_are_reported_with_what_they_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_semaphores(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("wildwood.nep.workers.ProcessPoolExecutor", without_semaphores)
    with pytest.raises(WorkerError) as caught, workers(2):
        pass
    assert str(caught.value) == (
        "Cannot start worker processes: Read-only file system; make /dev/shm writable, or run"
        " wildwood_all --workers 1."
    )


def send_blocked_signals(connection: Connection) -> None:
    connection.send(set(signal.pthread_sigmask(signal.SIG_BLOCK, [])))


def test_ctrl_c_does_not_reach_a_process_even_the_first_that_is_started() -> None:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    with out_of_reach():
        process = context.Process(target=send_blocked_signals, args=(theirs,))
        process.start()
    assert ours.recv() == {signal.SIGINT}
    process.join()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()
