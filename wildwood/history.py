"""What a ps rif was compared with, and whether that still stands (convergence)."""

import datetime
import hashlib
from collections.abc import Iterable, Sequence

from wildwood.model import Issue


def history_fingerprint(issues: Iterable[Issue], before: datetime.date) -> str:
    """A digest of the dates and rif digests of all issues before a date.

    Two equal fingerprints mean that the same rifs were stored; an issue that is half
    stored makes it differ from both what was and what will be.
    """
    lines = sorted(
        f"{issue.date} {issue.digest or 'incomplete'}\n" for issue in issues if issue.date < before
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def stale_dates(issues: Sequence[Issue]) -> list[datetime.date]:
    """The dates whose ps rif was made from a history that has changed since, oldest first."""
    return sorted(
        issue.date
        for issue in issues
        if issue.ps is not None and issue.ps.history != history_fingerprint(issues, issue.date)
    )
