"""What can go wrong, each as one sentence for the operator."""

from wildwood.printing import plain


class WildwoodError(Exception):
    """Something that ends a run; its text names the culprit and, where known, the cure."""


class ConfigError(WildwoodError):
    """A setting is unknown, ill-typed or out of range."""


class RifError(WildwoodError):
    """A report issue file is missing, ambiguous, unreadable or unsafe."""


class ScreenError(WildwoodError):
    """A file or an OAI-PMH answer that is to be screened is missing, broken or unsafe."""


class ServerError(WildwoodError):
    """The private mongod is missing or does not start."""


class StoreError(WildwoodError):
    """MongoDB cannot be reached, refuses, or holds a database of another make."""


class LockedError(StoreError):
    """Another command is writing."""


class InputError(WildwoodError):
    """A file that the command line names is unreadable or lacks something."""


_SHOWN = 100
"""Characters of what a file says that are repeated in a sentence."""


def shown(text: str) -> str:
    """A file's own words, as they stand in a sentence: printable, and not more than one wants."""
    clipped = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return plain(clipped)
