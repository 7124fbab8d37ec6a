"""What Prometheus is told."""

import prometheus_client


class Metrics:
    """What Prometheus reads, in a registry of this application's own."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        self.requests = prometheus_client.Counter(
            "wildwood_requests", "Requests by operation and status.", ["operation", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = prometheus_client.Histogram(
            "wildwood_request_seconds", "How long requests took.", ["operation"],
            registry=self.registry,
        )  # fmt: skip
        self.near_duplicates = prometheus_client.Counter(
            "wildwood_near_duplicates", "Answers from another document's extraction.", ["kind"],
            registry=self.registry,
        )  # fmt: skip
