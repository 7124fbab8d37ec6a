"""Find the similar papers of an issue, and make its ps rif."""

from collections.abc import Sequence

from wildwood.matching.past.sections import ComparableIssues
from wildwood.matching.similar import find_similar, find_similar_in_past
from wildwood.matching.target_index import TargetIndex
from wildwood.model import Issue, Similar
from wildwood.rif import RifFile
from wildwood.runs.job import Job
from wildwood.runs.one_issue.issue_papers import IssuePapers


def compare(job: Job, read: IssuePapers, history: TargetIndex[str]) -> list[list[Similar]]:
    """Find the similar papers of each paper of an issue.

    Raises:
        TooManyPairsError: there are too many to compare.
    """
    settings = job.settings
    return find_similar(read.papers, history, settings.limits, settings.formula)


def compare_in_past(job: Job, issue: Issue, issues: ComparableIssues) -> list[list[Similar]]:
    """Find the similar papers of each paper of an issue of a rebuild.

    Raises:
        TooManyPairsError: there are too many to compare.
    """
    settings = job.settings
    found = issues.issue(issue.date)
    return find_similar_in_past(found, settings.limits, settings.formula)


def ps_content(job: Job, rif_file: RifFile, similars: Sequence[Sequence[Similar]]) -> bytes:
    """Make the content of the ps rif."""
    return rif_file.rif.annotated(
        similars, presort=job.settings.presort, annotations=job.annotate(rif_file.rif)
    )
