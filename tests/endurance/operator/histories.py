"""Histories: steps on an installation that was empty before."""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from pymongo import MongoClient

from wildwood.cli.status import status as status_command

from tests.endurance.operator import operations, rare
from tests.endurance.operator.code_version import CURRENT
from tests.endurance.operator.fresh import FreshRebuilds
from tests.endurance.operator.healing import heal
from tests.endurance.operator.on_dask import DaskRebuild
from tests.endurance.operator.operations import Operation
from tests.endurance.operator.pairs import check_pairs
from tests.endurance.operator.scene import Scene, ViolationError
from tests.support.fork_server import ForkServer
from tests.support.mongod import Mongod

_WEIGHTS: Mapping[Operation, float] = {**operations.WEIGHTS, **rare.WEIGHTS, heal: 18}
_DASK_WEIGHT = 0.3
_SEEDS = 1_000_000
_VERIFIED = 0.1
_CAN_VERIFY = any("--verify" in parameter.opts for parameter in status_command.params)


@dataclass(frozen=True)
class Step:
    """An operation, with the seed of all that it draws."""

    name: str
    seed: int

    def __str__(self) -> str:
        return f"{self.name}:{self.seed}"

    @classmethod
    def of(cls, text: str) -> Self:
        name, _, seed = text.partition(":")
        return cls(name, int(seed))


@dataclass
class History:
    """The steps that were run, what they told, and the violation that ended them."""

    steps: list[Step] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    wells: int = 0
    violation: ViolationError | None = None


@dataclass
class Bench:
    """The servers and folders that all histories use, one after the other."""

    folder: Path
    client: MongoClient[dict[str, Any]]
    fork_server: ForkServer
    fresh: FreshRebuilds
    operations: Mapping[str, Operation]
    weights: Mapping[str, float]
    """How often each operation is drawn."""
    commands: Counter[str] = field(default_factory=Counter)

    @classmethod
    @contextmanager
    def on(cls, folder: Path, server: Mongod) -> Iterator[Self]:
        """Make a bench on a server."""
        with (
            MongoClient[dict[str, Any]](server.host, server.port) as client,
            ForkServer() as fork_server,
            DaskRebuild(folder) as dask,
        ):
            weights: dict[Operation, float] = {**_WEIGHTS, dask.rebuild_on_dask: _DASK_WEIGHT}
            operations = {operation.__name__: operation for operation in weights}
            drawn = {operation.__name__: weight for operation, weight in weights.items()}
            try:
                yield cls(folder, client, fork_server, FreshRebuilds(folder), operations, drawn)
            finally:
                CURRENT.apply()

    def without(self, names: Collection[str]) -> Self:
        """Return this bench without some operations."""
        weights = {name: self.weights[name] for name in self.weights if name not in names}
        return replace(self, weights=weights)

    def draw(self, chance: random.Random, length: int) -> list[Step]:
        """Draw the steps of a history, whose last one heals."""
        names, weights = [*self.weights], [*self.weights.values()]
        drawn = chance.choices(names, weights, k=max(length - 1, 0))
        return [Step(name, chance.randrange(_SEEDS)) for name in [*drawn, heal.__name__]]

    def play(self, steps: Sequence[Step]) -> History:
        """Run steps on an empty installation, until a violation."""
        history = History()
        scene = Scene(self.folder / "home", self.client, self.fork_server, "home", self.commands)
        for step in steps:
            history.steps.append(step)
            try:
                told = self.operations[step.name](scene, random.Random(step.seed))
                history.told.append(f"{step} {told}")
                history.wells += self._check(scene, random.Random(step.seed))
            except ViolationError as violation:
                history.violation = violation
            except Exception as error:  # noqa: BLE001 - the history that leads to it is printed
                history.violation = ViolationError(f"the operator fails: {error!r}")
            if history.violation:
                history.told.append(f"{step} {history.violation}")
                break
        return history

    def _check(self, scene: Scene, chance: random.Random) -> bool:
        """Check what must always be true; return whether status is well."""
        status = scene.status()
        if not status.is_well:
            return False
        check_pairs(scene)
        try:
            self.fresh.compare(scene)
        except ViolationError as violation:
            if _CAN_VERIFY and scene.verify().exit_code == 0:
                raise ViolationError(f"{violation.kind}, nor does --verify see it") from violation
            raise
        if _CAN_VERIFY and chance.random() < _VERIFIED:
            options = chance.choice([[], ["--sample", "2"]])
            verified = scene.verify(*options)
            if verified.exit_code != 0:
                raise ViolationError("well, but --verify is not", verified.output)
        return True
