"""Harvesting a real OAI-PMH server on loopback, with what may go wrong on the way."""

import socket
from importlib.metadata import version
from pathlib import Path

import pytest

from wildwood.errors import ScreenError
from wildwood.language.harvest import harvest
from wildwood.language.harvest_folder import HarvestFolder, HarvestState
from wildwood.language.oai import parse_page

from tests.support.oai_server import Fault, Server, dublin_core, page, refusal, serving, title

PAGES = [[dublin_core(f"oai:{name}", title("Trade"))] for name in "abc"]


@pytest.fixture
def folder(tmp_path: Path) -> HarvestFolder:
    return HarvestFolder(tmp_path / "harvest")


def run(server: Server, folder: HarvestFolder, pause_s: float = 0, *, anew: bool = False) -> None:
    for _ in harvest(server.url, folder, pause_s, anew=anew):
        pass


def failure(server: Server, folder: HarvestFolder, *, anew: bool = False) -> str:
    with pytest.raises(ScreenError) as caught:
        run(server, folder, anew=anew)
    return str(caught.value)


def fetched(folder: HarvestFolder) -> list[str]:
    """The identifiers of the records in the folder."""
    pages = (parse_page(path.read_bytes()) for path in folder.pages())
    return [entry.id for found in pages for entry in found.entries]


def test_a_harvest_follows_the_resumption_tokens(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
    assert server.asked == ["", "t1", "t2"]
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_pages_are_kept_as_they_came(folder: HarvestFolder) -> None:
    with serving(PAGES[:1]) as server:
        run(server, folder)
    assert folder.pages()[0].read_bytes() == page(*PAGES[0], token="")


def test_a_harvest_that_is_complete_asks_no_more(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
        run(server, folder)
    assert len(server.asked) == 3


def test_it_pauses_between_requests(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder, pause_s=0.2)
    gaps = [after - before for before, after in zip(server.times, server.times[1:], strict=False)]
    assert all(gap >= 0.2 for gap in gaps)


BROKEN = {
    "broken XML": Fault(page(*PAGES[1])[:-60]),
    "nothing": Fault(b""),
    "another page": Fault(b"<html><body>Sorry</body></html>"),
    "no XML": Fault(b"Service temporarily out of order"),
}


@pytest.mark.parametrize("fault", BROKEN.values(), ids=BROKEN)
def test_a_broken_response_loses_nothing_and_the_harvest_resumes(
    folder: HarvestFolder, fault: Fault
) -> None:
    with serving(PAGES, t1=[fault]) as server:
        sentence = failure(server, folder)
        assert sentence.startswith(f"The answer of {server.url} is ")
        assert sentence.endswith(
            f"; what came before is in {folder.path}; run it again to go on from there."
        )
        assert "\n" not in sentence
        assert fetched(folder) == ["oai:a"]
        run(server, folder)
    assert server.asked == ["", "t1", "t1", "t2"]
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_broken_first_response_leaves_nothing_behind(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(b"<OAI-PMH")]) as server:
        failure(server, folder)
        assert fetched(folder) == []
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


@pytest.mark.parametrize("status", [503, 429])
def test_a_busy_server_is_asked_again(folder: HarvestFolder, status: int) -> None:
    with serving(PAGES, t1=[Fault(status=status)] * 2) as server:
        run(server, folder)
    assert server.asked == ["", "t1", "t1", "t1", "t2"]
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


@pytest.mark.parametrize("when", ["0", "Thu, 01 Jan 1970 00:00:00 GMT", "soon", "-1", ""])
def test_a_busy_server_may_say_when_in_any_way(folder: HarvestFolder, when: str) -> None:
    with serving(PAGES, t1=[Fault(status=503, retry_after=when)]) as server:
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_server_that_is_busy_for_long_is_not_waited_for(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(status=503, retry_after="86400")]) as server:
        assert failure(server, folder) == (
            f"The answer of {server.url} asks to come back in 86,400 seconds;"
            f" what came before is in {folder.path}; run it again to go on from there."
        )


