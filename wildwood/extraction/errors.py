"""The errors of the extraction; each message is one sentence."""

from wildwood.errors import WildwoodError

NO_SPACE = "The service has no space left for documents; try again later."


class ExtractionError(WildwoodError):
    """A document cannot be processed."""


class UnknownTypeError(ExtractionError):
    """A document is not PDF, PostScript or text, or the configuration excludes its type."""


class TooLargeError(ExtractionError):
    """A document has more bytes than the configuration allows."""


class NothingToExtractError(ExtractionError):
    """A document is broken, locked, without text, or not scholarly."""


class ScanError(NothingToExtractError):
    """The pages of a document are pictures."""


class LimitExceededError(NothingToExtractError):
    """Processing a document takes more time or memory than the configuration allows."""


class BusyError(ExtractionError):
    """No capacity is left; the same request may succeed later."""

    def __init__(self, message: str, retry_after_s: int = 2) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class FullError(ExtractionError):
    """No space is left for documents."""


class WorkerKilledError(ExtractionError):
    """Something other than the document ended the process that worked on it."""


class UnreachableError(ExtractionError):
    """A server that does part of the work does not answer, or answers incorrectly."""


class UnknownResourceError(ExtractionError):
    """No document has this token, or it has been deleted."""


class MissingProgramError(ExtractionError):
    """A required program is not installed."""
