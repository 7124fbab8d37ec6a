"""Find the similar papers of an issue, and make its ps rif."""

from collections.abc import Sequence

from wildwood.matching.similar import find_similar
from wildwood.matching.target_index import TargetIndex
from wildwood.model import Paper, Similar
from wildwood.rif import RifFile
from wildwood.runs.job import Job


def compare(job: Job, papers: Sequence[Paper], history: TargetIndex[str]) -> list[list[Similar]]:
    """Find the similar papers of each paper of an issue."""
    return find_similar(papers, history, job.settings.limits, job.settings.formula)


def ps_content(job: Job, rif_file: RifFile, similars: Sequence[Sequence[Similar]]) -> bytes:
    """Make the content of the ps rif."""
    return rif_file.rif.annotated(
        similars, presort=job.settings.presort, annotations=job.annotate(rif_file.rif)
    )
