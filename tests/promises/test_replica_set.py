"""A run whose server fails over: nothing that was acknowledged is lost, and it is done in time."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from wildwood.model import Record

from tests.support.installation import Installation
from tests.support.paths import CHECKOUT
from tests.support.replica_set import Member, ReplicaSet, replica_set

Client = MongoClient[dict[str, Any]]
Result = tuple[dict[str, list[Any]], dict[str, bytes]]
"""All documents but the lock, and all ps rifs."""

FIRST, SECOND = "2015-03-05", "2015-03-12"
PATIENT_S, IMPATIENT_S = 15, 3
NOT_ANSWERED = re.compile(r"Error: MongoDB at [\d.:,]+ did not answer within 3 s\.\n")
DONE = re.compile(r"1 issue, 62 papers: .*\n")

ABOUT = "Trade and Growth in Open Economies"
MANY = [
    Record(f"RePEc:a:b:{number}", ("Paul Krugman", f"Anna Smith{number}"), (ABOUT,))
    for number in range(150)
]
"""More than the first portion of a cursor holds."""
NEXT = [MANY[0], Record("RePEc:c:d:1", ("Paul Krugman",), (f"{ABOUT} Revisited",)), *MANY[90:]]


@dataclass(frozen=True)
class Fault:
    """What befalls members of the set when a run comes to a step."""

    step: str
    signal: signal.Signals


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReplicaSet]:
    with replica_set(tmp_path_factory.mktemp("replicas")) as made:
        yield made


@pytest.fixture(scope="module")
def client(replicas: ReplicaSet) -> Iterator[Client]:
    with Client(replicas.uri) as opened:
        yield opened


@pytest.fixture
def whole_set(replicas: ReplicaSet) -> Iterator[ReplicaSet]:
    """The set, whole before and after a test."""
    replicas.heal()
    yield replicas
    replicas.heal()


def installed(home: Path, replicas: ReplicaSet, client: Client) -> Installation:
    """A wildwood on the set, one issue stored and another one waiting."""
    client.drop_database(home.name)
    made = Installation(home, replicas.uri, client[home.name])
    made.us.mkdir(parents=True)
    be_patient(made, PATIENT_S)
    made.issue(FIRST, *MANY)
    result = made.run(FIRST)
    assert result.exit_code == 0, result.output
    made.issue(SECOND, *NEXT)
    return made


def be_patient(made: Installation, seconds: float) -> None:
    """Write the configuration, with this `timeout_s`."""
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        [mongodb]
        uri = "{made.uri}"
        database = "{made.database.name}"
        connect_timeout_s = 2
        timeout_s = {seconds}
        """,
        encoding="utf-8",
    )


def result_of(made: Installation) -> Result:
    names = ("handles", "issues", "meta")
    lasting = {"_id": {"$nin": ["lock", "last_run"]}}
    documents = {name: list(made.database[name].find(lasting).sort("_id")) for name in names}
    return documents, {path.name: path.read_bytes() for path in made.ps.iterdir()}


@pytest.fixture(scope="module")
def undisturbed(
    replicas: ReplicaSet, client: Client, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Result]:
    """What commands leave that nothing befalls."""
    made = installed(tmp_path_factory.mktemp("undisturbed") / "calm", replicas, client)
    results = {}
    for command in (SECOND, "rebuild"):
        assert made.run(command).exit_code == 0
        results[command] = result_of(made)
    return results


@pytest.fixture
def waiting(whole_set: ReplicaSet, client: Client, tmp_path: Path) -> Installation:
    return installed(tmp_path / "disturbed", whole_set, client)


def run(
    made: Installation, fault: Fault, members: Iterable[Member], command: str = SECOND
) -> tuple["subprocess.CompletedProcess[str]", float]:
    """Run a command that a fault befalls, in a process of its own; also the seconds it took."""
    pids = ",".join(str(member.pid) for member in members)
    began = time.monotonic()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.support.at_a_step"),
            *(fault.step, str(fault.signal.value), pids),
            *(command, "--config", made.config),
        ],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done, time.monotonic() - began


KILLED = {
    "amid the targets": Fault("after find 7", signal.SIGKILL),
    "before its documents are written": Fault("before update 5", signal.SIGKILL),
    "after its documents are written": Fault("after update 5", signal.SIGKILL),
}
CUT_OFF = {
    "amid the targets": Fault("after find 7", signal.SIGSTOP),
    "before its documents are written": Fault("before update 5", signal.SIGSTOP),
}


@pytest.mark.parametrize(
    "fault",
    [
        *(pytest.param(fault, id=f"killed {when}") for when, fault in KILLED.items()),
        *(pytest.param(fault, id=f"cut off {when}") for when, fault in CUT_OFF.items()),
    ],
)
def test_a_run_that_loses_its_primary_is_done_in_time_and_loses_nothing(
    whole_set: ReplicaSet, waiting: Installation, undisturbed: dict[str, Result], fault: Fault
) -> None:
    primary = whole_set.primary()
    done, seconds = run(waiting, fault, [primary])
    assert not primary.runs()
    assert (done.returncode, done.stdout) == (0, ""), done
    assert DONE.fullmatch(done.stderr)
    assert seconds < PATIENT_S
    whole_set.heal()
    assert result_of(waiting) == undisturbed[SECOND]


def test_a_rebuild_that_loses_its_primary_is_done_and_loses_nothing(
    whole_set: ReplicaSet, waiting: Installation, undisturbed: dict[str, Result]
) -> None:
    primary = whole_set.primary()
    done, _ = run(waiting, Fault("after update 3", signal.SIGKILL), [primary], "rebuild")
    assert not primary.runs()
    assert done.returncode == 0, done
    assert result_of(waiting) == undisturbed["rebuild"]


GIVEN_UP = {
    "killed while it stores": Fault("before update 5", signal.SIGKILL),
    "cut off while it stores": Fault("before update 5", signal.SIGSTOP),
}


@pytest.mark.parametrize("fault", GIVEN_UP.values(), ids=GIVEN_UP)
def test_without_a_primary_a_run_gives_up_with_one_sentence_and_the_next_one_mends_it(
    whole_set: ReplicaSet, waiting: Installation, undisturbed: dict[str, Result], fault: Fault
) -> None:
    be_patient(waiting, IMPATIENT_S)
    done, seconds = run(waiting, fault, whole_set.members[1:])
    assert (done.returncode, done.stdout) == (1, "")
    assert NOT_ANSWERED.fullmatch(done.stderr), done.stderr
    assert seconds < IMPATIENT_S + 4
    whole_set.heal()
    be_patient(waiting, PATIENT_S)
    again = waiting.run(SECOND)
    assert again.exit_code == 0, again.output
    assert result_of(waiting) == undisturbed[SECOND]
