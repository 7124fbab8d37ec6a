"""The collection `similar` and the view `papers`: what ps rifs say, to be asked in the shell."""

import itertools
import json
import re
import runpy
from typing import Any

import pytest
from pymongo.collection import Collection

from wildwood.biblio.entry import Record
from wildwood.kernel import files
from wildwood.nep.rif import parse_rif

from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.stored import stored
from tests.support.usual_papers import FIRST, LIKE_TRADE, MONEY, SECOND, THIRD, TRADE, TRADE_AGAIN

Document = dict[str, Any]
Documents = list[Document]

TRADE_ONLY = Record(TRADE.handle, TRADE.names, ("Some Other Title of Three Words",))


def run(wildwood: Installation, *arguments: str) -> None:
    result = wildwood.run(*arguments)
    assert result.exit_code == 0, result.output


def rebuild_three(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, TRADE_AGAIN, LIKE_TRADE)
    made.issue(THIRD, TRADE_AGAIN)
    run(made, "rebuild")


@pytest.fixture
def wildwood(installation: Installation) -> Installation:
    """An installation in which the pair of TRADE and TRADE_AGAIN was in two issues."""
    return built(installation, rebuild_three)


def pairs(wildwood: Installation, **query: Any) -> Documents:
    return list(wildwood.database["similar"].find(query).sort("_id"))


def seen(wildwood: Installation) -> list[tuple[str, str, str, str]]:
    """Return the date, the handles and the first issue of each pair."""
    return [
        (pair["date"], pair["handle"], pair["similar"], pair["first_seen"])
        for pair in pairs(wildwood)
    ]


def is_as_rebuilt(wildwood: Installation) -> bool:
    before = stored(wildwood.database)
    run(wildwood, "rebuild")
    return before == stored(wildwood.database)


class TestPairs:
    def test_say_what_the_ps_rif_says(self, wildwood: Installation) -> None:
        for date in (FIRST, SECOND, THIRD):
            rif = parse_rif((wildwood.ps / f"{date}.amf.xml").read_bytes())
            expected = {
                (record.handle, similar.handle, similar.printed, similar.type.value)
                for record, similars in zip(rif.records, rif.similars(), strict=True)
                for similar in similars
            }
            assert {
                (pair["handle"], pair["similar"], f"{pair['strength']:.4f}", pair["type"])
                for pair in pairs(wildwood, date=date)
            } == expected

    def test_are_numbered_from_the_strongest(self, wildwood: Installation) -> None:
        ids = [pair["_id"] for pair in pairs(wildwood, date=SECOND)]
        strengths = [pair["strength"] for pair in pairs(wildwood, date=SECOND)]
        stamps, numbers = zip(*(text.rsplit(" ", 1) for text in ids), strict=True)
        assert all(re.fullmatch(rf"{SECOND} [0-9a-f]{{16}}", stamp) for stamp in stamps)
        assert [*numbers] == [f"000000{number}" for number in "1234"]
        assert strengths == sorted(strengths, reverse=True)

    def test_have_the_first_issue_with_them_in_either_order(self, wildwood: Installation) -> None:
        trade, again, like = TRADE.handle, TRADE_AGAIN.handle, LIKE_TRADE.handle
        assert sorted(seen(wildwood)) == [
            (SECOND, again, like, SECOND),
            (SECOND, again, trade, SECOND),
            (SECOND, like, again, SECOND),
            (SECOND, like, trade, SECOND),
            (THIRD, again, again, THIRD),
            (THIRD, again, like, SECOND),
            (THIRD, again, trade, SECOND),
        ]

    def test_of_two_texts_with_one_handle_count_once(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE)
        installation.issue(SECOND, TRADE_AGAIN, LIKE_TRADE._replace(handle=TRADE_AGAIN.handle))
        run(installation, "latest")
        to_trade = pairs(installation, similar=TRADE.handle)
        assert [(pair["handle"], pair["strength"]) for pair in to_trade] == [
            (TRADE_AGAIN.handle, 1.0)
        ]

    def test_say_what_was_decided(self, wildwood: Installation) -> None:
        decided = f"id,similar_id,decision\n{TRADE.handle},{TRADE_AGAIN.handle},same\n"
        decided += f"{LIKE_TRADE.handle},{TRADE_AGAIN.handle},different\n"
        (wildwood.home / "decisions.csv").write_text(decided, encoding="utf-8")
        text = wildwood.config.read_text(encoding="utf-8")
        wildwood.config.write_text(
            text.replace("[paths]", '[paths]\ndecisions = "decisions.csv"'), encoding="utf-8"
        )
        run(wildwood, "latest", "--stale")
        assert {(pair["handle"], pair["similar"]) for pair in pairs(wildwood, decided="same")} == {
            (TRADE_AGAIN.handle, TRADE.handle)
        }
        assert pairs(wildwood, handle=TRADE_AGAIN.handle, similar=LIKE_TRADE.handle) == []
        assert is_as_rebuilt(wildwood)


