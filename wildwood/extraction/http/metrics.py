"""What Prometheus gets: measures of the requests, and the state of the service."""

from collections.abc import Iterator

import prometheus_client
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from wildwood.errors import WildwoodError
from wildwood.extraction.service.service import Service


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


class State(Collector):
    """Workers, files and store of a service, when Prometheus asks."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def describe(self) -> Iterator[Metric]:
        """Return nothing, so that nothing is asked before the service runs."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Return the metrics; those of the store are missing while the database is."""
        load, files = self._service.workers.load, self._service.files
        for name, text, value in (
            ("workers_busy", "Workers at work.", load.running),
            ("jobs_waiting", "Jobs that wait for a worker.", load.waiting),
            ("files_bytes", "Size of all uploaded documents.", files.used_bytes),
            ("disk_free_bytes", "Space left on the disk of the documents.", files.free_bytes),
        ):
            yield GaugeMetricFamily(f"wildwood_{name}", text, value)
        yield CounterMetricFamily(
            "wildwood_workers_killed", "Workers that were ended with their job.", load.killed
        )
        try:
            stored = self._service.store.used_bytes()
        except WildwoodError:
            return
        yield GaugeMetricFamily("wildwood_store_bytes", "Size of all extractions.", stored)
