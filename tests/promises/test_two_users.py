"""A system user owns the database, and an editor with another account works beside it."""

import os
import pwd
import re
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.fork_server import ForkedProcess, ForkServer
from tests.support.other_user import run_as
from tests.support.waiting import wait_for

FIRST, SECOND = "2015-03-05", "2015-03-12"
ABOUT = ("Trade and Growth in Open Economies",)
EARLIER, LATER = (Record(f"RePEc:abc:{one}", ("Paul Krugman",), ABOUT) for one in "12")
PAIR = (EARLIER.handle, LATER.handle)
OWNER, EDITOR = "daemon", "nobody"
OWNER_ID = pwd.getpwnam(OWNER).pw_uid
ENVIRONMENT = {"PATH": os.defpath, "HOME": "/nonexistent"}
CONFIG = """
[paths]
us = "us"
ps = "ps"
db = "db"
decisions = "decisions/decisions.csv"
"""

pytestmark = pytest.mark.root


@dataclass(frozen=True)
class Server:
    """An installation on a server with users."""

    home: Path
    processes: ForkServer

    @property
    def decisions(self) -> Path:
        return self.home / "decisions"

    def start(self, user: str, *words: str) -> ForkedProcess:
        """Start `wildwood` as a user without a home directory; its stderr goes to a file."""
        return self.processes.start(
            run_as, user, self._words(words), stderr=self.stderr, environment=ENVIRONMENT
        )

    @property
    def stderr(self) -> Path:
        return self.home / "stderr"

    def run(self, user: str, *words: str) -> tuple[int, str, str]:
        """Run `wildwood` as a user; return its status and what it prints on stdout and stderr."""
        done = self.processes.call(run_as, user, self._words(words), environment=ENVIRONMENT)
        return done.returncode, done.stdout, done.stderr

    def messages(self) -> str:
        """Return what a command that has been started has printed on stderr so far."""
        return self.stderr.read_text("utf-8") if self.stderr.exists() else ""

    def _words(self, words: Iterable[str]) -> list[str]:
        return [*words, "--config", str(self.home / "wildwood.toml")]


@contextmanager
def installed(processes: ForkServer) -> Iterator[Server]:
    """Store two issues as the owner; the second one repeats a paper of the first."""
    with tempfile.TemporaryDirectory(prefix="w") as home:
        made = Server(Path(home), processes)
        made.home.chmod(0o755)
        for name in ("us", "ps", "db", "decisions"):
            (made.home / name).mkdir()
        for name in ("ps", "db", "decisions"):
            os.chown(made.home / name, OWNER_ID, -1)
        (made.home / "db").chmod(0o700)
        (made.home / "wildwood.toml").write_text(CONFIG, encoding="utf-8")
        (made.home / "us" / f"{FIRST}.amf.xml").write_bytes(rif(EARLIER))
        (made.home / "us" / f"{SECOND}.amf.xml").write_bytes(rif(LATER))
        status, _, stderr = made.run(OWNER, "rebuild", "-q")
        assert status == 0, stderr
        yield made


@pytest.fixture(scope="module")
def server(fork_server: ForkServer) -> Iterator[Server]:
    """Make an installation for all tests that leave it as it is."""
    with installed(fork_server) as made:
        yield made


@pytest.fixture
def own_server(fork_server: ForkServer) -> Iterator[Server]:
    """Make an installation for one test."""
    with installed(fork_server) as made:
        yield made


@pytest.fixture
def closed_folder(server: Server) -> Iterator[Path]:
    """Make the directory of the decisions that of root."""
    os.chown(server.decisions, 0, -1)
    yield server.decisions
    os.chown(server.decisions, OWNER_ID, -1)


def refusal(server: Server) -> str:
    return (
        f"The private database {server.home / 'db'} belongs to the user {OWNER}; run this command"
        f" as that user, with sudo -H -u {OWNER}."
    )


@pytest.mark.parametrize("user", [EDITOR, "root"])
@pytest.mark.parametrize("words", [["status"], ["explain", *PAIR]], ids=["status", "explain"])
def test_a_command_that_needs_the_database_says_whose_it_is(
    server: Server, user: str, words: list[str]
) -> None:
    assert server.run(user, *words) == (1, "", f"Error: {refusal(server)}\n")


def test_an_editor_is_shown_the_pairs_of_a_ps_rif(server: Server) -> None:
    status, stdout, stderr = server.run(EDITOR, "show", SECOND)
    assert (status, EARLIER.handle in stdout, LATER.titles[0].split()[0] in stdout) == (
        0,
        True,
        True,
    )
    assert stderr == (
        f"Warning: {refusal(server)} Here, earlier papers have no names and titles.\n"
    )


@pytest.mark.parametrize("user", [EDITOR, OWNER])
def test_a_review_that_could_store_no_decision_does_not_begin(
    server: Server, closed_folder: Path, user: str
) -> None:
    message = (
        f"Error: {closed_folder / 'decisions.csv'} cannot be written: this user cannot write in"
        f" {closed_folder}; change the rights of that directory, or set paths.decisions to a"
        " file elsewhere.\n"
    )
    assert server.run(user, "review", SECOND, "--no-browser") == (1, "", message)


def test_what_is_decided_as_the_owner_counts_in_the_next_run(own_server: Server) -> None:
    with own_server.start(OWNER, "review", SECOND, "--no-browser") as process:
        address = wait_for(lambda: re.search(r"http://\S+/", own_server.messages()))
        decision = f"id,similar_id,decision\n{LATER.handle},{EARLIER.handle},different\n"
        for page, body in (("decisions", decision), ("done", "")):
            urllib.request.urlopen(f"{address[0]}{page}", body.encode()).close()
        assert process.wait() == 0
    assert own_server.run(OWNER, "latest", "--stale", "-q") == (0, "", "")
    assert own_server.run(EDITOR, "show", SECOND, "--json", "-q")[:2] == (0, "[]\n")
