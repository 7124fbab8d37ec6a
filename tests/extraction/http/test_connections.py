"""Connections that cost nothing for long."""

import logging
import subprocess
import sys

import pytest

from wildwood.extraction.http.connections import RateLimitedFilter


def record(message: str) -> logging.LogRecord:
    fault = (OSError, OSError("Too many open files"), None)
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), fault)


def test_what_clients_call_forth_is_said_once_and_without_traceback() -> None:
    seldom = RateLimitedFilter()
    first = record("socket.accept() out of system resource\nsocket: 7")
    assert seldom.filter(first)
    assert first.exc_info is None
    assert not seldom.filter(record("socket.accept() out of system resource\nsocket: 7"))
    assert seldom.filter(record("Invalid HTTP request received."))


def test_it_is_said_again_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    seldom = RateLimitedFilter()
    for now, said in ((0.0, True), (59.0, False), (60.0, True), (61.0, False)):
        monkeypatch.setattr("time.monotonic", lambda now=now: now)
        assert seldom.filter(record("Invalid HTTP request received.")) is said


def test_everything_else_is_said_with_its_traceback() -> None:
    seldom = RateLimitedFilter()
    for _ in range(2):
        other = record("Task was destroyed but it is pending!")
        assert seldom.filter(other)
        assert other.exc_info is not None


def test_as_many_descriptors_are_taken_as_allowed() -> None:
    code = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, 128));"
        "from wildwood.extraction.connections import take_descriptors;"
        "print(take_descriptors(), *r.getrlimit(r.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["128", "128", "128"]
