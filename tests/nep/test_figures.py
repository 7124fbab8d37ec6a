"""The figures of the database."""

import datetime
from collections.abc import Iterator

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import settings
from wildwood.kernel.features import paper_of
from wildwood.nep.schema import shipped_migrations
from wildwood.nep.session import open_store
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.issues import issue_of

DATE = datetime.date(2015, 3, 5)


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    with open_store(settings.load_config(installation.config)) as opened:
        yield opened


def test_a_new_store_has_no_handles_and_no_run(store: Store) -> None:
    figures = store.figures()
    assert (figures.handles, figures.last_run) == (0, None)


def test_its_schema_is_the_last_migration_that_ran(store: Store) -> None:
    assert store.figures().schema == shipped_migrations()[-1]


def test_a_handle_in_several_issues_counts_once(store: Store) -> None:
    paper = paper_of(Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth",)))
    with store.lock.held("a test"):
        for days in (0, 7):
            issue = issue_of(DATE + datetime.timedelta(days), [paper])
            store.replace_issue(issue, [paper])
    assert store.figures().handles == 1


def test_the_later_of_two_runs_is_the_last(store: Store) -> None:
    store.record_run("wildwood 2015-03-05")
    store.record_run("wildwood latest")
    last = store.figures().last_run
    assert last is not None
    assert last.command == "wildwood latest"


def test_the_end_of_a_run_has_a_time_zone(store: Store) -> None:
    store.record_run("wildwood latest")
    last = store.figures().last_run
    assert last is not None
    assert last.ended.tzinfo is datetime.UTC
