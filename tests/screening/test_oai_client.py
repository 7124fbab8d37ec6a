"""Asking a real OAI-PMH server on loopback, with faults."""

import gzip
import ssl
import time
import zlib
from contextlib import closing
from importlib.metadata import version
from types import SimpleNamespace

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening import oai_client
from wildwood.screening.oai_client import OaiClient, Response

from tests.support.oai_server import Fault, dublin_core, page, refusal, serving, title

PAGES = [[dublin_core(f"oai:{name}", title("Trade"))] for name in "ab"]
LAST = page(*PAGES[1], token="")


def asked(url: str, token: str | None = "t1") -> Response:
    """Ask for a page, by default that of a token."""
    with closing(OaiClient(url, pause_s=0)) as client:
        return client.list("ListRecords", token)


def content(url: str, token: str | None = "t1") -> bytes:
    return asked(url, token).content


def failure(url: str, token: str | None = "t1") -> str:
    """Return why a page is missing, or all of the server's."""
    try:
        return asked(url, token).fault
    except InputError as error:
        return str(error)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the client's pauses instead of waiting.

    Other threads sleep, too: those of a MongoDB client would go round without a pause.
    """
    recorded: list[float] = []
    clock = SimpleNamespace(sleep=recorded.append, monotonic=time.monotonic)
    monkeypatch.setattr("wildwood.screening.oai_client.time", clock)
    return recorded


@pytest.mark.parametrize("status", [503, 429])
def test_a_request_to_a_busy_server_is_retried(status: int) -> None:
    with serving(PAGES, t1=[Fault(status=status)] * 2) as server:
        assert content(server.url) == LAST
    assert server.tokens == ["t1"] * 3


NO_YEAR = f"Thu, 01 Jan {'9' * 20} 00:00:00 GMT"


@pytest.mark.parametrize("when", ["0", "Thu, 01 Jan 1970 00:00:00 GMT", NO_YEAR, "soon", "-1", ""])
def test_retry_after_can_have_any_form(when: str) -> None:
    with serving(PAGES, t1=[Fault(status=503, retry_after=when)]) as server:
        assert content(server.url) == LAST


def test_a_server_that_stays_busy_for_hours_is_not_waited_for() -> None:
    with serving(PAGES, t1=[Fault(status=503, retry_after="86400")]) as server:
        assert failure(server.url) == (
            f"The response from {server.url} asks for a retry after 86,400 seconds"
        )


def test_a_server_that_stays_busy_is_retried_three_times() -> None:
    with serving(PAGES, t1=[Fault(status=503)] * 4) as server:
        assert failure(server.url) == (
            f"The response from {server.url} is an error page, HTTP status 503"
        )
        assert content(server.url) == LAST


def test_a_truncated_response_is_requested_again() -> None:
    with serving(PAGES, t1=[Fault(LAST, claimed_length=99999)]) as server:
        assert content(server.url) == LAST


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
@pytest.mark.parametrize("answer", [b"", b"No", b"<html><p>No</html>", page(*PAGES[0])])
def test_an_error_page_is_reported(status: int, answer: bytes) -> None:
    with serving(PAGES, first=[Fault(answer, status=status)] * 4) as server:
        reported = failure(server.url, token=None)
    assert reported == f"The response from {server.url} is an error page, HTTP status {status}"


def test_requests_have_a_user_agent() -> None:
    with serving(PAGES) as server:
        content(server.url)
    assert server.agents == [f"Wildwood/{version('nep-wildwood')}"]


def test_an_oai_pmh_error_with_an_http_status_is_reported_as_such() -> None:
    with serving(PAGES, t1=[Fault(refusal("badArgument"), status=422)]) as server:
        assert "refuses the request: badArgument" in failure(server.url)


def test_a_redirect_is_followed() -> None:
    with serving(PAGES) as new, serving([]) as old:
        old.moved_to = new.url
        assert content(old.url, token=None) == page(*PAGES[0], token="t1")


def test_a_redirect_that_drops_the_arguments_gets_them_again() -> None:
    with serving(PAGES) as new, serving([]) as old:
        old.moved_to, old.drops_query = new.url, True
        assert content(old.url) == LAST


def test_requests_name_the_contact() -> None:
    with (
        serving(PAGES) as server,
        closing(OaiClient(server.url, 0, "mailto:me@example.org")) as client,
    ):
        client.list("ListRecords")
    assert server.agents == [f"Wildwood/{version('nep-wildwood')} (+mailto:me@example.org)"]


class TestRobots:
    def test_can_ask_for_a_longer_pause(self, pauses: list[float]) -> None:
        with serving(PAGES) as server:
            server.robots = "User-agent: *\nCrawl-delay: 7\n"
            with closing(OaiClient(server.url, pause_s=1)) as client:
                client.list("ListRecords")
                client.list("ListRecords", "t1")
        assert pauses == [7]

    def test_can_forbid_wildwood_by_name(self) -> None:
        with serving(PAGES) as server:
            server.robots = "User-agent: wildwood\nDisallow: /oai\n"
            assert failure(server.url).endswith(
                f"/robots.txt asks Wildwood not to fetch {server.url}"
            )
        assert server.queries == []

    def test_that_are_against_all_crawlers_do_not_mean_harvesters(self) -> None:
        with serving(PAGES) as server:
            server.robots = "User-agent: *\nDisallow: /\n"
            assert content(server.url) == LAST


def test_the_pause_doubles_with_each_error_in_a_row(pauses: list[float]) -> None:
    with (
        serving(PAGES, t1=[Fault(status=503)] * 3) as server,
        closing(OaiClient(server.url, pause_s=1)) as client,
    ):
        client.list("ListRecords", "t1")
        client.list("ListRecords", "t1")
    assert pauses == [2, 4, 8, 1]


def test_a_response_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wildwood.screening.oai_client._MOST_TIME_S", 0)
    with serving(PAGES) as server:
        assert "the response is too slow or too large" in failure(server.url)


def test_retries_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(PAGES, t1=[Fault(status=503)]) as server:
        content(server.url)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/", "http://[", "", "http://x:99999"])
def test_an_invalid_address_is_reported(url: str) -> None:
    assert failure(url) == f"{url!r} is not an address, such as https://example.org/oai."


def test_content_that_is_gzipped_without_saying_so_is_unpacked() -> None:
    with serving(PAGES, t1=[Fault(gzip.compress(LAST))] * 9) as server:
        assert content(server.url) == LAST


PACKED = {
    "plain, said to be gzip": Fault(LAST, headers={"Content-Encoding": "gzip"}),
    "once, said to be twice": Fault(
        gzip.compress(LAST), headers={"Content-Encoding": "gzip, gzip"}
    ),
    "twice, said to be once": Fault(
        gzip.compress(gzip.compress(LAST)), headers={"Content-Encoding": "gzip"}
    ),
    "deflate": Fault(zlib.compress(LAST), headers={"Content-Encoding": "deflate"}),
    "deflate without its header": Fault(
        zlib.compress(LAST, wbits=-zlib.MAX_WBITS), headers={"Content-Encoding": "deflate"}
    ),
}


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_content_is_unpacked_whatever_the_headers_say(packed: Fault) -> None:
    with serving(PAGES, t1=[packed] * 9) as server:
        assert content(server.url) == LAST


def test_content_is_unpacked_twice_at_most() -> None:
    packed = gzip.compress(gzip.compress(gzip.compress(LAST)))
    with serving(PAGES, t1=[Fault(packed)] * 2) as server:
        assert "is malformed XML" in failure(server.url)


def test_no_more_is_unpacked_than_fits_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oai_client, "_MOST_BYTES", len(LAST) - 20)
    packed = zlib.compress(LAST, wbits=-zlib.MAX_WBITS)
    assert len(packed) < len(LAST) - 20
    with serving(PAGES, t1=[Fault(packed, headers={"Content-Encoding": "deflate"})] * 2) as server:
        assert "is malformed XML" in failure(server.url)


NAIVE = page(dublin_core("oai:c", title("The naïve theory")), token="")
SAYS = b'encoding="UTF-8"'
MISENCODED = {
    "UTF-16": NAIVE.decode().replace('"UTF-8"', '"UTF-16"').encode("utf-16"),
    "UTF-16 without a mark": NAIVE.decode().replace('"UTF-8"', '"UTF-16"').encode("utf-16-be"),
    "UTF-8 that says Latin-1": NAIVE.replace(SAYS, b'encoding="ISO-8859-1"'),
    "an unknown name": NAIVE.replace(SAYS, b'encoding="utf8mb4"'),
    "an unknown name of ASCII": LAST.replace(SAYS, b'encoding="utf8mb4"'),
}


@pytest.mark.parametrize("sent", MISENCODED.values(), ids=MISENCODED)
def test_a_page_becomes_utf_8_whatever_it_says(sent: bytes) -> None:
    with serving(PAGES, t1=[Fault(sent)] * 2) as server:
        assert content(server.url) in (NAIVE, LAST)


@pytest.mark.parametrize("codec", ["iso-8859-1", "iso2022_jp"])
def test_another_encoding_stays(codec: str) -> None:
    text = "日本の経済" if codec == "iso2022_jp" else "The naïve theory"
    declared = f'encoding="{codec.replace("iso2022_jp", "ISO-2022-JP")}"'
    whole = page(dublin_core("oai:c", title(text)), token="").decode()
    sent = whole.replace(SAYS.decode(), declared).encode(codec)
    with serving(PAGES, t1=[Fault(sent)] * 2) as server:
        assert content(server.url) == sent


@pytest.mark.parametrize(
    ("login_page", "fault"),
    [(Fault(status=404), "HTTP status 404"), (Fault(b"<html>Log in</html>"), "its root is html")],
)
def test_a_redirect_to_a_login_page_does_not_move_the_archive(
    login_page: Fault, fault: str
) -> None:
    login = Fault(status=302)
    with serving(PAGES, t1=[login]) as server, closing(OaiClient(server.url, pause_s=0)) as client:
        login.headers["Location"] = server.url.replace("/oai", "/login")
        server.faults["t1"] += [login_page, login, login_page]
        assert fault in client.list("ListRecords", "t1").fault
        assert client.list("ListRecords", "t1").content == LAST
        assert server.paths[-1] == "/oai"


def test_damaged_gzip_is_named() -> None:
    with serving(PAGES, t1=[Fault(b"\x1f\x8bhello")] * 2) as server:
        assert failure(server.url) == f"The response from {server.url} is damaged gzip"


def test_the_certificates_to_trust_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    OaiClient("https://archive.example/oai", pause_s=0).close()
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", None)
    OaiClient("https://repository.example/oai", pause_s=0).close()
