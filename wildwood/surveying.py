"""The similar papers of stored issues, down to the lowest limit that is looked at."""

import datetime
from collections.abc import Iterator, Sequence

from wildwood.job import Track, untracked
from wildwood.matching import find_similar
from wildwood.memory import Archive
from wildwood.model import Formula, Limits, Similar
from wildwood.store import Store
from wildwood.survey import LIMITS

_LOWEST = Limits(LIMITS[0], LIMITS[0])


def similars_of_dates(
    store: Store, dates: Sequence[datetime.date], formula: Formula, track: Track = untracked
) -> Iterator[Sequence[Similar]]:
    """For each paper of these issues its similar ones, by the store's own index."""
    for date in track(dates, len(dates), "comparing"):
        history = store.history(before=date)
        yield from find_similar(store.papers_of_issue(date), history, _LOWEST, formula)


def similars_of_all(
    store: Store, dates: Sequence[datetime.date], formula: Formula, track: Track = untracked
) -> Iterator[Sequence[Similar]]:
    """The same for all issues that are stored, oldest first; all are read into memory first."""
    archive = Archive()
    for date in track(dates, len(dates), "reading"):
        archive.add_issue(date, store.papers_of_issue(date))
    indexed = archive.indexed()
    for date in track(dates, len(dates), "comparing"):
        history = indexed.history(before=date)
        yield from find_similar(store.papers_of_issue(date), history, _LOWEST, formula)
