"""Why a document gives nothing, each as one sentence."""

from wildwood.errors import WildwoodError


class ExtractionError(WildwoodError):
    """A document that cannot be worked on."""


class UnknownTypeError(ExtractionError):
    """It is neither PDF nor PostScript nor text, or a type that the configuration leaves out."""


class TooLargeError(ExtractionError):
    """It has more bytes than the configuration allows."""


class NothingToExtractError(ExtractionError):
    """It is broken, locked, without text, or no scholarly document."""


class LimitExceededError(NothingToExtractError):
    """Working on it took more time or memory than the configuration allows."""


class BusyError(ExtractionError):
    """All places are taken; the same request may succeed later."""


class UnreachableError(ExtractionError):
    """A server that is asked for part of the work does not answer as it should."""


class UnknownResourceError(ExtractionError):
    """There is no resource of that token, or there is none any more."""


class MissingProgramError(ExtractionError):
    """A program that is needed is not installed."""
