"""Measure the requests for Prometheus."""

import prometheus_client


class Metrics:
    """The metrics of one application, in their own registry."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        self.requests = prometheus_client.Counter(
            "wildwood_requests", "Requests by operation and status.", ["operation", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = prometheus_client.Histogram(
            "wildwood_request_seconds", "Duration of requests, in seconds.", ["operation"],
            registry=self.registry,
        )  # fmt: skip
        self.data = prometheus_client.Counter(
            "wildwood_data", "Data of documents by kind and source.", ["kind", "source"],
            registry=self.registry,
        )  # fmt: skip
