"""What a person must look at, though every rif can be read: issues that are hardly right.

An empty issue, a copy and one of the future are stored like any other, as a rebuild would.
"""

import datetime
from collections.abc import Collection, Iterator

from wildwood.display import listed, one_line
from wildwood.model import Issue
from wildwood.rif import Listing
from wildwood.runs.decided import lost_decisions
from wildwood.runs.job import Job
from wildwood.store import Store, earlier_copies


def doubts(job: Job, store: Store, dates: Collection[datetime.date] | None = None) -> Iterator[str]:
    """Yield a sentence with its cure for all that a person must look at.

    Args:
        job: what to work with.
        store: the store.
        dates: the issues to look at; None for all.
    """
    issues = store.issues()
    yield from job.bad_decisions
    if lost := lost_decisions(job, store):
        yield lost
    looked_at = [
        issue
        for issue in issues
        if issue.digest is not None and (dates is None or issue.date in dates)
    ]
    copied = earlier_copies(store.connection, issues, looked_at)
    for issue in looked_at:
        yield from _doubts_of(issue, copied.get(issue.date))


def _doubts_of(issue: Issue, copied: Issue | None) -> Iterator[str]:
    settled = f"then run wildwood forget {issue.date}"
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    if not issue.papers:
        yield (
            f"{issue.rif} has no papers in the namespace of AMF; fetch it again, or move it away,"
            f" {settled}."
        )
    if copied:
        yield (
            f"{issue.rif} has the same papers as {copied.rif}; fetch it again, or move it away,"
            f" {settled}."
        )
    if issue.date > tomorrow:  # in some time zone, that is today
        yield f"{issue.rif} has a date in the future; rename it or move it away, {settled}."


def unread_rifs(rifs: Listing) -> Iterator[str]:
    """Yield a sentence if files in the us directory look like rifs, but are not read."""
    if rifs.unread:
        names = [one_line(str(path.relative_to(rifs.folder))) for path in rifs.unread]
        yield (
            f"Not read, though it looks like a rif: {listed(names)} in {rifs.folder}; give it a"
            f" name like 2015-03-05.xml or 2015-03-05.amf.xml.gz in {rifs.folder} itself, or move"
            " it away."
        )
