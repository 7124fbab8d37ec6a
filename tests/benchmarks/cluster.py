"""Measure a rebuild on a cluster of local workers, and compare its results with a plain rebuild's.

usage: python -m tests.benchmarks.cluster WORKPLACE PAPERS|US [--workers 1 2] [--disturbed]

The first argument after the workplace is a size, of which a corpus is created in WORKPLACE if it is
missing, or a directory of rifs. A mongod is started for the time of the program. Each line has the
seconds, the processor seconds of all workers and the most memory that a worker had. With
`--disturbed`, a rebuild in which a worker is killed in the middle of each kind of work follows, and
one in which each task of one worker starts a second later. A result that differs ends the program.
"""

import argparse
import filecmp
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil
from distributed import Client, LocalCluster
from pymongo import MongoClient

from wildwood.kernel.interruption import Item, Progress, no_progress
from wildwood.kernel.settings import load_config
from wildwood.nep.cluster import fill_on_cluster
from wildwood.nep.cluster_tasks import connected
from wildwood.nep.job import job_of
from wildwood.nep.outcome import Outcome, Run
from wildwood.nep.rebuild import RebuildOptions, rebuild
from wildwood.nep.session import writing_store

from tests.benchmarks.workplace import corpus
from tests.support.dask_cluster import KillWorkers, SlowTasks, running_cluster
from tests.support.mongod import free_port, is_listening, mongod_command

_INTERVAL_S = 0.1
_DATABASES = ("plain", "cluster")


@dataclass
class Watch:
    """What the workers of a cluster use, measured until `stop`."""

    cluster: LocalCluster
    ps: Path
    peak_mb: float = 0.0
    processor_s: float = 0.0
    files_mb: float = 0.0
    """The most that tasks left for each other at one time."""
    _seen_s: dict[int, float] = field(default_factory=dict)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure in the block."""
        stopped = threading.Event()
        before = self._look()
        watcher = threading.Thread(target=self._run, args=(stopped,))
        watcher.start()
        try:
            yield
        finally:
            stopped.set()
            watcher.join()
            self.processor_s = self._look() - before

    def _run(self, stopped: threading.Event) -> None:
        while not stopped.wait(_INTERVAL_S):
            self._look()
            sizes = map(_size, self.ps.glob(".*-tasks/*"))
            self.files_mb = max(self.files_mb, sum(sizes) / 2**20)

    def _look(self) -> float:
        for nanny in list(self.cluster.workers.values()):
            process = nanny.process
            if process is None or process.pid is None:
                continue
            try:
                worker = psutil.Process(process.pid)
                self.peak_mb = max(self.peak_mb, worker.memory_info().rss / 2**20)
                times = worker.cpu_times()
            except psutil.NoSuchProcess:
                continue
            self._seen_s[process.pid] = times.user + times.system
        return sum(self._seen_s.values())


def _size(path: Path) -> int:
    """Return the size of a file; 0 if it was removed meanwhile."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


@dataclass
class Stages:
    """Progress that measures how long each kind of work takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: Progress = no_progress

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Implement `Progress`."""
        began = time.monotonic()
        yield from self.inner(items, total, what)
        self.seconds[what] = time.monotonic() - began

    def __str__(self) -> str:
        return ", ".join(f"{what} {seconds:.1f}" for what, seconds in self.seconds.items())


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run a mongod with an empty database; yield its URI."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    port = free_port()
    command = mongod_command(folder, port, "--logpath", folder / "log")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            while not is_listening(port):
                time.sleep(_INTERVAL_S)
            yield f"mongodb://127.0.0.1:{port}/"
        finally:
            process.terminate()


def configuration(home: Path, us: Path, name: str, uri: str) -> Path:
    """Write the configuration of one of the two installations."""
    path = home / f"{name}.toml"
    shutil.rmtree(home / name, ignore_errors=True)
    path.write_text(
        f'[paths]\nus = "{us}"\nps = "{home / name}"\ndb = "{home / "db"}"\n'
        f'[mongodb]\nuri = "{uri}"\ndatabase = "{name}"\n',
        encoding="utf-8",
    )
    return path


