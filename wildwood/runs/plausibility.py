"""What a person must look at, though the run itself succeeds."""

from collections.abc import Iterator

from wildwood.runs.decided import lost_decisions
from wildwood.runs.job import Job
from wildwood.store import Store


def doubts(job: Job, store: Store) -> Iterator[str]:
    """Yield a sentence with its cure for all that a person must look at."""
    yield from job.bad_decisions
    if lost := lost_decisions(job, store.issues()):
        yield lost
