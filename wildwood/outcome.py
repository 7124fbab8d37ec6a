"""What a run did, in figures, and what the operator must hear of it."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.history import stale_dates
from wildwood.model import Issue, Similar, SimilarityType
from wildwood.reading import IssuePapers, short
from wildwood.rif import Listing

_LOG = logging.getLogger(__name__)
_NAMED = 5
"""Stale dates named in one sentence."""


@dataclass(slots=True)
class Outcome:
    """The story of a run in figures, and what the operator must hear."""

    issues: int = 0
    papers: int = 0
    with_similar: int = 0
    entries: dict[SimilarityType, int] = field(
        default_factory=lambda: dict.fromkeys(SimilarityType, 0)
    )
    written: Path | None = None
    warnings: list[str] = field(default_factory=list)
    """Said, and all was done."""
    omissions: list[str] = field(default_factory=list)
    """Said, and something was left out: the exit status is 1."""

    def hear(self, read: IssuePapers) -> None:
        """Take over what is to be said of a rif."""
        _LOG.info("%s: %d papers", read.rif, len(read.papers))
        self.warnings += read.warnings
        self.omissions += read.omissions

    def hear_of_names(self, rifs: Listing) -> None:
        """Name the files that are left out for want of a date."""
        self.omissions += (
            f"{path} is named for a day that is none; rename it or move it away."
            for path in rifs.misnamed
        )

    def count(self, similars: Sequence[Sequence[Similar]]) -> None:
        """Add an issue's figures."""
        self.issues += 1
        self.papers += len(similars)
        self.with_similar += sum(1 for found in similars if found)
        for found in similars:
            for similar in found:
                self.entries[similar.type] += 1

    def leave_out(self, handles: Iterable[str]) -> None:
        """Name papers whose documents MongoDB would not take."""
        self.omissions += (
            f"The paper {short(handle)} is too large to be stored and was left out."
            for handle in handles
        )

    def name_stale(self, before: Sequence[Issue], after: Sequence[Issue]) -> None:
        """Warn of the ps rifs that are stale afterwards and were not before."""
        old = set(stale_dates(before))
        new = [str(date) for date in stale_dates(after) if date not in old]
        more = f" and {len(new) - _NAMED} more (see wildwood status)" if len(new) > _NAMED else ""
        if new:
            self.warnings.append(
                f"The ps rifs of later issues are stale now: {', '.join(new[:_NAMED])}{more};"
                " run wildwood for each of these dates in turn, or wildwood_all."
            )
