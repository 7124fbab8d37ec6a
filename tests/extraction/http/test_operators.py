"""What those who run the service see and set."""

import re

import httpx2
import pytest

from tests.support.extraction_server import DUST, Place, problem, token, upload
from tests.support.fork_server import ForkServer

FORWARDED = {"X-Forwarded-For": "192.0.2.1"}


class TestTheSpaceForDocuments:
    def test_has_a_limit(self, place: Place) -> None:
        place.configure("max_mb = 1\nfiles_mb = 1")
        with place.serving() as client:
            document = token(client, DUST.read_bytes())
            response = upload(client, DUST.read_bytes() + b"\n" * 700_000)
            assert "no space left" in problem(response, 507)
            assert client.get("/ready").status_code == 507
            client.delete(f"/extractor/{document}")
            assert client.get("/ready").json() == {"status": "ready"}

    def test_counts_what_was_there_before(self, place: Place) -> None:
        place.configure("max_mb = 1\nfiles_mb = 1")
        with place.serving() as client:
            token(client, DUST.read_bytes())
        with place.serving() as client:
            assert client.get("/ready").status_code == 507


class TestTheAddress:
    @pytest.mark.parametrize("headers", [{"Host": "evil.example"}, FORWARDED], ids=str)
    def test_is_not_what_a_client_says(
        self, client: httpx2.Client, headers: dict[str, str]
    ) -> None:
        response = client.post("/extractor?output=json", content=b"A text.", headers=headers)
        assert "set extraction.public_url" in problem(response, 421)
        assert "evil" not in str(response.headers)

    def test_can_be_set(self, place: Place) -> None:
        place.configure('public_url = "https://papers.example.org"')
        with place.serving() as client:
            response = client.post(
                "/extractor?filter=0", content=b"A text.", headers={"Host": "evil.example"}
            )
        assert response.headers["location"].startswith("https://papers.example.org/extractor/")

    def test_is_not_needed_for_the_operations_of_grobid(self, client: httpx2.Client) -> None:
        form = {"input": DUST.read_bytes()}
        response = client.post("/api/processHeaderDocument", files=form, headers=FORWARDED)
        assert response.status_code == 200


def test_requests_are_logged_on_request_with_their_time_but_no_token(
    place: Place, fork_server: ForkServer
) -> None:
    place.configure()
    with place.serving_process(fork_server, {}, options=["-v"], logged="127.0.0.1") as client:
        document = token(client, DUST.read_bytes())
        client.get(f"/extractor/{document}/header")
    _, posted, got = place.log.read_text(encoding="utf-8").splitlines()
    request = r"[\d-]+ [\d:,]+ 127\.0\.0\.1 %s \d+\.\d{3} s"
    assert re.fullmatch(request % "POST /extractor 201", posted)
    assert re.fullmatch(request % r"GET /extractor/\{token\}/header 200", got)
