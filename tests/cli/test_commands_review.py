"""The command `wildwood review`."""

import json
import re
import threading
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from wildwood.biblio.entry import Record

from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.serving import Served, serving
from tests.support.snapshot import built

DATE = "2015-03-05"
TITLE = ("Trade and Growth in Open Economies",)
PAPERS = [Record(f"RePEc:abc:{one}", ("Paul Krugman",), TITLE) for one in "12"]
DECISION = f"id,similar_id,decision\n{PAPERS[0].handle},{PAPERS[1].handle},different\n"


def store_issue(made: Installation) -> None:
    made.issue(DATE, *PAPERS)
    assert made.run(DATE).exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store an issue with two similar papers, and name a file of decisions."""
    config = installation.config.read_text(encoding="utf-8")
    changed = config.replace("[paths]", '[paths]\ndecisions = "decisions.csv"')
    installation.config.write_text(changed, encoding="utf-8")
    return built(installation, store_issue)


Reviewing = Callable[..., AbstractContextManager[Served]]


@pytest.fixture
def reviewing(fork_server: ForkServer, stored: Installation) -> Reviewing:
    """A function that starts a review where no graphical browser is, and ends it."""

    def start(*options: str, date: str = DATE) -> AbstractContextManager[Served]:
        return serving(fork_server, "review", date, *options, "--config", stored.config)

    return start


def ask(address: str, body: str | None = None) -> bytes:
    data = None if body is None else body.encode()
    with urllib.request.urlopen(urllib.request.Request(address, data)) as answer:
        content: bytes = answer.read()
        return content


def test_stores_decisions_until_it_is_done(stored: Installation, reviewing: Reviewing) -> None:
    with reviewing("--no-browser") as served:
        assert b"Likely repeats in the issue of 2015-03-05" in ask(served.address)
        ask(f"{served.address}decisions", DECISION)
        ask(f"{served.address}done", "")
        status, said = served.ended()
    file = stored.home / "decisions.csv"
    assert status == 0
    assert said == (
        f"{file} now has 1 decision on these pairs; wildwood latest --stale applies them to the ps"
        f" rif of {DATE}.\n"
    )
    assert stored.run("latest", "--stale").exit_code == 0
    assert stored.run("show", DATE, "--json").stdout == "[]\n"


def pairs_on_the_page(address: str) -> list[tuple[str, str]]:
    """Return strength and decision of each pair."""
    [text] = re.findall(r'<script id="facts".*?>(.*)</script>', ask(address).decode())
    facts = json.loads(text)
    places = [facts["columns"].index(name) for name in ("strength", "decision")]
    cells = [pair["cells"] for family in facts["families"] for pair in family["pairs"]]
    return [(row[places[0]], row[places[1]]) for row in cells]


@pytest.mark.parametrize("decision", ["different", "same"])
def test_takes_a_decision_back_that_was_applied(
    stored: Installation, reviewing: Reviewing, decision: str
) -> None:
    with reviewing("--no-browser") as served:
        row = f"id,similar_id,decision,strength\n{PAPERS[0].handle},{PAPERS[1].handle},"
        ask(f"{served.address}decisions", f"{row}{decision},1.0\n")
    assert stored.run("latest", "--stale").exit_code == 0
    with reviewing("--no-browser") as served:
        assert pairs_on_the_page(served.address) == [("1.0", decision)]
        ask(f"{served.address}decisions", f"{row},1.0\n")
        assert pairs_on_the_page(served.address) == [("1.0", "")]
    assert stored.run("latest", "--stale").exit_code == 0
    shown = json.loads(stored.run("show", DATE, "--json").stdout)
    assert [pair.get("decision") for pair in shown] == [None, None]


def test_shows_a_pair_that_is_left_out_in_the_review_of_its_newer_paper(
    stored: Installation, reviewing: Reviewing
) -> None:
    newer = "2015-03-12"
    stored.issue(newer, Record("RePEc:xyz:3", ("Paul Krugman",), TITLE))
    assert stored.run(newer).exit_code == 0
    for handle, strength in ((PAPERS[0].handle, "0,9"), (PAPERS[1].handle, "none")):
        with (stored.home / "decisions.csv").open("a", encoding="utf-8") as file:
            file.write("id;similar_id;decision;strength\n" if not file.tell() else "")
            file.write(f"RePEc:xyz:3;{handle};different;{strength}\n")
    assert stored.run("latest", "--stale").exit_code == 0
    assert stored.run("show", newer, "--json").stdout == "[]\n"
    with reviewing("--no-browser", date=newer) as served:
        assert pairs_on_the_page(served.address) == [("0.9", "different")]
    with reviewing("--no-browser") as served:
        assert pairs_on_the_page(served.address) == [("1.0", "")]


def test_ends_with_ctrl_c(reviewing: Reviewing) -> None:
    with reviewing("--no-browser") as served:
        served.process.interrupt()
        assert served.ended() == (0, "\nNo decision was changed.\n")


def test_opens_a_browser(stored: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_page(address: str) -> None:
        opened.append(address)
        threading.Thread(target=ask, args=(f"{address}done", "")).start()

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setenv("DISPLAY", ":0")
    assert stored.run("review", DATE).exit_code == 0
    assert len(opened) == 1


def test_opens_no_browser_in_the_terminal(reviewing: Reviewing) -> None:
    """Such as lynx, which would not run the page, and would hold up the server until it ends."""
    with reviewing() as served:
        port = served.address.split(":")[2].split("/")[0]
        assert f"run there first: ssh -L {port}:127.0.0.1:{port} " in served.line(1)
        assert b"Likely repeats" in ask(served.address)


def test_needs_a_file_for_the_decisions(installation: Installation) -> None:
    result = installation.run("review", DATE)
    assert result.exit_code == 1
    assert result.stderr == (
        'Error: No file is set in which decisions are stored: add decisions = "decisions.csv"'
        f" under [paths] in {installation.config}.\n"
    )


def test_needs_a_directory_for_that_file(stored: Installation) -> None:
    config = stored.config.read_text(encoding="utf-8")
    stored.config.write_text(config.replace("decisions.csv", "none/decisions.csv"), "utf-8")
    result = stored.run("review", DATE)
    assert result.exit_code == 1
    assert f"{stored.home / 'none'} is not a directory; create it." in result.stderr


def test_refuses_a_damaged_file_before_it_serves(stored: Installation) -> None:
    (stored.home / "decisions.csv").write_text("x\n", encoding="utf-8")
    result = stored.run("review", DATE, "--no-browser")
    assert result.exit_code == 1
    assert "decisions.csv: line 1 lacks 'id'" in result.stderr


def test_names_a_port_that_is_taken(stored: Installation, reviewing: Reviewing) -> None:
    with reviewing("--no-browser") as served:
        port = served.address.split(":")[2].split("/")[0]
        result = stored.run("review", DATE, "--no-browser", "--port", port)
    assert result.exit_code == 1
    assert f"Cannot listen on port {port}: Address already in use." in result.stderr
