"""Answer HEAD as GET without its content."""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """Middleware that hands on HEAD as GET; the HTTP server leaves out the content.

    FastAPI, unlike Starlette, does not answer HEAD where it answers GET (RFC 9110, section 9.1).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
