"""The server of a review: its page, what it stores, and whom it refuses."""

import http.client
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wildwood.kernel.decisions import read_decisions
from wildwood.kernel.pairs import Report, ReportPair, write_csv
from wildwood.kernel.relation import Decision
from wildwood.page import server as page_server
from wildwood.page.server import Review, ReviewServer

from tests.support.browser import Browser
from tests.support.shown_pairs import MakePair
from tests.support.waiting import wait_for

HEADER = "id,similar_id,decision\n"


class Running:
    """A server that runs, and the file that it stores decisions in."""

    def __init__(self, server: ReviewServer, file: Path) -> None:
        self.server, self.file = server, file
        self.thread = threading.Thread(target=server.run)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
        """Send a request; return the status and the content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body.encode(), named)
        answer = connection.getresponse()
        return answer.status, answer.read()

    @property
    def path(self) -> str:
        return f"/{self.server.token}/"

    def decisions(self) -> dict[tuple[str, str], Decision]:
        return {pair.ids: pair.decision for pair in read_decisions(self.file)}


@pytest.fixture
def pairs(pair: MakePair) -> list[ReportPair]:
    return [pair("a", "b", 0.9), pair("c", "d", 0.8)]


@pytest.fixture
def running(
    pairs: list[ReportPair], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    """Serve a review of two pairs."""
    monkeypatch.setattr(page_server, "_LOOK_S", 0.01)
    file = tmp_path / "decisions.csv"
    with ReviewServer(Review(Report("Pairs", (), 0.6, pairs), file)) as server:
        found = Running(server, file)
        found.thread.start()
        yield found
        server.shutdown()
        found.thread.join()


class TestStoring:
    def test_writes_the_decisions_of_the_page(self, running: Running) -> None:
        text = f"{HEADER}a,b,same\nc,d,different\n"
        assert running.ask("POST", f"{running.path}decisions", text) == (204, b"")
        assert running.decisions() == {("a", "b"): Decision.SAME, ("c", "d"): Decision.DIFFERENT}

    def test_replaces_those_that_the_page_has_changed_alone(self, running: Running) -> None:
        running.file.write_text(
            "id,similar_id,decision,note\nx,y,same,by mail\na,b,same,\nc,d,same,\n",
            encoding="utf-8",
        )
        running.ask("POST", f"{running.path}decisions", f"{HEADER}a,b,unsure\n")
        assert running.decisions() == {
            ("x", "y"): Decision.SAME, ("a", "b"): Decision.UNSURE, ("c", "d"): Decision.SAME,
        }  # fmt: skip
        assert "by mail" in running.file.read_text(encoding="utf-8")

    def test_removes_what_the_page_takes_back(self, running: Running) -> None:
        running.file.write_text(f"{HEADER}a,b,same\nc,d,same\n", encoding="utf-8")
        running.ask("POST", f"{running.path}decisions", f"{HEADER}b,a,\n")
        assert running.decisions() == {("c", "d"): Decision.SAME}

    def test_knows_the_pairs_of_lists_by_their_ids(self, pair: MakePair, tmp_path: Path) -> None:
        one = pair("a", "b", 0.9)
        numbered = replace(one, left=replace(one.left, key="1"), right=replace(one.right, key="0"))
        file = tmp_path / "decisions.csv"
        review = Review(Report("Pairs", (), 0.6, [numbered]), file)
        review.store(f"{HEADER}a,b,same\n")
        review.store(f"{HEADER}a,b,different\n")
        assert [pair.decision for pair in read_decisions(file)] == [Decision.DIFFERENT]

    def test_refuses_what_has_no_decisions(self, running: Running) -> None:
        status, said = running.ask("POST", f"{running.path}decisions", "hello")
        assert status == 400
        assert said.startswith(b"The page: line 1 lacks 'id'")
        assert not running.file.exists()

    def test_says_that_the_file_cannot_be_written(self, running: Running) -> None:
        running.file.parent.rmdir()
        status, said = running.ask("POST", f"{running.path}decisions", f"{HEADER}a,b,same\n")
        assert status == 400
        assert said.decode() == f"Cannot write {running.file}: No such file or directory."

    def test_refuses_more_than_it_can_hold(self, running: Running) -> None:
        headers = {"Content_Length": str(10**9)}
        status, _ = running.ask("POST", f"{running.path}decisions", **headers)
        assert status == 413


class TestStrangers:
    def test_cannot_post_elsewhere(self, running: Running) -> None:
        assert running.ask("POST", f"{running.path}lists?name=a", "x") == (404, b"")

    @pytest.mark.parametrize("path", ["/", "/x/", "/../", "//", "/{token}", "/{token}/x"])
    def test_find_nothing(self, running: Running, path: str) -> None:
        status, content = running.ask("GET", path.format(token=running.server.token))
        assert (status, content) == (404, b"") or path == "/{token}"

    @pytest.mark.parametrize(
        "headers",
        [
            {"Host": "evil.example"},
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
        ],
    )
    def test_cannot_use_another_name(self, running: Running, headers: dict[str, str]) -> None:
        text = f"{HEADER}a,b,same\n"
        assert running.ask("POST", f"{running.path}decisions", text, **headers)[0] == 404
        assert not running.file.exists()

    def test_cannot_reach_it_from_elsewhere(self, running: Running) -> None:
        assert running.server.server_address[0] == "127.0.0.1"

    def test_can_use_a_port_that_is_forwarded(self, running: Running) -> None:
        assert running.ask("GET", running.path, Host="localhost:8000")[0] == 200


class TestInTheBrowser:
    def test_each_decision_is_stored(self, running: Running, browser: Browser) -> None:
        shown = browser.open(running.server.address)
        shown.press("2", "d")
        wait_for(lambda: running.file.exists() and len(running.decisions()) == 2)
        wait_for(lambda: not shown.evaluate("sending"))
        assert running.decisions() == {("a", "b"): Decision.SAME, ("c", "d"): Decision.DIFFERENT}
        shown.call("reload")
        assert shown.texts(".decided") == ["same, keep 2", "different"]
        assert shown.complaints == []

    def test_a_decision_that_is_taken_back_is_removed(
        self, running: Running, browser: Browser, pairs: list[ReportPair]
    ) -> None:
        rows = write_csv(Report("", (), 0.6, pairs)).decode().splitlines()
        running.file.write_text(f"{rows[0]}\n{rows[1][:-1]}same,\n", encoding="utf-8")
        shown = browser.open(running.server.address)
        assert shown.texts(".decided") == ["same"]
        shown.press("k", "s")
        wait_for(lambda: not running.decisions())

    def test_two_pages_keep_what_the_other_one_decided(
        self, running: Running, browser: Browser
    ) -> None:
        older, newer = (browser.open(running.server.address) for _ in range(2))
        newer.press("s")
        wait_for(lambda: "Stored" in " ".join(newer.texts("#progress")))
        older.press("j", "d")
        wait_for(lambda: "Stored" in " ".join(older.texts("#progress")))
        assert running.decisions() == {("a", "b"): Decision.SAME, ("c", "d"): Decision.DIFFERENT}

    def test_decisions_on_other_pairs_are_taken_over_once(
        self, running: Running, browser: Browser, tmp_path: Path
    ) -> None:
        sent = tmp_path / "sent.csv"
        sent.write_text(f"{HEADER}x,y,same\na,b,unsure\n", encoding="utf-8")
        shown = browser.open(running.server.address)
        shown.upload("#file", sent)
        wait_for(lambda: "Stored" in " ".join(shown.texts("#progress")))
        shown.press("s", "d")
        wait_for(lambda: len(running.decisions()) == 3)
        assert [pair.ids for pair in read_decisions(running.file)].count(("x", "y")) == 1

    def test_a_file_that_is_damaged_is_named(self, running: Running, browser: Browser) -> None:
        running.file.write_text("x\n", encoding="utf-8")
        shown = browser.open(running.server.address)
        assert str(running.file) in shown.evaluate("document.body.innerText")

    def test_done_ends_the_review(self, running: Running, browser: Browser) -> None:
        shown = browser.open(running.server.address)
        shown.click("#done")
        running.thread.join()
        wait_for(lambda: "has ended" in " ".join(shown.texts("#progress")))

    def test_done_stores_first_what_could_not_be_stored(
        self, running: Running, browser: Browser
    ) -> None:
        shown = browser.open(running.server.address)
        running.file.mkdir()
        shown.press("s")
        wait_for(lambda: "Not stored" in " ".join(shown.texts("#progress")))
        shown.click("#done")
        wait_for(lambda: "press Done to try again" in " ".join(shown.texts("#progress")))
        assert running.thread.is_alive()
        running.file.rmdir()
        shown.click("#done")
        running.thread.join()
        assert running.decisions() == {("a", "b"): Decision.SAME}

    def test_done_says_that_the_review_has_ended_already(
        self, running: Running, browser: Browser
    ) -> None:
        shown = browser.open(running.server.address)
        running.server.shutdown()
        running.thread.join()
        running.server.server_close()
        shown.click("#done")
        wait_for(lambda: "has ended already" in " ".join(shown.texts("#progress")))

    def test_an_end_that_the_page_did_not_expect_is_told(
        self, running: Running, browser: Browser
    ) -> None:
        shown = browser.open(running.server.address)
        running.server.shutdown()
        running.thread.join()
        running.server.server_close()
        shown.press("s")
        wait_for(lambda: "Not stored" in " ".join(shown.texts("#progress")))
        assert "download the decisions" in " ".join(shown.texts("#progress"))
