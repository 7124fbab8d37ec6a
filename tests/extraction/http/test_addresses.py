"""The service behind a proxy, and for the scripts of other sites."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.support.extraction_server import DUST, Place, is_up, token, upload

PUBLIC = "https://papers.example.org/wildwood"
OTHER_SITE = "https://reader.example.org"


@pytest.fixture
def proxied(place: Place) -> Iterator[httpx2.Client]:
    """Start a server that clients see under another address."""
    place.configure(f'public_url = "{PUBLIC}/"\ncors_origins = ["{OTHER_SITE}"]')
    with place.serving() as opened:
        yield opened


def test_links_begin_with_the_public_address(proxied: httpx2.Client) -> None:
    response = upload(proxied, DUST.read_bytes())
    document = response.json()["token"]
    assert response.headers["location"] == f"{PUBLIC}/extractor/{document}"
    assert response.json()["header"] == f"{PUBLIC}/extractor/{document}/header"


def test_the_host_that_a_client_names_is_not_in_links(proxied: httpx2.Client) -> None:
    response = proxied.post(
        "/extractor?output=json", content=DUST.read_bytes(), headers={"Host": "evil.example"}
    )
    assert "evil" not in response.text


def test_a_proxy_can_leave_the_path_or_remove_it(proxied: httpx2.Client) -> None:
    assert is_up(proxied)
    assert proxied.get("/wildwood/health").status_code == 200
    assert proxied.get("/openapi.json").json()["servers"] == [{"url": "/wildwood"}]


def test_scripts_of_the_configured_sites_can_use_the_service(proxied: httpx2.Client) -> None:
    asked = {"Origin": OTHER_SITE, "Access-Control-Request-Method": "POST"}
    response = proxied.options("/extractor", headers=asked)
    assert response.headers["access-control-allow-origin"] == OTHER_SITE
    assert "POST" in response.headers["access-control-allow-methods"]
    response = proxied.post("/extractor", content=DUST.read_bytes(), headers={"Origin": OTHER_SITE})
    assert "Location" in response.headers["access-control-expose-headers"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_scripts_of_other_sites_cannot(proxied: httpx2.Client, origin: str) -> None:
    response = proxied.get("/health", headers={"Origin": origin})
    assert "access-control-allow-origin" not in response.headers


def test_by_default_no_script_of_another_site_can_use_the_service(client: httpx2.Client) -> None:
    document = token(client, DUST.read_bytes())
    response = client.get(f"/extractor/{document}", headers={"Origin": OTHER_SITE})
    assert "access-control-allow-origin" not in response.headers
