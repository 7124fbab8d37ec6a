"""Which errors belong to one issue, and which to all."""

import datetime

import pytest

from wildwood.kernel.errors import (
    DiskFullError,
    IssueError,
    LockedError,
    RifError,
    StoreError,
    TooManyPairsError,
    UnansweredError,
    WildwoodError,
    WorkerError,
)
from wildwood.nep.connection import Connection
from wildwood.nep.outcome import contained

DATE = datetime.date(2015, 3, 5)
NAME = "2015-03-05.amf.xml"
DIVISION = "(ZeroDivisionError: division by zero); please report it."


class Gone(Connection):
    """A connection to a server that no longer answers."""

    def __init__(self) -> None:
        """Connect to nothing."""

    def answers(self) -> bool:
        return False


class Busy(Gone):
    """A connection to a server that answers."""

    def answers(self) -> bool:
        return True


def raised_by(error: BaseException, connection: Connection | None = None) -> BaseException:
    expected = Exception if isinstance(error, Exception) else type(error)
    with pytest.raises(expected) as caught, contained(DATE, NAME, connection):
        raise error
    return caught.value


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RifError("us/a.xml is malformed."), "us/a.xml is malformed."),
        (TooManyPairsError("has too many pairs"), f"{NAME} has too many pairs."),
        (StoreError("MongoDB refused: no."), f"{NAME}: MongoDB refused: no."),
        (WildwoodError("The list is gone."), f"{NAME}: The list is gone."),
        (MemoryError(), f"{NAME} needs more memory than there is."),
        (
            ZeroDivisionError("division by zero"),
            f"{NAME} could not be processed, because of a defect of Wildwood {DIVISION}",
        ),
    ],
)
def test_what_is_wrong_with_one_issue_is_said_with_its_date(
    error: Exception, sentence: str
) -> None:
    found = raised_by(error)
    assert isinstance(found, IssueError)
    assert (found.date, str(found)) == (DATE, sentence)


@pytest.mark.parametrize(
    "error",
    [
        DiskFullError("Cannot write: No space left on device."),
        LockedError("Another command writes."),
        WorkerError("A worker process was killed."),
        RuntimeError("can't start new thread"),
        KeyboardInterrupt(),
    ],
)
def test_what_would_meet_the_next_issue_too_is_passed_on(error: BaseException) -> None:
    assert raised_by(error) is error


def test_the_first_error_of_an_issue_is_kept() -> None:
    error = IssueError(DATE, "It is malformed.")
    assert raised_by(error) is error


def test_a_server_that_is_gone_is_lost_for_all_issues() -> None:
    error = UnansweredError("MongoDB did not answer within 30 s.")
    assert raised_by(error, Gone()) is error
    assert raised_by(error) is error


def test_a_server_that_answers_was_too_busy_with_this_issue() -> None:
    found = raised_by(UnansweredError("It did not answer within 30 s."), Busy())
    assert isinstance(found, IssueError)
    assert str(found) == f"{NAME}: It did not answer within 30 s."
