"""Process one issue: read, compare, write the ps rif, store (docs/specification.md, "Issues")."""

import datetime
from dataclasses import replace
from functools import partial

from wildwood.display import counted, listed
from wildwood.model import PsRecord
from wildwood.rif import Listing, RifFile
from wildwood.runs.one_issue.issue_papers import issue_papers
from wildwood.runs.one_issue.ps_rif import compare, ps_content
from wildwood.runs.outcome import Run
from wildwood.runs.provenance import provenance, stored_history
from wildwood.store.selection.stored_history import StoredHistory


def process_issue(run: Run, rif_file: RifFile) -> None:
    """Compare an issue, write its ps rif, then store it.

    Raises:
        WildwoodError: the ps rif or the store cannot be written. Nothing has changed, or the
            record of the issue says that it is incomplete.
    """
    job, store, outcome, date = run.job, run.store, run.outcome, rif_file.date
    read = issue_papers(job, rif_file)
    outcome.add_notes(read.notes)
    similars = compare(job, read, StoredHistory(store.connection, before=date))
    content = ps_content(job, rif_file, similars)
    made_from = provenance(
        job, rif_file.name, stored_history(store.issues(), date), read.notes.decisions
    )
    before = {issue.ps_name for issue in store.issues() if issue.date == date and issue.ps_name}
    written = job.ps.add(date, rif_file.name, content, partial(store.mark_incomplete, date))
    job.ps.remove(*before - {written.name})
    names = [path.name for path in job.ps.listing(date).of(date)]
    if others := [name for name in names if name != written.name]:
        which = f"{listed(others)}, which no run has written"
        outcome.warnings.append(f"{job.ps.path} also has {which}.")
    outcome.written = job.ps.path / written.name
    issue = replace(read.notes.issue, ps=PsRecord(made_from, written))
    outcome.add_omissions(store.replace_issue(issue, read.papers))
    outcome.count(similars)


def warn_of_missing(run: Run, rifs: Listing, date: datetime.date) -> None:
    """Warn that an issue is compared without older ones that are not stored yet."""
    stored = {issue.date for issue in run.store.issues() if issue.digest is not None}
    missing = sum(older < date for older in set(rifs.paths) - stored)
    if missing:
        run.outcome.warnings.append(
            f"{date} was compared without {counted(missing, 'older rif')} not stored yet;"
            " run wildwood latest."
        )
