"""What logs must not contain."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction.http.web import redact_logs

TOKEN = "0123456789abcdef" * 2
LOG = logging.getLogger("wildwood.test")


@pytest.fixture(autouse=True)
def server_log() -> Iterator[None]:
    """Log as a process without a server does; the messages of these tests are no server's."""
    factory = logging.getLogRecordFactory()
    logging.setLogRecordFactory(logging.LogRecord)
    yield
    logging.setLogRecordFactory(factory)


def test_logs_have_no_tokens_while_a_server_is_open(caplog: pytest.LogCaptureFixture) -> None:
    with redact_logs():
        LOG.error("GET /extractor/%s/header failed", TOKEN)
        try:
            Path(f"/nowhere/{TOKEN}/document").read_bytes()
        except FileNotFoundError:
            LOG.exception("It failed.")
    assert "GET /extractor/TOKEN/header failed" in caplog.text
    assert "No such file or directory: '/nowhere/TOKEN/document'" in caplog.text
    assert TOKEN not in caplog.text


def test_the_digest_of_a_text_is_no_token(caplog: pytest.LogCaptureFixture) -> None:
    with redact_logs():
        LOG.error("near %s", TOKEN * 2)
    assert TOKEN * 2 in caplog.text


def test_logs_are_as_before_afterwards(caplog: pytest.LogCaptureFixture) -> None:
    with redact_logs():
        pass
    LOG.error("%s", TOKEN)
    assert TOKEN in caplog.text
