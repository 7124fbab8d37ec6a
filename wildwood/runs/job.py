"""The settings of a run, without its dates: directories, limits and formula."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from wildwood.model import Annotation, Formula, Limits, PsRecord, Punctuation
from wildwood.rif import PsFolder, Rif, UsFolder
from wildwood.settings import Config


class Annotator(Protocol):
    """Makes an extra element for each paper of a rif; must be picklable for worker processes."""

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """Return an annotation or None for each record, or an empty sequence for no elements."""
        ...


def no_annotations(_rif: Rif) -> Sequence[Annotation | None]:
    """Annotate nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Job:
    """The directories and settings of a run."""

    us: UsFolder
    ps: PsFolder
    limits: Limits
    formula: Formula
    punctuation: Punctuation
    presort: bool
    annotate: Annotator = no_annotations

    def ps_record(self, history_digest: str) -> PsRecord:
        """Record how this job makes a ps rif, compared with issues of that digest."""
        return PsRecord(self.limits, self.presort, history_digest, self.formula)


def job_of(config: Config) -> Job:
    """Take the job's settings from a configuration."""
    return Job(
        us=UsFolder(config.paths.us),
        ps=PsFolder(config.paths.ps),
        limits=config.limits,
        formula=config.formula,
        punctuation=config.punctuation,
        presort=config.presort,
    )
