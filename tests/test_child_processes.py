"""Processes that Ctrl-C does not reach, from their first moment on."""

import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from wildwood import child_processes


def send_blocked_signals(connection: Connection) -> None:
    connection.send(set(signal.pthread_sigmask(signal.SIG_BLOCK, [])))


def test_ctrl_c_does_not_reach_a_process_even_the_first_that_is_started() -> None:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    with child_processes.out_of_reach():
        process = context.Process(target=send_blocked_signals, args=(theirs,))
        process.start()
    assert ours.recv() == {signal.SIGINT}
    process.join()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()
