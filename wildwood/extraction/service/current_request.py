"""For whom the current request is."""

from contextvars import ContextVar

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")
"""Who has a share of the service: an address, a network or the name of a key."""
OWNER: ContextVar[str] = ContextVar("OWNER", default="")
"""Whose documents the request can reach: those sent with the key of this name; empty for those
that were sent without a key."""
