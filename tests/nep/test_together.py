"""Many papers are run as a rebuild, with the result of runs, or else as runs."""

from collections.abc import Callable
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.nep import job, runs
from wildwood.nep.rebuild import rebuild

from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import State, state
from tests.support.usual_papers import FIRST, FOURTH, MONEY, SECOND, THIRD, TRADE, TRADE_AGAIN

SOURCE = {"source": "a list", "entries": 1}
UNDESCRIBED = Record("RePEc:nbr:nberwo:3", (), ())


@pytest.fixture
def rebuilds(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The rebuilds that were made of issues to run; any number of papers is enough for one."""
    made: list[Any] = []

    def recorded(*arguments: Any) -> None:
        made.append(arguments)
        rebuild(*arguments)

    monkeypatch.setattr(runs, "MIN_PAPERS", 1)
    monkeypatch.setattr(runs, "_RUN_COST", 1_000)
    monkeypatch.setattr(runs, "rebuild", recorded)
    return made


def rebuild_two(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, TRADE, UNDESCRIBED)
    assert made.run("rebuild").exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Two stored issues."""
    return built(installation, rebuild_two)


@pytest.fixture
def waiting(stored: Installation) -> Installation:
    """Two stored issues and two new ones."""
    stored.issue(THIRD, TRADE_AGAIN, MONEY, UNDESCRIBED)
    stored.issue(FOURTH, TRADE, TRADE_AGAIN, MONEY)
    return stored


def outcome(installation: Installation, command: str) -> tuple[State, str, int]:
    """Run a command; return all that it leaves behind and says."""
    result = installation.run(command)
    return state(installation), result.stderr.rpartition(" in ")[0], result.exit_code


def again(installation: Installation, *dates: str) -> None:
    """Undo the runs of these issues."""
    for date in dates:
        assert installation.run("forget", date).exit_code == 0


def test_a_batch_has_the_result_of_single_runs(
    waiting: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    as_rebuild = outcome(waiting, "latest")
    assert len(rebuilds) == 1
    again(waiting, THIRD, FOURTH)
    monkeypatch.setattr(runs, "MIN_PAPERS", 1_000)
    assert outcome(waiting, "latest") == as_rebuild
    assert len(rebuilds) == 1


def test_one_issue_has_the_result_of_a_single_run(
    stored: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored.issue(THIRD, TRADE_AGAIN, MONEY, UNDESCRIBED)
    as_rebuild = outcome(stored, THIRD)
    assert outcome(stored, THIRD) == as_rebuild
    assert len(rebuilds) == 2
    monkeypatch.setattr(runs, "MIN_PAPERS", 1_000)
    assert outcome(stored, THIRD) == as_rebuild
    assert len(rebuilds) == 2


def test_other_issues_that_wait_are_left_alone(waiting: Installation, rebuilds: list[Any]) -> None:
    assert waiting.run(THIRD).exit_code == 0
    assert rebuilds
    stored_dates = [found["_id"] for found in waiting.database["issues"].find().sort("_id")]
    assert stored_dates == [FIRST, SECOND, THIRD]
    assert not (waiting.ps / f"{FOURTH}.amf.xml").exists()


def test_a_bad_rif_costs_its_own_issue_only(
    waiting: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (waiting.us / f"{THIRD}.amf.xml").write_bytes(b"<amf>\n</oops>")
    as_rebuild = outcome(waiting, "latest")
    assert rebuilds
    assert as_rebuild[2] == 1
    again(waiting, FOURTH)
    monkeypatch.setattr(runs, "MIN_PAPERS", 1_000)
    assert outcome(waiting, "latest") == as_rebuild


def change_a_stored_rif(waiting: Installation) -> None:
    waiting.issue(FIRST, TRADE)


def change_a_ps_rif(waiting: Installation) -> None:
    (waiting.ps / f"{FIRST}.amf.xml").write_bytes(b"<amf/>")


def withdraw_a_stored_rif(waiting: Installation) -> None:
    (waiting.us / f"{FIRST}.amf.xml").unlink()


def make_one_stale(waiting: Installation) -> None:
    waiting.issue(FIRST, MONEY)
    assert waiting.run(FIRST).exit_code == 0


def add_an_older_rif(waiting: Installation) -> None:
    waiting.issue("2015-03-06", TRADE)


def run_with_another_limit(waiting: Installation) -> None:
    assert waiting.run(SECOND, "0.3").exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        change_a_stored_rif,
        change_a_ps_rif,
        withdraw_a_stored_rif,
        make_one_stale,
        add_an_older_rif,
        run_with_another_limit,
    ],
)
def test_a_rebuild_that_could_change_other_ps_rifs_is_not_made(
    waiting: Installation, change: Callable[[Installation], None], rebuilds: list[Any]
) -> None:
    change(waiting)
    rebuilds.clear()
    waiting.run("latest")
    assert rebuilds == []
    assert (waiting.ps / f"{FOURTH}.amf.xml").exists()


def test_few_papers_are_run_singly(
    waiting: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_RUN_COST", 1)
    assert waiting.run("latest").exit_code == 0
    assert rebuilds == []


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let any number of papers be enough, and a run cost four times as much as in a rebuild."""
    monkeypatch.setattr(runs, "MIN_PAPERS", 1)
    monkeypatch.setattr(runs, "_RUN_COST", 4)


@pytest.mark.usefixtures("costs")
@pytest.mark.parametrize(
    ("run", "kept", "is_cheaper"),
    [(100, 299, True), (100, 300, False), (100, 301, False), (1, 0, True), (0, 0, False)],
)
def test_a_rebuild_costs_less_if_it_reads_fewer_than_three_other_papers_for_each(
    run: int, kept: int, *, is_cheaper: bool
) -> None:
    assert runs.costs_less(run, kept) is is_cheaper


def test_few_papers_are_never_run_as_a_rebuild() -> None:
    assert not runs.costs_less(runs.MIN_PAPERS - 1, 0)
    assert runs.costs_less(runs.MIN_PAPERS, 0)


def test_all_stale_ps_rifs_are_made_again_by_a_rebuild(
    stored: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as after an update of the code."""
    monkeypatch.setattr(job, "OUTPUT", job.OUTPUT + 1)
    warning = stored.run("latest").stderr
    assert warning == (
        f"Warning: The ps rifs of {FIRST}, {SECOND} were made with other settings or code"
        f" (output {job.OUTPUT - 1} when written, {job.OUTPUT} now); to write"
        " them again, run wildwood latest --stale.\n"
    )
    assert rebuilds == []
    assert stored.run("latest", "--stale").exit_code == 0
    assert len(rebuilds) == 1
    assert stored.run("status").exit_code == 0


def test_stale_ps_rifs_are_not_made_again_by_a_rebuild_that_would_lose_an_issue(
    stored: Installation, rebuilds: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "OUTPUT", job.OUTPUT + 1)
    (stored.us / f"{FIRST}.amf.xml").unlink()
    night = stored.run("latest", "--stale")
    assert f"Error: The us rif of {FIRST} is gone" in night.stderr
    assert rebuilds == []
    assert stored.database["issues"].distinct("_id") == [FIRST, SECOND]


def test_a_rebuild_of_what_was_learned_since_is_no_result_of_a_run(
    waiting: Installation, rebuilds: list[Any]
) -> None:
    with waiting.config.open("a", encoding="utf-8") as config:
        config.write("[language]\nmark = true\n")
    assert waiting.run("rebuild").exit_code == 0
    waiting.issue("2015-04-02", TRADE)
    waiting.database["neologisms"].insert_one({"_id": "x", "entries": 10, "sources": [SOURCE]})
    rebuilds.clear()
    assert waiting.run("latest").exit_code == 0
    assert rebuilds == []
