"""The rebuild: everything again from all rifs, or no change."""

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pymongo.collection import Collection

from wildwood.biblio.entry import Record
from wildwood.kernel import candidate_index, files, past, postings
from wildwood.kernel.errors import StoreError
from wildwood.kernel.past import Papers, search
from wildwood.nep.documents import pair_key
from wildwood.nep.folders import PsFolder
from wildwood.nep.fresh import FreshStore, Swap

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import state
from tests.support.usual_papers import FIRST, FOURTH, MONEY, SECOND, TAX, THIRD, TRADE, TRADE_AGAIN

CHANGED_RIFS = 3
"""The number of rifs in `changed`."""


def entries_of_ps(installation: Installation) -> list[str]:
    """Return the names of all entries of the ps directory, including hidden ones."""
    return sorted(path.name for path in installation.ps.iterdir())


def dates(installation: Installation) -> list[str]:
    return [found["_id"] for found in installation.database["issues"].find().sort("_id")]


def rebuild_two(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, TRADE_AGAIN, MONEY)
    result = made.run("rebuild")
    assert result.exit_code == 0, result.output


@pytest.fixture
def rebuilt(installation: Installation) -> Installation:
    """Two issues, after a rebuild."""
    return built(installation, rebuild_two)


@pytest.fixture
def changed(rebuilt: Installation) -> Installation:
    """Two issues, after a rebuild, and then other rifs: one changed, one withdrawn, two new."""
    rebuilt.issue(FIRST, TAX)
    (rebuilt.us / f"{SECOND}.amf.xml").unlink()
    rebuilt.issue(THIRD, TRADE, MONEY)
    rebuilt.issue(FOURTH, TRADE_AGAIN, TAX)
    return rebuilt


def test_it_has_the_same_result_as_a_run_of_each_issue_in_order(
    installation: Installation,
) -> None:
    installation.issue(FIRST, TRADE, MONEY, TRADE_AGAIN)
    installation.issue(SECOND, TRADE, TAX)
    installation.issue(THIRD, MONEY, TRADE_AGAIN, TAX)
    for date in (FIRST, SECOND, THIRD):
        assert installation.run(date).exit_code == 0
    in_order = state(installation)
    assert installation.run("rebuild").exit_code == 0
    assert state(installation) == in_order


def test_repeated_it_has_the_same_result(rebuilt: Installation) -> None:
    before = state(rebuilt)
    assert rebuilt.run("rebuild").exit_code == 0
    assert state(rebuilt) == before


