"""What a monitor learns of the service."""

import re

import httpx2

from wildwood.extraction.confinement.process import confinement

from tests.support.extraction_server import DUST, token


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


def test_metrics_show_the_workers(client: httpx2.Client) -> None:
    metrics = client.get("/metrics").text
    for name in ("workers_busy", "jobs_waiting", "workers_killed_total"):
        assert re.search(rf"^wildwood_{name} \d", metrics, re.MULTILINE)


def test_metrics_show_the_space_for_documents(client: httpx2.Client) -> None:
    client.get(f"/extractor/{token(client, DUST.read_bytes())}/header")
    metrics = client.get("/metrics").text
    for name in ("files_bytes", "disk_free_bytes", "store_bytes"):
        (value,) = re.findall(rf"^wildwood_{name} (\S+)$", metrics, re.MULTILINE)
        assert float(value) > 0
