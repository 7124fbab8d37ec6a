"""Rebuilds on a Dask cluster, one of whose workers may run another version of the code."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client, LocalCluster

from tests.endurance.operator.code_version import CURRENT, CodeVersion
from tests.endurance.operator.scene import Scene
from tests.support.dask_cluster import running_cluster

WORKERS = 2


@dataclass(frozen=True)
class DaskRebuild:
    """The operation; an object, since it needs a cluster."""

    cluster: LocalCluster
    __name__ = "rebuild_on_dask"

    def __call__(self, scene: Scene, chance: random.Random) -> object:
        """Rebuild; all workers mostly run the same version of the code as this process."""
        other = scene.code if chance.random() < 0.6 else CodeVersion(1 - scene.code.output)
        with Client(self.cluster, set_as_default=False) as client:
            client.run(CodeVersion.apply, scene.code)
            first = min(client.scheduler_info()["workers"])
            client.run(CodeVersion.apply, other, workers=[first])
        words = ["rebuild", "--cluster", self.cluster.scheduler_address]
        return other, scene.run(*words).exit_code


@contextmanager
def dask_rebuild(folder: Path) -> Iterator[DaskRebuild]:
    """Start a cluster whose workers have the constants of this version of the tests."""
    with CURRENT.in_processes(folder / "site"), running_cluster(WORKERS) as cluster:
        yield DaskRebuild(cluster)
