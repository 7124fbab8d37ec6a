"""The database anew, and every rif in date order (spec, `wildwood_all`)."""

import datetime
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from wildwood.errors import RifError, StoreError
from wildwood.history import Fingerprint
from wildwood.job import Job, Track, untracked
from wildwood.matching import find_similar
from wildwood.memory import Archive, IndexedArchive
from wildwood.model import Issue, PsRun, Similar
from wildwood.outcome import Outcome
from wildwood.pipeline import finish_swap
from wildwood.reading import IssuePapers, papers_of
from wildwood.rif import Listing, PsFolder, read_rif
from wildwood.store import FreshStore, Store, Swap
from wildwood.workers import Work, workers

_MARK_BYTES = 4
_RIFS_A_WORKER = 50
"""Rifs below which another process costs more than it gains."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a rebuild is done."""

    skip_bad: bool = False
    """Leave bad rifs out, rather than rebuild nothing."""
    workers: int = 1
    """Processes that read and write rifs."""
    track: Track = untracked


def rebuild(job: Job, store: Store, outcome: Outcome, manner: Manner) -> None:
    """Compare and store all rifs, oldest first, as if nothing had been stored before.

    All rifs are read and stored first; then each issue is compared with those before it.
    New documents and ps rifs are made beside the old ones and take their place together
    at the end. Each rif that cannot be read is named in the outcome.

    Raises:
        RifError: there are no rifs, or bad ones and not `skip_bad`; nothing has changed.
    """
    rifs = job.us.listing()
    if not rifs.paths:
        raise RifError(f"There are no rifs in {job.us.path}; see paths.us.")
    outcome.hear_of_names(rifs)
    mark = secrets.token_hex(_MARK_BYTES)
    staging = job.ps.staging(mark)
    fresh = store.fresh(mark)
    try:
        staging.prepare()
        processes = min(manner.workers, 1 + len(rifs.paths) // _RIFS_A_WORKER)
        with workers(processes) as work:
            _Rebuild(job, rifs, fresh, outcome, manner, work).run(mark)
    except BaseException:
        # Where MongoDB is out of reach, or another command writes by now, that one tidies up.
        with suppress(StoreError):
            store.check_writing()
            if not fresh.is_deciding:
                staging.empty()
            with store.briefly():
                undecided = store.pending_swap() is None
            if undecided:
                staging.empty()
                fresh.discard()
        raise
    finish_swap(store)


@dataclass(frozen=True, slots=True)
class _Rebuild:
    job: Job
    rifs: Listing
    fresh: FreshStore
    outcome: Outcome
    manner: Manner
    work: Work

    def run(self, mark: str) -> None:
        archive = self._store_all()
        if not self.manner.skip_bad:
            rifs = len(self.rifs.paths) + len(self.rifs.misnamed)
            _refuse_bad(rifs - len(self.fresh.issues), rifs)
        self.fresh.begin_indexing()
        self._compare_all(archive, self.job.ps.staging(mark))
        self.fresh.decide_swap(Swap(self.job.ps.path.absolute(), self.job.punctuation, mark))

    def _store_all(self) -> IndexedArchive:
        """Read every rif, store its papers, and keep their features."""
        archive, earlier = Archive(), Fingerprint()
        for read in self._read(self.rifs.dates(), "reading"):
            if isinstance(read, RifError):
                self.outcome.omissions.append(str(read))
                continue
            self.outcome.hear(read)
            run = PsRun(self.job.limits, self.job.presort, str(earlier), self.job.formula)
            left_out = self.fresh.add_issue(replace(read.issue, ps=run), read.papers)
            self.outcome.leave_out(left_out)
            archive.add_issue(read.date, read.papers, unstored=left_out)
            earlier.add(read.issue)
        return archive.indexed()

    def _compare_all(self, archive: IndexedArchive, staging: PsFolder) -> None:
        """Compare every issue with those before it, and write its ps rif."""
        for _ in self.work(partial(_write, self.job, staging), self._compared(archive)):
            pass

    def _compared(self, archive: IndexedArchive) -> Iterator[tuple[Issue, list[list[Similar]]]]:
        reads = self._read([issue.date for issue in self.fresh.issues], "comparing")
        for issue, read in zip(self.fresh.issues, reads, strict=True):
            if isinstance(read, RifError):
                raise read
            history = archive.history(before=issue.date)
            similars = find_similar(read.papers, history, self.job.limits, self.job.formula)
            self.outcome.count(similars)
            yield issue, similars

    def _read(self, dates: Sequence[datetime.date], what: str) -> Iterator[IssuePapers | RifError]:
        items = ((date, self.rifs.paths[date]) for date in dates)
        reads = self.work(partial(_read, self.job), items)
        return iter(self.manner.track(reads, len(dates), what))


def _read(job: Job, rif: tuple[datetime.date, list[Path]]) -> IssuePapers | RifError:
    """The papers of the rif of a date, or why it cannot be read."""
    date, paths = rif
    try:
        only = Listing(job.us.path, {date: paths}).path(date)
        return papers_of(read_rif(date, only), job.punctuation)
    except RifError as error:
        return error


def _write(job: Job, staging: PsFolder, compared: tuple[Issue, list[list[Similar]]]) -> None:
    """Write the ps rif of an issue where a rebuild's wait.

    Raises:
        RifError: it cannot be written, or the us rif is another one by now.
    """
    issue, similars = compared
    source = read_rif(issue.date, job.us.path / issue.rif)
    if source.digest != issue.digest:
        raise RifError(f"{job.us.path / issue.rif} changed while it was read; run it again.")
    content = source.rif.annotated(
        similars, presort=job.presort, annotations=job.annotate(source.rif)
    )
    staging.add(issue.date, issue.rif, content)


def _refuse_bad(bad: int, rifs: int) -> None:
    if bad:
        raise RifError(
            f"Nothing was rebuilt, for {bad} of {rifs} rifs cannot be read;"
            " mend them or move them away, or leave them out with --skip-bad."
        )
