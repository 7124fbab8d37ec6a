"""Make HTML pages of templates; they load nothing from elsewhere."""

from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from wildwood.extraction.http.media_formats import best_type

_TEMPLATES = Environment(
    loader=PackageLoader(__package__, "site/templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def prefers_html(request: Request) -> bool:
    """Return whether a client is a person's browser, which asks for a page."""
    if "output" in request.query_params:
        return False
    return best_type(request, "application/xml", "application/json", "text/html") == "text/html"


def page(
    request: Request,
    template: str,
    status: HTTPStatus = HTTPStatus.OK,
    **values: Any,
) -> HTMLResponse:
    """Make a page of a template and values.

    Args:
        request: the request, whose root path precedes the links.
        template: the name of the template.
        status: the status of the response.
        values: what the template shows.
    """
    root = request.scope.get("root_path", "")
    content = _TEMPLATES.get_template(template).render(root=root, **values)
    return HTMLResponse(content, status, _HEADERS)
