"""Run and ask a store from Python, on a real MongoDB, as the commands do."""

import datetime
import json
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import wildwood
from wildwood.api import stored
from wildwood.api.given import entry_of_one
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import ConfigError, InputError, RifError, StoreError
from wildwood.nep.mongod import running_server
from wildwood.nep.session import open_store

from tests.support.installation import Installation
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


@pytest.fixture
def store(installation: Installation) -> wildwood.Store:
    """Make a store whose two issues wait to be run."""
    installation.issue(FIRST, TRADE, MONEY)
    installation.issue(SECOND, TRADE_AGAIN, LIKE_TRADE)
    return wildwood.Store(installation.config)


class TestRun:
    def test_writes_the_ps_rif_that_the_command_writes(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        for date in (FIRST, SECOND):
            store.run(date)
        by_python = (installation.ps / f"{SECOND}.amf.xml").read_bytes()
        assert installation.run(SECOND).exit_code == 0
        assert (installation.ps / f"{SECOND}.amf.xml").read_bytes() == by_python

    def test_returns_the_figures(self, store: wildwood.Store, installation: Installation) -> None:
        store.run(datetime.date(2015, 3, 5))
        done = store.run("20150312")
        assert (done.issues, done.papers, done.with_similar) == (1, 2, 2)
        assert done.written == installation.ps / f"{SECOND}.amf.xml"

    def test_returns_what_was_left_out(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        (installation.us / f"{SECOND}.amf.xml").write_text("<amf", encoding="utf-8")
        done = store.run(SECOND)
        assert done.issues == 0
        assert [SECOND in said for said in done.omissions] == [True]

    def test_of_a_date_without_a_rif_is_refused(self, store: wildwood.Store) -> None:
        with pytest.raises(RifError, match="2015-03-19"):
            store.run("2015-03-19")

    @pytest.mark.parametrize("date", ["2015-13-01", "March", 20150305])
    def test_of_what_is_no_date_is_refused(self, store: wildwood.Store, date: str) -> None:
        with pytest.raises(InputError, match=r"is not a date, such as 2015-03-05 or 20150305\."):
            store.run(date)

    def test_of_the_latest_runs_all_that_wait(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        assert store.run_latest().issues == 2
        assert store.run_latest().issues == 0
        installation.issue(FIRST, MONEY)
        assert store.run_latest(stale=True).issues == 2
        assert store.dates() == [datetime.date(2015, 3, 5), datetime.date(2015, 3, 12)]


class TestPairs:
    def test_are_those_that_the_command_lists(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        store.run_latest()
        listed = json.loads(installation.run("show", SECOND, "--json").stdout)
        found = store.pairs(SECOND)
        assert {(pair.left.record.handle, pair.right.record.handle) for pair in found} <= {
            (pair["paper"]["handle"], pair["similar"]["handle"]) for pair in listed
        }
        assert [pair.printed for pair in found] == ["1.0000", "0.7071", "0.7071"]

    def test_count_an_internal_pair_once(self, store: wildwood.Store) -> None:
        store.run_latest()
        assert [pair.type.value for pair in store.pairs(SECOND)].count("int") == 1

    def test_are_those_above_a_limit(self, store: wildwood.Store) -> None:
        store.run_latest()
        assert [pair.printed for pair in store.pairs(FIRST, SECOND, limit=0.8)] == ["1.0000"]
        assert list(store.pairs(FIRST, SECOND, limit=1.0)) == []

    def test_are_grouped_and_written_like_those_of_lists(
        self, store: wildwood.Store, tmp_path: Path
    ) -> None:
        store.run_latest()
        found = store.pairs(SECOND)
        (family,) = wildwood.families(found)
        assert len(family.papers) == 3
        found.write(tmp_path / "pairs.html")
        assert found.as_dicts()[0]["id"] == TRADE_AGAIN.handle

    def test_need_a_date(self, store: wildwood.Store) -> None:
        with pytest.raises(InputError, match="Name one or more dates"):
            store.pairs()


class TestPapers:
    def test_are_those_of_known_handles(self, store: wildwood.Store) -> None:
        store.run_latest()
        assert store.papers([TRADE.handle, "unknown"]) == {TRADE.handle: TRADE}
        assert store.papers(MONEY.handle) == {MONEY.handle: MONEY}

    def test_are_as_they_were_last_seen(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        retitled = Record(TRADE.handle, AUTHORS, ("An Essay on Trade",))
        installation.issue("2015-03-19", retitled)
        store.run_latest()
        assert store.papers([TRADE.handle]) == {TRADE.handle: retitled}


class TestExplain:
    def test_is_the_strength_that_is_printed(self, store: wildwood.Store) -> None:
        store.run_latest()
        found = store.explain(LIKE_TRADE.handle, TRADE.handle)
        assert found.strength == 0.707106781
        assert "strength = 1.000000^0.500000 * 0.500000^0.500000" in str(found)

    def test_what_is_no_handle_is_refused(self, store: wildwood.Store) -> None:
        with pytest.raises(InputError, match=r"^The right handle is of the type int; give a text"):
            store.explain(TRADE.handle, 3)  # type: ignore[arg-type]
        for wrong in (None, 3, [TRADE.handle, None]):
            with pytest.raises(InputError, match=r"^The handle is of the type "):
                store.papers(wrong)  # type: ignore[arg-type]

    def test_what_no_database_can_store_is_named(self, store: wildwood.Store) -> None:
        store.run_latest()
        for ask in (store.papers, lambda handle: store.explain(handle, TRADE.handle)):
            with pytest.raises(InputError, match=r"^'\\udce4' is not a text that can be stored\.$"):
                ask("\udce4")

    @pytest.mark.parametrize(
        ("handle", "shown"),
        [
            ("unknown", "unknown"),
            ("not\0known", "not\N{REPLACEMENT CHARACTER}known"),
            ("x" * 20_000_000, "x" * 100 + "…"),
        ],
        ids=["", "with NUL", "too long for a query"],
    )
    def test_of_an_unknown_handle_is_refused(
        self, store: wildwood.Store, handle: str, shown: str
    ) -> None:
        store.run_latest()
        with pytest.raises(InputError, match=f"^No paper {shown} is stored; write the handle"):
            store.explain(handle, TRADE.handle)


class TestAPrivateServer:
    @pytest.fixture
    def private(self, tmp_path: Path) -> wildwood.Store:
        """Make a store with a private server and one issue."""
        made = Installation(tmp_path, "", None)  # type: ignore[arg-type]
        made.us.mkdir()
        made.issue(FIRST, TRADE, MONEY)
        made.config.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
        return wildwood.Store(made.config)

    def test_nothing_is_created_before_the_first_run(
        self, private: wildwood.Store, tmp_path: Path
    ) -> None:
        with private as store, pytest.raises(StoreError, match="Nothing is stored yet"):
            store.papers([TRADE.handle])
        assert not (tmp_path / "db").exists()

    def test_it_runs_until_the_block_ends(self, private: wildwood.Store, tmp_path: Path) -> None:
        private.run_latest()
        assert running_server(tmp_path / "db") is None
        with private as store:
            assert store.papers([TRADE.handle]) == {TRADE.handle: TRADE}
            assert running_server(tmp_path / "db") is not None
            assert store.dates() == [datetime.date(2015, 3, 5)]
        assert running_server(tmp_path / "db") is None


def test_a_configuration_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"Cannot read the configuration file .*gone\.toml"):
        wildwood.Store(tmp_path / "gone.toml")


@pytest.mark.parametrize("file", [3, "", b"wildwood.toml"])
def test_what_is_no_path_is_refused(file: Any) -> None:
    with pytest.raises(InputError, match=r" is not the path of a file\.$"):
        wildwood.Store(file)


def test_a_limit_and_a_time_are_numbers(store: wildwood.Store) -> None:
    with pytest.raises(InputError, match=r"^The limit is 'high'; use a number"):
        store.pairs(FIRST, limit="high")  # type: ignore[arg-type]
    for run in (store.run_latest, partial(store.run, FIRST)):
        with pytest.raises(InputError, match=r"^wait_s is 'long'; give a number"):
            run(wait_s="long")  # type: ignore[arg-type]


class TestCheck:
    def test_finds_the_papers_that_the_command_lists(
        self, store: wildwood.Store, installation: Installation
    ) -> None:
        store.run_latest()
        (checked,) = store.check({"title": TRADE.titles[0], "authors": "Krugman, P."})
        printed = installation.run("check", TRADE.titles[0], "--author", "Krugman, P.").stdout
        assert [paper.record.handle for paper in checked.similar] == [
            line.split()[1].rstrip(",") for line in printed.splitlines() if line[2:3].isdigit()
        ]
        first = checked.similar[0]
        assert (first.printed, first.record.names) == ("1.0000", AUTHORS)
        assert first.issues == (datetime.date.fromisoformat(SECOND),)
        assert "in common" in str(first.explanation)

    @pytest.mark.parametrize("form", ["record", "entry", "list", "file"])
    def test_takes_papers_in_any_form(
        self, store: wildwood.Store, tmp_path: Path, form: str
    ) -> None:
        store.run_latest()
        file = tmp_path / "new.csv"
        file.write_text("title,authors\nTrade and Growth in Open Economies,Paul Krugman\n")
        fields = {"title": TRADE.titles[0], "authors": [{"given": "Paul", "family": "Krugman"}]}
        given: Any = {
            "record": TRADE, "entry": entry_of_one(fields, "a paper"), "list": [fields],
            "file": str(file),
        }[form]  # fmt: skip
        (checked,) = store.check(given)
        assert {paper.record.handle for paper in checked.similar} >= {TRADE.handle}

    def test_has_a_limit(self, store: wildwood.Store) -> None:
        store.run_latest()
        (checked,) = store.check(TRADE, limit=0.9)
        assert {paper.printed for paper in checked.similar} == {"1.0000"}
        with pytest.raises(InputError, match="The limit is 2"):
            store.check(TRADE, limit=2)

    def test_says_which_record_was_not_compared(
        self, store: wildwood.Store, tmp_path: Path
    ) -> None:
        store.run_latest()
        file = tmp_path / "new.bib"
        file.write_text("@book{a, title = {Trade}}\n@book{b, title = {T}, author = {Ann Lee}}")
        assert [(each.record.handle, each.left_out) for each in store.check(file)] == [
            ("a", "a has no authors; the formula specified does not compare it."), ("b", ""),
        ]  # fmt: skip
        file.write_text('[{"title": "Trade", "authors": "A B"}, 7]')
        unread = store.check(file)[1]
        assert unread.left_out.startswith(f"{file}, line 1: the record is not an object;")
        (one,) = store.check({"title": "Trade", "year": 2015})
        assert "record 1 has no authors" in one.left_out

    def test_in_a_block_keeps_its_connection_and_sees_what_is_stored_later(
        self, store: wildwood.Store, installation: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.run_latest()
        opened = Mock(wraps=open_store)
        monkeypatch.setattr(stored, "open_store", opened)
        with store:
            assert store.check(TAX)[0].similar == ()
            installation.issue(THIRD, TAX)
            store.run_latest()
            assert [paper.printed for paper in store.check(TAX)[0].similar] == ["1.0000"]
        assert opened.call_count == 1
        store.check(TAX)
        assert opened.call_count == 2

    def test_of_nothing_stored_is_refused(self, store: wildwood.Store) -> None:
        with pytest.raises(StoreError, match="run wildwood latest first"):
            store.check(TRADE)
