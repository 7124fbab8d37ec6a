"""A full disk, or a file that is too large: one sentence, and the old files stay as they were.

For any user, a limit on the size of files takes the place of a full disk. If the tests run as
root, a full file system is mounted, too (if not, the last lines that pytest prints say so).
"""

import gzip
import os
import re
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.fork_server import Completed, ForkServer, run_program
from tests.support.installation import Installation
from tests.support.mongod import USUAL_JOURNAL, write_mongod
from tests.support.servers import end_servers, servers
from tests.support.state import state
from tests.support.waiting import wait_for

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
SMALL = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
LARGE = tuple(
    Record(f"RePEc:nbr:nberwo:{number}", ("Anna Smith",), (f"{os.urandom(60).hex()} {number}",))
    for number in range(400)
)
"""Papers whose rif takes 100 kB, and not much less if it is compressed."""

SERVER_ENDED = re.compile(
    r"Error: (\S+mongod exited with status \d+: the disk of \S+/db is full"
    r"|MongoDB at the private server (refused: |did not answer |does not answer )[^{}\n]+)\.\n"
)
"""The server exits as it starts or later, or continues without what it has no room for."""

REBUILD, STAGING = ["rebuild", "--workers", "1"], r"\.wildwood_all-\w+/"
PLAIN, PACKED = f"{SECOND}.amf.xml", "20150312.amf.xml.gz"
COMMANDS = [
    pytest.param([SECOND], "", PLAIN, id="an issue"),
    pytest.param(REBUILD, STAGING, PACKED, id="a rebuild"),
    pytest.param([SECOND], "", PACKED, id="a packed issue", marks=pytest.mark.long),
    pytest.param(REBUILD, STAGING, PLAIN, id="a rebuild, not packed", marks=pytest.mark.long),
]

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]


def run_limited(words: list[str]) -> None:
    """Run Wildwood in this process, in which no file can grow beyond 9,000 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
    run_program(words)


Program = Callable[[list[str]], None]


def run(
    server: ForkServer,
    wildwood: Installation,
    arguments: list[str],
    program: Program = run_program,
) -> Completed:
    return server.call(program, ["wildwood", *arguments, "--config", str(wildwood.config)])


@contextmanager
def mounted(place: Path, size: str) -> Iterator[None]:
    """Mount a file system of a given size."""
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)
    try:
        yield
    finally:
        # The kernel ends the threads of a server one by one, and they have its files open.
        wait_for(lambda: subprocess.run(["umount", place], check=False).returncode == 0)


def grow(wildwood: Installation, name: str) -> None:
    """Store two small issues; then replace the rif of the second by a large one of this name."""
    wildwood.issue(FIRST, SMALL)
    wildwood.issue(SECOND, SMALL)
    assert wildwood.run("rebuild").exit_code == 0
    (wildwood.us / f"{SECOND}.amf.xml").unlink()
    content = rif(*LARGE)
    (wildwood.us / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)


@pytest.mark.parametrize(("arguments", "place", "name"), COMMANDS)
class TestAPsRif:
    def test_that_is_too_large_is_named_and_everything_stays_as_it_was(
        self,
        fork_server: ForkServer,
        installation: Installation,
        arguments: list[str],
        place: str,
        name: str,
    ) -> None:
        grow(installation, name)
        what = f"{place}{re.escape(name)}: File too large"
        self.assert_refused(fork_server, installation, arguments, what, run_limited)

    @pytest.mark.root
    def test_without_room_is_named_and_everything_stays_as_it_was(
        self,
        fork_server: ForkServer,
        installation: Installation,
        arguments: list[str],
        place: str,
        name: str,
    ) -> None:
        with mounted(installation.ps, "20k"):
            grow(installation, name)
            what = f"{place}{re.escape(name)}: No space left on device"
            self.assert_refused(fork_server, installation, arguments, what, run_program)

    @staticmethod
    def assert_refused(
        server: ForkServer,
        wildwood: Installation,
        arguments: list[str],
        what: str,
        program: Program,
    ) -> None:
        before = state(wildwood)
        done = run(server, wildwood, arguments, program)
        sentence = rf"Error: Cannot write {re.escape(str(wildwood.ps))}/{what}\.\n"
        assert re.fullmatch(sentence, done.stderr), done.stderr
        assert (done.returncode, done.stdout) == (1, "")
        assert state(wildwood) == before


@pytest.mark.root
class TestThePrivateDatabase:
    @pytest.fixture
    def private(
        self,
        fork_server: ForkServer,
        installation: Installation,
        monkeypatch: pytest.MonkeyPatch,
    ) -> Iterator[Installation]:
        """Store two small issues on a private server with a journal of the usual size."""
        write_mongod(installation.home / "mongod", USUAL_JOURNAL)
        monkeypatch.setenv("PATH", str(installation.home), prepend=os.pathsep)
        with tempfile.TemporaryDirectory(prefix="w") as home:
            made = Installation(Path(home), "", installation.database)
            made.us.mkdir()
            paths = "".join(f'{name} = "{home}/{name}"\n' for name in ("us", "ps", "db"))
            made.config.write_text(f"[paths]\n{paths}", encoding="utf-8")
            with mounted(made.home / "db", "330m"):
                made.issue(FIRST, SMALL)
                made.issue(SECOND, SMALL)
                assert run(fork_server, made, ["rebuild"]).returncode == 0
                yield made
                end_servers(made.home / "db")

    @pytest.mark.parametrize(
        ("arguments", "room"),
        [
            pytest.param([SECOND], 0, id="as an issue starts it"),
            pytest.param(["rebuild"], 100_000, id="as a rebuild fills it"),
        ],
    )
    def test_without_room_is_reported_and_repaired_when_there_is_room_again(
        self, fork_server: ForkServer, private: Installation, arguments: list[str], room: int
    ) -> None:
        before = ps_files(private), stored(fork_server, private)
        private.issue(SECOND, *LARGE)
        filler = fill(private.home / "db", room)
        with short_timeout(private):
            done = run(fork_server, private, arguments)
        assert servers(private.home / "db") == []
        filler.unlink()
        # The journal has room beforehand, so a small issue can be stored all the same.
        if done.returncode or room:
            assert done.returncode == 1
            assert SERVER_ENDED.fullmatch(done.stderr), done.stderr
            assert (ps_files(private), stored(fork_server, private)) == before
            assert run(fork_server, private, arguments).returncode == 0
        assert stored(fork_server, private) == (
            "stored   2 issues with 401 papers, the newest of 2015-03-12"
        )
        assert servers(private.home / "db") == []


@contextmanager
def short_timeout(private: Installation) -> Iterator[None]:
    """Set a timeout for a server that goes on without answering."""
    usual = private.config.read_text(encoding="utf-8")
    private.config.write_text(f"{usual}[mongodb]\ntimeout_s = 1\n", encoding="utf-8")
    yield
    private.config.write_text(usual, encoding="utf-8")


def ps_files(private: Installation) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in private.ps.iterdir()}


def stored(server: ForkServer, private: Installation) -> str:
    return run(server, private, ["status"]).stdout.splitlines()[0]


def fill(folder: Path, room: int) -> Path:
    """Fill the file system of a folder with a file, and leave this many bytes free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))
    os.truncate(filler, filler.stat().st_size - room)
    return filler
