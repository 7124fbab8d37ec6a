"""Find the similar papers of an issue, and make its ps rif."""

from collections.abc import Sequence

from wildwood.matching.past.sections import ComparableIssues
from wildwood.matching.similar import find_similar, find_similar_in_past
from wildwood.matching.target_index import TargetIndex
from wildwood.model import Issue, Limits, Similar
from wildwood.rif import RifFile
from wildwood.runs.decided import decided
from wildwood.runs.job import Job
from wildwood.runs.one_issue.issue_papers import IssuePapers


def compare(job: Job, read: IssuePapers, history: TargetIndex[str]) -> list[list[Similar]]:
    """Find the similar papers of each paper of an issue.

    Raises:
        TooManyPairsError: there are too many to compare.
    """
    settings, handles = job.settings, [paper.handle for paper in read.papers]

    def find(limits: Limits) -> list[list[Similar]]:
        return find_similar(read.papers, history, limits, settings.formula)

    return decided(job.decisions, handles, settings.limits, find)


def compare_in_past(job: Job, issue: Issue, issues: ComparableIssues) -> list[list[Similar]]:
    """Find the similar papers of each paper of an issue of a rebuild.

    Raises:
        TooManyPairsError: there are too many to compare.
    """
    settings, found = job.settings, issues.issue(issue.date)

    def find(limits: Limits) -> list[list[Similar]]:
        return find_similar_in_past(found, limits, settings.formula)

    handles = [found.papers.handles[number] for number in range(len(found.papers))]
    return decided(job.decisions, handles, settings.limits, find)


def ps_content(job: Job, rif_file: RifFile, similars: Sequence[Sequence[Similar]]) -> bytes:
    """Make the content of the ps rif."""
    return rif_file.rif.annotated(
        similars, presort=job.settings.presort, annotations=job.annotate(rif_file.rif)
    )
