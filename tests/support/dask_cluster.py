"""A real Dask cluster on this machine: a scheduler, and workers in processes of their own."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from distributed import Client, LocalCluster, WorkerPlugin

from wildwood.kernel.interruption import Item

MEMORY = "500MB"
"""What a worker can use; its nanny ends it if it uses more."""


@contextmanager
def running_cluster(workers: int) -> Iterator[LocalCluster]:
    """Start a cluster whose workers have a thread each."""
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=MEMORY,
        dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster


def kill_a_worker(cluster: LocalCluster) -> None:
    """Kill a worker with SIGKILL; its nanny starts another one."""
    with Client(cluster, set_as_default=False) as client:
        pids = client.run(os.getpid)
    os.kill(min(pids.values()), signal.SIGKILL)


@dataclass
class KillWorkers:
    """Progress that kills a worker in the middle of each kind of work, with tasks still to do."""

    cluster: LocalCluster
    killed: list[str] = field(default_factory=list)
    """The kinds of work in whose middle a worker was killed."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Implement `Progress`."""
        for number, item in enumerate(items):
            if number == total // 2:
                kill_a_worker(self.cluster)
                self.killed.append(what)
            yield item


class SlowTasks(WorkerPlugin):
    """Makes each task of a worker start later."""

    def __init__(self, pause_s: float) -> None:
        self._pause_s = pause_s
        self.pauses = 0

    def transition(self, key: object, start: object, finish: object, **_: object) -> None:
        """Pause before a task is executed."""
        del key, start
        if finish == "executing":
            self.pauses += 1
            time.sleep(self._pause_s)