def rebuild_on(cluster: LocalCluster, config_file: Path, progress: Progress) -> None:
    """Rebuild on a cluster."""
    config = load_config(config_file)
    job = job_of(config)
    job.ps.prepare()
    outcome = Outcome()
    with (
        connected(cluster.scheduler_address) as found,
        writing_store(config, "benchmark") as store,
    ):
        fill = partial(fill_on_cluster, found, config.mongodb)
        rebuild(Run(job, store, outcome, progress), RebuildOptions(fill=fill))
    if outcome.omissions:
        sys.exit("\n".join(outcome.omissions))


def compare(home: Path, uri: str) -> None:
    """End the program if the ps rifs or the papers and issues of both installations differ."""
    folders = filecmp.dircmp(home / "plain", home / "cluster", hide=[])
    names = folders.common_files
    _, different, errors = filecmp.cmpfiles(folders.left, folders.right, names, shallow=False)
    if folders.left_only or folders.right_only or different or errors or folders.subdirs:
        sys.exit(f"The ps rifs differ: {[*folders.left_only, *folders.right_only, *different]}")
    with MongoClient[dict[str, Any]](uri) as client:
        hashes = [client[name].command("dbHash")["collections"] for name in _DATABASES]
    for name in ("handles", "issues", "similar"):
        if hashes[0][name] != hashes[1][name]:
            sys.exit(f"The collections {name} differ.")
    print(f"         {len(names)} ps rifs, handles, issues and similar are equal")


@dataclass(frozen=True)
class Place:
    """The directory of both installations, their server, and the configuration of one of them."""

    home: Path
    uri: str
    config: Path


def measure(place: Place, cluster: LocalCluster, what: str, inner: Progress = no_progress) -> None:
    """Rebuild on a cluster, print what it took, and compare the results."""
    shutil.rmtree(place.home / "cluster", ignore_errors=True)
    with MongoClient[dict[str, Any]](place.uri) as client:
        client.drop_database("cluster")
    watch, stages = Watch(cluster, place.home / "cluster"), Stages(inner=inner)
    began, ours = time.monotonic(), time.process_time()
    with watch.watching():
        rebuild_on(cluster, place.config, stages)
    seconds, ours = time.monotonic() - began, time.process_time() - ours
    print(
        f"{seconds:8.1f} s  {what}: {watch.processor_s:.1f} processor s of workers, {ours:.1f} of"
        f" scheduler and command;\n         at most {watch.peak_mb:.0f} MB in a worker,"
        f" {watch.files_mb:.0f} MB of files\n         {stages}",
        flush=True,
    )
    compare(place.home, place.uri)


def main() -> None:
    """Measure what the command line says."""
    parser = argparse.ArgumentParser(description="Measure the rebuild on a cluster.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers")
    parser.add_argument("--workers", type=int, nargs="*", default=[2])
    parser.add_argument("--disturbed", action="store_true")
    given = parser.parse_args()
    if given.papers.isdecimal():
        home = corpus(given.workplace, int(given.papers)).parent
        us = home / "us"
    else:
        home, us = given.workplace.absolute(), Path(given.papers).absolute()
    with server(home / "mongod") as uri:
        plain, config = (configuration(home, us, name, uri) for name in _DATABASES)
        place = Place(home, uri, config)
        began = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "wildwood", "-q", "rebuild", "--config", plain], check=True
        )
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(
            f"{time.monotonic() - began:8.1f} s  plain, on this machine:"
            f" {used.ru_utime + used.ru_stime:.1f} processor s",
            flush=True,
        )
        for workers in given.workers:
            with running_cluster(workers) as cluster:
                measure(place, cluster, f"{workers} workers")
        if given.disturbed:
            disturbed(place)


def disturbed(place: Place) -> None:
    """Measure with two workers, one of them killed again and again, then one of them slow."""
    with running_cluster(2) as cluster:
        kills = KillWorkers(cluster)
        measure(place, cluster, "a worker killed in each stage", kills)
        print(f"         killed while {', '.join(kills.killed)}", flush=True)
    with running_cluster(2) as cluster:
        with Client(cluster, set_as_default=False) as client:
            slow = min(client.run(lambda: None))
            client.run(_slow_down, workers=[slow])
        measure(place, cluster, "one worker a second slower a task")


def _slow_down(dask_worker: Any) -> None:
    dask_worker.plugins["slow"] = SlowTasks(1.0)


if __name__ == "__main__":
    main()
