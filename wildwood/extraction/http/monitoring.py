"""The operations for monitors."""

from http import HTTPStatus

import prometheus_client
from anyio import fail_after, to_thread
from fastapi import FastAPI, HTTPException, Request, Response

from wildwood.extraction.confinement.process import confinement
from wildwood.extraction.errors import UnreachableError
from wildwood.extraction.http.clients import is_on_this_machine
from wildwood.extraction.http.metrics import Metrics, State
from wildwood.extraction.http.responses import problems
from wildwood.extraction.http.schemas import Health, Ready
from wildwood.extraction.service.service import Service

_HEALTH_TIMEOUT_S = 2


def add_monitoring(app: FastAPI, service: Service, metrics: Metrics) -> None:
    """Add the checks of the service, and its metrics."""
    metrics.registry.register(State(service))

    @app.get("/health", tags=["Monitoring"], responses=problems(503))
    async def health() -> Health:
        """Check that the service and its database answer, and tell how workers are confined."""
        await check_database(service)
        return Health(status="up", confinement=confinement())

    @app.get("/ready", tags=["Monitoring"], responses=problems(503, 507))
    async def ready() -> Ready:
        """Check that the service can take a document: its database answers, and it has space."""
        await check_database(service)
        service.files.check_space(service.settings.max_bytes)
        return Ready(status="ready")

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def metrics_page(request: Request) -> Response:
        """Return the metrics for Prometheus, which are private, whatever leads to them."""
        if not is_on_this_machine(request.scope):
            raise HTTPException(HTTPStatus.FORBIDDEN, "The metrics are for this machine only.")
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
