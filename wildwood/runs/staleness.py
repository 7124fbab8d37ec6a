"""Find ps rifs that a rebuild would write otherwise, by what their records say."""

import datetime
import hashlib
from collections.abc import Collection, Iterable, Sequence

from wildwood.model import Issue, PsSettings


class HistoryDigest:
    """A digest of the dates and rif digests of issues, added oldest first.

    Equal digests mean that the same rifs are stored. While an issue is stored in part,
    the digest differs from both the one before and the one after.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, issue: Issue) -> None:
        """Add an issue."""
        self._digest.update(f"{issue.date} {issue.digest or 'incomplete'}\n".encode())

    def __str__(self) -> str:
        return self._digest.hexdigest()


def history_digests(
    issues: Iterable[Issue], dates: Iterable[datetime.date]
) -> dict[datetime.date, str]:
    """Return, for each date, the digest of all issues before it."""
    digest = HistoryDigest()
    digests = {}
    pending = sorted(issues, key=lambda issue: issue.date, reverse=True)
    for date in sorted(dates):
        while pending and pending[-1].date < date:
            digest.add(pending.pop())
        digests[date] = str(digest)
    return digests


def stale_dates(issues: Sequence[Issue]) -> list[datetime.date]:
    """List the dates whose ps rif was compared with issues that have changed since."""
    current = history_digests(issues, (issue.date for issue in issues))
    return sorted(
        issue.date
        for issue in issues
        if issue.ps is not None and issue.ps.history_digest != current[issue.date]
    )


def differing_dates(issues: Iterable[Issue], settings: PsSettings) -> list[datetime.date]:
    """List the dates whose ps rif was made with other settings."""
    return sorted(
        issue.date for issue in issues if issue.ps is not None and issue.ps.settings != settings
    )


def ps_settings(
    issues: Iterable[Issue], dates: Collection[datetime.date]
) -> dict[datetime.date, PsSettings]:
    """Return the settings that the ps rifs of these dates were made with, oldest first."""
    return {
        issue.date: issue.ps.settings
        for issue in issues
        if issue.date in dates and issue.ps is not None and issue.ps.settings is not None
    }
