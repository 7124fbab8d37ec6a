"""Limits of connections: their descriptors and their log messages."""

import logging
import subprocess
import sys
from types import SimpleNamespace

import pytest

from wildwood.extraction.http import connections
from wildwood.extraction.http.connections import RateLimitedFilter


def record(message: str) -> logging.LogRecord:
    fault = (OSError, OSError("Too many open files"), None)
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), fault)


def test_a_message_that_clients_cause_is_logged_once_and_without_traceback() -> None:
    rate_limit = RateLimitedFilter()
    first = record("socket.accept() out of system resource\nsocket: 7")
    assert rate_limit.filter(first)
    assert first.exc_info is None
    assert not rate_limit.filter(record("socket.accept() out of system resource\nsocket: 7"))
    assert rate_limit.filter(record("Invalid HTTP request received."))


def test_it_is_logged_again_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    rate_limit = RateLimitedFilter()
    for now, logged in ((0.0, True), (59.0, False), (60.0, True), (61.0, False)):
        clock = SimpleNamespace(monotonic=lambda now=now: now)
        monkeypatch.setattr(connections, "time", clock)
        assert rate_limit.filter(record("Invalid HTTP request received.")) is logged


def test_all_other_messages_are_logged_with_their_tracebacks() -> None:
    rate_limit = RateLimitedFilter()
    for _ in range(2):
        other = record("Task was destroyed but it is pending!")
        assert rate_limit.filter(other)
        assert other.exc_info is not None


def test_the_limit_of_descriptors_is_raised_as_far_as_allowed() -> None:
    code = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, 128));"
        "from wildwood.extraction.http.connections import raise_descriptor_limit;"
        "print(raise_descriptor_limit(), *r.getrlimit(r.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["128", "128", "128"]
