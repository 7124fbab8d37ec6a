"""The database anew, and every rif in date order (spec, `wildwood_all`)."""

import datetime
from collections.abc import Sequence

from wildwood.errors import RifError
from wildwood.matching import MemoryIndex
from wildwood.pipeline import Job, Outcome, Track, compare, finish_swap, issue_record, too_large
from wildwood.store import FreshStore, Store, Swap


def rebuild(
    job: Job, store: Store, outcome: Outcome, *, skip_bad: bool = False, track: Track = iter
) -> None:
    """Compare and store all rifs, oldest first, as if nothing had been stored before.

    New documents and ps rifs are made beside the old ones and take their place together
    at the end. Each rif that cannot be read is named in the outcome.

    Raises:
        RifError: there are no rifs, or bad ones and not `skip_bad`; nothing has changed.
    """
    dates = job.us.dates()
    if not dates:
        raise RifError(f"There are no rifs in {job.us.path}; see paths.us.")
    staging = job.ps.staging()
    staging.empty()
    fresh = store.fresh()
    try:
        staging.prepare()
        bad = _fill(job, dates, fresh, outcome, track)
        if not skip_bad:
            _refuse_bad(bad, len(dates))
        fresh.decide_swap(Swap(job.ps.path.absolute(), job.punctuation))
    except BaseException:
        if store.pending_swap() is None:
            staging.empty()
            fresh.discard()
        raise
    finish_swap(store)


def _refuse_bad(bad: int, rifs: int) -> None:
    if bad:
        raise RifError(
            f"Nothing was rebuilt, for {bad} of {rifs} rifs cannot be read;"
            " mend them or move them away, or leave them out with --skip-bad."
        )


def _fill(
    job: Job,
    dates: Sequence[datetime.date],
    fresh: FreshStore,
    outcome: Outcome,
    track: Track,
) -> int:
    """Run every issue against those before it; give the number of bad rifs."""
    history: MemoryIndex[str] = MemoryIndex()
    staging = job.ps.staging()
    bad = 0
    for date in track(dates):
        try:
            source = job.us.read(date)
        except RifError as error:
            outcome.omissions.append(str(error))
            bad += 1
            continue
        compared = compare(job, source, history, outcome)
        staging.write(date, source.name, compared.content)
        issue = issue_record(job, source, fresh.issues)
        outcome.omissions += map(too_large, fresh.add_issue(issue, compared.papers))
        for paper in compared.papers:
            history.add(paper.handle, paper.features)
    return bad
