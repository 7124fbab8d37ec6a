"""Compare what is stored with what a rebuild would give; change nothing."""

import datetime
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from wildwood.kernel import interruption
from wildwood.kernel.errors import IssueError
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.model import Issue, WrittenFile
from wildwood.nep.documents import encoded_documents
from wildwood.nep.folders import Listing, PsFolder
from wildwood.nep.history import StoredHistory
from wildwood.nep.issue import Written, add_provenances, compare, issue_papers, write_ps_rif
from wildwood.nep.job import Job
from wildwood.nep.outcome import IssueNotes, contained
from wildwood.nep.rebuild import Replay
from wildwood.nep.records import audit
from wildwood.nep.store import Store
from wildwood.nep.workers import processes_for, processors, workers


def verify(
    job: Job, store: Store, progress: Progress = no_progress, sample: int | None = None
) -> list[str]:
    """Return a sentence for all that a rebuild would change, of all issues or a random `sample`.

    No lock is needed, but changes by other commands meanwhile count as differences.
    """
    rifs = job.us.listing()
    if sample is None:
        return _verify_all(job, store, rifs, progress)
    dates = rifs.dates()
    chosen = sorted(random.sample(dates, min(sample, len(dates))))
    return _verify_some(job, store, rifs.only(chosen), progress)


def _unwritten(issue: Issue, content: bytes) -> WrittenFile:
    """Return what a ps rif would be, without writing it; a `PsWriter`."""
    return PsFolder.pack(issue.rif, content)[0]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The `Keeper` of a verification."""

    job: Job
    store: Store
    recorded: Mapping[datetime.date, Issue]
    differences: list[str] = field(default_factory=list)

    def add_issue(self, issue: Issue, encoded: Mapping[str, bytes | None]) -> Issue:
        result = audit(self.store.handles, issue, encoded)
        self.differences.extend(result.differences)
        return issue.drop(result.too_large)

    def fail(self, error: IssueError) -> None:
        self.differences.append(str(error))

    def report(self, notes: IssueNotes, issue: Issue) -> None:
        pass

    def begin_comparing(self) -> None:
        pass

    def record(self, written: Written) -> None:
        issue = written.issue
        if issue.ps is None or issue.ps.file is None or not self.job.ps.holds(issue.ps.file):
            self.differences.append(f"{issue.rif}: the ps rif is not what a rebuild would write.")
        if issue != self.recorded.get(issue.date):
            self.differences.append(f"{issue.rif}: the record is not what a rebuild would store.")
        if not self.store.similar.are_of(issue.date, written.pairs):
            self.differences.append(f"{issue.rif}: its pairs are not what a rebuild would store.")


def _comparison(job: Job, store: Store) -> _Comparison:
    return _Comparison(job, store, {issue.date: issue for issue in store.issues()})


def _verify_all(job: Job, store: Store, rifs: Listing, progress: Progress) -> list[str]:
    failed: list[str] = []
    while True:
        comparison = _comparison(job, store)
        try:
            with workers(processes_for(len(rifs.paths), processors())) as ordered_map:
                Replay(job, rifs, ordered_map, _unwritten, progress).run(comparison)
        except IssueError as error:
            failed.append(str(error))
            rifs = rifs.drop(error.date)
        else:
            return failed + comparison.differences


def _verify_some(job: Job, store: Store, rifs: Listing, progress: Progress) -> list[str]:
    comparison = _comparison(job, store)
    for date in interruption.check_each(progress(rifs.dates(), len(rifs.paths), "verifying")):
        try:
            with contained(date, rifs.name(date), store.connection):
                rif_file = job.us.read_listed(rifs, date)
                read = issue_papers(job, rif_file)
                [made] = add_provenances(job, [read.notes], store.issues())
                made = comparison.add_issue(made, encoded_documents(made, read.papers))
                similars = compare(job, read, StoredHistory(store.connection, before=date))
                comparison.record(write_ps_rif(job, _unwritten, made, rif_file, similars))
        except IssueError as error:
            comparison.fail(error)
    return comparison.differences
