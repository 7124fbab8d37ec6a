"""Make the papers of an issue from its rif, compare them, and store and write the issue."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from wildwood.kernel.errors import InputError
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Issue, Paper, PsRecord, Similar, WrittenFile
from wildwood.kernel.past import ComparableIssues
from wildwood.kernel.postings import check_shared
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import TargetIndex
from wildwood.kernel.text import counted, listed, quoted
from wildwood.nep.connection import Document
from wildwood.nep.documents import content_digest, pair_documents
from wildwood.nep.history import StoredHistory
from wildwood.nep.issue_report import Papers, issue_report
from wildwood.nep.job import (
    Job,
    decision_digests,
    digest_decisions,
    find_with_decisions,
    provenances,
    stamp,
)
from wildwood.nep.outcome import IssueNotes, Run, contained, omissions_of
from wildwood.nep.rif import RifFile


def add_provenances(
    job: Job, issues: Sequence[IssueNotes], stored: Iterable[Issue] = ()
) -> list[Issue]:
    """Return issues with what their ps rifs are made from, in date order; `stored` has others."""
    earlier = [issue for issue in stored if issue.date < issues[0].issue.date]
    decisions = {notes.issue.date: notes.decisions for notes in issues}
    made = provenances(job, [*earlier, *(notes.issue for notes in issues)], decisions)
    return [replace(notes.issue, ps=PsRecord(made[notes.issue.date])) for notes in issues]


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
    repeated = (quoted(handle) for handle, count in times.items() if count > 1)
    fault = "occurs more than once; the last text with a name or a title is stored."
    warnings += (f"{name}: the handle {handle} {fault}" for handle in repeated)
    fault = "has neither id nor ref and was skipped."
    omissions = (f"{name}: the text {quoted(title)} {fault}" for title in rif_file.rif.skipped)
    issue = Issue(
        rif_file.date,
        name,
        rif_file.digest,
        len(papers),
        stamp=stamp(job, rif_file.date, rif_file.digest),
        content=content_digest(papers),
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


PsWriter = Callable[[Issue, bytes], WrittenFile]  # writes or compares a ps rif; picklable


class Written(NamedTuple):
    issue: Issue  # with its ps rif
    similars: Sequence[Sequence[Similar]]
    pairs: Sequence[Document]  # see `documents.pair_documents`


def write_ps_rif(
    job: Job, write: PsWriter, issue: Issue, rif_file: RifFile, similars: list[list[Similar]]
) -> Written:
    assert issue.ps is not None  # noqa: S101 - an issue that is written has a provenance
    with contained(issue.date, issue.rif):
        marks, presort = job.annotate(rif_file.rif), job.settings.presort
        file = write(issue, rif_file.rif.annotated(similars, presort=presort, annotations=marks))
    listed_papers = zip(rif_file.rif.handles, similars, strict=True)
    pairs = pair_documents(issue.date, file, listed_papers)
    written = replace(issue, ps=replace(issue.ps, file=file, similar=len(pairs)))
    return Written(written, similars, pairs)


def process_issue(run: Run, rif_file: RifFile) -> None:
    """Compare an issue, write its ps rif, store it; a failure leaves it unchanged or incomplete."""
    job, store, outcome, date = run.job, run.store, run.outcome, rif_file.date
    read = issue_papers(job, rif_file)
    outcome.add_notes(read.notes)
    similars = compare(job, read, StoredHistory(store.connection, before=date))
    [issue] = add_provenances(job, [read.notes], store.issues())
    papers = [*zip((paper.handle for paper in read.papers), similars, strict=True)]

    def write(issue: Issue, content: bytes) -> WrittenFile:
        _report(run, issue, papers, content)
        return _write(run, issue, content)

    with keeping_unaffected(run, date, issue.content):
        written = write_ps_rif(job, write, issue, rif_file, similars)
        stored = store.replace_issue(written.issue, read.papers, written.pairs)
        outcome.omit(omissions_of(stored))
    outcome.count(similars)


def _write(run: Run, issue: Issue, content: bytes) -> WrittenFile:
    """Write a ps rif, unless it is there, in place of the one that was written before."""
    ps, store, date, name = run.job.ps, run.store, issue.date, issue.rif
    before = {issue.ps_name for issue in store.issues_of([date]) if issue.ps_name}
    written = ps.held(name, content)
    if written is None:
        written = ps.add(date, name, content, partial(store.mark_incomplete, date))
        run.outcome.written = ps.path / name
    ps.remove(*before - {name})
    if others := [path.name for path in ps.listing(date).files(date) if path.name != name]:
        warning = f"{ps.path} also has {listed(others)}, which no run has written."
        run.outcome.warnings.append(warning)
    return written


@contextmanager
def keeping_unaffected(run: Run, date: datetime.date, content: str = "") -> Iterator[None]:
    """Keep later ps rifs current if none of their papers resembles one that an issue changes."""
    store, old = run.store, run.store.issues()
    kept = {issue.date for issue in old if issue.date > date and issue.papers == issue.stored}
    if not kept or content in {issue.content for issue in old if issue.date == date}:
        yield
        return
    kept -= run.stale().keys()
    before = {*store.handles.papers_of_issue(date)}
    yield
    new = store.issues()
    if all(issue.digest for issue in (*old, *new)):
        papers = before.symmetric_difference(store.handles.papers_of_issue(date))
        changed, settings = [paper.features for paper in papers], run.job.settings
        limit, history = settings.limits.external, StoredHistory(store.connection, date)
        kept.difference_update(history.dates(changed, limit, settings.formula))
        made = provenances(run.job, new, decision_digests(run.job.decisions, store))
        store.record_provenances({date: made[date] for date in kept})


def _report(run: Run, issue: Issue, papers: Papers, content: bytes) -> None:
    """Write the report before its ps rif; the one on a ps rif that is there already is kept."""
    if (reports := run.reports) is None:
        return
    if run.job.ps.held(issue.rif, content) and reports.are_there(issue.date):
        return
    report = issue_report(run.job, run.store, issue, papers)
    run.outcome.reports[issue.date] = report.text()
    run.store.lock.check()
    try:
        reports.write(report)
    except InputError as error:
        run.outcome.omit([f"{error} The folder is set as output.report."])