def test_a_server_that_stays_busy_is_given_up(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(status=503)] * 4) as server:
        assert failure(server, folder) == (
            f"The answer of {server.url} is an error page, HTTP status 503;"
            f" what came before is in {folder.path}; run it again to go on from there."
        )
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_response_that_is_cut_off_is_asked_for_again(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(page(*PAGES[1], token="t2"), claimed_length=99999)]) as server:
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
@pytest.mark.parametrize("content", [b"", b"No", b"<html><p>No</html>", page(*PAGES[0])])
def test_an_error_page_is_one_sentence(folder: HarvestFolder, status: int, content: bytes) -> None:
    with serving(PAGES, first=[Fault(content, status=status)] * 4) as server:
        sentence = failure(server, folder)
    assert sentence == f"The answer of {server.url} is an error page, HTTP status {status}."
    assert fetched(folder) == []


def test_a_harvester_names_itself(folder: HarvestFolder) -> None:
    with serving(PAGES[:1]) as server:
        run(server, folder)
    assert server.agents == [f"Wildwood/{version('nep-wildwood')}"]


def test_a_refusal_with_an_http_status_is_still_a_refusal(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("badArgument"), status=422)]) as server:
        assert "refuses: BadArgument" in failure(server, folder)


def test_a_server_that_has_moved_is_followed(folder: HarvestFolder) -> None:
    with serving(PAGES) as new, serving([]) as old:
        old.moved_to = new.url
        run(old, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_retries_are_silent(folder: HarvestFolder, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(PAGES, t1=[Fault(status=503)]) as server:
        run(server, folder)
    assert capfd.readouterr().err == ""


def test_a_server_that_is_not_there_is_one_sentence(folder: HarvestFolder) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/oai"
    with pytest.raises(ScreenError) as caught:
        list(harvest(url, folder, 0))
    assert str(caught.value).startswith(f"{url} does not answer: ")
    assert "came before" not in str(caught.value)


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/", "http://[", ""])
def test_an_address_that_is_none_is_one_sentence(folder: HarvestFolder, url: str) -> None:
    with pytest.raises(ScreenError, match="does not answer"):
        list(harvest(url, folder, 0))


def test_a_place_that_the_server_forgot_is_named_with_the_cure(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(b"<"), Fault(refusal("badResumptionToken"))]) as server:
        failure(server, folder)
        sentence = failure(server, folder)
        assert "no longer knows where the harvest broke off" in sentence
        assert sentence.endswith("begin anew with --anew.")
        assert fetched(folder) == ["oai:a"]
        run(server, folder, anew=True)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


class TestAHarvestBegunAnew:
    """The old one has the records a, b, c; the server then has d and e."""

    LATER = tuple([dublin_core(f"oai:{name}", title("Trade"))] for name in "de")

    @pytest.fixture
    def old(self, folder: HarvestFolder) -> HarvestFolder:
        with serving(PAGES) as server:
            run(server, folder)
        return folder

    def test_takes_the_place_of_the_old_one(self, old: HarvestFolder) -> None:
        with serving(self.LATER) as server:
            run(server, old, anew=True)
        assert fetched(old) == ["oai:d", "oai:e"]
        assert sorted(path.name for path in old.path.iterdir()) == [
            "harvest.json",
            "page-000001.xml",
            "page-000002.xml",
        ]

    def test_leaves_the_old_one_where_the_server_does_not_answer(self, old: HarvestFolder) -> None:
        with serving(self.LATER, first=[Fault(status=404)]) as server:
            failure(server, old, anew=True)
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]
        assert not old.replacement().path.exists()

    @pytest.mark.parametrize("anew", [True, False])
    def test_goes_on_where_it_broke_off(self, old: HarvestFolder, *, anew: bool) -> None:
        with serving(self.LATER, t1=[Fault(b"<")]) as server:
            sentence = failure(server, old, anew=True)
            assert f"came before is in {old.replacement().path}; run it again" in sentence
            assert fetched(old) == ["oai:a", "oai:b", "oai:c"]
            run(server, old, anew=anew)
        assert server.asked == ["", "t1", "t1"]
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_begins_once_more_where_the_server_forgot_its_place(self, old: HarvestFolder) -> None:
        faults = [Fault(b"<"), Fault(refusal("badResumptionToken"))]
        with serving(self.LATER, t1=faults) as server:
            failure(server, old, anew=True)
            assert failure(server, old, anew=True).endswith("begin anew with --anew.")
            assert fetched(old) == ["oai:a", "oai:b", "oai:c"]
            run(server, old, anew=True)
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_of_a_server_that_has_no_records_any_more_keeps_the_old_ones(
        self, old: HarvestFolder
    ) -> None:
        with serving(self.LATER, first=[Fault(refusal("noRecordsMatch"))]) as server:
            assert failure(server, old, anew=True) == (
                f"{server.url} has no records now; {old.path} keeps what came before."
            )
        assert fetched(old) == ["oai:a", "oai:b", "oai:c"]

    def test_that_was_broken_off_while_it_took_the_place_does_so_later(
        self, old: HarvestFolder
    ) -> None:
        successor = old.replacement()
        with serving(self.LATER) as server:
            run(server, successor)
            successor.pages()[0].replace(old.pages()[0])
            run(server, old)
        assert len(server.asked) == 2
        assert fetched(old) == ["oai:d", "oai:e"]

    def test_may_be_the_first_one(self, folder: HarvestFolder) -> None:
        with serving(PAGES) as server:
            run(server, folder, anew=True)
        assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]

    def test_may_be_of_another_source(self, old: HarvestFolder) -> None:
        with serving(self.LATER) as server:
            run(server, old, anew=True)
            assert old.state() == HarvestState(server.url, 2)


