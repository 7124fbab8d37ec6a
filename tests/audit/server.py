"""Check the MongoDB server of private databases: python tests/audit/server.py

Prints which mongod would be used, and exits with 1 if it has known faults that are not accepted.
"""

import datetime
import sys
from dataclasses import dataclass

from wildwood.nep.mongod import embedded_mongod, find_mongod, version_of


@dataclass(frozen=True)
class Line:
    """A line of MongoDB's releases: the end of its support, and its first sound patch."""

    ends: datetime.date
    patch: int
    """The first without CVE-2025-14847 (memory is read before authentication)."""


LINES = {
    "5.0": Line(datetime.date(2024, 10, 31), 32),
    "6.0": Line(datetime.date(2025, 7, 31), 27),
    "7.0": Line(datetime.date(2027, 8, 31), 28),
    "8.0": Line(datetime.date(2029, 10, 31), 17),
    "8.2": Line(datetime.date(2026, 7, 31), 3),
}
"""From mongodb.com/legal/support-policy/lifecycles and the advisory, on 2026-11-23."""

EMBEDDED = "6.0.5"
ACCEPTED_UNTIL = datetime.date(2027, 5, 23)
REASON = (
    "it listens on a socket of its user only, without compression (the way to CVE-2025-14847), and"
    " no wheel for Debian 12 has a newer one; docs/operation.md says how to use another"
)
"""Why the embedded server is accepted; decided on 2026-11-23, to be decided again by then."""


def faults(version: str, today: datetime.date) -> list[str]:
    """Return what is wrong with a version of MongoDB."""
    name, _, patch = version.rpartition(".")
    if name not in LINES:
        return [f"MongoDB {name} is unknown to this audit; add it to tests/audit/server.py"]
    line, found = LINES[name], []
    if today > line.ends:
        found.append(f"the support of MongoDB {name} ended on {line.ends}")
    if int(patch) < line.patch:
        found.append(f"CVE-2025-14847 is repaired in {name}.{line.patch} only")
    return found


def verdict(version: str, today: datetime.date, *, is_embedded: bool) -> tuple[bool, list[str]]:
    """Return whether a server can be used, and what to say of it."""
    found = faults(version, today)
    if not found:
        return True, ["supported"]
    if is_embedded and version == EMBEDDED:
        is_accepted = today <= ACCEPTED_UNTIL
        state = "accepted" if is_accepted else "no longer accepted; it was"
        return is_accepted, [*found, f"{state} until {ACCEPTED_UNTIL}: {REASON}"]
    return False, [*found, "install a supported mongod (docs/operation.md)"]


def main() -> int:
    """Check the server that commands would start; return the exit status."""
    program = find_mongod()
    version = version_of(program)
    can_be_used, lines = verdict(
        version,
        datetime.datetime.now(datetime.UTC).date(),
        is_embedded=program == embedded_mongod(),
    )
    sys.stdout.write(f"mongod {version} ({program}): {'; '.join(lines)}.\n")
    return 0 if can_be_used else 1


if __name__ == "__main__":
    sys.exit(main())
