"""A cluster for all tests of this folder."""

from collections.abc import Iterator

import dask
import pytest
from distributed import LocalCluster
from distributed.utils import get_mp_context

from tests.support.dask_cluster import running_cluster


@pytest.fixture(scope="package", autouse=True)
def _forked_workers() -> Iterator[None]:
    """Fork workers from a process that has imported their tasks; Python is not started for each."""
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        context = get_mp_context()
        context.set_forkserver_preload(["distributed", "wildwood.nep.cluster_tasks"])
        yield


@pytest.fixture(scope="package")
def cluster() -> Iterator[LocalCluster]:
    """Start a scheduler and two workers."""
    with running_cluster(workers=2) as started:
        yield started
