"""Kills the primary of a replica set at every step of a run, one after the other.

usage: python -m tests.endurance.failovers FOLDER [--signal KILL|STOP]

A step is each moment before a command is sent to MongoDB or after it is answered. After each, the
run must be done in time, with the files and documents of a run that nothing befalls. The tests
try the steps that matter most; this takes some seconds for each of all. Status 1 where one fails.
"""

import argparse
import signal
import sys
from pathlib import Path

from tests.promises.test_replica_set import (
    PATIENT_S,
    SECOND,
    Client,
    Fault,
    Result,
    installed,
    result_of,
    run,
)
from tests.support.replica_set import ReplicaSet, replica_set

GREETING = ["before ping 1", "after ping 1", "before listCollections 1", "after listCollections 1"]
"""Left out: before a server has answered, it has `connect_timeout_s` to do so and no more."""


def main() -> int:
    """Find the steps, then let each be the last of a primary."""
    parser = argparse.ArgumentParser(description="Kill the primary at every step of a run.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--signal", choices=["KILL", "STOP"], default="KILL")
    given = parser.parse_args()
    given.folder.mkdir(parents=True)
    number = signal.Signals[f"SIG{given.signal}"]
    with replica_set(given.folder) as replicas, Client(replicas.uri) as client:
        made = installed(given.folder / "listing", replicas, client)
        listed, _ = run(made, Fault("list", number), [replicas.primary()])
        calm = result_of(made)
        steps = listed.stdout.splitlines()[len(GREETING) :]
        bad = [
            step
            for place, step in enumerate(steps)
            if not survives(given.folder / f"w{place}", replicas, client, Fault(step, number), calm)
        ]
    print(f"{len(steps)} steps tried, {len(bad)} failed", *bad, sep="\n")
    return bool(bad)


def survives(home: Path, replicas: ReplicaSet, client: Client, fault: Fault, calm: Result) -> bool:
    """Whether a run that a fault befalls ends as it ought to."""
    replicas.heal()
    made = installed(home, replicas, client)
    primary = replicas.primary()
    done, seconds = run(made, fault, [primary], SECOND)
    struck = not primary.runs()
    replicas.heal()
    good = struck and done.returncode == 0 and seconds < PATIENT_S and result_of(made) == calm
    print(f"{fault.step:28} {seconds:5.1f} s {'' if good else done.stderr}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
