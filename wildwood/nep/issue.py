"""Make the papers of an issue from its rif, compare them, and store and write the issue."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Issue, Paper, PsRecord, Similar
from wildwood.kernel.postings import check_shared
from wildwood.kernel.sections import ComparableIssues
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.targets import TargetIndex
from wildwood.kernel.text import counted, listed, quoted
from wildwood.nep.history import StoredHistory
from wildwood.nep.job import (
    Job,
    digest_decisions,
    find_with_decisions,
    provenance,
    stamp,
    stored_history,
)
from wildwood.nep.outcome import IssueNotes, Run
from wildwood.nep.rif import RifFile
from wildwood.nep.us_folder import Listing


@dataclass(frozen=True, slots=True)
class IssuePapers:
    notes: IssueNotes
    papers: Sequence[Paper]


def issue_papers(job: Job, rif_file: RifFile) -> IssuePapers:
    """Make the papers of a rif; can raise `TooManyPairsError`."""
    papers = [paper_of(record, job.punctuation) for record in rif_file.rif.records]
    check_shared([paper.features for paper in papers], job.settings.formula)
    name, times = rif_file.name, Counter(paper.handle for paper in papers)
    undescribed = sum(not paper.record.is_described for paper in papers)
    warnings = [f"{name} was read, not the older {older}." for older in rif_file.superseded]
    if undescribed:
        without = counted(undescribed, "paper")
        warnings.append(f"{name}: {without} without names and titles, which resemble nothing.")
    warnings += (
        f"{name}: the handle {quoted(handle)} occurs more than once;"
        " the last text with a name or a title is stored."
        for handle, count in times.items()
        if count > 1
    )
    omissions = (
        f"{name}: the text {quoted(title)} has neither id nor ref and was skipped."
        for title in rif_file.rif.skipped
    )
    issue = Issue(
        rif_file.date,
        name,
        rif_file.digest,
        len(papers),
        stamp=stamp(job, rif_file.date, rif_file.digest),
        stored=len(times),
        size=len(rif_file.rif.data),
        omissions=tuple(omissions),
    )
    return IssuePapers(IssueNotes(issue, warnings, digest_decisions(job.decisions, times)), papers)


def compare(job: Job, read: IssuePapers, history: TargetIndex[str]) -> list[list[Similar]]:
    """Find the papers similar to each paper; can raise `TooManyPairsError`."""
    handles = [paper.handle for paper in read.papers]
    find = partial(find_similar, read.papers, history, formula=job.settings.formula)
    return find_with_decisions(job.decisions, handles, job.settings.limits, find)


def compare_in_past(job: Job, issue: Issue, issues: ComparableIssues) -> list[list[Similar]]:
    comparable = issues.issue(issue.date)
    handles = [comparable.papers.handles[number] for number in range(len(comparable.papers))]
    find = partial(find_similar_in_past, comparable, formula=job.settings.formula)
    return find_with_decisions(job.decisions, handles, job.settings.limits, find)


def ps_content(job: Job, rif_file: RifFile, similars: Sequence[Sequence[Similar]]) -> bytes:
    return rif_file.rif.annotated(
        similars, presort=job.settings.presort, annotations=job.annotate(rif_file.rif)
    )


def process_issue(run: Run, rif_file: RifFile) -> None:
    """Compare an issue, write its ps rif, store it; a failure leaves it unchanged or incomplete."""
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
    names = [path.name for path in job.ps.listing(date).files(date) if path.name != written.name]
    if names:
        outcome.warnings.append(
            f"{job.ps.path} also has {listed(names)}, which no run has written."
        )
    outcome.written = job.ps.path / written.name
    issue = replace(read.notes.issue, ps=PsRecord(made_from, written))
    outcome.add_omissions(store.replace_issue(issue, read.papers))
    outcome.count(similars)


def warn_of_missing(run: Run, rifs: Listing, date: datetime.date) -> None:
    stored = {issue.date for issue in run.store.issues() if issue.digest is not None}
    missing = sum(older < date for older in set(rifs.paths) - stored)
    if missing:
        run.outcome.warnings.append(
            f"{date} was compared without {counted(missing, 'older rif')} not stored yet;"
            " run wildwood latest."
        )
