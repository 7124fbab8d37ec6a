"""Run a service with its own MongoDB, and measure what both use."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import psutil
from pymongo import MongoClient

from wildwood.kernel.settings import Reuse

from tests.benchmarks.experiment.server import Matching
from tests.support.mongod import free_port, is_listening, mongod_command

CLIENTS = 24
_WORKERS = 2
_CACHE_GB = 0.25
"""The least that MongoDB takes."""
_KEEP_HOURS = 0.1
"""How long uploaded documents stay, so that they need little of the disk."""
_INTERVAL_S = 0.05
_START_S = 60
_DATABASE = "experiment"
_MB = 2**20


@dataclass(frozen=True)
class Setting:
    """How a service is set up."""

    home: Path
    matching: Matching
    citations_hours: float
    store_mb: float
    reuse: Reuse = Reuse.VERIFIED
    slowness: float = 0


@dataclass(frozen=True)
class Use:
    """What a service uses at one moment."""

    processor_s: float
    """Of the server, its workers and MongoDB, since they were started."""
    server_mb: float
    mongod_mb: float
    store_mb: float
    """Of the extracted data with the fingerprints, which `store_mb` limits."""
    disk_mb: float
    """Of MongoDB's directory."""
    texts: int
    """Of which data is stored."""
    sources: dict[str, int]
    """How often data came from where, such as `header, same text`."""


@dataclass(frozen=True)
class Service:
    """A running service."""

    url: str
    uri: str
    home: Path
    _processes: tuple[psutil.Process, psutil.Process]

    def use(self) -> Use:
        """Measure."""
        server, mongod = self._processes
        everything = [server, *server.children(recursive=True)]
        with MongoClient[dict[str, Any]](self.uri) as client:
            stored = client[_DATABASE].command("collStats", "extractions")
        files = (path.stat().st_size for path in _data(self.home).rglob("*") if path.is_file())
        return Use(
            processor_s=sum(map(_processor_s, [*everything, mongod])),
            server_mb=sum(one.memory_info().rss for one in everything) / _MB,
            mongod_mb=mongod.memory_info().rss / _MB,
            store_mb=stored["size"] / _MB,
            disk_mb=sum(files) / _MB,
            texts=stored["count"],
            sources=_sources(httpx2.get(f"{self.url}/metrics").text),
        )

    def texts(self) -> dict[str, str]:
        """Return what the service calls the text of each document, by its token."""
        with MongoClient[dict[str, Any]](self.uri) as client:
            stored = client[_DATABASE]["resources"].find({}, {"text": 1})
            return {document["_id"]: document["text"] for document in stored}

    def forget_others(self, tokens: Sequence[str]) -> None:
        """Remove the data of all documents but these."""
        with MongoClient[dict[str, Any]](self.uri) as client:
            database = client[_DATABASE]
            known = database["resources"].distinct("text", {"_id": {"$in": list(tokens)}})
            database["extractions"].delete_many({"_id": {"$nin": known}})


@contextmanager
def serving(setting: Setting) -> Iterator[Service]:
    """Run a service on the database that its home has; stop it after the block."""
    _data(setting.home).mkdir(parents=True, exist_ok=True)
    port = free_port()
    options = ("--logpath", setting.home / "mongod.log", "--wiredTigerCacheSizeGB", str(_CACHE_GB))
    mongod = subprocess.Popen(
        mongod_command(_data(setting.home), port, *options), stdout=subprocess.DEVNULL
    )
    with _ended(mongod):
        _wait(lambda: is_listening(port))
        uri = f"mongodb://127.0.0.1:{port}/"
        log = setting.home / "serve.log"
        with log.open("w", encoding="utf-8") as opened:
            server = subprocess.Popen(_command(setting, uri), stderr=opened)
        with _ended(server):
            _wait(lambda: "\n" in log.read_text(encoding="utf-8"))
            (url, *_) = re.findall(r"http://[\w.:]+", log.read_text(encoding="utf-8"))
            both = psutil.Process(server.pid), psutil.Process(mongod.pid)
            yield Service(url, uri, setting.home, both)


def _sources(metrics: str) -> dict[str, int]:
    found = re.findall(r'wildwood_data_total\{kind="(.*)",source="(.*)"\} (\S+)', metrics)
    return {f"{kind}, {source}": int(float(count)) for kind, source, count in found}


def removed(home: Path) -> None:
    """Remove what a service has stored."""
    shutil.rmtree(home, ignore_errors=True)


def _command(setting: Setting, uri: str) -> list[str | Path]:
    config = setting.home / "wildwood.toml"
    paths = "".join(f'{name} = "{setting.home / name}"\n' for name in ("us", "ps", "db"))
    config.write_text(
        f'[paths]\n{paths}[mongodb]\nuri = "{uri}"\ndatabase = "{_DATABASE}"\n'
        f'[extraction]\nfiles = "{setting.home / "files"}"\nport = 0\nworkers = {_WORKERS}\n'
        f"waiting = {CLIENTS - _WORKERS}\nkeep_hours = {_KEEP_HOURS}\n"
        f"citations_hours = {setting.citations_hours}\nstore_mb = {setting.store_mb}\n"
        f'reuse = "{setting.reuse.value}"\n',
        encoding="utf-8",
    )
    program = (sys.executable, "-m", "tests.benchmarks.experiment.server")
    switches = (setting.matching.value, str(setting.slowness))
    return [*program, *switches, "serve", "--config", config]


def _data(home: Path) -> Path:
    return home / "mongod"


def _processor_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def _wait(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + _START_S
    while not is_so():
        if time.monotonic() > until:
            sys.exit("The service does not start; its log is in the workplace.")
        time.sleep(_INTERVAL_S)


@contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        process.terminate()
        process.wait()