def test_with_an_index_in_sections_it_has_the_same_result(
    rebuilt: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, firsts = state(rebuilt), []

    def noted(papers: Papers, *arguments: Any) -> None:
        firsts.append(papers.first)
        search(papers, *arguments)

    monkeypatch.setattr(postings, "_KEPT_BYTES", 1 << 40)
    monkeypatch.setattr(candidate_index, "_PAIR_BYTES", 1 << 40)
    monkeypatch.setattr(past, "search", noted)
    assert rebuilt.run("rebuild").exit_code == 0
    assert firsts == [0, 2]
    assert state(rebuilt) == before


def test_it_removes_everything_that_was_stored_before(changed: Installation) -> None:
    assert changed.run("rebuild").exit_code == 0
    assert dates(changed) == [FIRST, THIRD, FOURTH]
    documents = {found["_id"]: found for found in changed.database["handles"].find()}
    assert {
        handle: [entry["date"] for entry in found["issues"]] for handle, found in documents.items()
    } == {
        TAX.handle: [FIRST, FOURTH],
        TRADE.handle: [THIRD],
        MONEY.handle: [THIRD],
        TRADE_AGAIN.handle: [FOURTH],
    }


def test_it_leaves_nothing_stale_or_waiting(changed: Installation) -> None:
    changed.run(FIRST)
    assert changed.run("status").exit_code == 1
    changed.run("rebuild")
    assert changed.run("status").exit_code == 0


def test_it_leaves_no_temporary_collection_or_directory(changed: Installation) -> None:
    before = changed.database.list_collection_names()
    changed.run("rebuild")
    assert sorted(changed.database.list_collection_names()) == sorted(before)
    assert all(name.endswith(".amf.xml") for name in entries_of_ps(changed))


def test_it_replaces_a_ps_rif_of_the_same_date_with_another_name(rebuilt: Installation) -> None:
    (rebuilt.us / f"{FIRST}.amf.xml").rename(rebuilt.us / "20150305_2.amf.xml")
    assert rebuilt.run("rebuild").exit_code == 0
    assert entries_of_ps(rebuilt) == ["2015-03-12.amf.xml", "20150305_2.amf.xml"]


def test_its_collections_have_the_validators_and_indexes_of_the_migrations(
    installation: Installation,
) -> None:
    def structure() -> dict[str, tuple[Any, Any]]:
        return {
            name: (
                installation.database[name].options(),
                installation.database[name].index_information(),
            )
            for name in ("handles", "issues", "similar")
        }

    assert installation.run("migrate").exit_code == 0
    migrated = structure()
    installation.issue(FIRST, TRADE)
    assert installation.run("rebuild").exit_code == 0
    assert structure() == migrated


class TestWithoutRifs:
    def test_it_is_refused(self, rebuilt: Installation) -> None:
        before = state(rebuilt)
        for path in rebuilt.us.iterdir():
            path.unlink()
        result = rebuilt.run("rebuild")
        assert result.stderr == f"Error: No rifs in {rebuilt.us}; check paths.us.\n"
        assert result.exit_code == 1
        assert state(rebuilt) == before


class TestWithBadRifs:
    @pytest.fixture
    def bad(self, changed: Installation) -> Installation:
        """Four dates: one has malformed XML, and one has two rifs."""
        (changed.us / f"{THIRD}.amf.xml").write_bytes(b"<amf>\n</oops>")
        (changed.us / f"{FOURTH}_2.amf.xml").write_bytes(rif(TAX))
        changed.issue(SECOND, MONEY)
        return changed

    @staticmethod
    def errors(bad: Installation) -> str:
        us = bad.us
        return (
            f"Error: {us}/2015-03-19.amf.xml is malformed XML at line 2: mismatched tag.\n"
            f"Error: 2015-03-26 has more than one rif: {us}/2015-03-26.amf.xml"
            f" and {us}/2015-03-26_2.amf.xml; move all but one away.\n"
        )

    def test_it_names_each_and_says_that_nothing_was_rebuilt(self, bad: Installation) -> None:
        result = bad.run("rebuild")
        assert result.stderr == self.errors(bad) + (
            "Error: Nothing was rebuilt because 2 of 4 rifs cannot be read;"
            " repair them, move them away, or leave them out with --skip-bad.\n"
        )
        assert (result.exit_code, result.stdout) == (1, "")

    def test_it_changes_nothing(self, bad: Installation) -> None:
        before = state(bad), entries_of_ps(bad)
        bad.run("rebuild")
        assert (state(bad), entries_of_ps(bad)) == before

    def test_it_names_each_and_skips_them_with_skip_bad(self, bad: Installation) -> None:
        result = bad.run("rebuild", "--skip-bad")
        assert result.stderr.startswith(self.errors(bad) + "2 issues, 2 papers: ")
        assert result.exit_code == 1
        assert dates(bad) == [FIRST, SECOND]
        assert (bad.ps / f"{FIRST}.amf.xml").read_bytes() == rif(TAX)
        assert (bad.ps / f"{SECOND}.amf.xml").read_bytes() == rif(MONEY)

    @pytest.mark.parametrize("command", ["rebuild", "latest"])
    def test_where_nothing_is_stored_each_is_named_and_skipped(
        self, installation: Installation, command: str
    ) -> None:
        installation.issue(FIRST, TAX)
        (installation.us / f"{THIRD}.amf.xml").write_bytes(b"<amf>\n</oops>")
        result = installation.run(command)
        assert result.stderr.startswith(f"Error: {installation.us}/{THIRD}.amf.xml is malformed")
        assert result.exit_code == 1
        assert dates(installation) == [FIRST]

    def test_skip_bad_makes_no_difference_if_all_are_good(self, rebuilt: Installation) -> None:
        before = state(rebuilt)
        assert rebuilt.run("rebuild", "--skip-bad").exit_code == 0
        assert state(rebuilt) == before


@contextmanager
def raised_once(error: BaseException, owner: type, name: str, after: int) -> Iterator[None]:
    """Raise the error once, instead of a call of a method, after `after` calls of it."""
    calls, original = itertools.count(), getattr(owner, name)

    def call(*arguments: Any, **options: Any) -> Any:
        if next(calls) == after:
            raise error
        return original(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, call)
        yield
    assert next(calls) > after, "nothing was raised"


class TestAFailure:
    @pytest.mark.parametrize(
        "error",
        [
            pytest.param(StoreError("MongoDB went away."), id="failure"),
            pytest.param(KeyboardInterrupt(), id="interruption"),
        ],
    )
    @pytest.mark.parametrize(
        ("owner", "name", "after"),
        [
            pytest.param(FreshStore, "add_issue", 0, id="before the first issue"),
            pytest.param(PsFolder, "add", 2, id="before the last ps rif"),
            pytest.param(FreshStore, "add_issue", 2, id="before the last issue is stored"),
            pytest.param(FreshStore, "_builds", 0, id="before the indexes"),
        ],
    )
    def test_changes_nothing(
        self, changed: Installation, owner: type, name: str, after: int, error: BaseException
    ) -> None:
        before = state(changed), entries_of_ps(changed)
        with raised_once(error, owner, name, after):
            assert changed.run("rebuild").exit_code == 1
        assert (state(changed), entries_of_ps(changed)) == before

    def test_is_reported_with_its_reason(self, changed: Installation) -> None:
        with raised_once(StoreError("MongoDB went away."), FreshStore, "add_issue", 1):
            stderr = changed.run("rebuild").stderr
        assert stderr == f"Error: {THIRD}.amf.xml: MongoDB went away.\n"


def test_the_old_database_is_used_until_the_rebuild_has_finished(
    changed: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    decide_swap = FreshStore.decide_swap

    def status_and_decide(fresh: FreshStore, decision: Swap) -> None:
        lines.append(changed.run("status").stdout.splitlines()[0])
        decide_swap(fresh, decision)

    monkeypatch.setattr(FreshStore, "decide_swap", status_and_decide)
    assert changed.run("rebuild").exit_code == 0
    lines.append(changed.run("status").stdout.splitlines()[0])
    assert lines == [
        "stored   2 issues with 4 papers, the newest of 2015-03-12",
        "stored   3 issues with 5 papers, the newest of 2015-03-26",
    ]


class TestAnInterruptedSwap:
    """The swap of a rebuild from other rifs is decided, and the rebuild is then interrupted."""

    @staticmethod
    def finished_by(installation: Installation, command: str) -> bool:
        """Return whether the state after the command is that after an uninterrupted rebuild."""
        done = installation.run(command)
        assert done.exit_code == 0, done.output
        found = state(installation), entries_of_ps(installation)
        assert installation.run("rebuild").exit_code == 0
        return found == (state(installation), entries_of_ps(installation))

    @pytest.mark.parametrize("command", ["latest", FIRST, "rebuild", "migrate"])
    def test_is_finished_by_any_command(self, changed: Installation, command: str) -> None:
        with raised_once(KeyboardInterrupt(), Collection, "rename", 1):
            assert changed.run("rebuild").exit_code == 1
        assert self.finished_by(changed, command)

    def test_is_finished_before_a_migration_to_a_newer_schema(
        self, changed: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The program is updated after the interrupted rebuild."""
        with raised_once(KeyboardInterrupt(), Collection, "rename", 0):
            assert changed.run("rebuild").exit_code == 1
        newer = tmp_path / "newer"
        for name in ("config", "migrations"):
            shutil.copytree(files.folder(name), newer / name)
        (newer / "migrations" / "9999_index.py").write_text(
            'def upgrade(db): db["handles"].create_index("issues.names", name="added")\n',
            encoding="utf-8",
        )
        monkeypatch.setattr(files, "folder", newer.joinpath)
        assert changed.run("migrate").exit_code == 0
        assert dates(changed) == [FIRST, THIRD, FOURTH]
        assert "added" in changed.database["handles"].index_information()

    def test_is_not_assumed_by_a_reader_while_the_rebuild_is_running(
        self, changed: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        calls, replace = itertools.count(), Path.replace

        def status_and_replace(path: Path, target: Path) -> Path:
            if next(calls) == CHANGED_RIFS:
                changed.run("status")
            return replace(path, target)

        monkeypatch.setattr(Path, "replace", status_and_replace)
        result = changed.run("rebuild")
        assert (result.exit_code, result.stderr[:9]) == (0, "3 issues,")


class TestAnotherPunctuation:
    @pytest.fixture
    def deleting(self, rebuilt: Installation) -> Installation:
        """A database with "space", whose configuration was then changed to "delete"."""
        rebuilt.issue(FIRST, Record("h", ("Keen,M.",), ("Vertical Tax-Competition",)))
        with rebuilt.config.open("a", encoding="utf-8") as config:
            config.write('[features]\npunctuation = "delete"\n')
        return rebuilt

    @pytest.mark.parametrize("command", [FIRST, "latest"])
    def test_is_refused_by_a_run(self, deleting: Installation, command: str) -> None:
        before = state(deleting)
        result = deleting.run(command)
        assert result.stderr == (
            'Error: The database was built with features.punctuation = "space", not "delete";'
            " change it back, or rebuild: wildwood_all.\n"
        )
        assert result.exit_code == 1
        assert state(deleting) == before

    def test_is_accepted_by_a_rebuild(self, deleting: Installation) -> None:
        assert deleting.run("rebuild").exit_code == 0
        found = deleting.database["handles"].find_one({"_id": "h"})
        assert found is not None
        pair = "keenm", "vertical taxcompetition"
        assert found["features"] == [f"author:{pair[0]}", f"title:{pair[1]}", pair_key(*pair)]

    def test_is_used_by_later_runs_after_a_rebuild(self, deleting: Installation) -> None:
        deleting.run("rebuild")
        before = state(deleting)
        assert deleting.run(FIRST).exit_code == 0
        assert state(deleting) == before

    def test_is_not_stored_by_a_rebuild_that_fails(self, deleting: Installation) -> None:
        (deleting.us / f"{THIRD}.amf.xml").write_bytes(b"")
        deleting.run("rebuild")
        made_with = deleting.database["issues"].distinct("ps.made_from.punctuation")
        assert made_with == ["space"]


class TestAnIssueWithTooManyPairs:
    """The first of three issues has more pairs than the bound."""

    @pytest.fixture
    def crowded(self, installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Installation:
        copies = [Record(f"a:{number}", TRADE.names, TRADE.titles) for number in range(4)]
        installation.issue(FIRST, *copies)
        installation.issue(SECOND, TRADE)
        installation.issue(THIRD, TRADE)
        monkeypatch.setattr("wildwood.kernel.postings.MAX_COMPARED", 10)
        return installation

    def test_is_named_and_nothing_is_rebuilt(self, crowded: Installation) -> None:
        crowded.run("latest")
        result = crowded.run("rebuild", "--workers", "1")
        assert result.stderr == (
            f"Error: {FIRST}.amf.xml has more than 10 pairs of papers to compare; take out the"
            " papers that are alike, or raise the limits.\n"
        )
        assert (result.exit_code, dates(crowded)) == (1, [SECOND, THIRD])

    @pytest.mark.parametrize("command", ["latest", "rebuild", "rebuild --skip-bad"])
    def test_is_left_out_and_the_others_are_as_without_it(
        self, crowded: Installation, command: str
    ) -> None:
        result = crowded.run(*command.split())
        assert result.exit_code == 1
        assert f"Error: {FIRST}.amf.xml has more than 10 pairs" in result.stderr
        assert "2 issues, 2 papers: 1 with a similar one" in result.stderr
        found = state(crowded), entries_of_ps(crowded)
        (crowded.us / f"{FIRST}.amf.xml").unlink()
        assert crowded.run("rebuild").exit_code == 0
        assert found == (state(crowded), entries_of_ps(crowded))

    def test_is_left_out_by_a_nightly_run(self, crowded: Installation) -> None:
        crowded.run("latest")
        crowded.issue(FOURTH, TRADE)
        result = crowded.run("latest")
        assert (result.exit_code, dates(crowded)) == (1, [SECOND, THIRD, FOURTH])

    def test_is_refused_even_if_each_paper_lists_fewer(self, crowded: Installation) -> None:
        with crowded.config.open("a", encoding="utf-8") as stream:
            stream.write("[limits]\nmost = 1\n")
        assert crowded.run("latest").exit_code == 1
        assert dates(crowded) == [SECOND, THIRD]
