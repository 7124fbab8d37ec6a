"""Run all issues that wait for a run, such as every night."""

import datetime

from wildwood.errors import RifError, StoreError
from wildwood.progress import Progress, no_progress
from wildwood.rif import Listing, digest_of
from wildwood.runs.issue import process_issue
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.store import Store


def run_latest(job: Job, store: Store, outcome: Outcome, progress: Progress = no_progress) -> None:
    """Process every issue that waits for a run, oldest first.

    A rif that cannot be read is reported and left out.

    Raises:
        StoreError: nothing is stored yet.
    """
    if not store.issues():
        raise StoreError("Nothing is stored yet; run wildwood_all first.")
    waiting = waiting_dates(job, store)
    with outcome.stale_warnings(store):
        for date in progress(waiting, len(waiting), "running"):
            try:
                rif_file = job.us.read(date)
            except RifError as error:
                outcome.omissions.append(str(error))
                continue
            process_issue(job, store, rif_file, outcome)


def waiting_dates(job: Job, store: Store) -> list[datetime.date]:
    """List the dates of rifs that need a run, oldest first.

    A rif needs a run if it was never stored whole, if it has changed since, or if its ps rif
    is missing.
    """
    digests = {issue.date: issue.digest for issue in store.issues()}
    rifs, presorted = job.us.listing(), job.ps.listing()
    return [
        date
        for date in rifs.dates()
        if digests.get(date) is None
        or date not in presorted.paths
        or digests[date] != _digest(rifs, date)
    ]


def _digest(rifs: Listing, date: datetime.date) -> str | None:
    """Return the digest of a rif, or None if it cannot be read, which its run will report."""
    try:
        return digest_of(rifs.path(date))
    except RifError:
        return None
