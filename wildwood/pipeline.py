"""The spec's own sequence for one issue: read, compare, write the ps rif, store."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from wildwood.errors import RifError, StoreError
from wildwood.history import fingerprints
from wildwood.job import Job, Track, untracked
from wildwood.matching import find_similar
from wildwood.model import PsRun
from wildwood.outcome import Outcome
from wildwood.reading import papers_of
from wildwood.rif import Listing, PsFolder, RifFile, digest_of
from wildwood.store import Store


def process_issue(job: Job, store: Store, source: RifFile, outcome: Outcome) -> None:
    """Compare an issue, write its ps rif, then store it.

    Raises:
        WildwoodError: the ps rif or the store cannot be written; nothing has changed, or
            the issue's record says that it is incomplete.
    """
    read = papers_of(source, job.punctuation)
    outcome.hear(read)
    history = store.history(before=source.date)
    similars = find_similar(read.papers, history, job.limits, job.formula)
    content = source.rif.annotated(
        similars, presort=job.presort, annotations=job.annotate(source.rif)
    )
    known = store.issues()
    store.check_writing()
    outcome.written = job.ps.write(source.date, source.name, content)
    fingerprint = fingerprints(known, [source.date])[source.date]
    run = PsRun(job.limits, job.presort, fingerprint, job.formula)
    issue = replace(read.issue, ps=run)
    left_out = store.replace_issue(issue, read.papers, job.punctuation)
    outcome.leave_out(left_out)
    outcome.count(similars)


@contextmanager
def naming_stale(store: Store, outcome: Outcome) -> Iterator[None]:
    """Warn of the ps rifs that are stale afterwards and were not before."""
    before = store.issues()
    yield
    outcome.name_stale(before, store.issues())


def forget_issue(job: Job, store: Store, date: datetime.date, outcome: Outcome) -> None:
    """Remove an issue whose rif was withdrawn, with its ps rif.

    Raises:
        RifError: no issue of the date is stored.
    """
    known = store.issues()
    if date not in {issue.date for issue in known}:
        raise RifError(f"No issue of {date} is stored.")
    with naming_stale(store, outcome):
        store.check_writing()
        job.ps.remove(date)
        store.forget_issue(date)


def waiting_dates(job: Job, store: Store) -> list[datetime.date]:
    """The dates of rifs that want a run, oldest first.

    Those are the rifs that were never stored whole, that have changed since, and those
    whose ps rif is missing.
    """
    digests = {issue.date: issue.digest for issue in store.issues()}
    rifs, made = job.us.listing(), job.ps.listing()
    return [
        date
        for date in rifs.dates()
        if digests.get(date) is None
        or date not in made.paths
        or digests[date] != _digest(rifs, date)
    ]


def _digest(rifs: Listing, date: datetime.date) -> str | None:
    """The digest of a rif; None where it cannot be read, which the run will say."""
    try:
        return digest_of(rifs.path(date))
    except RifError:
        return None


def run_latest(job: Job, store: Store, outcome: Outcome, track: Track = untracked) -> None:
    """Run every issue that waits for it, oldest first; a bad rif is named and left out.

    Raises:
        StoreError: nothing is stored yet.
    """
    if not store.issues():
        raise StoreError("Nothing is stored yet; run wildwood_all first.")
    waiting = waiting_dates(job, store)
    with naming_stale(store, outcome):
        for date in track(waiting, len(waiting), "running"):
            try:
                source = job.us.read(date)
            except RifError as error:
                outcome.omissions.append(str(error))
                continue
            process_issue(job, store, source, outcome)


def tidy_up(ps: PsFolder, store: Store) -> None:
    """Finish or remove what a command that was killed has left; for the only writer."""
    finish_swap(store)
    ps.clear()
    store.drop_leftovers()


def finish_swap(store: Store) -> None:
    """Finish what a rebuild decided: its ps rifs and its documents take their place."""
    decided = store.pending_swap()
    if decided is not None:
        store.check_writing()
        ps = PsFolder(decided.ps)
        ps.publish(ps.staging(decided.mark))
        store.complete_swap(decided)
