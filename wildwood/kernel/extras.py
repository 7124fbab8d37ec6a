"""Report missing libraries of optional extras, and modules that only Linux and macOS have."""

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from wildwood.kernel.errors import WildwoodError

_POSIX = frozenset({"fcntl", "grp", "pwd", "resource"})  # modules that Python lacks on Windows


def check_system() -> None:
    with _requires_posix():
        import_module("fcntl")


@contextmanager
def _requires_posix() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in _POSIX:
            raise
        fault = f"This needs Linux or macOS ({error.name} is missing here)"
        others = "compare, evaluate, rif and screen files run on every system."
        raise WildwoodError(f"{fault}; {others}") from error


def installation(extra: str) -> str:
    """Return how to install an extra, from where Wildwood itself came (PEP 610)."""
    from importlib import metadata  # noqa: PLC0415 - it takes long and is seldom needed

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
    """Wrap imports that need an extra; raises `WildwoodError` if a library is missing."""
    try:
        with _requires_posix():
            yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("wildwood"):
            raise
        fault = f"This needs the extra {extra!r} ({error.name} is missing); to install it, "
        raise WildwoodError(f"{fault}{installation(extra)}") from error
