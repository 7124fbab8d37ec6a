"""Two `wildwood screen harvest` at once do not write into one folder."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.archives import folder_of
from wildwood.screening.harvest_folder import HarvestFolder

from tests.support.fork_server import ForkedProcess, ForkServer, run_program
from tests.support.harvested import records_in
from tests.support.installation import Installation
from tests.support.oai_archives import Holdings, SimulatedArchive, Stateless, serving_archives
from tests.support.screening import configure

LIMIT_S = 20

Harvest = Callable[[Path], ForkedProcess]


class Waits(Stateless):
    """It answers when it may."""

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        self.is_asked, self.may_answer = threading.Event(), threading.Event()

    def answer(self, query: Mapping[str, str]) -> bytes:
        self.is_asked.set()
        assert self.may_answer.wait(LIMIT_S)
        return super().answer(query)


@pytest.fixture
def archive() -> Iterator[SimulatedArchive]:
    holdings = Holdings("a", 6)
    archive = SimulatedArchive(holdings, Waits(holdings))
    with serving_archives([archive]):
        yield archive


@pytest.fixture
def repository(archive: SimulatedArchive) -> Waits:
    assert isinstance(archive.repository, Waits)
    return archive.repository


@pytest.fixture
def out(installation: Installation) -> Path:
    configure(installation, "")
    return installation.home / "harvested"


@pytest.fixture
def harvest(
    fork_server: ForkServer,
    installation: Installation,
    archive: SimulatedArchive,
    repository: Waits,
) -> Harvest:
    """A function that starts a harvest and waits until it has asked the archive."""

    def start(out: Path) -> ForkedProcess:
        words = ["wildwood", "screen", "harvest", archive.url, "--out", str(out)]
        started = fork_server.start(run_program, [*words, "--config", str(installation.config)])
        assert repository.is_asked.wait(LIMIT_S)
        return started

    return start


def sentence(folder: Path, process: int) -> str:
    holder = f"process {process} on {socket.gethostname()}"
    return f"Cannot harvest into {folder}: {holder} does; wait until it has ended."


def test_the_second_names_the_folder_and_the_first(
    installation: Installation,
    harvest: Harvest,
    archive: SimulatedArchive,
    repository: Waits,
    out: Path,
) -> None:
    with harvest(out) as first:
        second = installation.run("screen", "harvest", archive.url, "--out", str(out))
        assert (second.exit_code, second.stderr) == (1, f"Error: {sentence(out, first.pid)}\n")
        repository.may_answer.set()
        assert first.wait() == 0
    assert records_in(HarvestFolder(out)) == archive.holdings.expected()


def test_one_of_many_leaves_out_the_archive_of_the_first(
    installation: Installation,
    harvest: Harvest,
    archive: SimulatedArchive,
    repository: Waits,
    out: Path,
) -> None:
    holdings = Holdings("b", 2)
    free = SimulatedArchive(holdings, Stateless(holdings))
    with serving_archives([free]):
        folder = folder_of(archive.url, out).path
        with harvest(folder) as first:
            both = installation.run("screen", "harvest", archive.url, free.url, "--out", str(out))
            repository.may_answer.set()
            first.wait()
    assert both.exit_code == 1
    assert sentence(folder, first.pid) in both.stderr
    assert records_in(folder_of(free.url, out)) == holdings.expected()
    assert records_in(HarvestFolder(folder)) == archive.holdings.expected()


def test_a_process_that_was_killed_keeps_no_folder(
    installation: Installation,
    harvest: Harvest,
    archive: SimulatedArchive,
    repository: Waits,
    out: Path,
) -> None:
    with harvest(out) as first:
        first.kill()
    repository.may_answer.set()
    assert installation.run("screen", "harvest", archive.url, "--out", str(out)).exit_code == 0


def test_a_lock_that_tells_no_process_is_of_another_one(tmp_path: Path) -> None:
    folder = HarvestFolder(tmp_path)
    with folder.locked():
        (tmp_path / "harvest.lock").write_bytes(b"\xff\x00")
        with pytest.raises(InputError, match="another process does"), folder.locked():
            pass
