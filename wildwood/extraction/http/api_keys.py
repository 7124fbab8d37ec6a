"""API keys, and how many documents each can send in a day."""

import base64
import binascii
import hashlib
import secrets
from collections.abc import Callable
from http import HTTPStatus

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool

from wildwood.extraction.service.service import Service
from wildwood.extraction.service.turns import CLIENT
from wildwood.settings import ApiKey

_KEY_BYTES = 24
_CHALLENGE = {"WWW-Authenticate": "Bearer"}


def new_key() -> str:
    """Return a new key, which nobody can guess."""
    return secrets.token_urlsafe(_KEY_BYTES)


def digest(key: str) -> str:
    """Return what the configuration has of a key.

    It is a plain SHA-256: a key is random, so that a slow hash would protect nothing more.
    """
    return hashlib.sha256(key.encode()).hexdigest()


def admission(service: Service) -> Callable[[Request], object]:
    """Return a check that a request that sends a document may do so, and that counts it."""
    known = {key.digest: key for key in service.settings.keys}

    async def check(request: Request) -> None:
        if not known:
            return
        key = known.get(digest(_sent(request)))
        if key is None:
            raise HTTPException(
                HTTPStatus.UNAUTHORIZED,
                "Send a valid key, as `Authorization: Bearer KEY` or `X-API-Key: KEY`.",
                _CHALLENGE,
            )
        CLIENT.set(f"key {key.name}")
        if key.documents_a_day:
            await run_in_threadpool(_count, service, key)

    return check


def _count(service: Service, key: ApiKey) -> None:
    if service.store.count_document(key.name) > key.documents_a_day:
        raise HTTPException(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"The key {key.name} has sent its {key.documents_a_day} documents of today (UTC).",
            {"Retry-After": str(service.store.seconds_left_today())},
        )


def _sent(request: Request) -> str:
    """Return the key in a request; as a password too, for programs that know nothing else."""
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    if kind.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    return request.headers.get("x-api-key", "")
