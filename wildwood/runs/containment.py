"""Keep what is wrong with one issue from stopping the others."""

import datetime
import errno
from collections.abc import Iterator
from contextlib import contextmanager

from wildwood.display import clipped
from wildwood.errors import (
    THREAD_ERROR,
    DiskFullError,
    IssueError,
    LockedError,
    RifError,
    TooManyPairsError,
    UnansweredError,
    WildwoodError,
    WorkerError,
)
from wildwood.store import Connection

_OF_ALL = (DiskFullError, LockedError, WorkerError)
"""Errors that would meet the next issue, too."""
_OF_THE_SYSTEM = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE)
"""So would these, of a temporary file: no room, or too many open files."""


@contextmanager
def contained(
    date: datetime.date, name: str, connection: Connection | None = None
) -> Iterator[None]:
    """Turn whatever is wrong with one issue alone into an error that says so.

    Args:
        date: the date of the issue.
        name: the name of its rif, for messages.
        connection: the connection in use, if any.

    Raises:
        IssueError: the work on the issue failed.
        WildwoodError: the server, the lock, a worker or the room on the disk is lost.
        RuntimeError: the system refuses a thread.
        OSError: there is no room for a temporary file, or too many files are open.
    """
    try:
        yield
    except (IssueError, *_OF_ALL):
        raise
    except TooManyPairsError as error:
        raise IssueError(date, f"{name} {error}.") from error
    except RifError as error:
        raise IssueError(date, str(error)) from error
    except UnansweredError as error:
        if connection is None or not connection.answers():
            raise
        raise IssueError(date, f"{name}: {error}") from error
    except WildwoodError as error:
        raise IssueError(date, f"{name}: {error}") from error
    except MemoryError as error:
        raise IssueError(date, f"{name} needs more memory than there is.") from error
    except Exception as error:
        if str(error) == THREAD_ERROR or getattr(error, "errno", None) in _OF_THE_SYSTEM:
            raise
        raise IssueError(
            date,
            f"{name} could not be processed, because of a defect of Wildwood"
            f" ({type(error).__name__}: {clipped(str(error))}); please report it.",
        ) from error
