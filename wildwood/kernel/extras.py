"""What is not everywhere: the libraries of optional extras, and modules of Linux and macOS."""

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module, metadata

from wildwood.kernel.errors import WildwoodError

_POSIX = frozenset({"fcntl", "grp", "pwd", "resource"})
"""The modules that Python lacks on Windows."""


def check_system() -> None:
    """Check that the system has what commands with a database or the extraction need.

    Raises:
        WildwoodError: it lacks it, as Windows does.
    """
    with _requires_posix():
        import_module("fcntl")


@contextmanager
def _requires_posix() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in _POSIX:
            raise
        raise WildwoodError(
            f"This needs Linux or macOS ({error.name} is missing here);"
            " compare, evaluate, rif and screen files run on every system."
        ) from error


def installation(extra: str) -> str:
    """Return how to install an extra, from where Wildwood itself came (PEP 610)."""
    named = f"nep-wildwood[{extra}]"
    recorded = None
    with suppress(metadata.PackageNotFoundError):
        recorded = metadata.distribution("nep-wildwood").read_text("direct_url.json")
    if not recorded:
        return f"install Wildwood again as {named}"
    origin = json.loads(recorded)
    source = origin["url"]
    if vcs := origin.get("vcs_info"):
        source = f"{vcs['vcs']}+{source}@{vcs['commit_id']}"
    if folder := origin.get("subdirectory"):
        source = f"{source}#subdirectory={folder}"
    return "run " + shlex.join([sys.executable, "-m", "pip", "install", f"{named} @ {source}"])


@contextmanager
def requires_extra(extra: str) -> Iterator[None]:
    """Wrap the import of modules that need the libraries of an extra.

    Raises:
        WildwoodError: one of the libraries is missing, or the system lacks what they need.
    """
    try:
        with _requires_posix():
            yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("wildwood"):
            raise
        raise WildwoodError(
            f"This needs the extra {extra!r} ({error.name} is missing);"
            f" to install it, {installation(extra)}"
        ) from error