class TestAfterRuns:
    def test_an_older_issue_that_comes_late_was_the_first_to_have_the_pair(
        self, wildwood: Installation
    ) -> None:
        earlier = "2015-02-26"
        wildwood.issue(earlier, TRADE_AGAIN, TRADE)
        run(wildwood, earlier)
        assert (THIRD, TRADE_AGAIN.handle, TRADE.handle, earlier) in seen(wildwood)
        run(wildwood, "latest", "--stale")
        assert is_as_rebuilt(wildwood)

    def test_the_next_issue_is_the_first_when_one_is_forgotten(
        self, wildwood: Installation
    ) -> None:
        (wildwood.us / f"{SECOND}.amf.xml").unlink()
        assert wildwood.run("forget", SECOND).exit_code == 0
        assert (THIRD, TRADE_AGAIN.handle, TRADE.handle, THIRD) in seen(wildwood)
        run(wildwood, "latest", "--stale")
        assert is_as_rebuilt(wildwood)

    def test_stale_ps_rifs_can_be_written_again_in_any_order(self, wildwood: Installation) -> None:
        wildwood.issue(FIRST, TRADE_ONLY, MONEY)
        run(wildwood, FIRST)
        run(wildwood, THIRD)
        run(wildwood, SECOND)
        assert is_as_rebuilt(wildwood)

    @pytest.mark.parametrize("step", range(3))
    def test_a_run_that_was_broken_off_leaves_no_trace_of_other_pairs(
        self, wildwood: Installation, monkeypatch: pytest.MonkeyPatch, step: int
    ) -> None:
        """The rif is corrected between the run that is broken off and the next one."""
        wildwood.issue(SECOND, TRADE_AGAIN, LIKE_TRADE, MONEY)
        steps = itertools.count()

        def broken_off(original: Any) -> Any:
            def call(collection: Collection[Any], *arguments: Any, **options: Any) -> Any:
                if collection.name == "similar" and next(steps) == step:
                    raise KeyboardInterrupt
                return original(collection, *arguments, **options)

            return call

        with monkeypatch.context() as patch:
            for name in ("bulk_write", "aggregate", "delete_many"):
                patch.setattr(Collection, name, broken_off(getattr(Collection, name)))
            assert wildwood.run(SECOND).exit_code != 0
        wildwood.issue(SECOND, MONEY)
        run(wildwood, "latest")
        run(wildwood, "latest", "--stale")
        assert is_as_rebuilt(wildwood)


class TestLost:
    def test_pairs_are_missed_by_status(self, wildwood: Installation) -> None:
        wildwood.database["similar"].delete_many({"date": SECOND})
        status = json.loads(wildwood.run("status", "--json").stdout)
        assert (status["well"], status["waiting"]) == (False, [SECOND])

    @pytest.mark.parametrize("part", ["all", "an issue", "the collection"])
    def test_pairs_come_back_from_their_ps_rifs(self, wildwood: Installation, part: str) -> None:
        before, similar = stored(wildwood.database), wildwood.database["similar"]
        times = {path: path.stat().st_mtime_ns for path in wildwood.ps.iterdir()}
        if part == "the collection":
            similar.drop()
        else:
            similar.delete_many({} if part == "all" else {"date": SECOND})
        run(wildwood, "latest")
        assert stored(wildwood.database) == before
        assert {path: path.stat().st_mtime_ns for path in wildwood.ps.iterdir()} == times

    def test_pairs_of_an_issue_without_a_record_can_be_forgotten(
        self, wildwood: Installation
    ) -> None:
        before, alien = stored(wildwood.database), "2015-04-02"
        pair = pairs(wildwood, date=THIRD)[0] | {"_id": f"{alien} {'0' * 16} 0000001"}
        wildwood.database["similar"].insert_one(pair)
        assert f"The us rif of {alien} is gone" in wildwood.run("latest", "-q").stderr
        assert json.loads(wildwood.run("status", "--json").stdout)["gone"] == [alien]
        run(wildwood, "forget", alien)
        assert stored(wildwood.database) == before

    def test_pairs_without_their_ps_rif_wait_for_a_run(self, wildwood: Installation) -> None:
        before = stored(wildwood.database)
        wildwood.database["similar"].delete_many({})
        (wildwood.ps / f"{SECOND}.amf.xml").unlink()
        run(wildwood, "latest")
        assert stored(wildwood.database) == before

    def test_older_pairs_from_a_backup_are_replaced(self, wildwood: Installation) -> None:
        backup = pairs(wildwood)
        wildwood.issue(SECOND, TRADE_AGAIN._replace(titles=LIKE_TRADE.titles), LIKE_TRADE)
        run(wildwood, "latest", "--stale")
        after = stored(wildwood.database)
        wildwood.database["similar"].delete_many({})
        wildwood.database["similar"].insert_many(backup)
        run(wildwood, "latest")
        assert stored(wildwood.database) == after


