"""For whom the current request is."""

from contextvars import ContextVar

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")
"""Who has a share of the service: an address, a network or the name of a key."""
OWNER: ContextVar[str] = ContextVar("OWNER", default="")
"""Whose documents the request can reach: those sent with the key of this name; empty for those
that were sent without a key."""
HAS_BEGUN: ContextVar[bool] = ContextVar("HAS_BEGUN", default=False)
"""Whether a job for the request has had its turn, so that the others are not refused."""
