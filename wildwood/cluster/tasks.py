"""The tasks of a rebuild. Each can run twice, on any workers, even at the same time.

A task leaves its results under names of its own and returns these names, so an attempt that was
broken off leaves nothing that is used. Each attempt writes the same documents and ps rifs.
"""

import datetime

from wildwood.cluster.work import (
    COMMON,
    PAIRS,
    READ,
    TITLES,
    Compared,
    PartIssues,
    PartRead,
    Work,
)
from wildwood.errors import IssueError
from wildwood.matching import parts
from wildwood.matching.part_history import NO_TARGETS, part_histories
from wildwood.rif import Listing
from wildwood.runs.containment import contained
from wildwood.runs.one_issue.issue_papers import IssuePapers, issue_papers
from wildwood.runs.one_issue.ps_rif import compare
from wildwood.runs.outcome import IssueNotes, Outcome
from wildwood.runs.rebuild.rebuild import StagedPsRif
from wildwood.runs.rebuild.replay import read_again, written
from wildwood.store.fresh.fresh_handles import fresh_handles
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
    papers = [issue.papers for issue in issues]
    has_wide = parts.write_part(spill, papers, work.ranges, job.settings.formula)
    return PartRead([_without_papers(found) for found in read], has_wide, spill.stem)


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
    read = work.read_plan(READ).archive.parts
    versions = read_versions([part.spill.path(_VERSIONS) for part in read], number)
    with fresh_handles(work.mongodb, work.mark) as handles:
        return handles.write_all_versions(versions)


def join_range(work: Work, number: int) -> list[str]:
    """Join all papers on the feature pairs of a range; return the files with pairs of papers."""
    read = work.read_plan(READ).archive.parts
    return parts.write_pairs(work.spill("join"), read, number)


def join_wide(work: Work, number: int) -> list[str]:
    """Compare the papers of a part with all wide ones; return the file with pairs of papers."""
    read = work.read_plan(READ).archive.parts
    return parts.write_wide_pairs(work.spill("wide"), read, read[number])


def count_titles(work: Work, number: int) -> str:
    """Find the common title features of a range; return where they are."""
    spill = work.spill("common")
    parts.write_common_titles(spill, work.read_plan(READ).archive.parts, number)
    return spill.stem


def key_titles(work: Work, number: int) -> str:
    """Make the title keys of the papers of a part; return where they are."""
    spill, plan = work.spill("titles"), work.read_plan(COMMON)
    parts.write_title_keys(spill, plan.archive.parts[number], plan.titles, work.ranges)
    return spill.stem


def join_titles(work: Work, number: int) -> list[str]:
    """Join all papers on the title keys of a range; return the files with pairs of papers."""
    plan = work.read_plan(TITLES)
    return parts.write_title_pairs(work.spill("join"), plan.archive.parts, plan.titles, number)


def compare_part(work: Work, part: PartIssues) -> Compared | IssueError:
    """Compare the issues of a part with those before them, and write their ps rifs."""
    plan, settings = work.read_plan(PAIRS), work.job.settings
    histories = part_histories(
        plan.archive,
        plan.archive.parts[part.number],
        parts.read_pairs(plan.pairs),
        settings.limits.external,
        settings.formula,
    )
    write = StagedPsRif(work.job.ps.staging(work.mark))
    figures, done = Outcome(), []
    for first, issue in part.issues:
        try:
            with contained(issue.date, issue.rif):
                rif_file = read_again(work.job, issue)
                read = issue_papers(work.job, rif_file)
                # An issue without papers has the number of the next one.
                history = histories.get(first, NO_TARGETS) if read.papers else NO_TARGETS
                similars = compare(work.job, read, history)
            done.append(written(work.job, write, issue, rif_file, similars))
        except IssueError as error:
            return error
        figures.count(similars)
    return Compared(done, figures)
