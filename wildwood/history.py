"""What a ps rif was compared with, and whether that still stands (convergence)."""

import datetime
import hashlib
from collections.abc import Iterable, Sequence

from wildwood.model import Issue


class Fingerprint:
    """A digest of the dates and rif digests of some issues, which are added oldest first.

    Two that are equal mean that the same rifs were stored; an issue that is half stored
    makes it differ from both what was and what will be.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, issue: Issue) -> None:
        """Take an issue in."""
        self._digest.update(f"{issue.date} {issue.digest or 'incomplete'}\n".encode())

    def __str__(self) -> str:
        return self._digest.hexdigest()


def fingerprints(
    issues: Iterable[Issue], dates: Iterable[datetime.date]
) -> dict[datetime.date, str]:
    """For each of the dates the fingerprint of all issues before it."""
    fingerprint = Fingerprint()
    found = {}
    pending = sorted(issues, key=lambda issue: issue.date, reverse=True)
    for date in sorted(dates):
        while pending and pending[-1].date < date:
            fingerprint.add(pending.pop())
        found[date] = str(fingerprint)
    return found


def stale_dates(issues: Sequence[Issue]) -> list[datetime.date]:
    """The dates whose ps rif was made from a history that has changed since, oldest first."""
    current = fingerprints(issues, (issue.date for issue in issues))
    return sorted(
        issue.date
        for issue in issues
        if issue.ps is not None and issue.ps.history != current[issue.date]
    )