class TestVerification:
    @pytest.mark.parametrize(
        "change",
        [{"strength": 0.5}, {"handle": "another"}, {"decided": "same"}, {"first_seen": FIRST}],
        ids=lambda change: next(iter(change)),
    )
    def test_names_pairs_that_a_rebuild_would_not_store(
        self, wildwood: Installation, change: Document
    ) -> None:
        assert wildwood.run("status", "--verify").exit_code == 0
        wildwood.database["similar"].update_one({"date": SECOND}, {"$set": change})
        for arguments in ([], ["--sample", "3"]):
            result = wildwood.run("status", "--verify", *arguments)
            assert (
                f"Error: {SECOND}.amf.xml: its pairs are not what a rebuild would store.\n"
                in result.stderr
            )

    def test_is_satisfied_after_the_date_has_run_again(self, wildwood: Installation) -> None:
        wildwood.database["similar"].update_one({"date": SECOND}, {"$set": {"first_seen": FIRST}})
        run(wildwood, SECOND)
        assert wildwood.run("status", "--verify").exit_code == 0


class TestADatabaseOfBefore:
    """It has neither the collection nor the view, and its records do not count pairs."""

    @pytest.fixture
    def old(self, wildwood: Installation) -> Installation:
        for name in ("similar", "papers"):
            wildwood.database.drop_collection(name)
        wildwood.database["issues"].update_many({}, {"$unset": {"ps.similar": ""}})
        wildwood.database["pymongo_migrate"].delete_one({"name": "0006_similar"})
        wildwood.database["meta"].update_one(
            {"_id": "handles"}, {"$unset": {"count": ""}, "$set": {"papers": 4}}
        )
        return wildwood

    def test_gets_its_pairs_from_the_ps_rifs(self, old: Installation) -> None:
        run(old, "migrate")
        run(old, "status")
        before = stored(old.database)
        assert len(before["similar"]) == 7
        assert is_as_rebuilt(old)

    def test_gets_the_pairs_of_a_ps_rif_that_is_gone_with_the_next_run(
        self, old: Installation
    ) -> None:
        (old.ps / f"{SECOND}.amf.xml").unlink()
        run(old, "migrate")
        assert json.loads(old.run("status", "--json").stdout)["waiting"] == [SECOND]
        run(old, "latest")
        assert is_as_rebuilt(old)


class TestPapers:
    def test_have_the_newest_version_and_count_repeats_on_both_sides(
        self, wildwood: Installation
    ) -> None:
        papers = wildwood.database["papers"]
        assert papers.find_one({"_id": TRADE_AGAIN.handle}) == {
            "_id": TRADE_AGAIN.handle,
            "names": list(TRADE_AGAIN.names),
            "titles": list(TRADE_AGAIN.titles),
            "first_issue": SECOND,
            "last_issue": THIRD,
            "repeats": 3,
        }
        assert {paper["_id"]: paper["repeats"] for paper in papers.find()} == {
            TRADE.handle: 2,
            TRADE_AGAIN.handle: 3,
            LIKE_TRADE.handle: 2,
            MONEY.handle: 0,
        }

    def test_are_found_by_the_index_of_handles(self, wildwood: Installation) -> None:
        plan = wildwood.database["papers"].find({"_id": TRADE.handle}).explain()
        assert "COLLSCAN" not in str(plan)


def test_the_migration_can_run_again(wildwood: Installation) -> None:
    before = stored(wildwood.database)
    migration = files.folder("migrations") / "0006_similar.py"
    runpy.run_path(str(migration))["upgrade"](wildwood.database)
    assert stored(wildwood.database) == before
