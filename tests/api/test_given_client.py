"""A store with a client that the program gives: of a server, or of mongomock, without one."""

import datetime
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import mongomock_ng
import pytest
from pymongo import AsyncMongoClient, MongoClient
from pymongo.database import Database

import wildwood
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError, RifError
from wildwood.kernel.features import paper_of
from wildwood.kernel.settings import load_config
from wildwood.kernel.strength import Formula
from wildwood.nep.history import StoredHistory
from wildwood.nep.schema import Schema
from wildwood.nep.session import connection, open_store

from tests.support.installation import Installation
from tests.support.mongod import Mongod
from tests.support.past import InPast
from tests.support.usual_papers import (
    AUTHORS,
    FIRST,
    LIKE_TRADE,
    MONEY,
    SECOND,
    TAX,
    THIRD,
    TRADE,
    TRADE_AGAIN,
)

AnyDatabase = Database[dict[str, Any]]

ISSUES = {FIRST: (TRADE, MONEY), SECOND: (TRADE_AGAIN, LIKE_TRADE), THIRD: (TRADE, TAX)}


@pytest.fixture(params=["mongomock", "MongoDB"])
def database(request: pytest.FixtureRequest) -> Iterator[AnyDatabase]:
    """An unused database of each client; mongomock starts no process."""
    if request.param == "MongoDB":
        yield request.getfixturevalue("unused_database")
    else:
        yield mongomock_ng.MongoClient()["wildwood"]


@pytest.fixture
def given(tmp_path: Path, database: AnyDatabase) -> Installation:
    """Three issues that wait, and a configuration that names a private server."""
    made = Installation(tmp_path, "", database)
    made.us.mkdir()
    for date, records in ISSUES.items():
        made.issue(date, *records)
    made.config.write_text(
        f'[paths]\nus = "us"\nps = "ps"\ndb = "db"\n[mongodb]\ndatabase = "{database.name}"\n',
        encoding="utf-8",
    )
    return made


@pytest.fixture
def store(given: Installation) -> wildwood.Store:
    return wildwood.Store(given.config, client=given.database.client)


def stored(database: AnyDatabase) -> dict[str, list[dict[str, Any]]]:
    return {name: list(database[name].find().sort("_id")) for name in ("handles", "issues")}


class TestAStore:
    def test_writes_the_ps_rifs_and_documents_of_the_commands(
        self,
        store: wildwood.Store,
        given: Installation,
        module_installation: Installation,
    ) -> None:
        for date, records in ISSUES.items():
            module_installation.issue(date, *records)
        assert module_installation.run("rebuild").exit_code == 0
        assert store.run_latest().issues == 3
        for path in given.ps.iterdir():
            assert path.read_bytes() == (module_installation.ps / path.name).read_bytes()
        assert stored(given.database) == stored(module_installation.database)

    def test_has_the_same_documents_after_runs_in_another_order(
        self, store: wildwood.Store, given: Installation
    ) -> None:
        store.run_latest()
        before = stored(given.database)["handles"]
        for date in (SECOND, FIRST, THIRD):
            assert store.run(date).issues == 1
        assert stored(given.database)["handles"] == before

    def test_runs_what_has_changed(self, store: wildwood.Store, given: Installation) -> None:
        store.run_latest()
        given.issue(FIRST, MONEY)
        assert store.run_latest(stale=True).issues == 3
        assert store.run_latest(stale=True).issues == 0
        assert [pair.printed for pair in store.pairs(SECOND)] == ["0.7071"]

    def test_restores_a_pair_that_is_gone(self, store: wildwood.Store, given: Installation) -> None:
        store.run_latest()
        before = list(given.database["similar"].find().sort("_id"))
        given.database["similar"].delete_one({})
        store.run_latest()
        assert list(given.database["similar"].find().sort("_id")) == before != []

    def test_answers(self, store: wildwood.Store) -> None:
        store.run_latest()
        assert store.dates() == list(map(datetime.date.fromisoformat, ISSUES))
        assert store.papers([TRADE.handle, "unknown"]) == {TRADE.handle: TRADE}
        assert [pair.printed for pair in store.pairs(SECOND)] == ["1.0000", "0.7071", "0.7071"]
        assert store.explain(LIKE_TRADE.handle, TRADE.handle).strength == 0.707106781
        with pytest.raises(InputError, match="No paper unknown is stored"):
            store.explain("unknown", TRADE.handle)

    def test_names_what_was_left_out_until_it_is_mended(
        self, store: wildwood.Store, given: Installation
    ) -> None:
        store.run_latest()
        (given.us / "2015-03-26.amf.xml").write_text("<amf", encoding="utf-8")
        for _ in "twice":
            (reason,) = store.run_latest().omissions
            assert "is malformed XML" in reason
        (omission,) = given.database["omissions"].find()
        assert omission["since"] is not None
        given.issue("2015-03-26", Record("new", AUTHORS, ("A New Title",)))
        assert store.run_latest().omissions == []
        assert list(given.database["omissions"].find()) == []

    def test_refuses_an_unknown_date(self, store: wildwood.Store) -> None:
        with pytest.raises(RifError, match="2015-04-30"):
            store.run("2015-04-30")

    def test_starts_no_server_and_leaves_the_client_open(
        self, store: wildwood.Store, given: Installation
    ) -> None:
        with store:
            store.run_latest()
        assert not (given.home / "db").exists()
        assert given.database["issues"].count_documents({}) == 3


@pytest.mark.parametrize("formula", Formula)
def test_queries_find_the_targets_that_a_search_in_memory_finds(
    store: wildwood.Store, given: Installation, formula: Formula
) -> None:
    store.run_latest()
    issues = {
        datetime.date.fromisoformat(date): list(map(paper_of, records))
        for date, records in ISSUES.items()
    }
    last = max(issues)
    issue = [paper.features for paper in issues[last]]
    config = load_config(given.config)
    with connection(replace(config, client=given.database.client)) as opened:
        found = set(StoredHistory(opened, last).targets(issue, 0.3, formula))
    assert found == set(InPast(issues, last).targets(issue, 0.3, formula)) != set()


@pytest.mark.parametrize(
    "client",
    ["mongodb://localhost/", AsyncMongoClient(), MongoClient[dict[str, Any]](connect=False)["a"]],
    ids=["a URI", "a client for asyncio", "a database"],
)
def test_what_is_no_client_is_refused(client: Any) -> None:
    with pytest.raises(InputError, match=r"^The client is of the type \w+; give a pymongo\.Mongo"):
        wildwood.Store(client=client)


def test_the_clients_server_gets_the_schema(
    given: Installation, unused_database: AnyDatabase
) -> None:
    config = replace(load_config(given.config), client=unused_database.client)
    with open_store(config) as opened:
        assert Schema(opened.connection).lost() == []
        assert Schema(opened.connection).applied()


def test_the_writes_of_any_client_are_safe(given: Installation, real_mongod: Mongod) -> None:
    uri = f"mongodb://{real_mongod.host}:{real_mongod.port}/?w=0&readPreference=secondary"
    with MongoClient[dict[str, Any]](uri) as client:
        config = replace(load_config(given.config), client=client)
        with connection(config) as opened:
            handles = opened.collection("handles")
            assert handles.write_concern.document == {"w": "majority", "j": True}
            assert handles.read_preference.mode == 0
