"""Harvesting of a real OAI-PMH server on loopback, with faults."""

import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.oai import parse_page
from wildwood.screening import harvester
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order, harvest

from tests.support.oai_server import Fault, Server, dublin_core, page, refusal, serving, title

PAGES = [[dublin_core(f"oai:{name}", title("Trade"))] for name in "abc"]


@pytest.fixture
def folder(tmp_path: Path) -> HarvestFolder:
    return HarvestFolder(tmp_path / "harvest")


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give lists up after fewer attempts; tests/screening/test_proved_harvest.py does not."""
    monkeypatch.setattr(harvester, "_MOST_HALVED", 8)


def run(
    server: Server, folder: HarvestFolder, pause_s: float = 0, *, all_records: bool = False
) -> None:
    for _ in harvest(Order(server.url, folder, pause_s, all_records=all_records)):
        pass


def failure(server: Server, folder: HarvestFolder, *, all_records: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        run(server, folder, all_records=all_records)
    return str(caught.value)


def fetched(folder: HarvestFolder) -> list[str]:
    """Return the identifiers of the records in the folder."""
    pages = (parse_page(path.read_bytes()) for path in folder.pages())
    return [record.id for parsed in pages for record in parsed.entries]


def test_a_harvest_follows_the_resumption_tokens(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
    assert server.tokens == ["", "t1", "t2"]
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_pages_are_kept_as_received(folder: HarvestFolder) -> None:
    with serving(PAGES[:1]) as server:
        run(server, folder)
    assert folder.pages()[0].read_bytes() == page(*PAGES[0], token="")


def test_it_pauses_between_requests(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder, pause_s=0.2)
    gaps = [after - before for before, after in zip(server.times, server.times[1:], strict=False)]
    assert all(gap >= 0.2 for gap in gaps)


MALFORMED = {
    "empty": Fault(b""),
    "a web page": Fault(b"<html><body>Sorry</body></html>"),
    "plain text": Fault(b"Service temporarily out of order"),
}


@pytest.mark.parametrize("fault", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("times", [1, 2, 1000])
def test_a_page_that_never_comes_costs_no_record(
    folder: HarvestFolder, fault: Fault, times: int
) -> None:
    with serving(PAGES, t1=[fault] * times) as server:
        run(server, folder)
    assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}


def test_a_server_that_fails_leaves_nothing_behind(folder: HarvestFolder) -> None:
    with serving([], first=[Fault(b"<OAI-PMH")] * 1000) as server:
        assert failure(server, folder).startswith(f"The response from {server.url} is malformed")
        assert not folder.path.exists()
        server.pages = PAGES
        server.faults.clear()
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_an_unreachable_server_is_reported_in_one_sentence(folder: HarvestFolder) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/oai"
    with pytest.raises(InputError) as caught:
        list(harvest(Order(url, folder, 0)))
    assert str(caught.value).startswith(f"{url} does not answer: ")
    assert "so far" not in str(caught.value)


EXPIRED = Fault(refusal("badResumptionToken"))


def test_a_token_that_is_refused_costs_no_record(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[EXPIRED] * 1000) as server:
        run(server, folder)
    assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}


class TestAHarvestFromTheStart:
    """The old harvest has the records a, b and c; the server then has d and e."""

    LATER = tuple([dublin_core(f"oai:{name}", title("Trade"))] for name in "de")

    @pytest.fixture
    def old(self, folder: HarvestFolder) -> HarvestFolder:
        with serving(PAGES) as server:
            run(server, folder)
        return folder

    def test_replaces_the_old_one(self, old: HarvestFolder) -> None:
        with serving(self.LATER) as server:
            run(server, old, all_records=True)
        assert fetched(old) == ["oai:d", "oai:e"]
        assert sorted(path.name for path in old.path.iterdir()) == [
            "harvest.json", "ledger.json", "page-000004.xml", "page-000005.xml",
        ]  # fmt: skip

    def test_keeps_the_old_one_if_the_server_reports_an_error(self, old: HarvestFolder) -> None:
        with serving([], first=[Fault(status=404)] * 1000) as server:
            failure(server, old, all_records=True)
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]

    @pytest.mark.parametrize("all_records", [True, False])
    def test_is_resumed_where_it_stopped(self, old: HarvestFolder, *, all_records: bool) -> None:
        with serving(self.LATER) as server:
            next(harvest(Order(server.url, old, 0, all_records=True)))
            assert fetched(old) == ["oai:a", "oai:b", "oai:c", "oai:d"]
            run(server, old, all_records=all_records)
        assert server.tokens == ["", "t1"]
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_keeps_the_old_one_if_the_server_has_no_records_now(self, old: HarvestFolder) -> None:
        with serving(self.LATER, first=[Fault(refusal("noRecordsMatch"))]) as server:
            assert failure(server, old, all_records=True) == (
                f"{server.url} has no records now; {old.path} keeps the earlier ones."
            )
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]

    def test_removes_the_old_pages_at_the_next_run_if_it_was_killed_before(
        self, old: HarvestFolder
    ) -> None:
        first = old.pages()[0]
        content = first.read_bytes()
        with serving(self.LATER) as server:
            run(server, old, all_records=True)
            first.write_bytes(content)
            run(server, old)
        assert fetched(old) == ["oai:d", "oai:e"]
        assert not first.exists()

    def test_can_be_the_first_one(self, folder: HarvestFolder) -> None:
        with serving(PAGES) as server:
            run(server, folder, all_records=True)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_can_be_of_another_server(self, old: HarvestFolder) -> None:
        with serving(self.LATER) as server:
            run(server, old, all_records=True)
            state = old.state()
            assert state is not None
            assert (state.url, state.pages, state.dated) == (server.url, 5, "2026-11-21T00:00:00Z")


def test_another_oai_pmh_error_is_named(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("cannotDisseminateFormat", "no oai_dc"))]) as server:
        sentence = failure(server, folder)
    assert f"{server.url} refuses the request: cannotDisseminateFormat: no oai_dc." in sentence


def test_a_server_without_records_is_an_empty_harvest(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
        run(server, folder)
    assert folder.pages() == []


ODD_ENDS = {
    "nothing after a token": Fault(refusal("noRecordsMatch")),
    "an empty list after a token": Fault(page()),
    "the same token": Fault(page(*PAGES[1], token="t1")),
    "an earlier token": Fault(page(*PAGES[1], token="t0")),
    "no token": Fault(page(*PAGES[1])),
}


@pytest.mark.parametrize("end", ODD_ENDS.values(), ids=ODD_ENDS)
def test_a_list_that_ends_early_costs_no_record(folder: HarvestFolder, end: Fault) -> None:
    with serving(PAGES, t1=[end] * 1000) as server:
        run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}
        assert len(server.queries) < 100


def test_a_damaged_record_does_not_stop_the_harvest(folder: HarvestFolder) -> None:
    damaged = page(dublin_core("oai:x", "\x01"), *PAGES[1], token="t2")
    with serving(PAGES, t1=[Fault(damaged)]) as server:
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]
    assert folder.pages()[1].read_bytes() == damaged


class TestABrokenPage:
    CUT = page(*PAGES[1], dublin_core("oai:x", title("Trade")), token="t2")[:-150]

    def test_is_asked_for_again(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)]) as server:
            run(server, folder)
        assert server.tokens == ["", "t1", "t1", "t2"]
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_leaves_its_whole_records(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)] * 1000) as server:
            with pytest.raises(InputError) as caught:
                run(server, folder)
            assert str(caught.value) == (
                f"{server.url} withholds oai:x; {folder.path} is not complete."
                " The next run asks for them again."
            )
            assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}
            server.pages = [*PAGES, [dublin_core("oai:x", title("Trade"))]]
            run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c", "oai:x"}

    def test_can_be_the_first(self, folder: HarvestFolder) -> None:
        cut = page(*PAGES[0], token="t1")[:-60]
        with serving(PAGES, first=[Fault(cut)] * 2) as server:
            run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}


def test_a_record_that_the_server_cannot_send_by_itself_stops_no_harvest(
    folder: HarvestFolder,
) -> None:
    damaged = dublin_core("oai:x", "<dc:title>Trade << Growth</dc:title>")
    with serving([[damaged], *PAGES]) as server:
        server.record = lambda identifier: refusal(  # type: ignore[method-assign]
            "cannotDisseminateFormat", identifier
        )
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]
    assert json.loads((folder.path / "ledger.json").read_bytes())["damaged"] == ["oai:x"]


class TestAnErrorInThePlaceOfAPage:
    ERROR = Fault(b"<html>Internal error</html>", status=500)

    def test_is_asked_for_again(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[self.ERROR]) as server:
            run(server, folder)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_costs_no_record_that_can_be_had_by_itself(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[self.ERROR] * 1000) as server:
            run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}

    def test_and_of_all_lists_leaves_single_records(self, folder: HarvestFolder) -> None:
        with serving(PAGES, first=[self.ERROR] * 1000) as server:
            run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}


@pytest.mark.parametrize("stated", ["http://old.example/oai", "https://OLD.example:443/oai/"])
def test_an_archive_that_has_moved_continues_in_its_folder(
    folder: HarvestFolder, stated: str
) -> None:
    with serving(PAGES) as server:
        run(server, folder)
        state = folder.state()
        assert state is not None
        folder.write_state(replace(state, url="http://old.example/oai"))
        server.base_url = stated
        run(server, folder)
        state = folder.state()
    assert state is not None
    assert state.url == server.url


@pytest.mark.parametrize("stated", ["http://a:${port}/oai", "http://a:99999/oai", "http://[a/oai"])
def test_an_impossible_address_that_an_archive_states_costs_nothing(
    folder: HarvestFolder, stated: str
) -> None:
    with serving(PAGES) as server:
        server.base_url = stated
        run(server, folder)
        state = folder.state()
    assert state is not None
    assert state.names is not None
    assert not [*state.names, *state.windows]


def test_another_spelling_of_an_address_is_of_the_same_archive(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
        spelling = server.url.replace("http://", "HTTP://") + "/"
        list(harvest(Order(spelling, folder, 0)))
        server.base_url = f"{server.url}?journal=b"
        with pytest.raises(InputError, match="contains a harvest of"):
            list(harvest(Order(f"{server.url}?journal=b", folder, 0)))
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


EARLIER_PROGRESS = {
    "complete": {"token": None},
    "interrupted": {"token": "t9"},
    "by ranges of dates": {"ranges": [["2026-01-01", "2026-02-01"]], "gaps": ["2026-03-01"]},
}


@pytest.mark.parametrize("progress", EARLIER_PROGRESS.values(), ids=EARLIER_PROGRESS)
def test_a_folder_of_an_earlier_version_keeps_its_records_and_is_listed_again(
    folder: HarvestFolder, progress: dict[str, object]
) -> None:
    with serving(PAGES) as server:
        run(server, folder)
        held = [path.read_bytes() for path in folder.pages()]
        earlier = {
            "url": server.url, "pages": 3, "token": None, "before": 0, "since": None,
            "dated": "2026-11-21T00:00:00Z", "within": None, "ranges": [], "gaps": [],
        }  # fmt: skip
        content = json.dumps({**earlier, **progress})
        (folder.path / "harvest.json").write_text(content, encoding="utf-8")
        server.pages = [*PAGES[2:], [dublin_core("oai:d", title("Trade"))]]  # without a and b
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c", "oai:d"]
    assert [path.read_bytes() for path in folder.pages()[:3]] == held


def test_the_folder_of_another_server_is_not_changed(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
    with pytest.raises(InputError, match="contains a harvest of"):
        list(harvest(Order("http://other.example/oai", folder, 0)))
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]
