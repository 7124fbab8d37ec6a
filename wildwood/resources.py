"""Where files are: those that ship with the package, and what it can make again."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the folder "config" or "migrations": in an installed package, else in the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """Return the directory of what can be made again, in the user's cache; it need not exist.

    Raises:
        RuntimeError: the user has no home directory.
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"
