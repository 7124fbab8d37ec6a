"""The tasks of a rebuild. Each can run twice, on any workers, even at the same time.

A task leaves its results under names of its own and returns these names, so an attempt that was
broken off leaves nothing that is used. Each attempt writes the same documents and ps rifs.
"""

import datetime
from contextlib import ExitStack
from functools import partial
from itertools import chain

from wildwood.cluster.work import (
    READ,
    SEARCHED,
    STORED,
    PartCompared,
    PartIssues,
    PartRead,
    Work,
)
from wildwood.errors import IssueError
from wildwood.matching.index.columns import stable_hash
from wildwood.matching.past.found_targets import new_targets, opened_targets
from wildwood.matching.past.issues import PastIssues
from wildwood.matching.past.papers import joined, write_papers
from wildwood.matching.past.sections import ComparableIssues, Comparison, index_bytes, search
from wildwood.rif import Listing
from wildwood.runs.containment import contained
from wildwood.runs.one_issue.issue_papers import IssuePapers, issue_papers
from wildwood.runs.one_issue.ps_rif import compare_in_past
from wildwood.runs.outcome import IssueNotes, Outcome
from wildwood.runs.rebuild.rebuild import staged
from wildwood.runs.rebuild.replay import read_again, written
from wildwood.store.fresh.fresh_store import fresh_handles
from wildwood.store.fresh.spilled_versions import read_versions, write_versions
from wildwood.store.handles import documents

_VERSIONS = "versions"


def read_part(work: Work, rifs: Listing) -> PartRead:
    """Read the rifs of a part; leave the features and the versions of their papers."""
    read = [_read(work, rifs, date) for date in rifs.dates()]
    issues = [found for found in read if isinstance(found, IssuePapers)]
    spill, job = work.spill("read"), work.job
    versions = (documents.version_documents(issue.notes.issue, issue.papers) for issue in issues)
    write_versions(spill.path(_VERSIONS), versions, work.ranges)
    formula = job.settings.formula
    past_issues = PastIssues(with_words=formula.compares_words, hash_of=stable_hash)
    for issue in issues:
        past_issues.add_issue(issue.notes.issue.date, issue.papers)
    found = past_issues.papers()
    write_papers(spill, found)
    notes = [_without_papers(issue) for issue in read]
    return PartRead(notes, index_bytes(found, formula), spill.stem)


def _read(work: Work, rifs: Listing, date: datetime.date) -> IssuePapers | IssueError:
    try:
        with contained(date, rifs.name(date)):
            return issue_papers(work.job, work.job.us.read_listed(rifs, date))
    except IssueError as error:
        return error


def _without_papers(read: IssuePapers | IssueError) -> IssueNotes | IssueError:
    return read if isinstance(read, IssueError) else read.notes


def store_range(work: Work, number: int) -> list[tuple[datetime.date, str]]:
    """Store the papers of a range of handles; return those that are too large to store."""
    read = work.read_plan(READ).parts
    versions = read_versions([part.spill.path(_VERSIONS) for part in read], number)
    with fresh_handles(work.mongodb, work.mark) as handles:
        return handles.write_all_versions(versions)


def search_section(work: Work, section: range) -> str:
    """Look up all issues from a section on in its index; return where their targets are.

    Args:
        work: the work.
        section: the numbers of the parts that make the section.
    """
    plan, settings, spill = work.read_plan(STORED), work.job.settings, work.spill("search")
    papers = joined([plan.papers(number) for number in section])
    later = (
        issue
        for number in range(section.start, len(plan.parts))
        for issue in plan.papers(number).by_date().items()
    )
    with new_targets(spill) as found:
        search(papers, later, Comparison(settings.limits, settings.formula), found)
    return spill.stem


def compare_part(work: Work, part: PartIssues) -> PartCompared | IssueError:
    """Compare the issues of a part with those before them, and write their ps rifs."""
    plan = work.read_plan(SEARCHED)
    write = partial(staged, work.job.ps.staging(work.mark))
    figures, done = Outcome(), []
    with ExitStack() as stack:
        found = [
            stack.enter_context(opened_targets(section.spill))
            for section in plan.found
            if section.first <= part.number
        ]
        issues = ComparableIssues(
            plan.papers(part.number).by_date(),
            lambda date: chain.from_iterable(targets.of(date) for targets in found),
        )
        for issue in part.issues:
            try:
                with contained(issue.date, issue.rif):
                    similars = compare_in_past(work.job, issue, issues)
                    rif_file = read_again(work.job, issue)
                done.append(written(work.job, write, issue, rif_file, similars))
            except IssueError as error:
                return error
            figures.count(similars)
    return PartCompared(done, figures)
