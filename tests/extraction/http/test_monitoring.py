"""What a monitor learns of the service."""

import re
from collections.abc import Iterator

import httpx2
import pytest

from wildwood.extraction.sandbox import confinement
from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import DUST, make_place, token


def test_the_monitor_learns_how_workers_are_confined(client: httpx2.Client) -> None:
    offered = confinement()
    assert client.get("/health").json() == {
        "status": "up",
        "confinement": {
            "landlock": offered.landlock,
            "seccomp": offered.seccomp,
            "shortcomings": list(offered.shortcomings),
        },
    }


def test_metrics_count_the_requests(client: httpx2.Client) -> None:
    client.get("/health")
    metrics = client.get("/metrics").text
    assert re.search(
        r'wildwood_requests_total\{operation="GET /health",status="200"\} [1-9]', metrics
    )


def test_metrics_do_not_grow_with_invented_methods_and_paths(client: httpx2.Client) -> None:
    client.request("M0", "/nowhere")
    before = client.get("/metrics").text.count("\n")
    for number in range(1, 20):
        client.request(f"M{number}", f"/nowhere/{number}")
        client.request(f"M{number}", "/health")
    after = client.get("/metrics").text
    assert "M1" not in after
    assert after.count("\n") - before < 40


def test_times_are_counted_up_to_the_limit_of_a_document(client: httpx2.Client) -> None:
    client.get("/health")
    metrics = client.get("/metrics").text
    for seconds in ("30.0", "60.0"):  # the default of `time_s`, and twice
        assert f'wildwood_request_seconds_bucket{{le="{seconds}",operation=' in metrics


def test_metrics_show_the_process(client: httpx2.Client) -> None:
    assert "\nprocess_resident_memory_bytes " in client.get("/metrics").text


def test_metrics_show_the_workers(client: httpx2.Client) -> None:
    metrics = client.get("/metrics").text
    for name in ("workers_busy", "jobs_waiting", "workers_killed_total"):
        assert re.search(rf"^wildwood_{name} \d", metrics, re.MULTILINE)


def test_metrics_tell_how_long_jobs_wait(client: httpx2.Client) -> None:
    counts = []
    for _ in range(2):
        metrics = client.get("/metrics").text
        counts += re.findall(r"^wildwood_wait_seconds_count (\S+)$", metrics, re.MULTILINE)
        assert re.search(r"^wildwood_wait_seconds_sum \d", metrics, re.MULTILINE)
        client.post("/extractor", content=DUST.read_bytes())
    assert float(counts[0]) < float(counts[1])


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [("/extractor", b"PK\x03\x04\x00", "UnknownType"), ("/nowhere", b"", "Not Found")],
)
def test_metrics_count_the_reasons_of_refusals(
    client: httpx2.Client, path: str, content: bytes, reason: str
) -> None:
    client.post(path, content=content)
    metrics = client.get("/metrics").text
    assert re.search(rf'^wildwood_refusals_total{{reason="{reason}"}} [1-9]', metrics, re.MULTILINE)


def test_metrics_show_the_version(client: httpx2.Client) -> None:
    version = client.get("/api/version").json()["version"].removeprefix("Wildwood ")
    assert f'wildwood_version{{version="{version}"}} 1.0' in client.get("/metrics").text


def test_metrics_show_the_space_for_documents(client: httpx2.Client) -> None:
    client.get(f"/extractor/{token(client, DUST.read_bytes())}/header")
    metrics = client.get("/metrics").text
    for name in ("files_bytes", "disk_free_bytes", "store_bytes"):
        (value,) = re.findall(rf"^wildwood_{name} (\S+)$", metrics, re.MULTILINE)
        assert float(value) > 0


@pytest.fixture(scope="module")
def below_a_path(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    with make_place(tmp_path_factory.mktemp("path"), databases, shared_workers) as place:
        place.configure('public_url = "https://papers.example.org/wildwood"')
        with place.serving() as opened:
            yield opened


class TestTheMetrics:
    @pytest.mark.parametrize("path", ["/metrics", "/wildwood/metrics", "/wildwood/metrics/"])
    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    @pytest.mark.parametrize("forwarded", ["192.0.2.1", "127.0.0.1, 192.0.2.1", "unknown"])
    def test_are_private_wherever_they_are(
        self, below_a_path: httpx2.Client, method: str, path: str, forwarded: str
    ) -> None:
        response = below_a_path.request(
            method, path, headers={"X-Forwarded-For": forwarded}, follow_redirects=False
        )
        assert response.status_code in {307, 403}
        assert b"wildwood_" not in response.content

    @pytest.mark.parametrize("path", ["/metrics", "/wildwood/metrics"])
    @pytest.mark.parametrize("headers", [{}, {"X-Forwarded-For": "127.0.0.1"}])
    def test_are_for_this_machine(
        self, below_a_path: httpx2.Client, path: str, headers: dict[str, str]
    ) -> None:
        assert below_a_path.get(path, headers=headers).status_code == 200
