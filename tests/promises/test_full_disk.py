"""A disk that is full and a file that may not grow: one sentence, and the old files whole.

A limit on the size of files does as a full disk for any user; where the tests run as root, a
file system that is full is mounted, too (else the last lines that pytest prints say so).
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from wildwood.model import Record

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.servers import end_servers, servers

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
SMALL = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
LARGE = tuple(
    Record(f"RePEc:nbr:nberwo:{number}", ("Anna Smith",), (f"{os.urandom(60).hex()} {number}",))
    for number in range(400)
)
"""Papers whose rif takes 100 kB, compressed or not little less."""

PROGRAM = "import sys; from wildwood.cli.program import main; main()"
LIMITED = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); {PROGRAM}"
"""A wildwood whose files may not grow beyond 9,000 bytes."""

SERVER_ENDED = re.compile(
    r"Error: (\S+mongod exited with status \d+: the disk of \S+/db is full"
    r"|MongoDB at the private server (refused: |did not answer |does not answer )[^{}\n]+)\.\n"
)
"""It ends as it starts or later, or goes on without what it has no room for."""

COMMANDS = [
    pytest.param([SECOND], "", id="an issue"),
    pytest.param(["rebuild", "--workers", "1"], r"\.wildwood_all-\w+/", id="a rebuild"),
]

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]


def run(
    wildwood: Installation, arguments: list[str], program: str = PROGRAM
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program, *arguments, "--config", str(wildwood.config)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def state(wildwood: Installation) -> State:
    """All documents of every collection, and all files below the ps directory."""
    database, ps = wildwood.database, wildwood.ps
    return (
        {
            name: list(database[name].find().sort("_id"))
            for name in sorted(database.list_collection_names())
        },
        {str(path.relative_to(ps)): path.read_bytes() for path in ps.rglob("*") if path.is_file()},
    )


@contextmanager
def mounted(place: Path, size: str) -> Iterator[None]:
    """A file system of that size."""
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def grown(wildwood: Installation, name: str) -> None:
    """Two small issues, rebuilt; then the second one has a large rif of this name."""
    wildwood.issue(FIRST, SMALL)
    wildwood.issue(SECOND, SMALL)
    assert wildwood.run("rebuild").exit_code == 0
    (wildwood.us / f"{SECOND}.amf.xml").unlink()
    content = rif(*LARGE)
    (wildwood.us / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)


@pytest.mark.parametrize("name", [f"{SECOND}.amf.xml", "20150312.amf.xml.gz"])
@pytest.mark.parametrize(("arguments", "place"), COMMANDS)
class TestAPsRif:
    def test_that_may_not_grow_is_named_and_all_stays_as_it_was(
        self, installation: Installation, arguments: list[str], place: str, name: str
    ) -> None:
        grown(installation, name)
        what = f"{place}{re.escape(name)}: File too large"
        self.assert_refused(installation, arguments, what, LIMITED)

    if os.geteuid() == 0:

        def test_that_finds_no_room_is_named_and_all_stays_as_it_was(
            self, installation: Installation, arguments: list[str], place: str, name: str
        ) -> None:
            with mounted(installation.ps, "20k"):
                grown(installation, name)
                what = f"{place}{re.escape(name)}: No space left on device"
                self.assert_refused(installation, arguments, what, PROGRAM)

    @staticmethod
    def assert_refused(
        wildwood: Installation, arguments: list[str], what: str, program: str
    ) -> None:
        before = state(wildwood)
        done = run(wildwood, arguments, program)
        sentence = rf"Error: Cannot write {re.escape(str(wildwood.ps))}/{what}\.\n"
        assert re.fullmatch(sentence, done.stderr), done.stderr
        assert (done.returncode, done.stdout) == (1, "")
        assert state(wildwood) == before


if os.geteuid() == 0:

    class TestThePrivateDatabase:
        @pytest.fixture
        def private(self, installation: Installation) -> Iterator[Installation]:
            with tempfile.TemporaryDirectory(prefix="w") as home:
                made = Installation(Path(home), "", installation.database)
                made.us.mkdir()
                paths = "".join(f'{name} = "{home}/{name}"\n' for name in ("us", "ps", "db"))
                made.config.write_text(
                    f"[paths]\n{paths}[mongodb]\ntimeout_s = 5\n", encoding="utf-8"
                )
                with mounted(made.home / "db", "330m"):
                    made.issue(FIRST, SMALL)
                    made.issue(SECOND, SMALL)
                    assert run(made, ["rebuild"]).returncode == 0
                    yield made
                    end_servers(made.home / "db")

        @pytest.mark.parametrize(
            ("arguments", "room"),
            [
                pytest.param([SECOND], 0, id="as an issue starts it"),
                pytest.param(["rebuild"], 100_000, id="as a rebuild fills it"),
            ],
        )
        def test_that_finds_no_room_is_said_and_healed_where_there_is_some(
            self, private: Installation, arguments: list[str], room: int
        ) -> None:
            before = ps_files(private), stored(private)
            private.issue(SECOND, *LARGE)
            filler = fill(private.home / "db", room)
            done = run(private, arguments)
            assert servers(private.home / "db") == []
            filler.unlink()
            # What has room in the journal, which is there beforehand, is stored all the same.
            if done.returncode or room:
                assert done.returncode == 1
                assert SERVER_ENDED.fullmatch(done.stderr), done.stderr
                assert (ps_files(private), stored(private)) == before
                assert run(private, arguments).returncode == 0
            assert stored(private) == "stored   2 issues with 401 papers, the newest of 2015-03-12"
            assert servers(private.home / "db") == []

    def ps_files(private: Installation) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in private.ps.iterdir()}

    def stored(private: Installation) -> str:
        return run(private, ["status"]).stdout.splitlines()[0]

    def fill(folder: Path, room: int) -> Path:
        """Fill the file system of a folder with a file, but for so many bytes."""
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        os.truncate(filler, filler.stat().st_size - room)
        return filler
