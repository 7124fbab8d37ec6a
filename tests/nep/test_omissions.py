"""The issues that could not be processed."""

import datetime

import pytest

from wildwood.kernel.errors import LockedError
from wildwood.kernel.model import Omission
from wildwood.nep.records import Omissions
from wildwood.nep.store import Store

from tests.support.issues import issue_of

FIRST, SECOND = (datetime.date(2015, 3, day) for day in (5, 12))


def test_each_has_its_reason_and_the_time_of_the_server(store: Store) -> None:
    store.omissions.add(SECOND, "It is $malformed.")
    store.omissions.add(FIRST, "It has too many pairs.")
    first, second = store.omissions.all()
    assert (first.date, first.reason) == (FIRST, "It has too many pairs.")
    assert (second.date, second.reason) == (SECOND, "It is $malformed.")
    age = datetime.datetime.now(datetime.UTC) - first.since
    assert abs(age) < datetime.timedelta(hours=1)


def test_the_time_is_that_of_the_first_failure_and_the_reason_that_of_the_last(
    store: Store,
) -> None:
    store.omissions.add(FIRST, "It is malformed.")
    (before,) = store.omissions.all()
    store.omissions.add(FIRST, "It is larger than allowed.")
    assert store.omissions.all() == [Omission(FIRST, "It is larger than allowed.", before.since)]


def test_an_issue_that_is_stored_is_no_longer_omitted(store: Store) -> None:
    store.omissions.add(FIRST, "It is malformed.")
    store.omissions.add(SECOND, "It is malformed.")
    store.replace_issue(issue_of(FIRST, []), [])
    assert [omission.date for omission in store.omissions.all()] == [SECOND]
    store.forget_issue(SECOND)
    assert store.omissions.all() == []


def test_nothing_is_written_without_the_lock(store: Store) -> None:
    def refuse() -> None:
        raise LockedError("The lock was lost.")

    without_lock = Omissions(store.connection, refuse)
    with pytest.raises(LockedError):
        without_lock.add(FIRST, "It is malformed.")
    store.omissions.add(FIRST, "It is malformed.")
    with pytest.raises(LockedError):
        without_lock.remove([FIRST])
    assert len(store.omissions.all()) == 1
