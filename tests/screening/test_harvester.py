"""Harvesting of a real OAI-PMH server on loopback, with faults."""

import socket
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.oai import parse_page
from wildwood.screening.harvester import HarvestFolder, HarvestState, Order, harvest

from tests.support.oai_server import Fault, Server, dublin_core, page, refusal, serving, title

PAGES = [[dublin_core(f"oai:{name}", title("Trade"))] for name in "abc"]


@pytest.fixture
def folder(tmp_path: Path) -> HarvestFolder:
    return HarvestFolder(tmp_path / "harvest")


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
def test_a_malformed_response_loses_nothing_and_the_harvest_resumes(
    folder: HarvestFolder, fault: Fault
) -> None:
    with serving(PAGES, t1=[fault]) as server:
        sentence = failure(server, folder)
        assert sentence.startswith(f"The response from {server.url} is ")
        assert sentence.endswith(
            f"; the pages fetched so far are in {folder.path}; run the command again to resume."
        )
        assert "\n" not in sentence
        assert fetched(folder) == ["oai:a"]
        run(server, folder)
    assert server.tokens == ["", "t1", "t1", "t2"]
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_malformed_first_response_leaves_nothing_behind(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(b"<OAI-PMH")]) as server:
        failure(server, folder)
        assert fetched(folder) == []
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


class TestAnExpiredToken:
    def test_of_an_earlier_run_lets_the_list_begin_again(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[Fault(b"<"), EXPIRED]) as server:
            failure(server, folder)
            assert fetched(folder) == ["oai:a"]
            run(server, folder)
        assert server.tokens == ["", "t1", "t1", "", "t1", "t2"]
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_loses_nothing_if_the_list_then_fails(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[Fault(b"<"), EXPIRED], first=[]) as server:
            failure(server, folder)
            server.faults[""] = [Fault(status=404)]
            failure(server, folder)
            assert fetched(folder) == ["oai:a"]
            run(server, folder)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_of_this_run_is_reported(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[EXPIRED]) as server:
            assert failure(server, folder) == (
                f"{server.url} does not know its own resumption token (an error);"
                " run the command again to begin the list again."
            )
            run(server, folder)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


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
            "harvest.json",
            "page-000001.xml",
            "page-000002.xml",
        ]

    def test_keeps_the_old_one_if_the_server_reports_an_error(self, old: HarvestFolder) -> None:
        with serving(self.LATER, first=[Fault(status=404)]) as server:
            failure(server, old, all_records=True)
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]
        assert not old.replacement().path.exists()

    @pytest.mark.parametrize("all_records", [True, False])
    def test_is_resumed_where_it_stopped(self, old: HarvestFolder, *, all_records: bool) -> None:
        with serving(self.LATER, t1=[Fault(b"<")]) as server:
            sentence = failure(server, old, all_records=True)
            assert (
                f"fetched so far are in {old.replacement().path}; run the command again" in sentence
            )
            assert fetched(old) == ["oai:a", "oai:b", "oai:c"]
            run(server, old, all_records=all_records)
        assert server.tokens == ["", "t1", "t1"]
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_starts_again_if_its_token_expired(self, old: HarvestFolder) -> None:
        with serving(self.LATER, t1=[Fault(b"<"), EXPIRED]) as server:
            failure(server, old, all_records=True)
            run(server, old, all_records=True)
        assert server.tokens == ["", "t1", "t1", "", "t1"]
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_keeps_the_old_one_if_the_server_has_no_records_now(self, old: HarvestFolder) -> None:
        with serving(self.LATER, first=[Fault(refusal("noRecordsMatch"))]) as server:
            assert failure(server, old, all_records=True) == (
                f"{server.url} has no records now; {old.path} keeps the earlier ones."
            )
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]

    def test_replaces_the_old_one_after_an_interrupted_replacement(
        self, old: HarvestFolder
    ) -> None:
        replacement = old.replacement()
        with serving(self.LATER) as server:
            run(server, replacement)
            replacement.pages()[0].replace(old.pages()[0])
            run(server, old)
        assert len(server.tokens) == 2
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_can_be_the_first_one(self, folder: HarvestFolder) -> None:
        with serving(PAGES) as server:
            run(server, folder, all_records=True)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_can_be_of_another_server(self, old: HarvestFolder) -> None:
        with serving(self.LATER) as server:
            run(server, old, all_records=True)
            assert old.state() == HarvestState(server.url, 2, dated="2026-11-21T00:00:00Z")


def test_another_oai_pmh_error_is_named(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("cannotDisseminateFormat", "no oai_dc"))]) as server:
        sentence = failure(server, folder)
    assert f"{server.url} refuses the request: cannotDisseminateFormat: no oai_dc." in sentence


def test_a_server_without_records_is_an_empty_harvest(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
        run(server, folder)
    assert folder.pages() == []


def test_a_list_that_ends_early_is_not_a_complete_harvest(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(refusal("noRecordsMatch"))]) as server:
        assert failure(server, folder) == (
            f"{server.url} ended the list early: it reports that no record matches;"
            f" the pages fetched so far are in {folder.path}; run the command again to resume."
        )
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_server_that_repeats_a_page_is_reported(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(page(*PAGES[1], token="t1"))]) as server:
        assert "again and again" in failure(server, folder)
    assert fetched(folder) == ["oai:a"]


