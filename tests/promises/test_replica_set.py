"""A failover during a run: the run succeeds, and nothing that was acknowledged is lost."""

import re
import signal
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import StoreError
from wildwood.kernel.settings import MongoSettings
from wildwood.nep.connection import connect

from tests.support.at_a_step import run_with_signals
from tests.support.fork_server import Completed, ForkServer
from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.replica_set import Member, ReplicaSet, replica_set
from tests.support.snapshot import Snapshot, snapshot

Client = MongoClient[dict[str, Any]]
Result = tuple[dict[str, list[Any]], dict[str, bytes]]
"""All documents except the lock and the last run, and all ps rifs."""

FIRST, SECOND = "2015-03-05", "2015-03-12"
TIMEOUT_S = 3600
"""For runs that end before it: a run that waits for this long fails the test."""
SHORT_TIMEOUT_S = 1
NOT_ANSWERED = re.compile(r"Error: MongoDB at [\d.:,]+ did not answer within 1 s\.\n")
NO_PRIMARY = re.compile(
    r"MongoDB at [\d.:,]+ has no primary within 2 s; are most members of the replica set running\?"
)
DONE = re.compile(r"1 issue, 62 papers: .*\n")

WORDS = [f"word{number}" for number in range(152)]
MANY = [
    Record(
        f"RePEc:a:b:{number}",
        ("Paul Krugman", f"Anna Smith{number}"),
        (" ".join(WORDS[number : number + 3]),),
    )
    for number in range(150)
]
"""More than the first batch of a cursor holds; they are not similar to each other."""
LIKE_ALL = Record("RePEc:c:d:1", ("Paul Krugman",), (" ".join(WORDS),))
NEXT = [MANY[0], LIKE_ALL, *MANY[90:]]


@dataclass(frozen=True)
class Fault:
    """A signal that members of the set get at a step of a run."""

    step: str
    signal: signal.Signals


