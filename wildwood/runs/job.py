"""What a run works with: its directories and settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from wildwood.model import Annotation, PsSettings, Punctuation
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
    punctuation: Punctuation
    settings: PsSettings
    index_bytes: int
    """About how much memory the index of a rebuild can take."""
    annotate: Annotator = no_annotations


def job_of(config: Config) -> Job:
    """Take the job's settings from a configuration."""
    return Job(
        us=UsFolder(config.paths.us, config.rif_bytes),
        ps=PsFolder(config.paths.ps),
        punctuation=config.punctuation,
        settings=PsSettings(
            config.limits, config.presort, config.comparison, marks_languages=config.language.mark
        ),
        index_bytes=config.index_bytes,
    )
