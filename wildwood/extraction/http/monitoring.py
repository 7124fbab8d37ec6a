"""The operations for monitors."""

from typing import Any

import prometheus_client
from anyio import fail_after, to_thread
from fastapi import FastAPI, Response

from wildwood.extraction.errors import UnreachableError
from wildwood.extraction.http.metrics import Metrics
from wildwood.extraction.http.responses import problems
from wildwood.extraction.service.service import Service

_HEALTH_TIMEOUT_S = 2


def add_monitoring(app: FastAPI, service: Service, metrics: Metrics) -> None:
    """Add the check of the service, and its metrics."""

    @app.get("/health", responses=problems(503))
    async def health() -> dict[str, Any]:
        """Check that the service and its database answer."""
        await check_database(service)
        return {"status": "up"}

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def metrics_page() -> Response:
        """Return the metrics for Prometheus."""
        data = prometheus_client.generate_latest(metrics.registry)
        return Response(data, media_type=prometheus_client.CONTENT_TYPE_LATEST)


async def check_database(service: Service) -> None:
    """Check that the database answers soon.

    Raises:
        WildwoodError: it does not.
    """
    try:
        with fail_after(_HEALTH_TIMEOUT_S):
            await to_thread.run_sync(service.store.resource, "", abandon_on_cancel=True)
    except TimeoutError:
        raise UnreachableError(f"MongoDB did not answer within {_HEALTH_TIMEOUT_S} s.") from None
