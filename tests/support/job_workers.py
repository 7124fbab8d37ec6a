"""Workers of the extraction for jobs that a test defines."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from wildwood.extraction.service import processes
from wildwood.extraction.service.processes import Workers, workers
from wildwood.extraction.service.worker import WorkLimits


@contextmanager
def workers_for(module: str, limits: WorkLimits) -> Iterator[Workers]:
    """Start workers whose program imports the module of the jobs, instead of each process."""
    program = f"import {module}; {processes.PROGRAM}"
    with mock.patch.object(processes, "PROGRAM", program), workers(limits) as started:
        yield started
