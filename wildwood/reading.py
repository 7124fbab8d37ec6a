"""From a rif on disk to the papers of an issue, with their features."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.errors import shown
from wildwood.features import featured
from wildwood.model import Issue, Paper, Punctuation
from wildwood.rif import RifFile


@dataclass(frozen=True, slots=True)
class IssuePapers:
    """The papers of a rif, and what is to be said of it."""

    date: datetime.date
    rif: str
    digest: str
    papers: Sequence[Paper]
    warnings: Sequence[str]
    omissions: Sequence[str]

    @property
    def issue(self) -> Issue:
        """What the store records of it, but for the ps rif."""
        return Issue(self.date, self.rif, self.digest, len(self.papers), None)


def papers_of(source: RifFile, punctuation: Punctuation) -> IssuePapers:
    """The papers of a rif with their features."""
    papers = [featured(record, punctuation) for record in source.rif.records]
    times = Counter(paper.handle for paper in papers)
    return IssuePapers(
        source.date,
        source.name,
        source.digest,
        papers,
        warnings=[
            (
                f"{source.name}: the handle {short(handle)} stands there more than once;"
                " the last text with it is stored."
            )
            for handle, count in times.items()
            if count > 1
        ],
        omissions=[
            f"{source.name}: the text {short(title)} has neither id nor ref and was skipped."
            for title in source.rif.skipped
        ],
    )


def short(text: str) -> str:
    """A title or handle as it stands in a sentence."""
    return repr(shown(text))
