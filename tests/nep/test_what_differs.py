"""Only ps rifs that differ are written, and only those that a change can affect are stale."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from bson import encode
from pymongo.collection import Collection

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import state
from tests.support.usual_papers import FIRST, FOURTH, MONEY, SECOND, TAX, THIRD, TRADE, TRADE_AGAIN

CORRECTED = TAX._replace(titles=("Tax Policies in the 1980s",))
RENAMED = TAX._replace(names=("Martina Feldstein",))
PS = [f"{date}.amf.xml" for date in (FIRST, SECOND, THIRD, FOURTH)]


def store_four(made: Installation) -> None:
    for date, papers in (
        (FIRST, (TRADE, TAX)),
        (SECOND, (MONEY,)),
        (THIRD, (TRADE_AGAIN,)),
        (FOURTH, (MONEY, MONEY._replace(names=("A. Schwartz",)))),
    ):
        made.issue(date, *papers)
    assert made.run("rebuild").exit_code == 0


@pytest.fixture
def four(installation: Installation) -> Installation:
    """Four issues; the third resembles the first, and the fourth has two texts of one handle."""
    return built(installation, store_four)


def stale(installation: Installation) -> list[str]:
    result: list[str] = json.loads(installation.run("status", "--json").stdout)["stale"]
    return result


def files(installation: Installation) -> dict[str, tuple[int, int]]:
    """Return what shows whether a ps rif was written: inode and time of change, by name."""
    statuses = {path.name: path.stat() for path in installation.ps.glob("2*")}
    return {name: (status.st_ino, status.st_mtime_ns) for name, status in statuses.items()}


def replaced(before: dict[str, tuple[int, int]], installation: Installation) -> list[str]:
    after = files(installation)
    return sorted(name for name in after.keys() | before if after.get(name) != before.get(name))


def as_rebuilt(installation: Installation) -> bool:
    """Return whether a rebuild would change nothing, documents and ps rifs, and makes none."""
    before = state(installation)
    assert installation.run("rebuild").exit_code == 0
    return state(installation) == before


class TestAfterAChange:
    @pytest.mark.parametrize(
        "papers",
        [(TRADE, CORRECTED), (TRADE, RENAMED), (TRADE,), (TRADE, TAX, TAX._replace(handle="x"))],
        ids=["title", "name", "removed", "added"],
    )
    def test_of_a_paper_that_nothing_resembles_no_later_ps_rif_is_stale(
        self, four: Installation, papers: tuple[Record, ...]
    ) -> None:
        four.issue(FIRST, *papers)
        assert four.run("latest").exit_code == 0
        assert stale(four) == [FOURTH]  # of which a text is not stored

    def test_of_a_paper_that_one_resembles_only_that_one_is_stale(self, four: Installation) -> None:
        four.issue(FIRST, TRADE._replace(titles=("Trade",)), TAX)
        assert "later issues are stale now: 2015-03-19, 2015-03-26" in four.run("latest").stderr
        assert stale(four) == [THIRD, FOURTH]

    def test_into_a_paper_that_one_resembles_that_one_is_stale(self, four: Installation) -> None:
        four.issue(SECOND, MONEY, TRADE._replace(handle="x"))
        assert four.run("latest").exit_code == 0
        assert stale(four) == [THIRD, FOURTH]

    def test_of_a_paper_that_nothing_resembles_what_is_stale_stays_so(
        self, four: Installation
    ) -> None:
        four.issue(FIRST, TRADE._replace(titles=("Trade",)), TAX)
        assert four.run("latest").exit_code == 0
        four.issue(FIRST, TRADE._replace(titles=("Trade",)), CORRECTED)
        assert four.run("latest").exit_code == 0
        assert stale(four) == [THIRD, FOURTH]

    @pytest.mark.parametrize(
        "change",
        [
            lambda data: data.replace(b"</amf>", b"<!-- corrected --></amf>"),
            lambda data: data.replace(b"<title>", b"<title>\n  "),
            lambda data: data.replace(b"Tax Policy in", b"TAX POLICY, in"),
            lambda data: rif(TAX, TRADE) if b"Tax" in data else data,
        ],
        ids=["comment", "white space", "case", "order"],
    )
    def test_that_changes_no_feature_none_is_stale(
        self, four: Installation, change: Callable[[bytes], bytes]
    ) -> None:
        path = four.us / f"{FIRST}.amf.xml"
        path.write_bytes(change(path.read_bytes()))
        before = files(four)
        assert "Warning: The ps rifs" not in four.run("latest", "--stale").stderr
        assert stale(four) == []
        assert replaced(before, four) == PS[:1]
        assert as_rebuilt(four)

    def test_all_that_is_stored_is_as_after_a_rebuild(self, four: Installation) -> None:
        four.issue(FIRST, TRADE, CORRECTED)
        before = files(four)
        assert four.run("latest", "--stale").exit_code == 0
        assert replaced(before, four) == PS[:1]
        assert four.run("status", "--verify").exit_code == 0
        assert as_rebuilt(four)

    def test_a_forgotten_issue_that_nothing_resembles_makes_none_stale(
        self, four: Installation
    ) -> None:
        (four.us / f"{SECOND}.amf.xml").unlink()
        (four.us / f"{FOURTH}.amf.xml").unlink()
        for date in (FOURTH, SECOND):
            assert four.run("forget", date).exit_code == 0
        assert stale(four) == []
        assert as_rebuilt(four)

    def test_that_is_interrupted_later_ps_rifs_are_stale(self, four: Installation) -> None:
        four.issue(FIRST, TRADE, CORRECTED)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Collection, "replace_one", interrupt)
            assert four.run("latest").exit_code == 1
        assert stale(four) == [SECOND, THIRD, FOURTH]
        before = files(four)
        assert four.run("latest", "--stale").exit_code == 0
        assert replaced(before, four) == []
        assert as_rebuilt(four)


def interrupt(*_arguments: object, **_options: object) -> None:
    raise KeyboardInterrupt


class TestAPsRifWithTheSameBytes:
    def test_is_not_replaced_by_a_run(self, four: Installation) -> None:
        before = files(four)
        assert "wrote" not in four.run(THIRD).stderr
        assert files(four) == before

    def test_is_not_replaced_by_a_rebuild(self, four: Installation) -> None:
        before = files(four)
        four.issue(SECOND, MONEY, CORRECTED)
        assert four.run("rebuild").exit_code == 0
        assert replaced(before, four) == [PS[1]]

    def test_is_replaced_if_its_name_changes(self, four: Installation) -> None:
        (four.us / PS[1]).rename(four.us / f"{SECOND}.xml")
        assert four.run("rebuild").exit_code == 0
        assert [path.name for path in sorted(four.ps.glob(f"{SECOND}*"))] == [f"{SECOND}.xml"]


class TestADatabaseOfAnEarlierVersion:
    """Its histories were made of stamps, that is, of the bytes of rifs."""

    @staticmethod
    def turn_back(installation: Installation) -> None:
        """Remove what the migration adds, and make the histories of stamps."""
        history, issues = hashlib.sha256(), installation.database["issues"]
        for issue in list(issues.find().sort("_id")):
            made_from = {**issue["ps"]["made_from"], "history": history.hexdigest()}
            made = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()
            fields: dict[str, Any] = {"ps.made_from": made_from, "ps.provenance": made}
            change = {"$set": fields, "$unset": {"content": ""}}
            issues.update_one({"_id": issue["_id"]}, change)
            history.update(f"{issue['stamp']}\n".encode())
        installation.database["pymongo_migrate"].delete_many({"name": "0007_content"})

    def test_is_migrated_to_what_a_rebuild_stores(self, four: Installation) -> None:
        rebuilt = state(four)[0]["issues"]
        self.turn_back(four)
        assert four.run("status").exit_code == 1
        assert "Ran 0007_content." in four.run("migrate").stderr
        assert list(map(encode, state(four)[0]["issues"])) == list(map(encode, rebuilt))
        assert four.run("status", "--verify").exit_code == 0

    def test_is_migrated_after_an_interruption(self, four: Installation) -> None:
        rebuilt = state(four)[0]["issues"]
        self.turn_back(four)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Collection, "bulk_write", interrupt)
            assert four.run("migrate").exit_code == 1
        assert four.run("migrate").exit_code == 0
        four.database["pymongo_migrate"].delete_many({"name": "0007_content"})
        assert four.run("migrate").exit_code == 0
        assert state(four)[0]["issues"] == rebuilt

    def test_keeps_stale_what_was_stale(self, four: Installation) -> None:
        self.turn_back(four)
        change = {"$set": {"ps.made_from.history": "0" * 64, "ps.provenance": "0" * 64}}
        four.database["issues"].update_one({"_id": THIRD}, change)
        four.run("migrate")
        assert stale(four) == [THIRD]
