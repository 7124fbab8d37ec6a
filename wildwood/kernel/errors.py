"""The errors that users see, each as one sentence."""

import datetime
import errno

THREAD_ERROR = "can't start new thread"  # Python's message; there is no class for it
DISK_FULL = (errno.ENOSPC, errno.EDQUOT)


class WildwoodError(Exception):
    """An expected failure; the message names what failed and, if known, what to do."""


class ConfigError(WildwoodError):
    """A setting is unknown, has the wrong type or is out of range."""


class RifError(WildwoodError):
    """A report issue file is missing, ambiguous, unreadable or unsafe."""


class IssueError(RifError):
    """An issue cannot be processed; the others can."""

    def __init__(self, date: datetime.date, reason: str) -> None:
        super().__init__(date, reason)
        self.date = date

    def __str__(self) -> str:
        return str(self.args[1])


class DiskFullError(WildwoodError):
    pass


class TooManyPairsError(WildwoodError):
    """An issue has more pairs of similar papers than can be kept."""


class ServerError(WildwoodError):
    """The private mongod is missing or does not start."""


class StoreError(WildwoodError):
    """MongoDB cannot be reached, refuses, or holds an incompatible database."""


class UnansweredError(StoreError):
    pass


class LockedError(StoreError):
    """Another command is writing."""


class WorkerError(WildwoodError):
    """A worker process of a rebuild was killed."""


class InputError(WildwoodError):
    """A file, an answer or an argument cannot be read, lacks something or has a wrong value."""
