"""Make the papers of an issue from its rif, with messages for the operator."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.display import counted, quoted
from wildwood.matching.work import check_shared
from wildwood.model import Issue, Paper
from wildwood.rif import RifFile
from wildwood.runs.decided import digest
from wildwood.runs.job import Job
from wildwood.runs.outcome import IssueNotes
from wildwood.runs.provenance import stamp
from wildwood.scoring.features import paper_of


@dataclass(frozen=True, slots=True)
class IssuePapers:
    """The papers of a rif, with its record and the warnings to report."""

    notes: IssueNotes
    papers: Sequence[Paper]


def issue_papers(job: Job, rif_file: RifFile) -> IssuePapers:
    """Make the papers of a rif from its records.

    Raises:
        TooManyPairsError: they have too much in common; see `matching.work`.
    """
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
    return IssuePapers(IssueNotes(issue, warnings, digest(job.decisions, times)), papers)
