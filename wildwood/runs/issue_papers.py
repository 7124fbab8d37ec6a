"""Make the papers of an issue from its rif, with messages for the operator."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.display import counted, quoted
from wildwood.model import Issue, Paper, Punctuation
from wildwood.rif import RifFile
from wildwood.scoring.features import paper_of


@dataclass(frozen=True, slots=True)
class IssuePapers:
    """The papers of a rif, with warnings and omissions to report."""

    date: datetime.date
    rif: str
    """File name of the us rif."""
    digest: str
    papers: Sequence[Paper]
    warnings: Sequence[str]
    omissions: Sequence[str]

    @property
    def issue(self) -> Issue:
        """The record of the issue, still without its ps rif."""
        return Issue(self.date, self.rif, self.digest, len(self.papers), None)


def issue_papers(rif_file: RifFile, punctuation: Punctuation) -> IssuePapers:
    """Make the papers of a rif from its records."""
    papers = [paper_of(record, punctuation) for record in rif_file.rif.records]
    name, times = rif_file.name, Counter(paper.handle for paper in papers)
    undescribed = sum(not paper.record.is_described for paper in papers)
    warnings = [f"{name} was read, not the older {older}." for older in rif_file.superseded]
    if not papers:
        warnings.append(f"{name} has no papers.")
    if undescribed:
        without = counted(undescribed, "paper")
        warnings.append(f"{name}: {without} without names and titles, which resemble nothing.")
    warnings += (
        f"{name}: the handle {quoted(handle)} occurs more than once;"
        " the last text with a name or a title is stored."
        for handle, count in times.items()
        if count > 1
    )
    return IssuePapers(
        rif_file.date,
        name,
        rif_file.digest,
        papers,
        warnings,
        omissions=[
            f"{name}: the text {quoted(title)} has neither id nor ref and was skipped."
            for title in rif_file.rif.skipped
        ],
    )
