"""The spec's own sequence for one issue: read, compare, write the ps rif, store."""

import datetime
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.errors import RifError, StoreError
from wildwood.features import featured
from wildwood.history import history_fingerprint, stale_dates
from wildwood.matching import TargetIndex, find_similar
from wildwood.model import Issue, Limits, Paper, PsRun, Punctuation, Similar, SimilarityType
from wildwood.rif import PsFolder, UsFolder
from wildwood.rif.folder import RifFile
from wildwood.store import Store

Track = Callable[[Sequence[datetime.date]], Iterable[datetime.date]]
"""Passes the dates through, and may show how far they are."""

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

    def count(self, similars: Sequence[Sequence[Similar]]) -> None:
        """Add an issue's figures."""
        self.issues += 1
        self.papers += len(similars)
        self.with_similar += sum(1 for found in similars if found)
        for found in similars:
            for similar in found:
                self.entries[similar.type] += 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """An issue's papers, and its ps rif."""

    papers: Sequence[Paper]
    content: bytes


def process_issue(job: Job, store: Store, source: RifFile, outcome: Outcome) -> None:
    """Compare an issue, write its ps rif, then store it.

    Raises:
        WildwoodError: the ps rif or the store cannot be written; nothing has changed, or
            the issue's record says that it is incomplete.
    """
    compared = compare(job, source, store.history(before=source.date), outcome)
    known = store.issues()
    outcome.written = job.ps.write(source.date, source.name, compared.content)
    issue = issue_record(job, source, known)
    left_out = store.replace_issue(issue, compared.papers, job.punctuation)
    outcome.omissions += map(too_large, left_out)
    outcome.warnings += _newly_stale(known, store.issues())


def forget_issue(job: Job, store: Store, date: datetime.date, outcome: Outcome) -> None:
    """Remove an issue whose rif was withdrawn, with its ps rif.

    Raises:
        RifError: no issue of the date is stored.
    """
    known = store.issues()
    if date not in {issue.date for issue in known}:
        raise RifError(f"No issue of {date} is stored.")
    job.ps.remove(date)
    store.forget_issue(date)
    outcome.warnings += _newly_stale(known, store.issues())


def waiting_dates(job: Job, store: Store) -> list[datetime.date]:
    """The dates of rifs that want a run, oldest first.

    Those are the rifs that were never stored whole, that have changed since, and those
    whose ps rif is missing.
    """
    digests = {issue.date: issue.digest for issue in store.issues()}
    return [
        date
        for date in job.us.dates()
        if digests.get(date) is None or not job.ps.has(date) or digests[date] != _digest(job, date)
    ]


def _digest(job: Job, date: datetime.date) -> str | None:
    """The digest of a rif; None where it cannot be read, which the run will say."""
    try:
        return job.us.digest(date)
    except RifError:
        return None


def run_latest(job: Job, store: Store, outcome: Outcome, track: Track = iter) -> None:
    """Run every issue that waits for it, oldest first; a bad rif is named and left out.

    Raises:
        StoreError: nothing is stored yet.
    """
    if not store.issues():
        raise StoreError("Nothing is stored yet; run wildwood_all first.")
    for date in track(waiting_dates(job, store)):
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


def compare(job: Job, source: RifFile, history: TargetIndex[str], outcome: Outcome) -> Comparison:
    """Find the similar papers of a rif's papers, and make its ps rif."""
    papers = [featured(record, job.punctuation) for record in source.rif.records]
    outcome.omissions += (
        f"{source.name}: the text {_short(title)} has neither id nor ref and was skipped."
        for title in source.rif.skipped
    )
    twice = [handle for handle, times in Counter(p.handle for p in papers).items() if times > 1]
    outcome.warnings += (
        f"{source.name}: the handle {_short(handle)} stands there more than once;"
        " the last text with it is stored."
        for handle in twice
    )
    similars = find_similar(papers, history, job.limits)
    outcome.count(similars)
    _LOG.info("%s: %d papers", source.name, len(papers))
    return Comparison(papers, source.rif.annotated(similars, presort=job.presort))


def issue_record(job: Job, source: RifFile, earlier: Iterable[Issue]) -> Issue:
    """What the store records of an issue that was compared with these earlier ones."""
    history = history_fingerprint(earlier, source.date)
    return Issue(
        date=source.date,
        rif=source.name,
        digest=source.digest,
        papers=len(source.rif.records),
        ps=PsRun(job.limits, job.presort, history),
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
