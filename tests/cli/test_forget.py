"""`forget` removes an issue whose rif was withdrawn."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from wildwood.nep.handles import Handles

from tests.nep.test_issue import dates, handles, interrupted_at, stale_warning, status, store
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import files_below
from tests.support.stored import stored
from tests.support.usual_papers import FIRST, FOURTH, MONEY, SECOND, THIRD, TRADE, TRADE_AGAIN


def store_three(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    withdrawn = made.issue(SECOND, MONEY, TRADE_AGAIN)
    made.issue(THIRD, TRADE_AGAIN)
    store(made, FIRST, SECOND, THIRD)
    withdrawn.unlink()


@pytest.fixture
def three(installation: Installation) -> Installation:
    """Three issues are stored, and the rif of the second is withdrawn."""
    return built(installation, store_three)


def test_leaves_the_same_state_as_a_rebuild_without_the_issue(three: Installation) -> None:
    assert three.run("forget", SECOND).exit_code == 0
    store(three, THIRD)
    forgotten = stored(three.database), files_below(three.ps)
    assert three.run("rebuild").exit_code == 0
    assert (stored(three.database), files_below(three.ps)) == forgotten
    assert dates(three) == [FIRST, THIRD]


def test_removes_only_the_ps_rif_of_the_date(three: Installation) -> None:
    three.run("forget", SECOND)
    assert sorted(files_below(three.ps)) == ["2015-03-05.amf.xml", "2015-03-19.amf.xml"]


def test_removes_the_handles_that_were_in_no_other_issue(three: Installation) -> None:
    three.run("forget", FIRST)
    assert handles(three) == [TRADE_AGAIN.handle, MONEY.handle]


def test_names_the_later_dates_and_succeeds(three: Installation) -> None:
    result = three.run("forget", SECOND)
    assert result.stderr == stale_warning(THIRD)
    assert result.exit_code == 0
    assert status(three)["stale"] == THIRD


def test_does_not_warn_about_earlier_dates(three: Installation) -> None:
    (three.us / f"{THIRD}.amf.xml").unlink()
    result = three.run("forget", THIRD)
    assert (result.exit_code, result.output) == (0, "")


def test_says_that_a_rif_which_is_still_there_comes_back(three: Installation) -> None:
    result = three.run("forget", THIRD)
    assert result.stderr == (
        f"Warning: The rif of {THIRD} is still in {three.us}, so the next wildwood latest"
        " stores it again; move the rif away.\n"
    )
    three.run("latest")
    assert dates(three) == [FIRST, SECOND, THIRD]


@pytest.mark.parametrize("command", ["latest", FIRST, "rebuild"])
def test_is_finished_by_another_command_if_it_was_interrupted(
    three: Installation, command: str
) -> None:
    with interrupted_at(Handles, "write_versions"):
        three.run("forget", SECOND)
    assert three.run("status").exit_code == 1
    assert three.run(command).exit_code == 0
    assert dates(three) == [FIRST, THIRD]
    assert sorted(files_below(three.ps)) == ["2015-03-05.amf.xml", "2015-03-19.amf.xml"]
    assert three.database["handles"].count_documents({"issues.date": SECOND}) == 0


def test_refuses_a_date_that_is_not_stored(three: Installation) -> None:
    before = stored(three.database), files_below(three.ps)
    result = three.run("forget", FOURTH)
    assert result.stderr == "Error: No issue of 2015-03-26 is stored.\n"
    assert result.exit_code == 1
    assert (stored(three.database), files_below(three.ps)) == before


def test_succeeds_if_the_ps_rif_is_already_gone(three: Installation) -> None:
    (three.ps / f"{SECOND}.amf.xml").unlink()
    assert three.run("forget", SECOND).exit_code == 0
    assert dates(three) == [FIRST, THIRD]


@pytest.mark.parametrize(
    ("answer", "left"), [(b"n\n", [FIRST, SECOND, THIRD]), (b"y\n", [FIRST, THIRD])]
)
def test_asks_on_a_terminal(
    fork_server: ForkServer, three: Installation, answer: bytes, left: list[str]
) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    done = subprocess.run(
        [fork_server.programs / "wildwood", "forget", SECOND, "--config", three.config],
        stdin=theirs, capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert f"Remove the issue of {SECOND} and its ps rif? [y/N]" in done.stdout
    assert done.returncode == (left != [FIRST, THIRD])
    assert dates(three) == left


def test_does_not_ask_if_there_is_no_input(three: Installation) -> None:
    program = Path(sys.executable).parent / "wildwood"
    line = f'"{program}" forget {SECOND} --config "{three.config}" <&-'
    subprocess.run(["sh", "-c", line], check=True)
    assert dates(three) == [FIRST, THIRD]
