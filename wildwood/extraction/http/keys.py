"""API keys: who can send documents, how many in a day, and whose a document is."""

import base64
import hashlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool

from wildwood.extraction.http.formats import prefers_html
from wildwood.extraction.service.processes import CLIENT, OWNER
from wildwood.extraction.service.store import ExtractionStore
from wildwood.kernel.settings import ApiKey, ExtractionSettings

SECURITY_SCHEMES: dict[str, dict[str, Any]] = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    "password": {"type": "http", "scheme": "basic"},
}  # how a key can be sent, for the OpenAPI document
_KEY_BYTES = 24
new_key = partial(secrets.token_urlsafe, _KEY_BYTES)
_FOR_BROWSERS = 'Basic realm="Wildwood extraction", charset="UTF-8"'


def digest(key: str) -> str:
    """Return what the configuration has of a key; keys are random, so a fast hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


class Keys:
    """The keys of a service; without any, none is needed."""

    def __init__(self, store: ExtractionStore, keys: Sequence[ApiKey]) -> None:
        self._store = store
        self._by_digest = {key.digest: key for key in keys}
        self._by_name = {key.name: key for key in keys}

    async def identify(self, request: Request) -> None:
        if not self._by_digest:
            return
        key = self._by_digest.get(digest(_sent(request)))
        if key is None:
            raise HTTPException(
                HTTPStatus.UNAUTHORIZED,
                "Send a valid key, as `Authorization: Bearer KEY` or `X-API-Key: KEY`.",
                # A browser asks for a password, which it then sends with all requests.
                {"WWW-Authenticate": _FOR_BROWSERS if prefers_html(request) else "Bearer"},
            )
        CLIENT.set(f"key {key.name}")
        OWNER.set(key.name)

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[None]:
        """Count a document that is sent in the block, unless the block refuses it."""
        key = self._by_name.get(OWNER.get())
        if key is None or not key.documents_a_day:
            yield
            return
        try:
            await run_in_threadpool(self._count, key)
            yield
        except BaseException:
            await run_in_threadpool(self._store.count_document, key.name, -1)
            raise

    def _count(self, key: ApiKey) -> None:
        if self._store.count_document(key.name) > key.documents_a_day:
            raise HTTPException(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"The key {key.name} has used its {key.documents_a_day} documents of today (UTC).",
                {"Retry-After": str(self._store.seconds_left_today())},
            )


def _sent(request: Request) -> str:
    """Return the key that is sent; as a password too, for browsers and other programs."""
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    kind = kind.lower()
    if kind == "bearer":
        return value.strip()
    if kind == "basic":
        try:
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
        except ValueError:
            return ""
    return request.headers.get("x-api-key", "")


_READING = frozenset(("GET", "HEAD"))


def check_origin(settings: ExtractionSettings) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that refuses requests of other sites which change something.

    Passwords, which browsers send by themselves, are not accepted from `cors_origins` either.
    """
    allowed = frozenset(settings.cors_origins)

    async def check(request: Request) -> None:
        has_password = request.headers.get("authorization", "").lower().startswith("basic ")
        is_reading = request.method in _READING
        is_link = is_reading and request.headers.get("sec-fetch-mode") == "navigate"
        if not is_of_other_site(request, settings.public_url) or is_link:
            return
        if has_password or not (is_reading or allowed & {request.headers.get("origin"), "*"}):
            refused = "Another site cannot do this; set extraction.cors_origins to allow it."
            detail = "Another site cannot use your key." if has_password else refused
            raise HTTPException(HTTPStatus.FORBIDDEN, detail)

    return check


def is_of_other_site(request: Request, public_url: str) -> bool:
    """Return whether a browser says that a page of another site made a request."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site not in {None, "same-origin", "none"}:
        return True
    if origin is None or (origin == "null" and site):  # our pages hide theirs from a form's target
        return False
    own = map(urlsplit, (public_url, str(request.base_url)))
    return origin not in {f"{parts.scheme}://{parts.netloc}" for parts in own}
