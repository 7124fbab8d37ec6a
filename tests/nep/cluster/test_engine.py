"""Tasks on a Dask cluster, and what is said if they cannot run."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster, Status, get_worker

from wildwood.kernel.errors import RifError, WildwoodError, WorkerError
from wildwood.kernel.interruption import Item, no_progress
from wildwood.nep import cluster_tasks
from wildwood.nep.cluster_tasks import Cluster, connected

from tests.support.dask_cluster import running_cluster
from tests.support.installation import Installation


@pytest.fixture
def found(cluster: LocalCluster) -> Iterator[Cluster]:
    with connected(cluster.scheduler_address) as opened:
        yield opened


def test_results_come_in_order(found: Cluster) -> None:
    calls = [partial(abs, -number) for number in range(20)]
    assert found.results(calls, "counting", no_progress) == list(range(20))


def test_the_error_of_a_task_is_raised(found: Cluster) -> None:
    with pytest.raises(RifError, match="a reason"):
        found.results([partial(_refuse, "a reason")], "refusing", no_progress)


def _refuse(message: str) -> None:
    raise RifError(message)


@pytest.fixture
def doomed_cluster() -> Iterator[LocalCluster]:
    """Start a cluster for a test that ends it, or its worker."""
    with running_cluster(workers=1) as started:
        yield started


def test_a_task_that_kills_its_workers_is_given_up(
    doomed_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doomed_cluster.scheduler, "allowed_failures", 0)
    refusal = pytest.raises(WorkerError, match="Several workers were killed at the same task")
    with connected(doomed_cluster.scheduler_address) as found, refusal:
        found.results([_kill_own_worker], "killing", no_progress)


def _kill_own_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_scheduler_that_is_gone_ends_the_work(doomed_cluster: LocalCluster) -> None:
    def closing(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        del total, what
        for item in items:
            doomed_cluster.close()
            yield item

    refusal = pytest.raises(WorkerError, match=r"tcp://.* does not answer any more; nothing was")
    with connected(doomed_cluster.scheduler_address) as found, refusal:
        found.results([partial(abs, -1), partial(_work_until_closed)], "waiting", closing)


def _work_until_closed() -> int:
    """Work as long as the worker runs, which could not close at once otherwise."""
    while get_worker().status is Status.running:
        time.sleep(0.01)
    return 0


def test_a_worker_that_does_not_see_the_files_is_refused(found: Cluster, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"The worker tcp://.* does not see .*absent"):
        found.check([tmp_path, tmp_path / "absent"])


def test_a_worker_with_other_code_is_refused(
    found: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version has other code, and so has a checkout that was changed."""
    monkeypatch.setattr(cluster_tasks, "CODE", "0")
    with pytest.raises(WorkerError, match=r"The worker tcp://.* runs other code than this command"):
        found.check([])


def test_a_worker_without_wildwood_is_refused() -> None:
    missing = ModuleNotFoundError("No module named 'wildwood'")
    with pytest.raises(WorkerError, match=r"cannot run Wildwood \(No module named 'wildwood'\)"):
        cluster_tasks._check_worker("tcp://worker:1", missing)  # noqa: SLF001


def test_a_cluster_without_workers_is_refused_and_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_tasks, "_ALONE_S", 1)
    with running_cluster(workers=0) as empty, connected(empty.scheduler_address) as found:
        with pytest.raises(WorkerError, match="has no workers; start some: dask worker tcp://"):
            found.check([])
        with pytest.raises(WorkerError, match="has had no worker for 1 s; nothing was changed"):
            found.results([partial(abs, -1)], "waiting", no_progress)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_an_address_at_which_no_scheduler_answers_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_tasks, "_CONNECT_S", 0.5)
    refusal = pytest.raises(WildwoodError, match=f"No Dask scheduler answers at {address}")
    with refusal, connected(address):
        pass


def test_the_private_server_is_refused(installation: Installation, cluster: LocalCluster) -> None:
    text = installation.config.read_text(encoding="utf-8").replace(installation.uri, "")
    installation.config.write_text(text, encoding="utf-8")
    done = installation.run("rebuild", "--cluster", cluster.scheduler_address)
    assert done.exit_code == 1
    assert "--cluster needs a MongoDB that all workers reach; set mongodb.uri" in done.output
    assert not installation.ps.exists()
