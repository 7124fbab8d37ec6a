"""Migration 0005: every issue of an older version runs again."""

from typing import Any

from pymongo.database import Database
from pymongo_migrate.mongo_migrate import MongoMigrate

from wildwood import resources
from wildwood.model import Record

from tests.support.installation import Installation

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", TRADE.names, TRADE.titles)

Document = dict[str, Any]


def downgraded(installation: Installation) -> Database[Document]:
    """Store three issues, as an older version did that knew no stamps."""
    for date, *papers in ((FIRST, TRADE, MONEY), (SECOND, TRADE_AGAIN), (THIRD, TRADE)):
        installation.issue(date, *papers)
    assert installation.run("rebuild").exit_code == 0
    database = installation.database
    migrations = MongoMigrate(
        client=database.client,
        database=database.name,
        migrations_dir=str(resources.folder("migrations")),
        migrations_collection="pymongo_migrate",
    )
    migrations.downgrade("0004_extraction")
    database["handles"].update_many({}, {"$unset": {"issues.$[].stamp": ""}})
    newer = ("stamp", "size", "stored", "omissions", "too_large", "ps.made_from", "ps.provenance")
    database["issues"].update_many({}, {"$unset": dict.fromkeys(newer, "")})
    return database


def test_all_issues_run_again(installation: Installation) -> None:
    downgraded(installation)
    assert installation.run("migrate").exit_code == 0
    assert f"waiting  {FIRST} {SECOND} {THIRD}\n" in installation.run("status").stdout
    assert installation.run("latest").exit_code == 0
    assert installation.run("status", "--verify").exit_code == 0


def test_an_issue_whose_rif_is_gone_can_be_forgotten(installation: Installation) -> None:
    database = downgraded(installation)
    (installation.us / f"{FIRST}.amf.xml").unlink()
    assert installation.run("migrate").exit_code == 0
    assert installation.run("forget", FIRST).exit_code == 0
    assert sorted(found["_id"] for found in database["handles"].find()) == [
        TRADE_AGAIN.handle,
        TRADE.handle,
    ]
    assert installation.run("latest", "--stale").exit_code == 0
    assert installation.run("status", "--verify").exit_code == 0


def test_a_rebuild_needs_nothing_of_the_older_version(installation: Installation) -> None:
    downgraded(installation)
    assert installation.run("migrate").exit_code == 0
    assert installation.run("rebuild").exit_code == 0
    assert installation.run("status", "--verify").exit_code == 0
