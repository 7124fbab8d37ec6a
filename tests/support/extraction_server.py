"""A server of the extraction of a test's own, and how a client speaks to it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from pymongo import MongoClient

from tests.support.paths import PAPERS

DUST = PAPERS / "10.21105.jose.00200.pdf"
ROKEM = PAPERS / "10.21105.jose.00016.pdf"
TITLE = "Dust Aerosol Detection, Monitoring and Forecasting"
AUTHORS = ("Julia Wagemann", "Sabrina H. Szeto", "Simone Mantovani", "Federico Fierli")
START_S = 60
MOST_SAID = 10_000


@dataclass(frozen=True)
class Place:
    """A configuration of its own, on a database of its own."""

    home: Path
    uri: str
    database: str
    port: int

    @property
    def config(self) -> Path:
        return self.home / "wildwood.toml"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def configure(self, extra: str = "", mongodb: str = "", tables: str = "") -> None:
        """Write the configuration, with more in [extraction] and [mongodb], and more tables."""
        (self.home / "us").mkdir(exist_ok=True)
        self.config.write_text(
            f"""
            [paths]
            us = "{self.home / "us"}"
            ps = "{self.home / "ps"}"
            db = "{self.home / "db"}"
            [mongodb]
            uri = "{self.uri}"
            database = "{self.database}"
            {mongodb}
            [extraction]
            files = "{self.home / "files"}"
            port = {self.port}
            {extra}
            {tables}
            """,
            encoding="utf-8",
        )

    def wildwood(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "wildwood", *arguments, "--config", str(self.config)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    @contextmanager
    def serving(self, saying: str = "", under: tuple[str, ...] = ()) -> Iterator[httpx2.Client]:
        """A client of a server that runs meanwhile, and says this on stderr or else nothing.

        The program `under` starts the server.
        """
        wildwood = (sys.executable, "-m", "wildwood")
        command = (*under, *wildwood, "serve", "-q", "--config", str(self.config))
        with (
            subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process,
            httpx2.Client(base_url=self.url, timeout=60) as client,
        ):
            try:
                wait_for(lambda: is_up(client))
                yield client
            finally:
                process.send_signal(signal.SIGTERM)
                _, said = process.communicate(timeout=30)
            assert process.returncode == 0
            assert saying in said
            assert len(said) < MOST_SAID if saying else not said


def is_up(client: httpx2.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx2.TransportError:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def make_place(home: Path, mongod: Any) -> Iterator[Place]:
    uri = f"mongodb://{mongod.host}:{mongod.port}/"
    made = Place(home, uri, f"extraction_{os.getpid()}_{home.name[-20:]}", free_port())
    made.configure()
    yield made
    with MongoClient[dict[str, Any]](uri) as client:
        client.drop_database(made.database)


def upload(client: httpx2.Client, content: bytes, **query: str) -> httpx2.Response:
    return client.post("/extractor", content=content, params={"output": "json", **query})


def token(client: httpx2.Client, content: bytes, **query: str) -> str:
    made = upload(client, content, **query)
    assert made.status_code == 201, made.text
    return str(made.json()["token"])
