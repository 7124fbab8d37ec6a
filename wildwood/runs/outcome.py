"""The figures and messages of a run, for the operator."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.display import listed, quoted
from wildwood.model import PsSettings, Similar, SimilarityType
from wildwood.rif import Listing
from wildwood.runs.issue_papers import IssueNotes
from wildwood.runs.staleness import differing_dates, stale_dates
from wildwood.store import Store

_LOG = logging.getLogger(__name__)
_SEE = "(see wildwood status)"


@dataclass(slots=True)
class Outcome:
    """The figures and messages of a run."""

    issues: int = 0
    papers: int = 0
    with_similar: int = 0
    similars: dict[SimilarityType, int] = field(
        default_factory=lambda: dict.fromkeys(SimilarityType, 0)
    )
    written: Path | None = None
    """The ps rif that was written last."""
    warnings: list[str] = field(default_factory=list)
    """Messages about problems; the exit status stays 0."""
    omissions: list[str] = field(default_factory=list)
    """Messages about papers and rifs that were left out; the exit status is 1."""

    def count(self, similars: Sequence[Sequence[Similar]]) -> None:
        """Add the figures of an issue."""
        self.issues += 1
        self.papers += len(similars)
        self.with_similar += sum(1 for found in similars if found)
        for found in similars:
            for similar in found:
                self.similars[similar.type] += 1

    def add(self, other: "Outcome") -> None:
        """Add the figures and messages of a part of the run."""
        self.issues += other.issues
        self.papers += other.papers
        self.with_similar += other.with_similar
        for kind, number in other.similars.items():
            self.similars[kind] += number
        self.warnings += other.warnings
        self.omissions += other.omissions

    def add_notes(self, notes: IssueNotes) -> None:
        """Add the warnings and omissions of a rif."""
        _LOG.info("%s: %d papers", notes.issue.rif, notes.issue.papers)
        self.warnings += notes.warnings
        self.omissions += notes.omissions

    def add_unread(self, rifs: Listing) -> None:
        """Report files that are left out because their names have no date, or an impossible one."""
        self.omissions += (
            f"{path}: the date in the file name does not exist; rename the file or move it away."
            for path in rifs.misnamed
        )
        if rifs.undated:
            names = [path.name for path in rifs.undated]
            self.warnings.append(
                f"{listed(names, _SEE)} in {rifs.folder} was not read:"
                " the name of a rif starts with its date, such as 2015-03-05, and ends in .xml"
                " or .xml.gz."
            )

    def add_differing(self, store: Store, settings: PsSettings) -> None:
        """Warn of the ps rifs that were made with other settings than this run's."""
        dates = differing_dates(store.issues(), settings)
        if dates:
            self.warnings.append(
                f"The ps rifs of {listed(dates, _SEE)} were made with other limits or settings than"
                " this run's; to make all alike, run wildwood_all."
            )

    def add_too_large(self, handles: Iterable[str]) -> None:
        """Report papers whose documents are too large for MongoDB."""
        self.omissions += (
            f"The paper {quoted(handle)} is too large to store and was left out."
            for handle in handles
        )

    @contextmanager
    def stale_warnings(self, store: Store) -> Iterator[None]:
        """Warn of the ps rifs that become stale within the block."""
        before = set(stale_dates(store.issues()))
        yield
        stale = [date for date in stale_dates(store.issues()) if date not in before]
        if stale:
            self.warnings.append(
                f"The ps rifs of later issues are stale now: {listed(stale, _SEE)};"
                " run wildwood latest --stale."
            )
