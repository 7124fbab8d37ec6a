"""What a run asks MongoDB for, counted."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pymongo import monitoring

_UNCOUNTED = {"hello", "ismaster", "ping", "endSessions", "buildInfo"}

_UNCOUNTED_REPLIES = {"listIndexes"}


class CountedCommands(monitoring.CommandListener):
    """Counts the commands that are sent, and the documents that come back."""

    def __init__(self) -> None:
        self.sent = Counter[str]()
        self.documents = Counter[str]()
        """By collection."""

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        """Count a command."""
        if event.command_name not in _UNCOUNTED:
            self.sent[event.command_name] += 1

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        """Count the documents of a reply."""
        cursor = event.reply.get("cursor", {})
        collection = cursor.get("ns", "").partition(".")[2]
        batches = (cursor.get(name, ()) for name in ("firstBatch", "nextBatch"))
        if event.command_name not in _UNCOUNTED_REPLIES:
            self.documents[collection] += sum(map(len, batches))

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        """Count nothing: the command was counted when it was sent."""


@contextmanager
def counted_commands() -> Iterator[CountedCommands]:
    """Count the commands of all connections that the block makes."""
    listener = CountedCommands()
    before = monitoring._LISTENERS  # noqa: SLF001 - pymongo cannot take a listener back
    monitoring.register(listener)
    try:
        yield listener
    finally:
        monitoring._LISTENERS = before  # noqa: SLF001
