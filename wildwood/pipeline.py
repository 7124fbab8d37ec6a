"""The spec's own sequence for one issue: read, compare, write the ps rif, store."""

import datetime
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from wildwood.errors import RifError, StoreError
from wildwood.features import featured
from wildwood.history import fingerprints, stale_dates
from wildwood.matching import find_similar
from wildwood.model import Issue, Limits, Paper, PsRun, Punctuation, Similar, SimilarityType
from wildwood.rif import Listing, PsFolder, RifFile, UsFolder, digest_of
from wildwood.store import Store

Item = TypeVar("Item")


class Track(Protocol):
    """Passes items through, and may show how far they are."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """The items; there are so many of them, and this is what is done with them."""
        ...


def untracked(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through and show nothing."""
    del total, what
    return items


_LOG = logging.getLogger(__name__)
_NAMED = 5
"""Stale dates named in one sentence."""
_SHOWN = 100
"""Characters of a title or handle shown in a sentence."""


@dataclass(frozen=True, slots=True)
class Job:
    """What every run needs to know beside its dates."""

    us: UsFolder
    ps: PsFolder
    limits: Limits
    punctuation: Punctuation
    presort: bool


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

    def hear(self, read: "IssuePapers") -> None:
        """Take over what is to be said of a rif."""
        _LOG.info("%s: %d papers", read.rif, len(read.papers))
        self.warnings += read.warnings
        self.omissions += read.omissions

    def count(self, similars: Sequence[Sequence[Similar]]) -> None:
        """Add an issue's figures."""
        self.issues += 1
        self.papers += len(similars)
        self.with_similar += sum(1 for found in similars if found)
        for found in similars:
            for similar in found:
                self.entries[similar.type] += 1


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


def process_issue(job: Job, store: Store, source: RifFile, outcome: Outcome) -> None:
    """Compare an issue, write its ps rif, then store it.

    Raises:
        WildwoodError: the ps rif or the store cannot be written; nothing has changed, or
            the issue's record says that it is incomplete.
    """
    read = papers_of(source, job.punctuation)
    outcome.hear(read)
    similars = find_similar(read.papers, store.history(before=source.date), job.limits)
    content = source.rif.annotated(similars, presort=job.presort)
    known = store.issues()
    outcome.written = job.ps.write(source.date, source.name, content)
    history = fingerprints(known, [source.date])[source.date]
    issue = replace(read.issue, ps=PsRun(job.limits, job.presort, history))
    left_out = store.replace_issue(issue, read.papers, job.punctuation)
    outcome.omissions += map(too_large, left_out)
    outcome.count(similars)


@contextmanager
def naming_stale(store: Store, outcome: Outcome) -> Iterator[None]:
    """Warn of the ps rifs that are stale afterwards and were not before."""
    before = store.issues()
    yield
    outcome.warnings += _newly_stale(before, store.issues())


def forget_issue(job: Job, store: Store, date: datetime.date, outcome: Outcome) -> None:
    """Remove an issue whose rif was withdrawn, with its ps rif.

    Raises:
        RifError: no issue of the date is stored.
    """
    known = store.issues()
    if date not in {issue.date for issue in known}:
        raise RifError(f"No issue of {date} is stored.")
    with naming_stale(store, outcome):
        job.ps.remove(date)
        store.forget_issue(date)


def waiting_dates(job: Job, store: Store) -> list[datetime.date]:
    """The dates of rifs that want a run, oldest first.

    Those are the rifs that were never stored whole, that have changed since, and those
    whose ps rif is missing.
    """
    digests = {issue.date: issue.digest for issue in store.issues()}
    rifs, made = job.us.listing(), job.ps.listing()
    return [
        date
        for date in rifs.dates()
        if digests.get(date) is None
        or date not in made.paths
        or digests[date] != _digest(rifs, date)
    ]


def _digest(rifs: Listing, date: datetime.date) -> str | None:
    """The digest of a rif; None where it cannot be read, which the run will say."""
    try:
        return digest_of(rifs.path(date))
    except RifError:
        return None


def run_latest(job: Job, store: Store, outcome: Outcome, track: Track = untracked) -> None:
    """Run every issue that waits for it, oldest first; a bad rif is named and left out.

    Raises:
        StoreError: nothing is stored yet.
    """
    if not store.issues():
        raise StoreError("Nothing is stored yet; run wildwood_all first.")
    waiting = waiting_dates(job, store)
    with naming_stale(store, outcome):
        for date in track(waiting, len(waiting), "running"):
            try:
                source = job.us.read(date)
            except RifError as error:
                outcome.omissions.append(str(error))
                continue
            process_issue(job, store, source, outcome)


def finish_swap(store: Store) -> None:
    """Finish what a rebuild decided: its ps rifs and its documents take their place."""
    decided = store.pending_swap()
    if decided is not None:
        PsFolder(decided.ps).publish()
        store.complete_swap(decided)


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
                f"{source.name}: the handle {_short(handle)} stands there more than once;"
                " the last text with it is stored."
            )
            for handle, count in times.items()
            if count > 1
        ],
        omissions=[
            f"{source.name}: the text {_short(title)} has neither id nor ref and was skipped."
            for title in source.rif.skipped
        ],
    )


def too_large(handle: str) -> str:
    """The sentence on a paper whose document MongoDB would not take."""
    return f"The paper {_short(handle)} is too large to be stored and was left out."


def _newly_stale(before: Sequence[Issue], after: Sequence[Issue]) -> list[str]:
    old = set(stale_dates(before))
    new = [str(date) for date in stale_dates(after) if date not in old]
    if not new:
        return []
    more = f" and {len(new) - _NAMED} more (see wildwood status)" if len(new) > _NAMED else ""
    return [
        (
            f"The ps rifs of later issues are stale now: {', '.join(new[:_NAMED])}{more};"
            " run wildwood for each of these dates in turn, or wildwood_all."
        )
    ]


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
