"""A cluster for all tests of this folder."""

from collections.abc import Iterator

import dask
import pytest
from distributed import LocalCluster

from tests.support.dask_cluster import running_cluster


@pytest.fixture(scope="package", autouse=True)
def _forked_workers() -> Iterator[None]:
    """Fork workers from a process that has imported Dask, instead of starting Python for each."""
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        yield


@pytest.fixture(scope="package")
def cluster() -> Iterator[LocalCluster]:
    """Start a scheduler and two workers."""
    with running_cluster(workers=2) as started:
        yield started
