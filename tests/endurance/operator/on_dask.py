"""Rebuilds on a Dask cluster, one of whose workers may run another version of the code."""

import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from distributed import Client, LocalCluster

from tests.endurance.operator.code_version import CURRENT, CodeVersion
from tests.endurance.operator.scene import Scene
from tests.support.dask_cluster import running_cluster

_WORKERS = 2
_ALIKE = 0.6


@dataclass
class DaskRebuild:
    """The operation, with its cluster, which starts when it is used first."""

    folder: Path
    """Where to write what a worker imports when it starts."""
    _closing: ExitStack = field(default_factory=ExitStack)
    _cluster: LocalCluster | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def rebuild_on_dask(self, scene: Scene, chance: random.Random) -> object:
        """Rebuild; all workers mostly run the same version of the code as this process."""
        cluster = self._started()
        other = scene.code if chance.random() < _ALIKE else CodeVersion(1 - scene.code.output)
        with Client(cluster, set_as_default=False) as client:
            client.run(CodeVersion.apply, scene.code)
            first = min(client.scheduler_info()["workers"])
            client.run(CodeVersion.apply, other, workers=[first])
        words = ["rebuild", "--cluster", cluster.scheduler_address]
        return other, scene.run(*words).exit_code

    def _started(self) -> LocalCluster:
        if self._cluster is None:
            with CURRENT.in_processes(self.folder / "site"):
                self._cluster = self._closing.enter_context(running_cluster(_WORKERS))
        return self._cluster
