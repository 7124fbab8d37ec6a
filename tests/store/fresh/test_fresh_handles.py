"""The papers of a rebuild's collections, written by other processes than the one that made them."""

import datetime
from collections.abc import Iterator

import bson
import pytest

from wildwood.errors import LockedError
from wildwood.model import Record
from wildwood.scoring.features import paper_of
from wildwood.settings import MongoSettings
from wildwood.store import FreshStore, Store, connect
from wildwood.store.fresh.fresh_store import fresh_handles
from wildwood.store.fresh.spilled_versions import Versions
from wildwood.store.handles import documents

from tests.support.installation import Installation
from tests.support.issues import version_document

DATES = (datetime.date(2015, 3, 5), datetime.date(2015, 3, 12))
TRADE = paper_of(Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth",)))
MARK = "mark"


@pytest.fixture
def settings(installation: Installation) -> MongoSettings:
    return MongoSettings(installation.uri, installation.database.name, 5, 30)


@pytest.fixture
def fresh(settings: MongoSettings) -> Iterator[FreshStore]:
    """The collections of a rebuild that is under way."""
    with connect(settings, None) as connection:
        store = Store(connection)
        store.prepare()
        with store.lock.held("a rebuild"):
            yield store.fresh(MARK)


def versions_of_trade() -> Versions:
    """Return both versions of a paper, the later one first."""
    made = [version_document(date, TRADE) for date in reversed(DATES)]
    return {TRADE.handle: made}


@pytest.mark.usefixtures("fresh")
def test_a_document_has_all_versions_in_date_order_however_often_it_is_written(
    installation: Installation, settings: MongoSettings
) -> None:
    for _ in range(2):
        with fresh_handles(settings, MARK) as handles:
            assert handles.write_all_versions(versions_of_trade()) == []
        [found] = installation.database[f"fresh_{MARK}_handles"].find()
        assert [version["date"] for version in found["issues"]] == [str(date) for date in DATES]


@pytest.mark.usefixtures("fresh")
def test_versions_that_are_too_large_are_named(
    settings: MongoSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    [_, earlier] = versions_of_trade()[TRADE.handle]
    with_one = documents.handle_document(TRADE.handle, [earlier])
    assert with_one is not None
    monkeypatch.setattr(documents, "MAX_BYTES", len(bson.encode(with_one)))
    with fresh_handles(settings, MARK) as handles:
        too_large = handles.write_all_versions(versions_of_trade())
    assert too_large == [(DATES[1], TRADE.handle)]


def test_nothing_is_written_once_the_rebuild_has_ended(
    installation: Installation, settings: MongoSettings, fresh: FreshStore
) -> None:
    with fresh_handles(settings, MARK) as handles:
        fresh.discard()
        with pytest.raises(LockedError, match="The rebuild has ended"):
            handles.write_all_versions(versions_of_trade())
    assert f"fresh_{MARK}_handles" not in installation.database.list_collection_names()