def test_another_refusal_is_named(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("cannotDisseminateFormat", "no oai_dc"))]) as server:
        sentence = failure(server, folder)
    assert f"{server.url} refuses: CannotDisseminateFormat: no oai_dc." in sentence


def test_a_server_without_records_is_an_empty_harvest(folder: HarvestFolder) -> None:
    with serving(PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
        run(server, folder)
    assert folder.pages() == []


def test_a_list_that_ends_in_the_middle_is_no_whole_harvest(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(refusal("noRecordsMatch"))]) as server:
        assert failure(server, folder) == (
            f"{server.url} breaks the list off: it says that no record matches;"
            f" what came before is in {folder.path}; run it again to go on from there."
        )
        run(server, folder)
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_server_that_goes_round_in_circles_is_left(folder: HarvestFolder) -> None:
    with serving(PAGES, t1=[Fault(page(*PAGES[1], token="t1"))]) as server:
        assert "again and again" in failure(server, folder)
    assert fetched(folder) == ["oai:a"]


def test_the_folder_of_another_source_is_left_alone(folder: HarvestFolder) -> None:
    with serving(PAGES) as server:
        run(server, folder)
    with pytest.raises(ScreenError, match="holds a harvest of"):
        list(harvest("http://other.example/oai", folder, 0))
    assert fetched(folder) == ["oai:a", "oai:b", "oai:c"]


def test_a_damaged_record_of_the_harvest_is_named(folder: HarvestFolder) -> None:
    folder.path.mkdir()
    (folder.path / "harvest.json").write_text("{", encoding="utf-8")
    with pytest.raises(ScreenError, match=r"remove it to begin anew\.$"):
        folder.state()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        serving(PAGES) as server,
        pytest.raises(ScreenError, match=r"^Cannot (write to|read) "),
    ):
        run(server, HarvestFolder(tmp_path / "file" / "inside"))
