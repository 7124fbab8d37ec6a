"""Tell whether an issue needs a run."""

import datetime

from wildwood.errors import RifError
from wildwood.model import Issue
from wildwood.rif import Listing
from wildwood.runs.job import Job


def is_done(job: Job, rifs: Listing, date: datetime.date, issue: Issue | None) -> bool:
    """Return whether an issue is stored as its rif is now, and its ps rif is as it was written."""
    if issue is None or issue.digest is None or issue.ps is None or issue.ps.file is None:
        return False
    if not job.ps.holds(issue.ps.file):
        return False
    try:
        path = rifs.path(date)
        return issue.rif == path.name and issue.digest == job.us.digest(path)
    except RifError:
        return False  # its run will report it
