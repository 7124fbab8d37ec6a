"""Refuse what the pages of other sites make a browser send."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi import HTTPException, Request

from wildwood.settings import ExtractionSettings

_READING = frozenset(("GET", "HEAD"))
_PORTS = {"http": 80, "https": 443}


def check_origin(settings: ExtractionSettings) -> Callable[[Request], None]:
    """Return a dependency that refuses requests of other sites which change something.

    A password, which a browser sends by itself, is accepted from no other site, and from the sites
    in `cors_origins` neither; following a link is not a request of the site that has the link.
    """
    allowed = frozenset(settings.cors_origins)

    def check(request: Request) -> None:
        has_password = request.headers.get("authorization", "").lower().startswith("basic ")
        is_reading = request.method in _READING
        is_link = is_reading and request.headers.get("sec-fetch-mode") == "navigate"
        if not is_of_other_site(request, settings.public_url) or is_link:
            return
        is_allowed = bool(allowed & {request.headers.get("origin"), "*"})
        if has_password or not (is_reading or is_allowed):
            raise HTTPException(
                HTTPStatus.FORBIDDEN,
                "Another site cannot use your key."
                if has_password
                else "Another site cannot do this; set extraction.cors_origins to allow it.",
            )

    return check


def is_of_other_site(request: Request, public_url: str) -> bool:
    """Return whether a browser says that a page of another site made a request.

    Other programs say nothing of it.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site not in {None, "same-origin", "none"}:
        return True
    if origin is None or (origin == "null" and site):  # our pages hide theirs from a form's target
        return False
    own = {_site(url) for url in (public_url, str(request.base_url)) if url}
    try:
        return _site(origin) not in own
    except ValueError:  # no address
        return True


def _site(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)
