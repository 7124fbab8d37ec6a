"""Process one issue: read, compare, write the ps rif, store (docs/specification.md, "Issues")."""

from dataclasses import replace
from functools import partial

from wildwood.display import counted
from wildwood.model import PsRecord
from wildwood.rif import Listing, RifFile
from wildwood.runs.issue_papers import issue_papers
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.ps_rif import compare, ps_content
from wildwood.runs.staleness import history_digests
from wildwood.runs.together import ran_together
from wildwood.runs.waiting import Waiting
from wildwood.store import Store
from wildwood.store.stored_history import StoredHistory


def process_issue(job: Job, store: Store, rif_file: RifFile, outcome: Outcome) -> None:
    """Compare an issue, write its ps rif, then store it.

    Raises:
        WildwoodError: the ps rif or the store cannot be written. Nothing has changed, or the
            record of the issue says that it is incomplete.
    """
    date = rif_file.date
    read = issue_papers(rif_file, job.punctuation)
    outcome.add_notes(read.notes)
    similars = compare(job, read, StoredHistory(store.connection, before=date))
    content = ps_content(job, rif_file, similars)
    digest = history_digests(store.issues(), [date])[date]
    written = job.ps.write(date, rif_file.name, content, partial(store.mark_incomplete, date))
    outcome.written = job.ps.path / written.name
    issue = replace(read.notes.issue, ps=PsRecord(job.settings, digest, written))
    outcome.add_too_large(store.replace_issue(issue, read.papers, job.punctuation))
    outcome.count(similars)


def run_issue(job: Job, store: Store, rif_file: RifFile, rifs: Listing, outcome: Outcome) -> None:
    """Process one issue of the listed rifs, and warn of what it leaves mixed or missing.

    Raises:
        WildwoodError: see `process_issue`.
    """
    stored = {issue.date for issue in store.issues() if issue.digest is not None}
    missing = sum(date < rif_file.date for date in set(rifs.paths) - stored)
    if missing:
        outcome.warnings.append(
            f"{rif_file.date} was compared without {counted(missing, 'older rif')} not stored yet;"
            " run wildwood latest."
        )
    with outcome.stale_warnings(store):
        if ran_together(job, store, outcome, Waiting(rifs, [rif_file.date])):
            outcome.written = job.ps.path / rif_file.name
        else:
            process_issue(job, store, rif_file, outcome)
    outcome.add_differing(store, job.settings)