def test_tokens_that_lead_round_in_a_circle_are_reported(folder: HarvestFolder) -> None:
    with serving(PAGES, t2=[Fault(page(*PAGES[2], token="t1"))]) as server:
        sentence = failure(server, folder)
    assert "the resumption token 't1' leads back to a page that was fetched" in sentence
    assert server.tokens == ["", "t1", "t2"]


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

    def test_leaves_its_whole_records_and_the_rest_is_fetched_by_days(
        self, folder: HarvestFolder
    ) -> None:
        order_since = "2026-11-20"
        with serving(PAGES, t1=[Fault(self.CUT)] * 2) as server:
            list(harvest(Order(server.url, folder, 0, order_since)))
        dates = [(one["from"], one.get("until")) for one in server.queries if "from" in one]
        assert dates == [
            ("2026-11-20", None), ("2026-11-20", "2026-11-20"), ("2026-11-21", "2026-11-21"),
        ]  # fmt: skip
        assert fetched(folder) == ["oai:a", "oai:b", *["oai:a", "oai:b", "oai:c"] * 2]

    def test_can_be_the_first(self, folder: HarvestFolder) -> None:
        cut = page(*PAGES[0], token="t1")[:-60]
        with serving(PAGES, first=[Fault(cut)] * 2) as server:
            list(harvest(Order(server.url, folder, 0, "2026-11-20")))
        state = folder.state()
        assert state is not None
        assert (state.gaps, state.dated) == ((), "2026-11-21T00:00:00Z")
        assert fetched(folder) == ["oai:a", *["oai:a", "oai:b", "oai:c"] * 2]

    def test_of_a_single_day_is_skipped_and_the_day_asked_for_again_by_each_later_run(
        self, folder: HarvestFolder
    ) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)] * 4) as server:
            with pytest.raises(InputError) as caught:
                list(harvest(Order(server.url, folder, 0, "2026-11-21")))
            assert str(caught.value) == (
                f"{server.url} sends broken pages of records that changed on 2026-11-21; some of"
                f" them are missing in {folder.path}. The next run asks for them again."
            )
            assert fetched(folder) == ["oai:a", "oai:b"]
            for _ in range(2):  # nothing is new, and the day is broken again, then whole
                asked = len(server.queries)
                server.faults[""] = [Fault(refusal("noRecordsMatch"))]
                with suppress(InputError):
                    run(server, folder)
                [day] = [one for one in server.queries[asked:] if "until" in one]
                assert (day["from"], day["until"]) == ("2026-11-21", "2026-11-21")
            assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}
            run(server, folder)
        state = folder.state()
        assert state is not None
        assert state.gaps == ()

    def test_of_a_single_day_is_named_by_each_run_until_it_is_whole(
        self, folder: HarvestFolder
    ) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)] * 1000) as server:
            for _ in range(3):
                with pytest.raises(InputError, match="that changed on 2026-11-21; some of them"):
                    list(harvest(Order(server.url, folder, 0, "2026-11-21")))
            server.faults.clear()
            run(server, folder, all_records=True)
            assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_does_not_make_the_harvest_begin_again_if_it_is_interrupted(
        self, folder: HarvestFolder
    ) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)] * 2) as server:
            list(islice(harvest(Order(server.url, folder, 0, "2026-11-20")), 3))
            asked = len(server.queries)
            run(server, folder)
        assert server.queries[asked]["resumptionToken"] == "t1"
        assert {"oai:a", "oai:b", "oai:c"} == set(fetched(folder))

    def test_in_all_days_ends_the_harvest(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[Fault(self.CUT)] * 1000) as server:
            with pytest.raises(InputError, match="sends broken pages again and again"):
                list(harvest(Order(server.url, folder, 0, "2026-06-01")))
            assert len(server.queries) < 300


class TestAnErrorInThePlaceOfAPage:
    ERROR = Fault(b"<html>Internal error</html>", status=500)

    def test_is_asked_for_again(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[self.ERROR]) as server:
            run(server, folder)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_costs_only_that_page_if_the_rest_is_fetched_by_days(
        self, folder: HarvestFolder
    ) -> None:
        with serving(PAGES, t1=[self.ERROR] * 2) as server:
            list(harvest(Order(server.url, folder, 0, "2026-11-20")))
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}

    def test_of_a_single_day_makes_the_day_a_gap(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[self.ERROR] * 4) as server:
            with pytest.raises(InputError, match="records that changed on 2026-11-21; some of"):
                list(harvest(Order(server.url, folder, 0, "2026-11-21")))
            assert set(fetched(folder)) == {"oai:a"}
            run(server, folder, all_records=True)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_of_all_days_ends_the_harvest_without_a_gap(self, folder: HarvestFolder) -> None:
        with serving(PAGES, t1=[self.ERROR] * 2) as server:
            server.faults[""] = [Fault(page(*PAGES[0], token="t1")), *[self.ERROR] * 200]
            with pytest.raises(InputError, match="is an error page, HTTP status 500; the pages"):
                list(harvest(Order(server.url, folder, 0, "2026-10-01")))
            state = folder.state()
            assert state is not None
            assert state.gaps == ()
            server.faults.clear()
            run(server, folder)
        assert set(fetched(folder)) == {"oai:a", "oai:b", "oai:c"}


def test_the_folder_of_another_server_is_not_changed(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
    with pytest.raises(InputError, match="contains a harvest of"):
        list(harvest(Order("http://other.example/oai", folder, 0)))
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]
