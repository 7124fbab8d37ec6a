"""No route takes the requests of another one that is added later."""

import re
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from starlette.routing import BaseRoute, Match, Route

from wildwood.extraction.http import web
from wildwood.extraction.http.addresses import PARTS
from wildwood.kernel.settings import load_config

from tests.support.extraction_server import Place

PARAMETERS = {"token": "0" * 32, "part": next(iter(PARTS)), "number": "1", "label": "1"}


def flattened(routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Return the routes in their order, with those of included routers."""
    own = [getattr(route, "original_router", None) for route in routes]
    return [
        inner
        for route, router in zip(routes, own, strict=True)
        for inner in (flattened(router.routes) if router else [route])
    ]


def shadowed(routes: Sequence[BaseRoute]) -> list[str]:
    """Return the routes that get no request to their own paths, since an earlier one takes it."""
    return [
        f"{method} {route.path}"
        for route in routes
        if isinstance(route, Route)
        for method in sorted(route.methods or ())
        if first_match(routes, method, route.path) is not route
    ]


def first_match(routes: Sequence[BaseRoute], method: str, path: str) -> BaseRoute | None:
    filled = re.sub(r"\{(\w+)(?::\w+)?\}", lambda match: PARAMETERS[match[1]], path)
    scope: dict[str, Any] = {"type": "http", "method": method, "path": filled, "root_path": ""}
    fitting = (route for route in routes if route.matches(scope)[0] is Match.FULL)
    return next(fitting, None)


def test_each_route_of_the_service_gets_its_requests(place: Place) -> None:
    with place.sharing_workers(), web.open_server(load_config(place.config, {})) as server:
        application = server.config.app
        assert isinstance(application, FastAPI)
        routes = flattened(application.routes)
    assert len(routes) > 20
    assert shadowed(routes) == []


def test_a_fixed_path_after_a_token_is_noticed() -> None:
    application = FastAPI(openapi_url=None)
    for path in ("/extractor/{token}", "/extractor/version"):
        application.get(path)(lambda: None)
    assert shadowed(application.routes) == ["GET /extractor/version"]