@pytest.fixture(scope="module")
def replicas() -> Iterator[ReplicaSet]:
    with (
        tempfile.TemporaryDirectory(dir=memory_folder()) as folder,
        replica_set(Path(folder)) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def client(replicas: ReplicaSet) -> Iterator[Client]:
    with Client(replicas.uri) as opened:
        yield opened


@pytest.fixture
def whole_set(replicas: ReplicaSet) -> Iterator[ReplicaSet]:
    """Make the set, which is whole, whole again after a test."""
    yield replicas
    replicas.heal()


def installed(home: Path, replicas: ReplicaSet, client: Client) -> Installation:
    """Make an installation on the set: one issue is stored, the rif of another one is new."""
    client.drop_database(home.name)
    made = Installation(home, replicas.uri, client[home.name])
    made.us.mkdir(parents=True)
    configure(made, TIMEOUT_S)
    made.issue(FIRST, *MANY)
    result = made.run(FIRST)
    assert result.exit_code == 0, result.output
    made.issue(SECOND, *NEXT)
    return made


def configure(made: Installation, timeout_s: float) -> None:
    """Write the configuration."""
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        [mongodb]
        uri = "{made.uri}"
        database = "{made.database.name}"
        connect_timeout_s = 2
        timeout_s = {timeout_s}
        """,
        encoding="utf-8",
    )


def result_of(made: Installation) -> Result:
    names = ("handles", "issues", "similar", "meta")
    # A server that was killed does not know exactly how many papers it has.
    lasting = {"_id": {"$nin": ["lock", "last_run", "handles"]}}
    documents = {name: list(made.database[name].find(lasting).sort("_id")) for name in names}
    return documents, {path.name: path.read_bytes() for path in made.ps.iterdir()}


@pytest.fixture(scope="module")
def made(
    replicas: ReplicaSet, client: Client, tmp_path_factory: pytest.TempPathFactory
) -> Installation:
    return installed(tmp_path_factory.mktemp("replicas") / "wildwood", replicas, client)


@pytest.fixture(scope="module")
def prepared(made: Installation) -> Snapshot:
    return snapshot(made)


@pytest.fixture(scope="module")
def undisturbed(made: Installation, prepared: Snapshot) -> dict[str, Result]:
    """Run commands without a fault; return what each leaves."""
    prepared.copy_to(made)
    results = {}
    for command in (SECOND, "rebuild"):
        assert made.run(command).exit_code == 0
        results[command] = result_of(made)
    return results


@pytest.fixture
def waiting(
    whole_set: ReplicaSet, made: Installation, prepared: Snapshot, undisturbed: dict[str, Result]
) -> Installation:
    """Restore the installation on the whole set, after the undisturbed runs."""
    assert undisturbed
    whole_set.primary()
    configure(made, TIMEOUT_S)
    return prepared.copy_to(made)


def run(
    server: ForkServer,
    made: Installation,
    fault: Fault,
    members: Iterable[Member],
    command: str = SECOND,
) -> Completed:
    """Run a command in its own process; members get the signal of the fault."""
    pids = [member.pid for member in members]
    words = [command, "--config", str(made.config)]
    return server.call(run_with_signals, fault.step, int(fault.signal), pids, words)


KILLED = {
    "while it reads a target set": Fault("before getMore 1", signal.SIGKILL),
    "after its documents are written": Fault("after update 5", signal.SIGKILL),
}
KILLED_AT_OTHERS = {
    "before its papers are counted": Fault("before dataSize 2", signal.SIGKILL),
    "before it reads the target sets": Fault("after find 7", signal.SIGKILL),
    "before its documents are written": Fault("before update 5", signal.SIGKILL),
}
"""These are like those above, and like being cut off."""
CUT_OFF = {
    "before its documents are written": Fault("before update 5", signal.SIGSTOP),
}
CUT_OFF_AT_OTHERS = {"before it reads the target sets": Fault("after find 7", signal.SIGSTOP)}


@pytest.mark.parametrize(
    "fault",
    [
        *(pytest.param(fault, id=f"killed {when}") for when, fault in KILLED.items()),
        *(pytest.param(fault, id=f"cut off {when}") for when, fault in CUT_OFF.items()),
        *(
            pytest.param(fault, id=f"killed {when}", marks=pytest.mark.long)
            for when, fault in KILLED_AT_OTHERS.items()
        ),
        *(
            pytest.param(fault, id=f"cut off {when}", marks=pytest.mark.long)
            for when, fault in CUT_OFF_AT_OTHERS.items()
        ),
    ],
)
def test_a_run_that_loses_its_primary_succeeds_and_loses_nothing(
    fork_server: ForkServer,
    whole_set: ReplicaSet,
    undisturbed: dict[str, Result],
    waiting: Installation,
    fault: Fault,
) -> None:
    primary = whole_set.primary()
    done = run(fork_server, waiting, fault, [primary])
    assert not primary.runs()
    assert (done.returncode, done.stdout) == (0, ""), done
    assert DONE.fullmatch(done.stderr)
    whole_set.heal()
    assert result_of(waiting) == undisturbed[SECOND]


def test_a_rebuild_that_loses_its_primary_succeeds_and_loses_nothing(
    fork_server: ForkServer,
    whole_set: ReplicaSet,
    undisturbed: dict[str, Result],
    waiting: Installation,
) -> None:
    primary = whole_set.primary()
    fault = Fault("after update 3", signal.SIGKILL)
    done = run(fork_server, waiting, fault, [primary], "rebuild")
    assert not primary.runs()
    assert done.returncode == 0, done
    assert result_of(waiting) == undisturbed["rebuild"]


GIVEN_UP = {
    "killed while it stores": Fault("before update 5", signal.SIGKILL),
    "cut off while it stores": Fault("before update 5", signal.SIGSTOP),
}


@pytest.mark.parametrize("fault", GIVEN_UP.values(), ids=GIVEN_UP)
def test_a_run_without_a_primary_fails_with_one_sentence_and_the_next_one_repairs_it(
    fork_server: ForkServer,
    whole_set: ReplicaSet,
    undisturbed: dict[str, Result],
    waiting: Installation,
    fault: Fault,
) -> None:
    configure(waiting, SHORT_TIMEOUT_S)
    done = run(fork_server, waiting, fault, whole_set.members[1:])
    assert (done.returncode, done.stdout) == (1, "")
    assert NOT_ANSWERED.fullmatch(done.stderr), done.stderr
    whole_set.heal()
    configure(waiting, TIMEOUT_S)
    again = waiting.run(SECOND)
    assert again.exit_code == 0, again.output
    assert result_of(waiting) == undisturbed[SECOND]


@pytest.mark.parametrize(
    "options",
    [
        "readPreference=secondary",
        "readPreference=nearest&readPreferenceTags=&maxStalenessSeconds=90",
    ],
)
def test_reads_go_to_the_primary_whatever_the_uri_says(whole_set: ReplicaSet, options: str) -> None:
    """A secondary can be behind, and what is written depends on what was read."""
    settings = MongoSettings(f"{whole_set.uri}&{options}", "wildwood", 60, TIMEOUT_S)
    primary = whole_set.primary().address
    with connect(settings, socket=None) as opened:
        for database in (opened.database, opened.database.client[settings.database]):
            for _ in range(5):
                cursor = database["issues"].find()
                list(cursor)
                assert cursor.address is not None
                host, port = cursor.address
                assert f"{host}:{port}" == primary


class TestAnElection:
    """It can last longer than a server takes to answer; a command that begins meanwhile waits."""

    LASTS_S, CONNECT_TIMEOUT_S = 2, 1

    def settings(self, uri: str, timeout_s: float) -> MongoSettings:
        return MongoSettings(uri, "wildwood", self.CONNECT_TIMEOUT_S, timeout_s)

    def test_is_waited_for(self, whole_set: ReplicaSet) -> None:
        primary = whole_set.primary()
        for member in whole_set.members:
            if member is not primary:
                member.command("replSetFreeze", self.LASTS_S)
        primary.command("replSetStepDown", self.LASTS_S, force=True)
        with connect(self.settings(whole_set.uri, TIMEOUT_S), socket=None) as opened:
            assert opened.database.client.primary is not None

    def test_without_an_end_is_waited_for_until_the_timeout(self, whole_set: ReplicaSet) -> None:
        primary = whole_set.primary()
        secondary = next(member for member in whole_set.members if member is not primary)
        for member in whole_set.members:
            if member is not secondary:
                member.end()
        settings = self.settings(whole_set.uri, timeout_s=2)
        with pytest.raises(StoreError) as caught, connect(settings, socket=None):
            pass
        assert NO_PRIMARY.fullmatch(str(caught.value))
