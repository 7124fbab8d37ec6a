"""`wildwood compare --review`: a person decides on the pairs before anything is written."""

import csv
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.lists.reading import read_list

from tests.support.fork_server import ForkServer
from tests.support.serving import serving
from tests.support.waiting import wait_for

DECIDED = "id,similar_id,decision\nb,a,same\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Write a list with an unsure pair: one title of two years."""
    file = tmp_path / "mine.ris"
    file.write_text(
        "".join(
            f"TY  - JOUR\nID  - {name}\nTI  - Wages and the Unions of Miners after the Great War\n"
            f"AU  - Ng, Bo\nPY  - {year}\nER  - \n\n"
            for name, year in (("a", 2011), ("b", 2015))
        ),
        encoding="utf-8",
    )
    return file


def post(address: str, name: str, body: str = "") -> None:
    with urllib.request.urlopen(f"{address}{name}", data=body.encode()) as answer:
        answer.read()


def test_the_list_is_written_with_what_was_decided(fork_server: ForkServer, mine: Path) -> None:
    clean = mine.with_name("clean.ris")
    with serving(
        fork_server, "compare", mine, "--review", "--no-browser", "--keep", "first", "--list", clean
    ) as served:
        assert not clean.exists()
        post(served.address, "decisions", DECIDED)
        post(served.address, "done")
        wait_for(clean.exists)
    assert [entry.id for entry in read_list(clean).entries] == ["a"]
    with mine.with_name("mine.decisions.csv").open(encoding="utf-8", newline="") as lines:
        assert [row["decision"] for row in csv.DictReader(lines)] == ["same"]


def test_the_decisions_are_there_at_the_next_review(fork_server: ForkServer, mine: Path) -> None:
    decisions = mine.with_name("team.csv")
    decisions.write_text(DECIDED, encoding="utf-8")
    with serving(
        fork_server, "compare", mine, "--review", "--no-browser", "--decisions", decisions
    ) as served:
        page = urllib.request.urlopen(served.address).read().decode()
        post(served.address, "done")
    assert '<span class="decided">same</span>' in page
    assert decisions.read_text(encoding="utf-8") == DECIDED


def test_standard_input_has_no_file_beside_it() -> None:
    result = CliRunner().invoke(group, ["compare", "-", "--review"])
    assert result.exit_code == 2
    assert "--review of standard input needs --decisions" in result.output
