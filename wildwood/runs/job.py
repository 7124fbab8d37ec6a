"""What a run works with: its directories and settings."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from wildwood.csv_text import read_text
from wildwood.model import Annotation, Limits, Punctuation
from wildwood.report.decisions import decisions_and_faults, relation_of_ids
from wildwood.report.relation import NO_DECISIONS, Relation
from wildwood.rif import PsFolder, Rif, UsFolder
from wildwood.scoring.formulas import Formula
from wildwood.settings import Config


class Annotator(Protocol):
    """Makes an extra element for each paper of a rif; must be picklable for worker processes."""

    @property
    def digest(self) -> str:
        """A digest of all that the elements depend on, besides the rif; empty for no elements."""
        ...

    @property
    def has_corrections(self) -> bool:
        """Whether elements depend on corrections of a person."""
        ...

    @property
    def missing_corrections(self) -> Path | None:
        """The file of these, if it does not exist."""
        ...

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """Return an annotation or None for each record, or an empty sequence for no elements."""
        ...


@dataclass(frozen=True, slots=True)
class NoAnnotations:
    """Annotates nothing."""

    digest: str = ""
    has_corrections: bool = False
    missing_corrections: Path | None = None

    def __call__(self, _rif: Rif, /) -> Sequence[Annotation | None]:
        """Return no elements."""
        return ()


@dataclass(frozen=True, slots=True)
class PsSettings:
    """All settings that the bytes of a ps rif depend on; each is a part of its provenance.

    Dataclasses in it are tables of settings, whose names differ from all others.
    """

    limits: Limits
    formula: Formula = Formula.SPECIFIED
    presort: bool = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Job:
    """The directories and settings of a run."""

    us: UsFolder
    ps: PsFolder
    punctuation: Punctuation
    settings: PsSettings
    index_bytes: int
    """About how much memory the index of a rebuild can take."""
    annotate: Annotator = NoAnnotations()
    decisions: Relation = NO_DECISIONS
    """What the editor has decided about handles."""
    bad_decisions: Sequence[str] = ()
    """A sentence for each line of the editor's decisions that cannot be read."""
    missing_decisions: Path | None = None
    """The file of the editor's decisions, if it does not exist."""


def job_of(config: Config) -> Job:
    """Take the job's settings from a configuration, and the editor's decisions from their file.

    Raises:
        InputError: the file of the decisions cannot be read, or is no CSV.
    """
    job = Job(
        us=UsFolder(
            config.paths.us, config.rif_bytes, cure=config.cure("paths.us"), ps=config.paths.ps
        ),
        ps=PsFolder(config.paths.ps),
        punctuation=config.punctuation,
        settings=PsSettings(config.limits, config.formula, presort=config.presort),
        index_bytes=config.index_bytes,
    )
    return _with_decisions(job, config.paths.decisions)


def _with_decisions(job: Job, file: Path | None) -> Job:
    if file is None:
        return job
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return replace(job, missing_decisions=file)
    except OSError:
        pass  # reading it says why
    decisions, faults = decisions_and_faults(read_text(file), str(file))
    return replace(job, decisions=relation_of_ids(decisions), bad_decisions=faults)
