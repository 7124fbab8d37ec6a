"""Kill the primary of a replica set at every step of a run, one step after the other.

usage: python -m tests.endurance.failovers FOLDER [--signal KILL|STOP]

A step is the moment before a command is sent to MongoDB or after it is answered. At each of them,
the run must succeed, with the files and documents of a run without a failover. The tests try the
steps that matter most; this program takes some seconds for each step. It exits with 1 if one fails.
"""

import argparse
import signal
import sys
import time
from pathlib import Path

from tests.promises.test_replica_set import SECOND, Client, Fault, Result, installed, result_of, run
from tests.support.at_a_step import LIST
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.replica_set import ReplicaSet, replica_set

CONNECTING = [
    "before ping 1",
    "after ping 1",
    "before listCollections 1",
    "after listCollections 1",
]
"""Steps that are left out: until a server has answered once, it has only `connect_timeout_s`."""


def main() -> int:
    """List the steps, then kill the primary at each."""
    parser = argparse.ArgumentParser(description="Kill the primary at every step of a run.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--signal", choices=["KILL", "STOP"], default="KILL")
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    number = signal.Signals[f"SIG{options.signal}"]
    with (
        ForkServer() as server,
        replica_set(options.folder) as replicas,
        Client(replicas.uri) as client,
    ):
        made = installed(options.folder / "listing", replicas, client)
        listed = run(server, made, Fault(LIST, number), [replicas.primary()])
        undisturbed = result_of(made)
        steps = listed.stdout.splitlines()[len(CONNECTING) :]
        failed = []
        for place, step in enumerate(steps):
            replicas.heal()
            made = installed(options.folder / f"w{place}", replicas, client)
            if not survives(server, replicas, made, Fault(step, number), undisturbed):
                failed.append(step)
    print(f"{len(steps)} steps tried, {len(failed)} failed", *failed, sep="\n")
    return bool(failed)


def survives(
    server: ForkServer, replicas: ReplicaSet, made: Installation, fault: Fault, undisturbed: Result
) -> bool:
    """Run a command with a fault; return whether its result is as without the fault."""
    primary = replicas.primary()
    began = time.monotonic()
    done = run(server, made, fault, [primary], SECOND)
    seconds = time.monotonic() - began
    is_struck = not primary.runs()
    replicas.heal()
    good = is_struck and done.returncode == 0 and result_of(made) == undisturbed
    print(f"{fault.step:28} {seconds:5.1f} s {'' if good else done.stderr}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
