"""Show the state of the service to Prometheus when it asks."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from wildwood.errors import WildwoodError
from wildwood.extraction.service.service import Service


class State(Collector):
    """Workers, files and store of a service."""

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
            ("jobs_waiting", "Jobs that wait for a worker.", load.waiting - load.paused),
            ("jobs_paused", "Jobs that are paused for other clients.", load.paused),
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
