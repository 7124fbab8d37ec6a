"""Keep out of logs what must stay private."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wildwood.extraction.service.document_files import without_tokens_in


@contextmanager
def without_tokens() -> Iterator[None]:
    """Remove the tokens of documents from all that is logged in the block, tracebacks too."""
    make = logging.getLogRecordFactory()

    def redacted(*arguments: Any, **options: Any) -> logging.LogRecord:
        record = make(*arguments, **options)
        record.msg, record.args = without_tokens_in(record.getMessage()), ()
        if record.exc_info:
            lines = traceback.format_exception(record.exc_info[1])
            record.exc_text = without_tokens_in("".join(lines).rstrip("\n"))
        return record

    logging.setLogRecordFactory(redacted)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)
