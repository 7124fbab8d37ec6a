"""Asking a real OAI-PMH server on loopback, with faults."""

import gzip
import ssl
from contextlib import closing
from importlib.metadata import version

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.oai_client import OaiClient

from tests.support.oai_server import Fault, dublin_core, page, refusal, serving, title

PAGES = [[dublin_core(f"oai:{name}", title("Trade"))] for name in "ab"]
LAST = page(*PAGES[1], token="")


def content(url: str, token: str | None = "t1") -> bytes:
    """Return a page, by default that of a token."""
    with closing(OaiClient(url, pause_s=0)) as client:
        return client.page(token).content


def failure(url: str, token: str | None = "t1") -> str:
    with pytest.raises(InputError) as caught:
        content(url, token)
    return str(caught.value)


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


def test_retries_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(PAGES, t1=[Fault(status=503)]) as server:
        content(server.url)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/", "http://[", ""])
def test_an_invalid_address_is_reported(url: str) -> None:
    assert "does not answer" in failure(url)


def test_content_that_is_gzipped_without_saying_so_is_unpacked() -> None:
    with serving(PAGES, t1=[Fault(gzip.compress(LAST))]) as server:
        assert content(server.url) == LAST


def test_damaged_gzip_is_named() -> None:
    with serving(PAGES, t1=[Fault(b"\x1f\x8bhello")]) as server:
        assert failure(server.url) == f"The response from {server.url} is damaged gzip"


def test_the_certificates_to_trust_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    OaiClient("https://archive.example/oai", pause_s=0).close()
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", None)
    OaiClient("https://repository.example/oai", pause_s=0).close()
