"""What Prometheus gets: measures of the requests, and the state of the service."""

from collections.abc import Iterator
from http import HTTPStatus

import prometheus_client
from anyio import fail_after, to_thread
from fastapi import FastAPI, HTTPException, Request, Response
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from wildwood import __version__
from wildwood.extraction.http.addresses import is_on_this_machine
from wildwood.extraction.http.responses import Health
from wildwood.extraction.sandbox import confinement
from wildwood.extraction.service.service import Service
from wildwood.kernel.errors import UnansweredError, WildwoodError


class Metrics:
    def __init__(self, time_s: float) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        prometheus_client.ProcessCollector(registry=self.registry)
        buckets = sorted({*prometheus_client.Histogram.DEFAULT_BUCKETS, time_s, 2 * time_s})
        self.requests = prometheus_client.Counter(
            "wildwood_requests", "Requests by operation and status.", ["operation", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = prometheus_client.Histogram(
            "wildwood_request_seconds", "Duration of requests, in seconds.", ["operation"],
            registry=self.registry, buckets=buckets,
        )  # fmt: skip
        self.refusals = prometheus_client.Counter(
            "wildwood_refusals", "Requests that were refused, by reason.", ["reason"],
            registry=self.registry,
        )  # fmt: skip
        prometheus_client.Gauge(
            "wildwood_version", "1, with the version.", ["version"], registry=self.registry
        ).labels(__version__).set(1)


class State(Collector):
    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Return the metrics; those of the store are missing while the database is."""
        workers, files = self._service.workers, self._service.files
        running, waiting = workers.turns.counts
        for name, text, value in (
            ("workers_busy", "Workers at work.", running),
            ("jobs_waiting", "Jobs that wait for a worker.", waiting),
            ("files_bytes", "Size of all uploaded documents.", files.used_bytes),
            ("disk_free_bytes", "Space left on the disk of the documents.", files.free_bytes),
        ):
            yield GaugeMetricFamily(f"wildwood_{name}", text, value)
        text = "Workers that were ended with their job."
        yield CounterMetricFamily("wildwood_workers_killed", text, workers.killed)
        turns, text = workers.turns, "How long jobs have waited for a worker."
        yield SummaryMetricFamily("wildwood_wait_seconds", text, turns.taken, turns.waited)
        text = "Data of documents by kind and source."
        data = CounterMetricFamily("wildwood_data", text, labels=("kind", "source"))
        for labels, count in list(self._service.sources.items()):
            data.add_metric(labels, count)
        yield data
        try:
            stored = self._service.store.used_bytes()
        except WildwoodError:
            return
        yield GaugeMetricFamily("wildwood_store_bytes", "Size of all extractions.", stored)


_HEALTH_TIMEOUT_S = 2


def add_monitoring(app: FastAPI, service: Service, metrics: Metrics) -> None:
    metrics.registry.register(State(service))

    @app.get("/health", tags=["Monitoring"])
    async def health() -> Health:
        """Check that the service and its database answer, and tell how workers are confined."""
        await check_database(service)
        return Health(status="up", confinement=confinement())

    @app.get("/ready", tags=["Monitoring"])
    async def ready() -> dict[str, str]:
        """Check that the service can take a document: its database answers, and it has space."""
        await check_database(service)
        service.files.check_space(service.settings.max_bytes)
        return {"status": "ready"}

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def metrics_page(request: Request) -> Response:
        if not is_on_this_machine(request.scope):
            raise HTTPException(HTTPStatus.FORBIDDEN, "The metrics are for this machine only.")
        data = prometheus_client.generate_latest(metrics.registry)
        return Response(data, media_type=prometheus_client.CONTENT_TYPE_LATEST)


async def check_database(service: Service) -> None:
    """Raise WildwoodError unless the database answers soon."""
    try:
        with fail_after(_HEALTH_TIMEOUT_S):
            await to_thread.run_sync(service.store.resource, "", abandon_on_cancel=True)
    except TimeoutError:
        raise UnansweredError(f"MongoDB did not answer within {_HEALTH_TIMEOUT_S} s.") from None
