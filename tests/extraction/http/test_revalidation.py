"""What a client has is not sent to it again."""

import httpx2
import pytest


class TestWhatAClientHas:
    @pytest.mark.parametrize("part", ["", "/header", "/citations?output=bibtex", "/text", "/file"])
    def test_is_not_sent_again(self, client: httpx2.Client, document: str, part: str) -> None:
        address = f"/extractor/{document}{part}"
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]

    @pytest.mark.parametrize("known", ['"another"', "", "W/"])
    def test_is_sent_if_it_is_another_version(
        self, client: httpx2.Client, document: str, known: str
    ) -> None:
        address = f"/extractor/{document}/header"
        assert client.get(address, headers={"If-None-Match": known}).status_code == 200

    def test_is_not_a_problem(self, client: httpx2.Client) -> None:
        response = client.get(f"/extractor/{'0' * 32}", headers={"If-None-Match": "*"})
        assert response.status_code == 404
